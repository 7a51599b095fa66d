"""A hall in which somebody does whatever comes to mind, with contests of every kind of phase."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, Final

from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from scorekeeper.refusals import Refused
from tests.contest import games_of
from tests.phased import POOLS, TWO_OF_EACH, WHOLE, make_phased, write_total
from tests.table import NOW, SCORER, make_member
from tournaments.audit_log.locks import RoundOpenError
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.standings import contest_of
from tournaments.draw.drawing import SwapError
from tournaments.entries.services import entries, substitutes, withdrawals
from tournaments.entries.services.withdrawals import NoPlaceError
from tournaments.formats.next_round import CourseError
from tournaments.formats.phases import Phase, PhaseKind, Take, TakeKind
from tournaments.models import Match, Round, Tournament
from tournaments.phases import services
from tournaments.phases.queries import course_page, moved_question
from tournaments.rounds import services as draws
from tournaments.tables.services import close_round, reopen_round

BY: Final[dict[str, Any]] = {"author": SCORER, "now": NOW}
REFUSED: Final = (
    CourseError,
    NoPlaceError,
    Refused,
    RoundOpenError,
    SwapError,
    draws.HandsWrittenError,
    entries.PersonTakenError,
)
ROUNDS: Final = Phase(kind=PhaseKind.ROUNDS, rounds=1)
BEST: Final = Phase(
    kind=PhaseKind.KNOCKOUT,
    rounds=3,
    takes=(Take(TakeKind.BEST, 4),),
    consolation=True,
    third_place=True,
)
LUCKY: Final = Phase(
    kind=PhaseKind.KNOCKOUT,
    rounds=3,
    takes=(Take(TakeKind.POOL, 1), Take(TakeKind.NEXT, 2)),
    consolation=True,
    lucky_losers=True,
)
COURSES: Final = {
    "pools and brackets": ((POOLS, TWO_OF_EACH), 9),
    "rounds, then the best": ((ROUNDS, BEST), 7),
    "knock-out": ((Phase(kind=PhaseKind.KNOCKOUT, rounds=3, third_place=True),), 6),
    "lucky losers": ((POOLS, LUCKY), 9),
    "rounds alone": ((Phase(kind=PhaseKind.ROUNDS, rounds=3),), 6),
}


class Hall:
    """A contest, and somebody who does something in it."""

    def __init__(self, club: Club, name: str, seed: int) -> None:
        phases, teams = COURSES[name]
        self.tournament = make_phased(club, *phases, teams=teams, second_entries=True)
        self.chance = Random(f"{name} {seed}")
        self.author = Author.of_user(make_member(club, f"{name} {seed}"))
        self.done = 0

    @property
    def last(self) -> Round | None:
        return self.tournament.rounds.defer("request", "certificate").order_by("-number").first()

    def ways(self) -> Iterator[Callable[[], object]]:
        """Yield what can be tried now, what is usual more often than the rest."""
        last, numbers = self.last, list(self.tournament.entries.values_list("number", flat=True))
        one, other = self.chance.sample(numbers, 2)
        key: dict[str, Any] = {"tournament_id": self.tournament.pk, **BY}
        yield lambda: withdrawals.return_entry(number=one, even_closed=True, **key)
        rounds = last.number if last else 1
        if self.chance.random() < 0.3:
            yield lambda: withdrawals.withdraw_entry(number=one, from_round=rounds, **key)
            yield lambda: self.sit_in(one, rounds)
            yield lambda: substitutes.take_back_substitute(number=one, place=1, **key)
        if self.chance.random() < 0.2 and len(numbers) < 14:
            yield lambda: self.enter_again(one)
        if last is None or last.is_closed:
            yield from [lambda: draws.draw_round(seed=self.chance.randrange(99), **key)] * 4
        elif last.is_drawn:
            place: dict[str, Any] = {"round_id": last.pk, **BY}
            yield lambda: draws.swap_in_draw(one=one, other=other, **place)
            yield lambda: draws.discard_draw(**place)
            yield from [lambda: draws.publish_round(**place)] * 4
        else:
            yield from [lambda: self.write(last)] * 8
            yield from [lambda: close_round(round_id=last.pk, **BY)] * 2
            yield lambda: draws.take_back_round(round_id=last.pk, **BY)
            yield lambda: withdrawals.seat_late_entry(round_id=last.pk, number=one, **BY)
            yield lambda: withdrawals.take_free_seat(round_id=last.pk, number=one, **BY)
        if last and last.is_closed:
            yield lambda: reopen_round(round_id=last.pk, **BY)
            yield from [lambda: self.decide(last), lambda: self.write(last)] * 3
        if last and last.number > 1:
            earlier = self.chance.randrange(1, last.number)
            yield from [lambda: self.write(self.tournament.rounds.get(number=earlier))] * 2
            yield from [self.settle] * 2

    def write(self, played: Round) -> None:
        """Write a table that nobody has written, or correct one; every sixth is level."""
        tables = [match for match in games_of(played) if match.is_game]
        empty = [match for match in tables if match.game and not match.game.is_slip]
        if match := self.chance.choice(empty or tables) if tables else None:
            is_level = self.chance.random() < 1 / 6
            a = WHOLE // 2 if is_level else self.chance.randrange(100, 220)
            write_total(match, a, WHOLE - a, self.author)

    def decide(self, played: Round) -> None:
        level = played.matches.filter(seats__outcome="tied", kind=Match.Kind.GAME).distinct()
        for match in level:
            winner = match.seats.get(side=self.chance.choice("AB")).entry.number
            services.decide_level(match_id=match.pk, winner=winner, by="lot", **BY)

    def sit_in(self, number: int, since: int) -> None:
        names = [f"Guest {number}", f"Player {number}", f"Player {number + 3}"]
        place, name = self.chance.choice([1, 2]), self.chance.choice(names)
        wanted = substitutes.Substitute(place=place, name=name, from_round=since)
        substitutes.substitute(tournament_id=self.tournament.pk, number=number, wanted=wanted, **BY)

    def enter_again(self, number: int) -> None:
        """Let somebody of an entry enter with a partner who was not there."""
        entry = self.tournament.entries.by_number().get(number=number)
        wanted = entries.NewEntry(names=(entry.names[0], f"Partner {self.chance.randrange(99)}"))
        entries.add_entries(tournament_id=self.tournament.pk, entries=[wanted], **BY)

    def settle(self) -> None:
        """Answer what is asked since others have qualified."""
        self.tournament.refresh_from_db()
        if question := moved_question(self.tournament):
            answer = self.chance.choice([services.keep_trees, services.drop_trees])
            answer(tournament_id=self.tournament.pk, mark=question["mark"], **BY)

    def act(self) -> None:
        """Try something; what is refused with a reason is an act too."""
        self.done += 1
        with suppress(*REFUSED):
            self.chance.choice(list(self.ways()))()

    def look(self) -> None:
        """Raise AssertionError unless the log tells this very contest and its ranking."""
        self.tournament = Tournament.objects.get(pk=self.tournament.pk)
        document = document_of(self.tournament)
        found = verify_document(document, CODEC)
        assert found.is_whole, (self.done, found)
        order = [line.entrant for line in contest_of(self.tournament).standings().lines]
        assert order == [line["entry"] for line in document["standings"]], self.done
        course_page(self.tournament)
        moved_question(self.tournament)
