"""Which totals can exist after a number of hands, and what went wrong when they cannot.

Every hand that a table can play goes through `score` once; which totals its hands can add up to
follows by arithmetic. Source: rules.md, section 6.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Final

from scorekeeper.engine.cards import LAST_TRICK_POINTS, WHOLE
from scorekeeper.engine.every_hand import every_declaration, every_hand, every_penalty
from scorekeeper.engine.hand import Side
from scorekeeper.engine.reach import Grid, Pair, Plan
from scorekeeper.engine.rulesets import Bidding, HeldAtEnd, RuleSet
from scorekeeper.engine.tally import Totals

MAX_HANDS: Final = 100
CHEAP_WORK: Final = 1 << 28
"""Bits of a set times hands: up to here a set is computed whole, in a fraction of a second."""
MOST_WORK: Final = 3 << 29
"""Above this, some seconds, a set takes longer than a page can wait: a contrée's extreme totals."""
SUMS_KEPT_BY: Final = 1000
"""A set that is cut off ends at a multiple of this sum, so that the next slip finds it kept."""

START: Final = Totals()

NINE_MORE: Final = 14
"""What the nine of trumps is worth above a plain one (14 and 0)."""
JACK_MORE: Final = 18
"""What the jack of trumps is worth above a plain one (20 and 2)."""


class Cause(StrEnum):
    """A likely reason why two totals cannot be, the likeliest first."""

    TOTALS_SWAPPED = "totals_swapped"
    BELOTE_FORGOTTEN = "belote_forgotten"
    BELOTE_GIVEN_TWICE = "belote_given_twice"
    BELOTE_WRONG_SIDE = "belote_wrong_side"
    CAPOT_BONUS_MISSING = "capot_bonus_missing"
    CAPOT_BONUS_EXTRA = "capot_bonus_extra"
    HAND_MISSING = "hand_missing"
    HAND_TOO_MANY = "hand_too_many"
    ONE_HAND_FEWER = "one_hand_fewer"
    ONE_HAND_MORE = "one_hand_more"
    LAST_TRICK_FORGOTTEN = "last_trick_forgotten"
    LAST_TRICK_GIVEN_TWICE = "last_trick_given_twice"
    LAST_TRICK_WRONG_SIDE = "last_trick_wrong_side"
    NINE_OF_TRUMPS = "nine_of_trumps"
    JACK_OF_TRUMPS = "jack_of_trumps"
    DIGITS_EXCHANGED = "digits_exchanged"
    RECOUNT = "recount"


class HandsOutOfRangeError(ValueError):
    """Raised for a number of hands below 0 or above MAX_HANDS."""

    def __init__(self, hands: int) -> None:
        super().__init__(f"{hands} hands, not 0 to {MAX_HANDS}")
        self.hands = hands


