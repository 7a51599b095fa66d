"""Somebody who takes a contest in phases to its end, and has it worked out a second time."""

from contextlib import suppress
from random import Random
from typing import Any, Final

from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from scorekeeper.refusals import Refused
from tests.contest import games_of
from tests.phased import HANDS, WHOLE, make_phased, write_total
from tests.table import NOW, SCORER, make_member
from tests.tournaments.phases.plain import Leg, PlainContest
from tournaments.audit_log.locks import RoundOpenError
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.standings import contest_of
from tournaments.entries.services import withdrawals
from tournaments.entries.services.withdrawals import NoPlaceError
from tournaments.formats.next_round import CourseOverError
from tournaments.formats.phases import Phase, PhaseKind, Take, TakeKind
from tournaments.models import Match, Round, Tournament
from tournaments.phases import services
from tournaments.phases.queries import course_page, moved_question
from tournaments.rounds import services as draws
from tournaments.standings.criteria import CriterionCode
from tournaments.tables.services import close_round

BY: Final[dict[str, Any]] = {"author": SCORER, "now": NOW}
FORFEIT: Final = 230
POOLS_OF_3: Final = Phase(kind=PhaseKind.POOLS, rounds=3, size=3)
POOLS_OF_4: Final = Phase(kind=PhaseKind.POOLS, rounds=3, size=4)
ROUNDS: Final = Phase(kind=PhaseKind.ROUNDS, rounds=1)


def knockout(rounds: int, *takes: Take, **options: bool) -> Phase:
    return Phase(kind=PhaseKind.KNOCKOUT, rounds=rounds, takes=takes, **options)


COURSES: Final = {
    "4": ((knockout(2),), 4),
    "4, third place": ((knockout(2, third_place=True),), 4),
    "8": ((knockout(3, third_place=True),), 8),
    "8, one missing": ((knockout(3),), 7),
    "pools of 3": ((POOLS_OF_3, knockout(2, Take(TakeKind.POOL, 1), consolation=True)), 7),
    "pools of 4": (
        (POOLS_OF_4, knockout(2, Take(TakeKind.POOL, 2), consolation=True, third_place=True)),
        8,
    ),
    "best seconds": ((POOLS_OF_3, knockout(2, Take(TakeKind.POOL, 1), Take(TakeKind.NEXT, 1))), 9),
    "the best four": ((ROUNDS, knockout(3, Take(TakeKind.BEST, 4), consolation=True)), 9),
}


