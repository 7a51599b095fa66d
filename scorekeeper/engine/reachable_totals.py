"""The sets of totals that hands add up to, computed one hand after another.

The capots and belotes that a slip reports are counted on the way: there is a set for each count
that does not exceed them. Totals on the grid include points that a litige holds as if given back,
because that leaves fewer different sums.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import Final, NamedTuple

from scorekeeper.engine.choices import HeldAtEnd
from scorekeeper.engine.hand import Side
from scorekeeper.engine.moves import Counts, Move, Moves, ReportedCounts
from scorekeeper.engine.pair_sums import Grid, Pair, Plan
from scorekeeper.engine.rulesets import RuleSet

NOT_COUNTED: Final[Counts] = (0, 0, 0, 0)


class Wait(Enum):
    """What points held by a litige wait for: nothing, a side's next win, or the end."""

    NOTHING = auto()
    WIN_OF_A = auto()
    WIN_OF_B = auto()
    END = auto()


WIN: Final = {Side.A: Wait.WIN_OF_A, Side.B: Wait.WIN_OF_B}

Ways = tuple[tuple[tuple[Wait, ...], Wait], ...]
"""The waiting states from which a hand leads, and the one to which it leads."""
SHARED: Final[Ways] = tuple(((wait,), wait) for wait in Wait)
SETTLED: Final[Ways] = (((Wait.NOTHING, Wait.END), Wait.END),)
WON: Final[Mapping[Side, Ways]] = {
    side: (((Wait.NOTHING, wait), Wait.NOTHING),) for side, wait in WIN.items()
}
PROMISED: Final[Mapping[Side, Ways]] = {
    side: (((Wait.NOTHING, wait), wait),) for side, wait in WIN.items()
}


@dataclass(frozen=True, slots=True)
class Walk:
    """The hands, the grid, and what the slip reports beside its totals."""

    ruleset: RuleSet
    moves: Moves
    seen: ReportedCounts
    grid: Grid

    @property
    def extras(self) -> Plan:
        """Return the plan for what declarations add."""
        return Plan.of(self.grid.shift(pair, 0) for pair in self.moves.extras)

    def plan(self, pairs: Iterable[Pair]) -> Plan:
        """Return the plan that adds one of these hands."""
        return Plan.of(self.grid.shift(pair, self.grid.base) for pair in pairs)

    def after(self, done: Counts, gain: Counts) -> Counts | None:
        """Return the counts after one more hand, None if they exceed the slip's."""
        if gain == NOT_COUNTED:
            return done
        counts = (done[0] + gain[0], done[1] + gain[1], done[2] + gain[2], done[3] + gain[3])
        within = all(count <= most for count, most in zip(counts, self.seen.counts, strict=True))
        return counts if within else None


@dataclass(frozen=True, slots=True)
class KindOfHand:
    """Hands with the same transitions between waiting states and the same counts."""

    ways: Ways
    gain: Counts
    is_declared: bool
    plan: Plan


def steps_of(walk: Walk, *, last: bool = False) -> list[KindOfHand]:
    """Return the possible steps of one hand in a game that may stop at any time.

    Points held by a litige go to the winner of the next hand that has one. So they are promised to
    a side at once, and only a hand won by that side may follow the litiges. Four sets of totals,
    one for each waiting state, replace all amounts that can be held. The `last` hand may also be
    marked as one that ends a game.
    """
    lost = walk.ruleset.held_at_end is HeldAtEnd.LOST
    found: dict[tuple[Ways, Counts, bool], set[Pair]] = defaultdict(set)
    for move in (*walk.moves.shares, *(walk.moves.at_the_end if last else ())):
        a, b, held = *move.pair, move.points.held.total
        gain, declared = walk.seen.gain(move), not move.is_penalty
        if move.points.winner:
            found[WON[move.points.winner], gain, declared].add((a, b))
        elif not held:
            found[SHARED, gain, declared].add((a, b))
        else:
            found[PROMISED[Side.A], gain, declared].add((a + held, b))
            found[PROMISED[Side.B], gain, declared].add((a, b + held))
            found[SETTLED, gain, declared].add(move.pair if lost else move.settled)
    return [KindOfHand(*key, walk.plan(pairs)) for key, pairs in found.items()]


