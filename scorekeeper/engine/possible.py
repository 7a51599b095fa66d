"""Which totals are possible after a number of hands.

Every hand that can be played goes through `score` once; the totals of several hands follow by
arithmetic. Source: rules.md, section 6.

The first question about a rule set scores all its hands, which may take some seconds with many
options; the result is cached.

`possible_totals` is always exact. `is_possible` is exact as long as the computation stays within
MOST_WORK. Beyond that, only a sum of both totals that no hands can make is impossible, and a game
to a target is judged as one that was stopped. If litiges hold points in a game to a target of more
than MOST_HANDS_OF_LITIGES hands, totals that need many litiges in a row are accepted. A possible
pair is never refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from scorekeeper.engine.choices import BothReach, HeldAtEnd
from scorekeeper.engine.every_hand import HandPoints
from scorekeeper.engine.moves import (
    NOTHING_REPORTED,
    Move,
    Moves,
    ReportedCounts,
    moves_of,
    scoring_fields,
)
from scorekeeper.engine.pair_sums import Grid, Pair
from scorekeeper.engine.reachable_totals import (
    Finish,
    Walk,
    steps_of,
    walk_to_any_end,
    walk_to_target,
)
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import Held
from scorekeeper.engine.tally import Totals

MAX_HANDS: Final = 100
CHEAP_WORK: Final = 1 << 31
"""Bits of a set times hands times shifts: up to here the whole set is computed and cached."""
MOST_WORK: Final = 3 << 31
"""Above this, computing a set takes longer than a page can wait."""
SUMS_KEPT_BY: Final = 500
"""A partial set ends at a multiple of this sum, so that the next slip finds it in the cache."""

USUAL_AMOUNTS: Final = 60
"""The most pairs of held points that two litiges make if declarations do not count."""
USUAL_LITIGES: Final = 2
"""Try this many litiges with held points before the last hand first."""
MOST_HANDS_OF_LITIGES: Final = 10
"""Up to this many hands of a game to a target, any number of litiges is considered."""
ANY_NUMBER: Final = 1 << 30

START: Final = Totals()


class HandsOutOfRangeError(ValueError):
    """Raised for a number of hands below 0 or above MAX_HANDS."""

    def __init__(self, hands: int) -> None:
        super().__init__(f"{hands} hands, not 0 to {MAX_HANDS}")
        self.hands = hands


@dataclass(frozen=True, slots=True)
class PossibleTotals:
    """Every pair of totals that some hands can add up to; supports `(a, b) in totals`."""

    hands: int
    _grid: Grid
    _bits: bytes
    _count: int

    def __len__(self) -> int:
        return self._count

    def __contains__(self, pair: Pair) -> bool:
        return self.contains(*pair)

    def __iter__(self) -> Iterator[Pair]:
        """Yield every pair, ordered by the sum of both totals and then by A's."""
        for total, row in self._rows():
            bits = int.from_bytes(row, "little")
            while bits:
                a = (bits & -bits).bit_length() - 1
                bits &= bits - 1
                yield a, total - a

    def contains(self, a: int, b: int) -> bool:
        """Return whether A and B can have these totals; negative totals never can."""
        index = self._grid.find((a, b), self.hands)
        return index is not None and bool(self._bits[index // 8] >> index % 8 & 1)

    def sums(self) -> tuple[int, ...]:
        """Return every possible sum of both totals, ascending."""
        return tuple(total for total, row in self._rows() if any(row))

    def _rows(self) -> Iterator[tuple[int, bytes]]:
        """Yield every sum of the points with its bits."""
        grid, size = self._grid, self._grid.width // 8
        for row in range(grid.rows):
            yield self.hands * grid.base + row * grid.step, self._bits[row * size :][:size]


def possible_totals(
    ruleset: RuleSet, hands: int, *, seen: ReportedCounts = NOTHING_REPORTED, ended: bool = False
) -> PossibleTotals:
    """Return every pair of totals after that many hands, cached, however long it takes.

    Points still held are settled as at the end of a game. Without `ended` the target is ignored;
    with it, only totals count that end a game of the rule set's own format with the last hand.
    Raises HandsOutOfRangeError. Source: rules.md, section 6.
    """
    _check_hands(hands)
    finish = _finish(ruleset, START) if ended else None
    if ended and not _has_its_hands(ruleset, hands):
        return PossibleTotals(hands, Grid(0, 1, 8, 1), bytes(1), 0)
    return _count(scoring_fields(ruleset), hands, None, seen, finish)


def is_possible(
    ruleset: RuleSet,
    hands: int,
    a: int,
    b: int,
    start: Totals = START,
    *,
    seen: ReportedCounts = NOTHING_REPORTED,
    ended: bool = False,
    usual: bool = False,
) -> bool:
    """Return whether these totals are possible after `hands` more hands from `start`.

    `seen` is what the slip reports about those hands; `ended` as for `possible_totals`. `usual`
    leaves out totals that need more than USUAL_LITIGES in a row at the end of a game to a target.
    The module's docstring says when the answer is exact. Raises HandsOutOfRangeError.
    """
    _check_hands(hands)
    rules, pair = scoring_fields(ruleset), (a - start.a, b - start.b)
    if ended and not _has_its_hands(ruleset, hands):
        return False
    if min(pair) < 0 or not _is_sum(rules, hands, sum(pair), seen):
        return False
    found = _within_work(rules, hands, sum(pair), seen, None)
    if found is not None and not found.contains(*pair):
        return False
    finish = _finish(ruleset, start) if ended else None
    if finish is None:
        return True
    return _ends(
        rules, hands, pair, seen, replace(finish, most_held=USUAL_LITIGES * _most_held(rules))
    ) or (not usual and _ends_in_litiges(rules, hands, pair, seen, finish))


def _ends(rules: RuleSet, hands: int, pair: Pair, seen: ReportedCounts, finish: Finish) -> bool:
    up_to = sum(pair) + hands * _most_held(rules) * _is_lost(rules)
    found = _within_work(rules, hands, up_to, seen, finish)
    return found is None or found.contains(*pair)


def _ends_in_litiges(
    rules: RuleSet, hands: int, pair: Pair, seen: ReportedCounts, finish: Finish
) -> bool:
    """Return whether a game can end with these totals; True if computing it takes too long."""
    if not _most_held(rules):
        return False
    if hands > MOST_HANDS_OF_LITIGES or seen != NOTHING_REPORTED or _ways_to_hold(rules) > 1:
        return True
    return pair in _count(rules, hands, None, seen, finish)


def _most_held(rules: RuleSet) -> int:
    """Return the most points that one litige can hold."""
    return max(move.points.held.total for move in moves_of(rules).shares)


def _has_its_hands(ruleset: RuleSet, hands: int) -> bool:
    """Return whether the format allows that many hands; one to a target allows any number."""
    return ruleset.format.hands in (None, hands)


def _finish(ruleset: RuleSet, start: Totals) -> Finish | None:
    """Return what ends a game to a target, None for a fixed number of hands."""
    target = ruleset.format.target
    if target is None:
        return None
    missing = (target - start.a, target - start.b)
    return Finish(
        missing,
        takers_win=ruleset.both_reach in (BothReach.TAKERS, BothReach.HIGHER_THEN_TAKERS),
        plays_on=ruleset.both_reach is BothReach.ANOTHER_HAND,
        most_held=ANY_NUMBER,
    )


def _within_work(
    rules: RuleSet, hands: int, total: int, seen: ReportedCounts, finish: Finish | None
) -> PossibleTotals | None:
    """Return the totals up to at least that sum, None if a page cannot wait for them."""
    if _work(rules, hands, None, seen, finish) <= CHEAP_WORK:
        return _count(rules, hands, None, seen, finish)
    up_to = -(-total // SUMS_KEPT_BY) * SUMS_KEPT_BY
    if _work(rules, hands, up_to, seen, finish) > MOST_WORK:
        return None
    return _count(rules, hands, up_to, seen, finish)


@lru_cache(maxsize=64)
def _work(
    rules: RuleSet, hands: int, up_to: int | None, seen: ReportedCounts, finish: Finish | None
) -> int:
    """Return roughly how many bits must be shifted to compute the totals."""
    walk = _walk(rules, hands, up_to, seen)
    shifts = sum(step.plan.cost for step in steps_of(walk)) + walk.extras.cost
    counted = 1
    for count in seen.counts:
        counted *= count + 1
    if finish:
        counted *= _ways_to_hold(rules)
    return walk.grid.bits * hands * shifts * counted


@lru_cache(maxsize=64)
def _ways_to_hold(rules: RuleSet) -> int:
    """Return how many sets a walk to a target keeps: one if few amounts can be held.

    Declarations that count shift the equality: then a litige can hold any of some sixty amounts.
    """
    amounts = {(move.points.held.a, move.points.held.b) for move in moves_of(rules).shares}
    pairs = {(a + c, b + d) for a, b in amounts for c, d in amounts}
    return len(pairs) if len(pairs) > USUAL_AMOUNTS else 1


def _check_hands(hands: int) -> None:
    if not 0 <= hands <= MAX_HANDS:
        raise HandsOutOfRangeError(hands)


def _is_lost(rules: RuleSet) -> bool:
    return rules.held_at_end is HeldAtEnd.LOST


def _walk(rules: RuleSet, hands: int, up_to: int | None, seen: ReportedCounts) -> Walk:
    moves = moves_of(rules)
    every = [*moves.shares, *moves.at_the_end]
    pairs = [move.settled for move in every]
    if _is_lost(rules):
        pairs += [move.pair for move in every]
    return Walk(rules, moves, seen, Grid.over(pairs, moves.extras, hands, up_to))


@lru_cache(maxsize=32)
def _count(
    rules: RuleSet, hands: int, up_to: int | None, seen: ReportedCounts, finish: Finish | None
) -> PossibleTotals:
    """Return the possible totals, limited to those with a sum of at most `up_to`."""
    walk = _walk(rules, hands, up_to, seen)
    found = walk_to_target(walk, finish, hands) if finish else walk_to_any_end(walk, hands)
    size = (walk.grid.bits + 7) // 8
    return PossibleTotals(hands, walk.grid, found.to_bytes(size, "little"), found.bit_count())


def _is_sum(rules: RuleSet, hands: int, total: int, seen: ReportedCounts) -> bool:
    """Return whether some hands have that sum of both totals."""
    grid, sums = _sums(rules, hands, seen)
    row = grid.find((0, total), hands)
    return row is not None and bool(sums >> row & 1)


@lru_cache(maxsize=64)
def _sums(rules: RuleSet, hands: int, seen: ReportedCounts) -> tuple[Grid, int]:
    """Return every sum of both totals, by a walk in which all points are B's."""
    walk = _walk(rules, hands, None, seen)
    grid = replace(walk.grid, width=1)
    shares = dict.fromkeys(map(_as_sum, walk.moves.shares), 1.0)
    extras = tuple({(0, sum(pair)) for pair in walk.moves.extras})
    at_the_end = tuple(map(_as_sum, walk.moves.at_the_end))
    on_sums = replace(walk, grid=grid, moves=Moves(shares, extras, at_the_end))
    return grid, walk_to_any_end(on_sums, hands)


def _as_sum(move: Move) -> Move:
    points = move.points
    held = Held(0, points.held.total)
    return replace(move, points=HandPoints(0, points.a + points.b, points.winner, held))
