"""Allocation of prizes: by place, for the last, by tag, for a best game, by lot.

The order in which they are given: README, section 3.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from tournaments.standings.contest import RankedContest
from tournaments.standings.prizes import Prize, PrizeKind, PrizePlan
from tournaments.standings.ranking import Standing
from tournaments.standings.results import ResultKind

PODIUM: Final = 3
"""Entrants on these places keep the prize of their place, even if they could have another."""


class Slot(NamedTuple):
    """One of the prizes of a line of the plan."""

    key: int
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """A prize and its winners; several share it, and there may be none.

    `on_top` marks a prize given to an entrant that already has one.
    """

    prize: Prize
    place: int
    winners: tuple[int, ...] = ()
    on_top: bool = False

    @property
    def slot(self) -> Slot:
        """Return which prize of its line it is."""
        return Slot(self.prize.key, self.place)


Groups: TypeAlias = list[tuple[int, ...]]
"""Entrants, best first; those who share a place are in one tuple."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Eligible:
    """Who can get which prize, given the current state of a contest.

    `last_round` is the number of the final round, None before it is played. `drawn` holds, by the
    key of a prize, the entrants present in the order of their lot.
    """

    contest: RankedContest
    last_round: int | None = None
    drawn: Mapping[int, tuple[int, ...]]

    @property
    def ranked(self) -> list[Standing]:
        """Return the standings of entrants with a result, best first."""
        return [line for line in self.contest.standings().lines if line.record.has_results]

    def groups(self, ranked: Sequence[Standing], prize: Prize) -> Groups:
        """Return the candidates for a prize, best first."""
        match prize.aim:
            case PrizeKind.PLACE:
                return _by_rank(ranked)
            case PrizeKind.LAST:
                return _by_rank([one for one in ranked if not one.record.has_left])[::-1]
            case PrizeKind.TAG:
                tagged = {one.number for one in self.contest.entrants if prize.tag in one.tags}
                return _by_rank([one for one in ranked if one.entrant in tagged])
            case PrizeKind.CAPOTS:
                return _by_number(ranked, {one.entrant: one.record.capots for one in ranked})
            case PrizeKind.BEST_GAME:
                return _by_number(ranked, self._best_games())
            case PrizeKind.PRESENT:
                # If an entrant drawn by lot was removed since, the next one gets the prize.
                known = {one.number for one in self.contest.entrants}
                return [(who,) for who in self.drawn.get(prize.key, ()) if who in known]
        rounds = self.contest.rounds
        first = rounds[0] if rounds else None
        return self._of_round(first if prize.aim is PrizeKind.FIRST_ROUND else self.last_round)

    def _best_games(self) -> dict[int, int]:
        best: dict[int, int] = {}
        for result in self.contest.ranked_results:
            # Exempt points and catch-up games do not count as a game (README, section 3).
            if result.kind is ResultKind.PLAYED:
                best[result.entrant] = max(result.points, best.get(result.entrant, 0))
        return best

    def rounds_won(self, award: "Award") -> dict[int, int]:
        """Return the round in which each winner won a prize for a round, by entrant."""
        match award.prize.aim:
            case PrizeKind.FIRST_ROUND:
                return dict.fromkeys(award.winners, min(self.contest.rounds, default=1))
            case PrizeKind.LAST_ROUND:
                return dict.fromkeys(award.winners, self.last_round or 1)
            case PrizeKind.BEST_GAME:
                best = self._best_games()
                return {
                    one.entrant: one.round
                    for one in reversed(self.contest.ranked_results)
                    if one.entrant in award.winners
                    and one.kind is ResultKind.PLAYED
                    and one.points == best[one.entrant]
                }
        return {}

    def _of_round(self, number: int | None) -> Groups:
        return [] if number is None else _by_rank(self.contest.round_standings(number).lines)


def _by_rank(lines: Sequence[Standing]) -> Groups:
    return [
        tuple(line.entrant for line in sharing)
        for _rank, sharing in groupby(lines, key=lambda line: line.rank)
    ]


def _by_number(ranked: Iterable[Standing], numbers: Mapping[int, int]) -> Groups:
    """Group entrants by a number above zero, highest first."""
    found = [(numbers.get(line.entrant, 0), line.entrant) for line in ranked]
    found.sort(key=itemgetter(0), reverse=True)
    return [
        tuple(who for _number, who in equal)
        for number, equal in groupby(found, key=itemgetter(0))
        if number > 0
    ]


def awards_of(plan: PrizePlan, eligible: Eligible) -> tuple[Award, ...]:
    """Return the winners of each prize of a plan, in the plan's order."""
    ranked = eligible.ranked
    slots = [(prize, place) for prize in plan.in_order for place in prize.places]
    groups = {prize.key: eligible.groups(ranked, prize) for prize in plan.prizes}
    if plan.several:
        return tuple(
            Award(prize=prize, place=place, winners=_at(groups[prize.key], place))
            for prize, place in slots
        )
    return _one_each(slots, ranked, groups)