def walk_to_any_end(walk: Walk, hands: int) -> int:
    """Return the set of totals after that many hands, held points settled as at the end."""
    extras, inside = walk.extras, (1 << walk.grid.bits) - 1
    sets = {(NOT_COUNTED, Wait.NOTHING): 1}
    usual = steps_of(walk)
    last = steps_of(walk, last=True) if walk.moves.at_the_end else usual
    for number in range(hands):
        steps = last if number == hands - 1 else usual
        declared = {state: extras.add_to(bits) for state, bits in sets.items()}
        after: dict[tuple[Counts, Wait], int] = defaultdict(int)
        for step in steps:
            before = declared if step.is_declared else sets
            for (to, counts), bits in _sources(walk, step, before).items():
                after[counts, to] |= step.plan.add_to(bits)
        sets = {state: bits & inside for state, bits in after.items()}
    counted = walk.seen.counts
    return sets.get((counted, Wait.NOTHING), 0) | sets.get((counted, Wait.END), 0)


def _sources(
    walk: Walk, step: KindOfHand, before: Mapping[tuple[Counts, Wait], int]
) -> dict[tuple[Wait, Counts], int]:
    """Return the totals to which the step's hands are added, by the state that they lead to."""
    found: dict[tuple[Wait, Counts], int] = defaultdict(int)
    for (done, wait), bits in before.items():
        counts = walk.after(done, step.gain)
        if counts is None:
            continue
        for starts, to in step.ways:
            if wait in starts:
                found[to, counts] |= bits
    return found


@dataclass(frozen=True, slots=True)
class Finish:
    """What ends a game to a target: the points that each side lacks at the start of the walk.

    If both sides reach the target with equal totals, `takers_win` lets the takers win; otherwise
    one more hand is played, and with `plays_on` that holds for any totals. `most_held` leaves out
    games in which litiges hold more than that before the last hand.
    """

    missing: Pair
    takers_win: bool
    plays_on: bool
    most_held: int


Live = Mapping[tuple[Counts, Pair], int]
"""Totals of running games, by counts and by the points of A and of B that are held."""


def walk_to_target(walk: Walk, finish: Finish, hands: int) -> int:
    """Return the set of totals that end a game with the last of that many hands.

    Before it nobody has reached the target, or both have and play on. Returned points bring nobody
    to the target, so all amounts that can be held are kept apart. Reference: `tally`.
    """
    steps, limits = _target_steps(walk), _Limits(walk, finish)
    live: Live = {(NOT_COUNTED, (0, 0)): 1}
    ended = 0
    for number in range(1, hands + 1):
        after: dict[tuple[Counts, Pair], int] = defaultdict(int)
        for were_both, part in limits.parted(number - 1, live):
            for (counts, held, has_takers), bits in _play(walk, steps, part, limits, number):
                on = limits.going_on(number, bits, held, has_takers=has_takers, were_both=were_both)
                if number == hands and counts == walk.seen.counts:
                    ended |= limits.final(bits ^ on, held)
                if on and sum(held) <= finish.most_held:
                    after[counts, held] |= on
        live = after
    return ended & ((1 << walk.grid.bits) - 1)


class _Marking(NamedTuple):
    """Which hands count if those that bring a side to the target are marked exactly.

    With `exact`, hands are marked exactly and bring somebody to the target; otherwise they are
    rounded, and adding these points for A and B would bring nobody there.
    """

    exact: bool
    more: Pair = (0, 0)


_EXACT: Final = _Marking(exact=True)


@dataclass(frozen=True, slots=True)
class _KindToTarget:
    """Hands won by one side, or by nobody with the same held points, that have the same counts."""

    winner: Side | None
    held: Pair
    gain: Counts
    has_takers: bool
    marking: _Marking | None
    plan: Plan


def _target_steps(walk: Walk) -> list[_KindToTarget]:
    found: dict[tuple[Side | None, Pair, Counts, bool, _Marking | None], set[Pair]]
    found = defaultdict(set)
    moves = walk.moves
    marked: list[tuple[Move, _Marking | None]] = [(move, _EXACT) for move in moves.at_the_end]
    for move in moves.shares:
        rounded = [_Marking(exact=False, more=more) for more in moves.exactly.get(move, ())]
        marked += [(move, marking) for marking in rounded or (None,)]
    for move, marking in marked:
        held = (move.points.held.a, move.points.held.b)
        key = (move.points.winner, held, walk.seen.gain(move), not move.is_penalty, marking)
        found[key].add(move.settled)
    return [_KindToTarget(*key, walk.plan(pairs)) for key, pairs in found.items()]


