"""Who goes on from one phase to the next, and why. Pure."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from typing import Any

from tournaments.course.phases import Phase, PhaseAt, PhaseKind, TakeKind, phase_at
from tournaments.draw.frames import CONSOLATION, MAIN, Group, size_of
from tournaments.standings.contest import RankedContest
from tournaments.standings.ranking import Standings


class WayIn(StrEnum):
    """Why somebody plays where it does."""

    POOL = "pool"
    """One of the first so many of its pool."""
    NEXT = "next"
    """One of the best of those who stand next in their pools."""
    BEST = "best"
    """One of the first so many of the ranking."""
    LUCKY = "lucky"
    """One of the best of the others, on a place that would have stayed free."""
    REST = "rest"
    """None of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualified:
    """Somebody's way into the next phase. `tree` is empty for who is out.

    `place` is that in the pool, without a pool that in the ranking; `moved_up` says that those who
    left have made room.
    """

    entrant: int
    tree: str
    way: WayIn
    place: int
    pool: str = ""
    moved_up: bool = False


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Somebody who was drawn into one tree and would now play in another, empty for none."""

    entrant: int
    drawn: str
    now: str

    def as_plain(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return {"entrant": self.entrant, "drawn": self.drawn, "now": self.now}


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPool:
    """A pool and how it stands."""

    name: str
    standings: Standings


def pools_at(contest: RankedContest, first: int, last: int) -> tuple[RankedPool, ...]:
    """Return the pools of the phase that begins with a round, ranked by its rounds alone."""
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
    """Return everybody who is there, the best seed first: to which tree each goes, and why."""
    is_after_pools = at.before is not None and at.before.kind is PhaseKind.POOLS
    if any(take.kind is TakeKind.BEST for take in at.phase.takes) or not is_after_pools:
        found = _of_ranking(contest, at, present)
    else:
        found = _of_pools(contest, at, present)
    return _with_lucky_losers(found) if at.phase.lucky_losers else found


def _of_ranking(
    contest: RankedContest, at: PhaseAt, present: Collection[int]
) -> tuple[Qualified, ...]:
    ranked = contest.standings(after_round=at.first - 1).lines
    order = [line for line in ranked if line.entrant in present]
    best = sum(take.count for take in at.phase.takes) or len(order)
    return tuple(
        Qualified(
            entrant=line.entrant,
            way=WayIn.BEST if place <= best else WayIn.REST,
            tree=_tree(at, is_in=place <= best),
            place=line.rank,
            moved_up=place <= best < line.rank,
        )
        for place, line in enumerate(order, start=1)
    )


def _with_lucky_losers(qualified: Sequence[Qualified]) -> tuple[Qualified, ...]:
    """Return the same with the best of those who are in no main tree on its free places."""
    inside = sum(one.tree == MAIN for one in qualified)
    others = (one.entrant for one in qualified if one.tree != MAIN)
    lucky = set(islice(others, size_of(inside) - inside))
    return tuple(
        replace(one, way=WayIn.LUCKY, tree=MAIN) if one.entrant in lucky else one
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
    found: list[tuple[int, Qualified]] = []
    for pool in pools_at(contest, at.before_from, last):
        there = [line for line in pool.standings.lines if line.entrant in present]
        for place, line in enumerate(there, start=1):
            is_in = place <= first_ones
            one = Qualified(
                entrant=line.entrant,
                way=WayIn.POOL if is_in else WayIn.REST,
                tree=_tree(at, is_in=is_in),
                place=line.rank,
                pool=pool.name,
                moved_up=is_in and line.rank > first_ones,
            )
            found.append((place, one))
    # Of those who stand alike in their pools the better one is that of the phase as a whole.
    everybody = contest.among((one.entrant for _, one in found), at.before_from, last).order
    found.sort(key=lambda pair: (pair[0], everybody.index(pair[1].entrant)))
    more = counts.get(TakeKind.NEXT, 0)
    extra = [one.entrant for place, one in found if place == first_ones + 1][:more]
    return _in_order(at, found, extra)


def _in_order(
    at: PhaseAt, found: Iterable[tuple[int, Qualified]], extra: Sequence[int]
) -> tuple[Qualified, ...]:
    return tuple(
        replace(one, way=WayIn.NEXT, tree=_tree(at, is_in=True)) if one.entrant in extra else one
        for _place, one in found
    )


def seeds_of(qualified: Iterable[Qualified]) -> tuple[Group, ...]:
    """Return the trees with those who play in each, the best first; none with a single one."""
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
    """Return who would play elsewhere if the first round of the trees were drawn now.

    `drawn` are those who went on when it was drawn, tree by tree. Once somebody has played in them,
    who left since went on all the same; before, another can have the place. Who came since did not
    play for one.
    """
    at = phase_at(phases, number)
    if at is None or at.leg > 1 or at.before is None or at.phase.kind is not PhaseKind.KNOCKOUT:
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
    # Where somebody has left and nobody has the place, nothing can be asked.
    return moved if any(one.now for one in moved) else ()