class Umpire:
    """A contest, its second account, and what is done in it."""

    def __init__(self, club: Club, name: str, seed: int) -> None:
        phases, teams = COURSES[name]
        self.name = f"{name} {seed}"
        self.chance = Random(self.name)
        shares = self.chance.random() < 0.5
        self.tournament = make_phased(
            club,
            *phases,
            teams=teams,
            criteria=(CriterionCode.POINTS.value,),
            ties=Tournament.Ties.SHARED if shares else Tournament.Ties.LOT,
            forfeit_points=FORFEIT,
        )
        trees, counts = phases[-1], {take.kind: take.count for take in phases[-1].takes}
        before = sum(phase.rounds for phase in phases[:-1])
        self.plain = PlainContest(
            teams=teams,
            lot_seed=self.tournament.lot_seed,
            shares=shares,
            half=WHOLE // 2,
            forfeit=FORFEIT,
            third_place=trees.third_place,
            first_leg=before + 1,
            of_pool=counts.get(TakeKind.POOL, 0),
            more=counts.get(TakeKind.NEXT, 0),
            of_ranking=counts.get(TakeKind.BEST, 0),
            consolation=trees.consolation,
        )
        self.corrector = Author.of_user(make_member(club, self.name))
        self.kept: dict[int, set[int]] = {}
        self.told: list[str] = []

    def tell(self, what: str) -> None:
        self.told.append(what)

    def fail(self, *why: object) -> AssertionError:
        return AssertionError("\n".join([self.name, *self.told, *map(str, why)]))

    # Round by round.

    def play(self) -> None:
        """Take the contest to its end; raise AssertionError where the two accounts part."""
        while self.next_round():
            number = len(self.plain.legs)
            self.maybe_leave(number)
            self.write_tables(number)
            self.maybe_catch_up(number)
            close_round(round_id=self.round(number).pk, **BY)
            self.maybe_leave(number + 1)
            self.maybe_correct()
            self.decide(number)
            self.compare()
        self.maybe_leave(len(self.plain.legs) + 1)
        self.maybe_correct()
        self.compare()
        self.verify()

    def round(self, number: int) -> Round:
        return self.tournament.rounds.get(number=number)

    def next_round(self) -> bool:
        """Draw and publish a round; return False once everything is played."""
        number, expected = len(self.plain.legs) + 1, self.expected()
        try:
            drawn = draws.draw_round(
                tournament_id=self.tournament.pk, seed=self.chance.randrange(99), **BY
            )
        except (CourseOverError, RoundOpenError, Refused) as error:
            if expected:
                raise self.fail(f"{error!r}, but there is {expected}") from error
            return False
        if expected is not None and not expected:
            raise self.fail("a round that nobody is left for")
        published = draws.publish_round(round_id=drawn.pk, **BY)
        leg = read(published)
        self.tell(f"round {number}: {leg.groups or leg.pairs}, exempt {sorted(leg.exempt)}")
        if expected and expected != self.shown(leg, expected):
            raise self.fail(f"expected {expected}")
        self.plain.legs.append(leg)
        return True

    def shown(self, leg: Leg, expected: dict[str, Any]) -> dict[str, Any]:
        """Return who is where in a leg, in order where the order is expected."""
        if all(isinstance(one, tuple) for one in expected.values()):
            return leg.groups
        return {tree: {one for one in slots if one} for tree, slots in leg.groups.items()}

    def expected(self) -> dict[str, Any] | None:
        """Return the trees of the next round; None where they are not of interest."""
        plain, number = self.plain, len(self.plain.legs) + 1
        if number < plain.first_leg:
            return None
        if number > plain.first_leg:
            following = plain.following(plain.legs[-1])
            if following is None:
                raise self.fail("nobody said who goes on")
            meets = any(0 not in pair for slots in following.values() for pair in halves(slots))
            return following if meets else {}
        there = {one for one in range(1, plain.teams + 1) if not plain.is_gone(one, number)}
        trees = plain.qualified(there)
        found = {
            tree: {one for one, own in trees.items() if own == tree}
            for tree in ("main", "consolation")
        }
        return {tree: members for tree, members in found.items() if len(members) > 1}

    # What is done.

    def maybe_leave(self, number: int) -> None:
        while self.chance.random() < 0.25:
            team = self.chance.randint(1, self.plain.teams)
            if team in self.plain.left:
                continue
            with suppress(Refused):
                withdrawals.withdraw_entry(
                    tournament_id=self.tournament.pk, number=team, from_round=number, **BY
                )
                self.plain.left[team] = number
                self.tell(f"{team} leaves from round {number} on")

    def write_tables(self, number: int) -> None:
        for match in self.tables(number):
            if match.kind == Match.Kind.GAME:
                self.write(number, match)

    def tables(self, number: int) -> list[Match]:
        return [one for one in games_of(self.round(number)) if one.is_game]

    def write(self, number: int, match: Match) -> None:
        seats = {seat.side: seat.entry.number for seat in match.seats.select_related("entry")}
        a = self.chance.choice([100, 124, 162, 200, 224]) if self.chance.random() < 0.7 else 180
        write_total(match, a, WHOLE - a, self.corrector)
        self.plain.leg(number).totals |= {seats["A"]: a, seats["B"]: WHOLE - a}
        self.tell(f"round {number}: {seats['A']} {a} – {WHOLE - a} {seats['B']}")

    def maybe_catch_up(self, number: int) -> None:
        leg = self.plain.leg(number)
        alone = [one for one in leg.exempt if not self.plain.is_gone(one, number)]
        done = [one for one in leg.totals if not self.plain.is_gone(one, number)]
        if not alone or not done or self.chance.random() < 0.4:
            return
        team, other = self.chance.choice(sorted(alone)), self.chance.choice(sorted(done))
        opened = withdrawals.start_catch_up(
            round_id=self.round(number).pk, side_a=[team], side_b=[other], **BY
        )
        self.tell(f"round {number}: catch-up table of {team} against {other}")
        if self.chance.random() < 0.5:
            write_total(opened, 190, WHOLE - 190, self.corrector)
            leg.catch_ups[team] = 190
            self.tell("played: 190")

    def maybe_correct(self) -> None:
        while self.plain.legs and self.chance.random() < 0.3:
            number = self.chance.randint(1, len(self.plain.legs))
            tables = [one for one in self.tables(number) if one.kind == Match.Kind.GAME]
            if tables:
                self.tell("corrected:")
                self.write(number, self.chance.choice(tables))
                self.settle()

    def decide(self, number: int) -> None:
        """Say who goes on from level tables."""
        leg = self.plain.leg(number)
        if not leg.is_tree:
            return
        for match in self.tables(number):
            a, b = (seat.entry.number for seat in match.seats.select_related("entry"))
            if match.kind != Match.Kind.GAME or self.plain.winner(leg, a, b) is not None:
                continue
            winner = self.chance.choice([a, b])
            services.decide_level(match_id=match.pk, winner=winner, by="lot", **BY)
            leg.decided.add(winner)
            self.tell(f"round {number}: {winner} goes on by lot")

    def settle(self) -> None:
        """See that exactly what changed is asked, and answer it."""
        for number in range(self.plain.first_leg, len(self.plain.legs) + 1):
            if number > self.plain.first_leg:
                self.decide_late(number)
            self.tournament.refresh_from_db()
            asked = self.asked_at(number)
            question = moved_question(self.tournament)
            if not asked:
                continue
            if question is None or question["is_kept"]:
                raise self.fail(f"nobody asks about {asked} of round {number}")
            again = question["may_draw_again"] and self.chance.random() < 0.5
            settle = services.drop_trees if again else services.keep_trees
            settle(tournament_id=self.tournament.pk, mark=question["mark"], **BY)
            self.tell(f"{asked} would play in round {number}: {settle.__name__}")
            if again:
                self.plain.legs.pop()
                return
            self.kept[number] = asked
        self.tournament.refresh_from_db()
        question = moved_question(self.tournament)
        if question and not question["is_kept"]:
            raise self.fail("asked for no reason", question)

    def decide_late(self, number: int) -> None:
        """Say who goes on from tables that became level after a round was published."""
        leg = self.plain.leg(number - 1)
        games = [game for tree in leg.groups for game in leg.games(tree)]
        level = {game for game in games if self.plain.winner(leg, *game) is None}
        if not level:
            return
        self.tournament.refresh_from_db()
        question = moved_question(self.tournament)
        if question is None or question["level_round"] != leg.number:
            raise self.fail(f"nobody asks who goes on from {level}", question)
        shown = course_page(self.tournament).level
        tables = [(one["round_number"], {who.number for who in one["entries"]}) for one in shown]
        for game in level:
            if (leg.number, set(game)) not in tables:
                raise self.fail(f"{game} is not shown as level", tables)
        self.decide(leg.number)

    def asked_at(self, number: int) -> set[int]:
        """Return who would play in a round as things stand, and was not asked about already."""
        plain = self.plain
        if number > plain.first_leg:
            found = plain.asked(plain.leg(number - 1))
        elif number == 1:
            found = set()
        else:
            drawn = {
                one: tree
                for tree, slots in plain.leg(number).groups.items()
                for one in slots
                if one
            }
            has_begun = bool(plain.leg(number).totals) or len(plain.legs) > number
            has_begun |= self.round(number).status == Round.Status.CLOSED
            everybody = set(range(1, plain.teams + 1))
            there = {one for one in everybody if not plain.is_gone(one, number)}
            there = there | set(drawn) if has_begun else there
            now = plain.qualified(there)
            found = {one for one in {*now, *drawn} if now.get(one) != drawn.get(one)}
            found = found if found & now.keys() else set()
        return set() if found == self.kept.get(number) else found

    # What follows.

    def compare(self) -> None:
        self.tournament = Tournament.objects.get(pk=self.tournament.pk)
        ranks, plain = contest_of(self.tournament).standings().ranks, self.plain.ranks()
        if ranks != plain:
            raise self.fail(f"ranked {ranks}", f"plainly {plain}", self.plain.brackets())

    def verify(self) -> None:
        document = document_of(self.tournament)
        found = verify_document(document, CODEC)
        if not found.is_whole:
            raise self.fail(found.problems, found.reasons, found.differences)


def halves(slots: tuple[int, ...]) -> list[tuple[int, int]]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def read(published: Round) -> Leg:
    """Return a published round as a leg."""
    pairs, exempt = [], set()
    for match in published.matches.all():
        seats = list(match.seats.filter(counts=True).select_related("entry").order_by("side"))
        if match.kind == Match.Kind.EXEMPT:
            exempt |= {seat.entry.number for seat in seats}
        else:
            pairs.append((seats[0].entry.number, seats[1].entry.number))
    groups = {one["name"]: tuple(one["slots"]) for one in published.groups}
    return Leg(published.number, groups, pairs, exempt)


assert HANDS == 2
__all__ = ["COURSES", "NoPlaceError", "Umpire"]
