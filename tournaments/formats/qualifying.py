"""The qualifiers from one phase to the next, with reasons. Pure."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from tournaments.draw.groups import CONSOLATION, MAIN, Group, size_of
from tournaments.formats.phases import Phase, PhaseAt, PhaseKind, TakeKind, phase_at
from tournaments.standings.brackets import BEFORE, THIRD
from tournaments.standings.contest import RankedContest
from tournaments.standings.ranking import LastResort, Standings


class WayIn(StrEnum):
    """Why somebody plays in a bracket."""

    POOL = "pool"
    """Among the best of its pool."""
    NEXT = "next"
    """Among the best of those next in their pools."""
    BEST = "best"
    """Among the best of the ranking."""
    LUCKY = "lucky"
    """Among the best of the others, in a place that would have stayed empty."""
    REST = "rest"
    """None of these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualified:
    """The qualification of somebody for the next phase. `tree` is empty for who is out.

    `place` is that in the pool, without pools that in the ranking; `moved_up` if places became free
    because others left, `by_lot` if a lot decided between entrants who share the place.
    """

    entrant: int
    tree: str
    way: WayIn
    place: int
    pool: str = ""
    moved_up: bool = False
    by_lot: bool = False


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """An entrant drawn into one bracket who would now play in another; empty for none."""

    entrant: int
    drawn: str
    now: str

    def to_dict(self) -> dict[str, Any]:
        """Return values that JSON can hold."""
        return {"entrant": self.entrant, "drawn": self.drawn, "now": self.now}


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPool:
    """A pool with its standings."""

    name: str
    standings: Standings


def pools_at(contest: RankedContest, first: int, last: int) -> tuple[RankedPool, ...]:
    """Return the pools of the phase that begins with a round, ranked by its rounds only."""
    played = next((one for one in contest.phase_rounds if one.round == first), None)
    if played is None or played.is_tree:
        return ()
    return tuple(
        RankedPool(name=name, standings=contest.among(filter(None, slots), first, last))
        for name, slots in played.groups
    )


def qualified_for(
    contest: RankedContest, at: PhaseAt, present: Collection[int]
) -> tuple[Qualified, ...]:
    """Return all those present with their brackets and reasons, best seed first."""
    is_after_pools = at.before is not None and at.before.kind is PhaseKind.POOLS
    if any(take.kind is TakeKind.BEST for take in at.phase.takes) or not is_after_pools:
        found = _of_ranking(contest, at, present)
    else:
        found = _of_pools(contest, at, present)
    if contest.version == BEFORE:
        return tuple(replace(one, by_lot=False) for one in found)
    return found


def _parting(contest: RankedContest) -> RankedContest:
    """Return the contest with lots between entrants on the same place: not all can go on."""
    if contest.version == BEFORE:
        return contest
    return replace(contest, rules=replace(contest.rules, last_resort=LastResort.LOT))


def _level(order: Sequence[int], count: int, level: Callable[[int], object]) -> set[int]:
    """Return the entrants who share a place across the line after the first `count`."""
    if not 0 < count < len(order) or level(order[count - 1]) != level(order[count]):
        return set()
    return {who for who in order if level(who) == level(order[count])}


def _of_ranking(
    contest: RankedContest, at: PhaseAt, present: Collection[int]
) -> tuple[Qualified, ...]:
    last = at.first - 1
    ranks = contest.standings(after_round=last).ranks
    parted = _parting(contest).standings(after_round=last).order
    order = [who for who in parted if who in present]
    best = sum(take.count for take in at.phase.takes) or len(order)
    by_lot = _level(order, best, ranks.__getitem__)
    found = [
        Qualified(
            entrant=who,
            way=WayIn.BEST if place <= best else WayIn.REST,
            tree=_tree(at, is_in=place <= best),
            place=ranks[who],
            moved_up=place <= best < ranks[who],
            by_lot=who in by_lot,
        )
        for place, who in enumerate(order, start=1)
    ]
    return _with_lucky_losers(at, found, ranks.__getitem__)


def _with_lucky_losers(
    at: PhaseAt, qualified: Sequence[Qualified], level: Callable[[int], object]
) -> tuple[Qualified, ...]:
    """Add the best of those outside the main bracket to its empty places."""
    if not at.phase.lucky_losers:
        return tuple(qualified)
    inside = sum(one.tree == MAIN for one in qualified)
    others = [one.entrant for one in qualified if one.tree != MAIN]
    free = size_of(inside) - inside
    by_lot = _level(others, free, level)
    return tuple(
        replace(
            one,
            way=WayIn.LUCKY if one.entrant in others[:free] else one.way,
            tree=MAIN if one.entrant in others[:free] else one.tree,
            by_lot=one.by_lot or one.entrant in by_lot,
        )
        for one in qualified
    )


def _tree(at: PhaseAt, *, is_in: bool) -> str:
    if is_in:
        return MAIN
    return CONSOLATION if at.phase.consolation else ""


