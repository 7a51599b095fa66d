"""The frame of the next round within a phase. Pure."""

from collections.abc import Collection, Sequence
from typing import Final

from tournaments.draw.groups import NOBODY, Frame, Group
from tournaments.draw.request import Method
from tournaments.formats.phases import Phase, PhaseAt, PhaseKind, phase_at
from tournaments.formats.qualifying import pools_at, qualified_for, seeds_of
from tournaments.standings.brackets import TreeGame
from tournaments.standings.contest import RankedContest

METHODS: Final = {PhaseKind.POOLS: Method.POOLS, PhaseKind.KNOCKOUT: Method.BRACKET}


class CourseError(ValueError):
    """A round cannot be drawn within the phases."""


class CourseOverError(CourseError):
    """Nothing is left to play."""


class UndecidedError(CourseError):
    """It is undecided who goes on from some games."""

    def __init__(self, games: Sequence[TreeGame]) -> None:
        super().__init__(", ".join(f"{game.a} and {game.b}" for game in games))
        self.games = tuple(games)


class TooFewRoundsError(CourseError):
    """A bracket has more entrants than its rounds allow."""

    def __init__(self, entrants: int, rounds: int) -> None:
        super().__init__(f"{entrants} in {rounds} rounds")
        self.entrants, self.rounds = entrants, rounds


def frame_of(
    phases: Sequence[Phase], contest: RankedContest, number: int, present: Collection[int]
) -> Frame | None:
    """Return the frame of a round; None if it is drawn as in a contest without phases.

    `contest` has the earlier rounds, `present` are those who could be drawn. Raises CourseError.
    """
    if not phases:
        return None
    at = phase_at(phases, number)
    if at is None:
        raise CourseOverError(number)
    if at.phase.kind is PhaseKind.ROUNDS:
        return None
    if at.phase.kind is PhaseKind.POOLS:
        return _pools(contest, at, present)
    return _first_trees(contest, at, present) if at.leg == 1 else _next_trees(contest, at)


def _pools(contest: RankedContest, at: PhaseAt, present: Collection[int]) -> Frame:
    size, seeded = at.phase.size, at.phase.seeded
    if at.leg == 1:
        return Frame(leg=1, size=size, seeded=seeded)
    played = next(one for one in contest.phase_rounds if one.round == at.first)
    groups = tuple(
        Group(name, tuple(who if who in present else NOBODY for who in slots))
        for name, slots in played.groups
    )
    if not any(group.members for group in groups):
        raise CourseOverError(at.leg)
    return Frame(leg=at.leg, groups=groups, size=size, seeded=seeded)


def _first_trees(contest: RankedContest, at: PhaseAt, present: Collection[int]) -> Frame:
    groups: tuple[Group, ...] = ()
    apart: tuple[tuple[int, ...], ...] = ()
    counts = [len(present)]
    if at.before is not None:
        groups = seeds_of(qualified_for(contest, at, present))
        counts = [len(group.slots) for group in groups]
        pools = pools_at(contest, at.before_from, at.first - 1)
        apart = tuple(tuple(sorted(pool.standings.order)) for pool in pools)
    if max(counts, default=0) < 2:
        raise CourseOverError(at.leg)
    if max(counts) > 2**at.phase.rounds:
        raise TooFewRoundsError(max(counts), at.phase.rounds)
    return Frame(leg=1, groups=groups, apart=apart)


def _next_trees(contest: RankedContest, at: PhaseAt) -> Frame:
    trees = contest.trees()
    if undecided := trees.undecided():
        raise UndecidedError(undecided)
    following = trees.following(third_place=at.phase.third_place)
    groups = tuple(Group(name, slots) for name, slots in following)
    if not any(NOBODY not in pair for group in groups for pair in group.pairs):
        raise CourseOverError(at.leg)
    return Frame(leg=at.leg, groups=groups)


def method_of(phases: Sequence[Phase], number: int) -> Method | None:
    """Return the method of a round; None if the organiser may choose."""
    at = phase_at(phases, number)
    return METHODS.get(at.phase.kind) if at else None