def _play(
    walk: Walk, steps: Iterable[_KindToTarget], live: Live, limits: "_Limits", number: int
) -> Iterable[tuple[tuple[Counts, Pair, bool], int]]:
    """Yield every total after that hand, by counts, held points, and whether anybody took."""
    extras = walk.extras
    declared = {state: extras.add_to(bits) for state, bits in live.items()}
    played: dict[tuple[Counts, Pair, bool], int] = defaultdict(int)
    for step in steps:
        sources: dict[tuple[Counts, Pair], int] = defaultdict(int)
        for (done, held), bits in (declared if step.has_takers else live).items():
            counts = walk.after(done, step.gain)
            if counts is None:
                continue
            if step.winner is Side.A:
                # What B lost goes to A: the sum of both stays the same.
                sources[counts, (0, 0)] |= bits << held[1]
            elif step.winner is Side.B:
                sources[counts, (0, 0)] |= bits >> held[0]
            else:
                sources[counts, (held[0] + step.held[0], held[1] + step.held[1])] |= bits
        for (counts, held), bits in sources.items():
            after = step.plan.add_to(bits)
            if step.marking:
                after = limits.marked(number, after, step.marking)
            played[counts, held, step.has_takers] |= after
    return played.items()


class _Limits:
    """Which totals, held points included, continue a game and which end it."""

    def __init__(self, walk: Walk, finish: Finish) -> None:
        self.grid, self.finish = walk.grid, finish
        self.gives_back = walk.ruleset.held_at_end is HeldAtEnd.RETURNED
        # Hundreds of held amounts share few limits.
        self.up_to_a, self.up_to_b = cache(self.grid.up_to_a), cache(self.grid.up_to_b)
        self.apart = cache(self.grid.apart)

    def _few(self, hands: int, held: Pair) -> tuple[int, int]:
        """Return the sets of pairs in which A and B are below the target."""
        a, b = self.finish.missing
        return self.up_to_a(a - 1 + held[0]), self.up_to_b(hands, b - 1 + held[1])

    def parted(self, hands: int, live: Live) -> list[tuple[bool, Live]]:
        """Return the totals after that many hands, those that play on at the target apart."""
        if not self.finish.plays_on:
            return [(False, live)]
        both = {
            (counts, held): self._both(hands, bits, held) for (counts, held), bits in live.items()
        }
        return [
            (False, {state: bits ^ both[state] for state, bits in live.items()}),
            (True, {state: bits for state, bits in both.items() if bits}),
        ]

    def marked(self, hands: int, bits: int, marking: _Marking) -> int:
        """Return the totals after that many hands to which hands marked this way can have led."""
        (a, b), (more_a, more_b) = self.finish.missing, marking.more
        short = bits & self.up_to_a(a - 1 - more_a) & self.up_to_b(hands, b - 1 - more_b)
        return bits ^ short if marking.exact else short

    def going_on(
        self, hands: int, bits: int, held: Pair, *, has_takers: bool, were_both: bool
    ) -> int:
        """Return the totals after that many hands with which the game goes on.

        `were_both` says that both sides had reached the target before the last hand.
        """
        few_a, few_b = self._few(hands, held)
        nobody = bits & few_a & few_b
        if self.finish.plays_on and not were_both:
            return nobody | self._both(hands, bits, held)
        if self.finish.takers_win and has_takers:
            return nobody
        # Equal once held points are given back, or without them.
        a, b = self.finish.missing
        more = a - b + (0 if self.gives_back else held[0] - held[1])
        equal = bits & self.apart(hands, more)
        return nobody | equal ^ (equal & (few_a | few_b))

    def _both(self, hands: int, bits: int, held: Pair) -> int:
        """Return the totals after that many hands with which both sides have reached the target."""
        few_a, few_b = self._few(hands, held)
        return bits ^ (bits & (few_a | few_b))

    def final(self, bits: int, held: Pair) -> int:
        """Return the final totals: held points are given back, or lost."""
        return bits if self.gives_back else bits >> self.grid.shift(held, 0)