@dataclass(frozen=True, slots=True)
class PossibleTotals:
    """Every pair of totals that some hands can add up to; `(a, b) in totals` asks for one."""

    hands: int
    _grid: Grid
    _bits: bytes
    _count: int

    def __len__(self) -> int:
        return self._count

    def __contains__(self, pair: Pair) -> bool:
        return self.contains(*pair)

    def __iter__(self) -> Iterator[Pair]:
        """Yield every pair, by the sum of both totals and then by A's."""
        for total, row in self._rows():
            bits = int.from_bytes(row, "little")
            while bits:
                a = (bits & -bits).bit_length() - 1
                bits &= bits - 1
                yield a, total - a

    def contains(self, a: int, b: int) -> bool:
        """Return whether A and B can have these totals; negative ones never can."""
        index = self._grid.find((a, b), self.hands)
        return index is not None and bool(self._bits[index // 8] >> index % 8 & 1)

    def sums(self) -> tuple[int, ...]:
        """Return every possible sum of both totals, ascending."""
        return tuple(total for total, row in self._rows() if any(row))

    def _rows(self) -> Iterator[tuple[int, bytes]]:
        """Yield the bits of every sum of the points."""
        grid, size = self._grid, self._grid.width // 8
        for row in range(grid.rows):
            yield self.hands * grid.base + row * grid.step, self._bits[row * size :][:size]


def possible_totals(ruleset: RuleSet, hands: int) -> PossibleTotals:
    """Return every pair of totals after that many hands, kept once computed.

    The target is ignored, and points still held are settled as at the end of a game.
    Raises HandsOutOfRangeError. Source: rules.md, section 6.
    """
    _check_hands(hands)
    return _count(_scoring_fields(ruleset), hands, None)


def is_possible(ruleset: RuleSet, hands: int, a: int, b: int, start: Totals = START) -> bool:
    """Return whether totals can be these after `hands` more hands than made `start`.

    Exact wherever the set takes no more than MOST_WORK: the presets up to 60 hands, a contrée up to
    12 hands, or to 36 with some 12 000 points. Beyond that only a sum that no hands have is
    impossible: a pair that can be reached is never refused. Raises HandsOutOfRangeError.
    """
    _check_hands(hands)
    rules, pair = _scoring_fields(ruleset), (a - start.a, b - start.b)
    moves = _moves(rules)
    whole = Grid.over(moves.pairs, moves.extras, hands)
    if whole.find(pair, hands) is None:
        return False
    if whole.bits * hands <= CHEAP_WORK:
        return _count(rules, hands, None).contains(*pair)
    up_to = -(-sum(pair) // SUMS_KEPT_BY) * SUMS_KEPT_BY
    if Grid.over(moves.pairs, moves.extras, hands, up_to).bits * hands > MOST_WORK:
        return True
    return _count(rules, hands, up_to).contains(*pair)


def likely_causes(
    ruleset: RuleSet, hands: int, a: int, b: int, start: Totals = START
) -> tuple[Cause, ...]:
    """Return why the totals cannot be, best first: each cause makes them possible once undone.

    The result is empty where they are possible, and RECOUNT alone where nothing explains them.
    Without a `start` that tells the sides apart, swapping never does. Raises HandsOutOfRangeError.
    Source: rules.md, section 6.
    """
    if is_possible(ruleset, hands, a, b, start):
        return ()
    found = tuple(
        cause
        for cause, repairs in _repairs(ruleset, hands, a, b)
        if any(is_possible(ruleset, *repair, start) for repair in repairs)
    )
    return found or (Cause.RECOUNT,)


Repair = tuple[int, int, int]
"""The number of hands and both totals as they may have been meant."""


def _repairs(ruleset: RuleSet, hands: int, a: int, b: int) -> Iterator[tuple[Cause, list[Repair]]]:
    """Yield each cause, best first, with what it would have made of the right numbers."""

    def on_one(points: int) -> list[Repair]:
        return [(hands, a + points, b), (hands, a, b + points)]

    def moved(points: int) -> list[Repair]:
        return [(hands, a + points, b - points), (hands, a - points, b + points)]

    belote, bonus = ruleset.belote_points, ruleset.capot_points - ruleset.whole
    counts_cards = ruleset.bidding is not Bidding.BID_ONLY
    yield Cause.TOTALS_SWAPPED, [(hands, b, a)]
    if belote:
        yield Cause.BELOTE_FORGOTTEN, on_one(belote)
        yield Cause.BELOTE_GIVEN_TWICE, on_one(-belote)
        yield Cause.BELOTE_WRONG_SIDE, moved(belote)
    if counts_cards and bonus > 0:
        yield Cause.CAPOT_BONUS_MISSING, on_one(bonus)
        yield Cause.CAPOT_BONUS_EXTRA, on_one(-bonus)
    if counts_cards:
        yield Cause.HAND_MISSING, on_one(ruleset.whole)
        yield Cause.HAND_TOO_MANY, on_one(-ruleset.whole)
    yield Cause.ONE_HAND_FEWER, [(hands - 1, a, b)] if hands > 0 else []
    yield Cause.ONE_HAND_MORE, [(hands + 1, a, b)] if hands < MAX_HANDS else []
    if counts_cards:
        yield Cause.LAST_TRICK_FORGOTTEN, on_one(LAST_TRICK_POINTS)
        yield Cause.LAST_TRICK_GIVEN_TWICE, on_one(-LAST_TRICK_POINTS)
        yield Cause.LAST_TRICK_WRONG_SIDE, moved(LAST_TRICK_POINTS)
    # Counted in tens, a few card points more or less never show as themselves.
    if counts_cards and ruleset.whole == WHOLE:
        for cause, points in ((Cause.NINE_OF_TRUMPS, NINE_MORE), (Cause.JACK_OF_TRUMPS, JACK_MORE)):
            yield cause, on_one(points) + on_one(-points) + moved(points)
    exchanged = [(hands, other, b) for other in _with_digits_exchanged(a)]
    yield Cause.DIGITS_EXCHANGED, exchanged + [(hands, a, o) for o in _with_digits_exchanged(b)]


def _with_digits_exchanged(total: int) -> Iterator[int]:
    """Yield the numbers that two of the total's digits make when they change places."""
    if total < 0:
        return
    for first, second in combinations(range(len(str(total))), 2):
        digits = list(str(total))
        digits[first], digits[second] = digits[second], digits[first]
        # Nobody writes a total with a nought in front.
        if digits[0] != "0":
            yield int("".join(digits))


def _check_hands(hands: int) -> None:
    if not 0 <= hands <= MAX_HANDS:
        raise HandsOutOfRangeError(hands)


_ANY_RULES: Final = RuleSet()


def _scoring_fields(ruleset: RuleSet) -> RuleSet:
    """Return the rule set without what no hand's score depends on, so that sets are shared."""
    return replace(
        ruleset,
        format=_ANY_RULES.format,
        both_reach=_ANY_RULES.both_reach,
        clockwise=_ANY_RULES.clockwise,
        after_pass=_ANY_RULES.after_pass,
    )


@dataclass(frozen=True, slots=True)
class _Moves:
    """What one hand can add to (A's, B's) total, by what it does to held points.

    `won` and `penalties` are the hands a side wins, `shared` those that nobody wins, `promised`
    litiges whose held points a side will win, `settled` those whose points nobody will win before
    the end. `extras` are declarations, which come on top of any hand but a penalty.
    """

    won: dict[Side, list[Pair]]
    penalties: dict[Side, list[Pair]]
    shared: list[Pair]
    promised: dict[Side, list[Pair]]
    settled: list[Pair]
    extras: list[Pair]

    @property
    def pairs(self) -> list[Pair]:
        """Return every pair but the extras."""
        by_side = [
            pair
            for sides in (self.won, self.penalties, self.promised)
            for pairs in sides.values()
            for pair in pairs
        ]
        return by_side + self.shared + self.settled


@lru_cache(maxsize=64)
def _moves(ruleset: RuleSet) -> _Moves:
    """Return what a hand can add, from the score of every hand that can be played."""
    moves = _Moves(
        won={side: [] for side in Side},
        penalties={side: [] for side in Side},
        shared=[],
        promised={side: [] for side in Side},
        settled=[],
        extras=list(every_declaration(ruleset)),
    )
    for hand in every_penalty(ruleset):
        assert hand.winner is not None
        moves.penalties[hand.winner].append((hand.a, hand.b))
    for hand in every_hand(ruleset):
        a, b, held = hand.a, hand.b, hand.held
        if hand.winner:
            moves.won[hand.winner].append((a, b))
        elif not held.total:
            moves.shared.append((a, b))
        else:
            moves.promised[Side.A].append((a + held.total, b))
            moves.promised[Side.B].append((a, b + held.total))
            back = ruleset.held_at_end is HeldAtEnd.RETURNED
            moves.settled.append((a + held.a, b + held.b) if back else (a, b))
    return moves


@lru_cache(maxsize=16)
def _count(ruleset: RuleSet, hands: int, up_to: int | None) -> PossibleTotals:
    """Return the possible totals, or of those only the ones with a sum of at most `up_to`.

    What a litige holds goes as a whole to whoever wins the next hand that is won. So its points
    are promised to a side at once, and the promise kept: only a hand won by that side may follow
    the litiges. Four sets of totals, by what they wait for, replace all amounts that can be held.
    """
    moves = _moves(ruleset)
    grid = Grid.over(moves.pairs, moves.extras, hands, up_to)
    plan = _Plans.of(moves, grid)
    # Nothing held; promised to A; promised to B; held to the end.
    free, to_a, to_b, kept = 1, 0, 0, 0
    inside = (1 << grid.bits) - 1
    for _ in range(hands):
        declared = [plan.extras.add_to(bits) for bits in (free, to_a, to_b, kept)]
        free, to_a, to_b, kept = (
            bits & inside
            for bits in (
                plan.won[Side.A].add_to(declared[0] | declared[1])
                | plan.won[Side.B].add_to(declared[0] | declared[2])
                | plan.shared.add_to(declared[0])
                | plan.penalties[Side.A].add_to(free | to_a)
                | plan.penalties[Side.B].add_to(free | to_b),
                plan.promised[Side.A].add_to(declared[0] | declared[1])
                | plan.shared.add_to(declared[1]),
                plan.promised[Side.B].add_to(declared[0] | declared[2])
                | plan.shared.add_to(declared[2]),
                plan.settled.add_to(declared[0] | declared[3]) | plan.shared.add_to(declared[3]),
            )
        )
    found = free | kept
    size = (grid.bits + 7) // 8
    return PossibleTotals(hands, grid, found.to_bytes(size, "little"), found.bit_count())


@dataclass(frozen=True, slots=True)
class _Plans:
    """The moves of a hand as plans on one grid."""

    won: dict[Side, Plan]
    penalties: dict[Side, Plan]
    shared: Plan
    promised: dict[Side, Plan]
    settled: Plan
    extras: Plan

    @classmethod
    def of(cls, moves: _Moves, grid: Grid) -> "_Plans":
        """Return the plans that add these moves."""

        def plan(pairs: list[Pair], base: int = grid.base) -> Plan:
            return Plan.of(grid.shift(pair, base) for pair in pairs)

        def plans(sides: dict[Side, list[Pair]]) -> dict[Side, Plan]:
            return {side: plan(pairs) for side, pairs in sides.items()}

        return cls(
            won=plans(moves.won),
            penalties=plans(moves.penalties),
            shared=plan(moves.shared),
            promised=plans(moves.promised),
            settled=plan(moves.settled),
            extras=plan(moves.extras, base=0),
        )