def _at(groups: Groups, place: int) -> tuple[int, ...]:
    """Return the entrants at a place, including all who share it."""
    before = 0
    for group in groups:
        before += len(group)
        if place <= before:
            return group
    return ()


def _one_each(
    slots: Sequence[tuple[Prize, int]], ranked: Sequence[Standing], groups: Mapping[int, Groups]
) -> tuple[Award, ...]:
    order = [line.entrant for line in ranked]
    by_place = [(prize, place) for prize, place in slots if prize.aim is PrizeKind.PLACE]
    others = [(prize, place) for prize, place in slots if prize.aim is not PrizeKind.PLACE]
    kept = {
        order[place - 1]
        for prize, place in by_place
        if place <= len(order) and (place <= PODIUM or prize.is_money)
    }
    flat = {key: [who for group in found for who in group] for key, found in groups.items()}
    shared = share_out(
        [place for _prize, place in by_place],
        [_asked(prize, flat[prize.key], place) for prize, place in others],
        order,
        kept,
    )
    special = {who for who in shared.others if who is not None}
    pools = {who: group for group in _by_rank(ranked) for who in group}
    awards = [
        Award(prize=prize, place=place, winners=_pooled(who, pools, special))
        for (prize, place), who in zip(by_place, shared.places, strict=True)
    ]
    for (prize, place), who in zip(others, shared.others, strict=True):
        on_top = who is None and place <= len(flat[prize.key])
        winner = flat[prize.key][place - 1] if on_top else who
        winners = () if winner is None else (winner,)
        awards.append(Award(prize=prize, place=place, winners=winners, on_top=on_top))
    return tuple(awards)


def _pooled(
    who: int | None, pools: Mapping[int, tuple[int, ...]], special: AbstractSet[int]
) -> tuple[int, ...]:
    """Return all who share a place with an entrant, except those with another prize."""
    return () if who is None else tuple(one for one in pools[who] if one not in special)


def _asked(prize: Prize, candidates: Sequence[int], place: int) -> Sequence[int]:
    """Return the candidates from a place on, then those before it; for the last prize only one."""
    if prize.aim is PrizeKind.LAST:
        return candidates[place - 1 : place]
    return [*candidates[place - 1 :], *reversed(candidates[: place - 1])]


@dataclass(frozen=True, slots=True)
class SharedOut:
    """The winner of each prize, None if there is no candidate left."""

    places: tuple[int | None, ...]
    others: tuple[int | None, ...]


def share_out(
    places: Sequence[int],
    others: Sequence[Sequence[int]],
    order: Sequence[int],
    kept: AbstractSet[int],
) -> SharedOut:
    """Give every entrant at most one prize, and as many of the `others` as possible.

    `others` are the candidates of each prize that is not for a place. These are allocated first,
    each to its first candidate who is not in `kept`: entrants in `kept` take the prize of their
    place. Then prizes for places are given in `order`; a place with no candidate left goes to the
    lowest-ranked entrant without a prize.
    """
    apart = _set_apart([[who for who in ones if who not in kept] for ones in others])
    taken = {who for who in apart if who is not None}
    found: dict[int, int] = {}
    in_turn = sorted(range(len(places)), key=places.__getitem__)
    for is_second in (False, True):
        for at in in_turn:
            asked = reversed(order) if is_second else order[places[at] - 1 :]
            who = next((one for one in asked if one not in taken), None)
            if at not in found and who is not None:
                found[at] = who
                taken.add(who)
    return SharedOut(tuple(map(found.get, range(len(places)))), tuple(apart))


def _set_apart(asked: Sequence[Sequence[int]]) -> list[int | None]:
    """Match prizes to candidates: as many as possible, each to its first possible candidate."""
    chosen: list[int | None] = []
    for candidates in asked:
        rest = asked[len(chosen) + 1 :]
        gone = {who for who in chosen if who is not None}
        most = _most(rest, gone)
        free = [who for who in candidates if who not in gone]
        fitting = (who for who in free if _most(rest, gone | {who}) == most)
        # If every candidate is needed for a later prize, the earlier prize takes precedence.
        who = next(fitting, free[0] if free else None)
        chosen.append(who)
    return chosen


def _most(asked: Sequence[Sequence[int]], gone: AbstractSet[int]) -> int:
    """Return how many prizes can be given to different candidates."""
    holder: dict[int, int] = {}

    def find(prize: int, tried: set[int]) -> bool:
        for who in asked[prize]:
            if who in gone or who in tried:
                continue
            tried.add(who)
            if who not in holder or find(holder[who], tried):
                holder[who] = prize
                return True
        return False

    return sum(find(prize, set()) for prize in range(len(asked)))