def _of_pools(
    contest: RankedContest, at: PhaseAt, present: Collection[int]
) -> tuple[Qualified, ...]:
    last = at.first - 1
    counts = {take.kind: take.count for take in at.phase.takes}
    first_ones = counts.get(TakeKind.POOL, len(contest.entrants))
    parting = _parting(contest)
    found: dict[int, tuple[int, Qualified]] = {}
    for pool, parted in zip(
        pools_at(contest, at.before_from, last),
        pools_at(parting, at.before_from, last),
        strict=True,
    ):
        ranks = pool.standings.ranks
        there = [who for who in parted.standings.order if who in present]
        by_lot = _level(there, first_ones, ranks.__getitem__)
        for place, who in enumerate(there, start=1):
            is_in = place <= first_ones
            found[who] = (
                place,
                Qualified(
                    entrant=who,
                    way=WayIn.POOL if is_in else WayIn.REST,
                    tree=_tree(at, is_in=is_in),
                    place=ranks[who],
                    pool=pool.name,
                    moved_up=is_in and ranks[who] > first_ones,
                    by_lot=who in by_lot,
                ),
            )
    # Entrants with equal places in their pools are ordered by the ranking of the phase.
    ranks = contest.among(found, at.before_from, last).ranks
    order = parting.among(found, at.before_from, last).order
    in_order = sorted(found, key=lambda who: (found[who][0], order.index(who)))

    def level(who: int) -> tuple[int, int]:
        return found[who][0], ranks[who]

    next_ones = [who for who in in_order if found[who][0] == first_ones + 1]
    more = counts.get(TakeKind.NEXT, 0)
    by_lot = _level(next_ones, more, level)
    qualified = [found[who][1] for who in in_order]
    for place, one in enumerate(qualified):
        if one.entrant in next_ones[:more]:
            one = replace(one, way=WayIn.NEXT, tree=_tree(at, is_in=True))
        qualified[place] = replace(one, by_lot=one.by_lot or one.entrant in by_lot)
    return _with_lucky_losers(at, qualified, level)


def seeds_of(qualified: Iterable[Qualified]) -> tuple[Group, ...]:
    """Return the brackets with their entrants, best first; without those of a single one."""
    everybody = list(qualified)
    found = (
        Group(name, tuple(one.entrant for one in everybody if one.tree == name))
        for name in (MAIN, CONSOLATION)
    )
    return tuple(group for group in found if len(group.slots) > 1)


def moved_since(
    phases: Sequence[Phase],
    contest: RankedContest,
    number: int,
    drawn: Iterable[Group],
    present: Collection[int],
    *,
    has_begun: bool,
) -> tuple[Elsewhere, ...]:
    """Return who would play elsewhere if a round of brackets were drawn now.

    `drawn` are those in each bracket when its first round was drawn. Once somebody has played in
    them, entrants who left count as qualified; before, another one can take the place. Entrants who
    came later are not considered.
    """
    at = phase_at(phases, number)
    if at is None or at.phase.kind is not PhaseKind.KNOCKOUT:
        return ()
    if at.leg > 1:
        return _moved_in_trees(contest, number)
    if at.before is None:
        return ()
    before = {who: group.name for group in drawn for who in group.members}
    played = {result.entrant for result in contest.results if result.round < number}
    there = (played | before.keys()).intersection(present)
    if has_begun:
        there |= before.keys()
    seeds = seeds_of(qualified_for(contest, at, there))
    now = {who: group.name for group in seeds for who in group.members}
    moved = tuple(
        Elsewhere(who, before.get(who, ""), now.get(who, ""))
        for who in sorted({*now, *before})
        if now.get(who) != before.get(who)
    )
    # If somebody left and nobody can take the place, there is nothing to ask.
    return moved if any(one.now for one in moved) else ()


def _moved_in_trees(contest: RankedContest, number: int) -> tuple[Elsewhere, ...]:
    """Return the winners of the round before who do not play on, and those who do instead."""
    trees = contest.trees()
    before = [one for one in trees.rounds if one.round < number][-1:]
    drawn = next((one for one in trees.rounds if one.round == number), None)
    if drawn is None:
        return ()
    trees_of = {who: name for name, slots in drawn.groups for who in slots if who}
    moved = []
    for played in before:
        for name, slots in played.groups:
            if name == THIRD or len(slots) == 2:
                continue
            for game in trees.on_paper(played, name):
                who, loser = game.winner, game.loser
                if not who or trees_of.get(who) == name or trees.is_gone(who, number):
                    continue
                moved.append(Elsewhere(who, trees_of.get(who, ""), name))
                if trees_of.get(loser) == name:
                    # With a game for the third place, the losers change their places too.
                    moved.append(Elsewhere(loser, name, trees_of.get(who, "")))
    return tuple(sorted(moved, key=lambda one: one.entrant))
