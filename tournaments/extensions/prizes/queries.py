"""The prizes of a contest: fund, plan, winners, lots, the order of the announcement."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.clubs.queries import hidden_players
from scorekeeper.models import Game
from tournaments.audit_log.replay.prizes import POT, plan_in, won_of
from tournaments.audit_log.standings import contest_of, eligible_now
from tournaments.extensions.prizes.labels import aim_text, place_text, what_text
from tournaments.extensions.till.queries import fund_of
from tournaments.models import LogEntry, Tournament
from tournaments.rankings.queries.rankings import RankedRound, Ranking, RankingLine, ranking_of
from tournaments.seating import NamedEntry, named_entries
from tournaments.standings.awards import Award, Eligible, Slot, awards_of
from tournaments.standings.contest import best_games
from tournaments.standings.fund import split_fund, split_pot
from tournaments.standings.prizes import Prize, PrizeKind, PrizePlan
from tournaments.tags import tag_label
from tournaments.visible_ranking import Reader, visible_ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """The cents of each prize, for `each` player if each gets one; and the rest of the fund.

    Without a fund, fixed amounts are paid, and shares are not known yet.
    """

    fund: int
    cents: Mapping[Slot, int]
    rest: int
    is_short: bool

    @property
    def is_over(self) -> bool:
        """Return whether the prizes cost more than there is."""
        return self.rest < 0

    @property
    def missing(self) -> int:
        return -self.rest


def plan_of(tournament: Tournament) -> PrizePlan:
    """Return the prize plan of a contest; older contests may have a list of names instead."""
    before = {"prizes": tournament.prizes, "prize_for_last": tournament.prize_for_last}
    return plan_in(before, tournament.prize_plan)


def fund_cents_of(tournament: Tournament) -> int:
    """Return the prize fund in cents: as typed, otherwise from the till; 0 for none."""
    plan = plan_of(tournament)
    if plan.fund.cents is not None:
        return plan.fund.cents
    # Without a till there is no fund, unless shares need one.
    has_shares = any(prize.percent or prize.parts for prize in plan.prizes)
    return fund_of(tournament) if tournament.till or has_shares else 0


def amounts_of(tournament: Tournament, plan: PrizePlan, *, teams: int) -> Amounts:
    """Return the amount of each prize with that many teams: lower places cost nothing."""
    fund = fund_cents_of(tournament)
    slots = [
        (prize, place)
        for prize in plan.in_order
        for place in prize.places
        if prize.aim is not PrizeKind.PLACE or place <= teams
    ]
    people = tournament.format.entry_size
    shares = [(prize.share, people if prize.each else 1) for prize, _place in slots]
    if not fund:
        return Amounts(
            fund=0,
            cents={Slot(prize.key, place): prize.cents for prize, place in slots},
            rest=0,
            is_short=False,
        )
    split = split_fund(fund, shares, plan.fund)
    found = {
        Slot(prize.key, place): cents
        for (prize, place), cents in zip(slots, split.cents, strict=True)
    }
    return Amounts(fund=fund, cents=found, rest=split.rest, is_short=split.is_short)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeLot:
    """A lot for a prize: who was drawn first, of how many; `times` counts the lots of the prize.

    `called` is the number called in the hall, `what` is empty if the prize was removed since,
    `title` if the entry was. `passes_on`: a winner of another prize leaves it to the next one
    drawn.
    """

    what: str
    at: datetime
    number: int
    title: str
    present: int
    times: int
    passes_on: bool
    called: str = ""

    @property
    def is_again(self) -> bool:
        return self.times > 1


def lots_drawn(tournament: Tournament, names: Mapping[int, NamedEntry]) -> tuple[PrizeLot, ...]:
    """Return all lots in the order of the log; one query if there is a prize to draw."""
    plan = plan_of(tournament)
    whats = {prize.key: what_text(prize) for prize in plan.prizes if prize.aim is PrizeKind.PRESENT}
    if not whats:
        return ()
    times: Counter[int] = Counter()
    found = []
    log = tournament.log.filter(kind=LogEntry.Kind.PRIZE_LOT).order_by("number")
    for line in log.only("data", "at"):
        key, order = line.data["prize"], line.data["order"]
        times[key] += 1
        lot = PrizeLot(
            what=whats.get(key, ""),
            at=line.at,
            number=order[0],
            title=names[order[0]].title if order[0] in names else "",
            present=len(order),
            times=times[key],
            passes_on=not plan.several,
            called=line.data.get("called", ""),
        )
        found.append(lot)
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPrize:
    """A line of prizes with its amount; `can_rise` if there is a place above it."""

    prize: Prize
    aim: str
    what: str
    can_rise: bool
    is_handed: bool


def plan_page(tournament: Tournament, *, teams: int | None = None) -> dict[str, Any]:
    """Return the prizes with their amounts, for the present or the given number of teams."""
    plan = plan_of(tournament)
    teams = teams or tournament.entries.filter(withdrawn_from=None).count()
    amounts = amounts_of(tournament, plan, teams=teams)
    handed = {one["prize"] for one in tournament.handed_over}
    places = [prize.key for prize in plan.in_order if prize.aim is PrizeKind.PLACE]
    return {
        "lines": tuple(
            PlannedPrize(
                prize=prize,
                aim=aim_text(prize),
                what=what_text(prize, amounts.cents.get(Slot(prize.key, prize.first))),
                can_rise=prize.key in places[1:],
                is_handed=prize.key in handed,
            )
            for prize in plan.in_order
        ),
        "teams": teams,
        "count": sum(len(prize.places) for prize in plan.prizes),
        "amounts": amounts,
        "paid": amounts.fund - amounts.rest,
        "is_old": not tournament.prize_plan and bool(plan.prizes),
    }


def present_entries(tournament: Tournament) -> list[tuple[int, str]]:
    """Return those who may be present at a draw, everybody who has not left; one query."""
    entries = named_entries(tournament.pk)
    return [(number, one.title) for number, one in entries.items() if one.left_from is None]


# The number of places read out if no prizes were entered.
PLACES_WITHOUT_PRIZES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedPrize:
    """The handing over of a prize: to which number, who took it, who recorded it and when.

    `cents` is the amount at that time, None if no log entry has it.
    """

    entries: tuple[int, ...]
    note: str
    cents: int | None = None
    author: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WonPrize:
    """One prize and its winners. `cents` is the amount for one player if each gets one.

    One that `waits` is not handed over before the contest is finished.
    """

    prize: Prize
    place: int
    label: str
    what: str
    cents: int
    winners: tuple[RankingLine, ...]
    on_top: bool = False
    waits: bool = False
    handed: HandedPrize | None = None

    @property
    def slot(self) -> Slot:
        return Slot(self.prize.key, self.place)

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(sorted(line.number for line in self.winners))

    @property
    def sponsor(self) -> str:
        return self.prize.sponsor

    @property
    def is_place(self) -> bool:
        return self.prize.aim is PrizeKind.PLACE

    @property
    def is_drawn_later(self) -> bool:
        """Return whether its lot is still to be drawn."""
        return self.prize.aim is PrizeKind.PRESENT and not self.winners

    @property
    def went_elsewhere(self) -> bool:
        """Return whether somebody received it who would not win it now."""
        return self.handed is not None and self.handed.entries != self.numbers

    @property
    def is_other_sum(self) -> bool:
        """Return whether the amount handed over differs from the present one."""
        return self.handed is not None and self.handed.cents not in (None, self.cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlace:
    """The winners of a place, or of another prize, with all prizes that they share."""

    rank: int
    label: str
    winners: tuple[RankingLine, ...]
    prizes: tuple[WonPrize, ...] = ()

    @property
    def is_place(self) -> bool:
        return not self.prizes or self.prizes[0].is_place

    @property
    def is_drawn(self) -> bool:
        """Return whether lots decided, not places and points."""
        return bool(self.prizes) and self.prizes[0].prize.aim is PrizeKind.PRESENT

    @property
    def what(self) -> str:
        """Return all prizes in one line."""
        return " · ".join(prize.what for prize in self.prizes)

    @property
    def total(self) -> int:
        return self.winners[0].total

    @property
    def note(self) -> str:
        """Return why they are placed before the next, if a tie-break decided."""
        return self.winners[-1].note if self.is_place else ""

    @property
    def is_shared(self) -> bool:
        return len(self.winners) > 1

    @property
    def share_cents(self) -> int:
        """Return the share of each winner in the money, in cents."""
        return sum(prize.cents for prize in self.prizes) // len(self.winners)


@dataclass(frozen=True, slots=True, kw_only=True)
class PotShare:
    """An entry's part of the pot for capots; nothing if too much was handed over before."""

    line: RankingLine
    cents: int
    waits: bool
    handed: HandedPrize | None = None

    @property
    def slot(self) -> Slot:
        return Slot(POT, self.line.number)

    @property
    def numbers(self) -> tuple[int, ...]:
        return (self.line.number,)

    @property
    def label(self) -> str:
        return self.line.title

    @property
    def went_elsewhere(self) -> bool:
        """Return whether something was handed over to an entry that would get nothing now."""
        return self.handed is not None and not self.cents

    @property
    def is_other_sum(self) -> bool:
        """Return whether the amount handed over differs from the present one."""
        return self.handed is not None and self.handed.cents not in (None, self.cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class CapotPot:
    """The pot for capots: the amount of each, the parts, and slips that may hide capots.

    The rest is negative if more was handed over than is due now.
    """

    each: int
    shares: tuple[PotShare, ...]
    rest: int
    slips: int

    @property
    def excess(self) -> int:
        """Return the amount paid from the till beyond the pot."""
        return max(-self.rest, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList:
    """The prizes to read out at the end. `open` are prizes without a winner."""

    plan: PrizePlan
    places: tuple[PrizePlace, ...]
    open: tuple[WonPrize, ...]
    best_games: tuple[dict[str, Any], ...]
    tags: tuple[dict[str, Any], ...]
    rounds: tuple[RankedRound, ...]
    amounts: Amounts
    lots: tuple[PrizeLot, ...]
    capots: CapotPot | None

    @property
    def has_prizes(self) -> bool:
        return bool(self.plan.prizes)

    @property
    def won(self) -> tuple[WonPrize, ...]:
        """Return all prizes with a winner."""
        return tuple(prize for place in self.places for prize in place.prizes)

    @property
    def has_draws(self) -> bool:
        """Return whether a prize is still to be drawn among those present."""
        return any(prize.is_drawn_later for prize in self.open)

    @property
    def waits(self) -> bool:
        """Return whether some are not handed over before the contest is finished."""
        return any(prize.waits for prize in self.won) or bool(
            self.capots and any(share.waits for share in self.capots.shares)
        )

    @property
    def handed_count(self) -> int:
        return sum(prize.handed is not None for prize in self.won)


def prizes_of(tournament: Tournament, *, reader: Reader = Reader.CLUB) -> PrizeList:
    """Return the prize list that a reader may see; without prizes, the first places."""
    seen = visible_ranking(tournament, reader)
    hidden = frozenset() if reader is Reader.CLUB else hidden_players(tournament.club_id)
    ranking = ranking_of(tournament, after_round=seen.after_round, hidden=hidden)
    plan = plan_of(tournament)
    lines = {line.number: line for line in ranking.lines}
    amounts = amounts_of(tournament, plan, teams=len(lines))
    handed = _handed(tournament)
    won = _won_prizes(tournament, ranking, amounts, handed)
    return PrizeList(
        plan=plan,
        places=tuple(_places(won) if plan.prizes else _first_places(ranking)),
        open=tuple(one for one in won if not one.winners),
        best_games=tuple(_best_games(ranking, plan)),
        tags=tuple(_firsts(ranking, lines, plan)),
        rounds=ranking.rounds,
        amounts=amounts,
        lots=lots_drawn(tournament, ranking.names),
        capots=_capots(tournament, plan, ranking, handed),
    )


def prizes_won(tournament: Tournament, ranking: Ranking) -> tuple[PrizePlace, ...]:
    """Return who has won what by a ranking, then what is still to be drawn, without winners.

    One query if the fund comes from the till.
    """
    amounts = amounts_of(tournament, plan_of(tournament), teams=len(ranking.lines))
    won = _won_prizes(tournament, ranking, amounts, {})
    to_draw = [one for one in won if one.is_drawn_later]
    return (
        *_places(won),
        *(PrizePlace(rank=0, label=one.label, winners=(), prizes=(one,)) for one in to_draw),
    )


def has_left(tournament: Tournament) -> bool:
    """Return whether somebody has won a prize that was not handed over; no query without any."""
    handed = {Slot(one["prize"], one["place"]) for one in tournament.handed_over}
    plan = plan_of(tournament)
    left = {Slot(prize.key, place) for prize in plan.prizes for place in prize.places} - handed
    if not left:
        return False
    won = won_of(plan, eligible_now(tournament, contest_of(tournament)))
    # A prize among those present is drawn first.
    present = {prize.key for prize in plan.prizes if prize.aim is PrizeKind.PRESENT}
    return any(won.get(slot) or slot.key in present for slot in left)


def _won_prizes(
    tournament: Tournament,
    ranking: Ranking,
    amounts: Amounts,
    handed: Mapping[Slot, HandedPrize],
) -> list[WonPrize]:
    lines = {line.number: line for line in ranking.lines}
    eligible = eligible_now(tournament, ranking.contest)
    awards = awards_of(plan_of(tournament), eligible)
    return [
        _won(
            award,
            eligible,
            lines,
            amounts,
            handed,
            waits=not tournament.finished_at and _is_of_the_end(award.prize, ranking.rounds),
        )
        for award in awards
    ]


def _is_of_the_end(prize: Prize, rounds: Iterable[RankedRound]) -> bool:
    """Return whether the winner may change until the contest is finished."""
    if prize.aim is PrizeKind.FIRST_ROUND:
        return not any(one.is_closed for one in rounds)
    return prize.aim is not PrizeKind.PRESENT


def _won(
    award: Award,
    eligible: Eligible,
    lines: Mapping[int, RankingLine],
    amounts: Amounts,
    handed: Mapping[Slot, HandedPrize],
    *,
    waits: bool,
) -> WonPrize:
    cents = amounts.cents.get(award.slot, 0)
    rounds = eligible.rounds_won(award)
    return WonPrize(
        prize=award.prize,
        place=award.place,
        label=place_text(award.prize, award.place),
        what=what_text(award.prize, cents),
        cents=cents,
        winners=tuple(
            # Winners of a round are named by their players in that round.
            lines[who]._replace(entry=lines[who].entry.in_round(rounds[who]))
            if who in rounds
            else lines[who]
            for who in award.winners
        ),
        on_top=award.on_top,
        waits=waits,
        handed=handed.get(award.slot),
    )


def _handed(tournament: Tournament) -> dict[Slot, HandedPrize]:
    """Return the prizes handed over, with author and time; one query if there are any."""
    if not tournament.handed_over:
        return {}
    log = tournament.log.filter(kind=LogEntry.Kind.HANDED_OVER).order_by("number")
    written = {
        Slot(act.data["prize"], act.data["place"]): act
        for act in log.only("data", "author_name", "at")
    }
    found = {}
    for one in tournament.handed_over:
        slot = Slot(one["prize"], one["place"])
        act = written.get(slot)
        found[slot] = HandedPrize(
            entries=tuple(one["entries"]),
            note=one["note"],
            cents=act.data.get("cents") if act else None,
            author=act.author_name if act else "",
            at=act.at if act else None,
        )
    return found


def _places(won: Sequence[WonPrize]) -> Iterator[PrizePlace]:
    """Yield the winners; prizes of shared places are listed together."""
    given = [one for one in won if one.winners]
    # With "1-3 a bottle" and "2nd a cup", the second place is read out once, with both.
    given.sort(key=lambda one: (not one.is_place, one.winners[0].rank if one.is_place else 0))

    def place(one: WonPrize) -> tuple[bool, object]:
        return one.is_place, one.numbers if one.is_place else (one.prize.key, one.place)

    for _same, together in groupby(given, key=place):
        prizes = tuple(together)
        first, rank = prizes[0], prizes[0].winners[0].rank
        # If better ones already have a prize, that of a place goes to somebody lower.
        label = _place_label(rank) if first.is_place else first.label
        yield PrizePlace(rank=rank, label=label, winners=first.winners, prizes=prizes)


def _place_label(rank: int) -> str:
    return _("Place %(place)d") % {"place": rank}


def _first_places(ranking: Ranking) -> Iterator[PrizePlace]:
    """Yield the first places if no prizes were entered."""
    present = [line for line in ranking.lines if line.has_results]
    for rank, sharing in groupby(present, key=lambda line: line.rank):
        if rank <= PLACES_WITHOUT_PRIZES:
            yield PrizePlace(rank=rank, label=_place_label(rank), winners=tuple(sharing))


def _best_games(ranking: Ranking, plan: PrizePlan) -> Iterator[dict[str, Any]]:
    """Yield the best games if no prize is for them."""
    if not any(prize.aim is PrizeKind.BEST_GAME for prize in plan.prizes):
        for game in best_games(ranking.contest.ranked_results):
            entry = ranking.names[game.entrant].in_round(game.round)
            yield {"entry": entry, "round": game.round, "points": game.points}


def _firsts(
    ranking: Ranking, lines: Mapping[int, RankingLine], plan: PrizePlan
) -> Iterator[dict[str, Any]]:
    """Yield the first of each tag without a prize."""
    prize_tags = {prize.tag for prize in plan.prizes}
    for tag in ranking.tags:
        tagged = [number for number, entry in ranking.names.items() if entry.has(tag)]
        standings = ranking.standings.narrowed(tagged)
        winners = tuple(
            lines[line.entrant]
            for line in standings.lines
            if line.rank == 1 and line.record.has_results
        )
        if winners and tag not in prize_tags:
            yield {"label": tag_label(tag), "winners": winners}


def _capots(
    tournament: Tournament, plan: PrizePlan, ranking: Ranking, handed: Mapping[Slot, HandedPrize]
) -> CapotPot | None:
    """Return the pot for capots, None without one; one more query with one."""
    if not (plan.pot.cents or plan.pot.each):
        return None
    split = split_pot(plan.pot, {line.number: line.capots for line in ranking.lines})
    shares = (
        PotShare(
            line=line,
            cents=split.paid.get(line.number, 0),
            waits=tournament.finished_at is None,
            handed=handed.get(Slot(POT, line.number)),
        )
        for line in ranking.lines
    )
    shown = [share for share in shares if share.cents or share.handed]
    more = (
        one.handed.cents - one.cents for one in shown if one.handed and one.handed.cents is not None
    )
    return CapotPot(
        each=split.each,
        shares=tuple(sorted(shown, key=lambda one: (-one.cents, one.line.rank))),
        rest=split.rest - sum(more) if plan.pot.cents else 0,
        slips=_slip_count(tournament),
    )


def _slip_count(tournament: Tournament) -> int:
    """Return the number of tables without hands, whose capots are only known from the slip."""
    games = Game.objects.filter(match__round__tournament=tournament, kind=Game.Kind.SLIP)
    return games.count()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The prizes in the order of reading, and the current one, counted from 1."""

    prizes: PrizeList
    items: tuple[PrizePlace, ...]
    at: int

    @property
    def item(self) -> PrizePlace | None:
        return self.items[self.at - 1] if self.items else None

    @property
    def before(self) -> int | None:
        return self.at - 1 if self.at > 1 else None

    @property
    def after(self) -> int | None:
        return self.at + 1 if self.at < len(self.items) else None

    @property
    def is_to_hand_over(self) -> bool:
        """Return whether something of what is being read can be handed over now."""
        prizes = self.item.prizes if self.item else ()
        return any(not (prize.handed or prize.waits) for prize in prizes)


def reading_of(tournament: Tournament, at: int) -> Reading:
    prizes = prizes_of(tournament)
    items = tuple(backwards(prizes.places))
    return Reading(prizes=prizes, items=items, at=max(1, min(at, len(items))))


def backwards(places: Iterable[PrizePlace]) -> list[PrizePlace]:
    """Return the prizes in the order of the announcement: the first place comes last."""
    every = list(places)
    other_prizes = [place for place in every if not place.is_place]
    return [*reversed(other_prizes), *reversed([place for place in every if place.is_place])]


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """The winner of a prize, first places first: `place` is its purpose, `rank` the place won."""

    place: str
    rank: int
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    prizes: tuple[str, ...]
    sponsors: tuple[str, ...]


def winners(tournament: Tournament, *, reader: Reader = Reader.CLUB) -> tuple[Winner, ...]:
    """Return the winners that a reader may see."""
    return tuple(
        Winner(
            place=one.label,
            rank=one.rank,
            numbers=tuple(line.number for line in one.winners),
            names=tuple(line.title for line in one.winners),
            prizes=tuple(prize.what for prize in one.prizes),
            sponsors=tuple(dict.fromkeys(prize.sponsor for prize in one.prizes if prize.sponsor)),
        )
        for one in reversed(backwards(prizes_of(tournament, reader=reader).places))
    )
