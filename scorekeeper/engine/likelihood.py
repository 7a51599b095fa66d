"""How likely totals are under the model of `moves.py`: what to ask about, which guess comes first.

What fewer than one game in a thousand sees is asked about, a *decision*: 1 620 – 324 after twelve
hands of plain belote just is. The chance of totals at least as far apart is computed from that of
every difference that one hand can make. In the same way, and asked about where it is rarer still:
how much both have together, how many capots the slip says; and of a game to a target, how few
points its hands before the last one had. Here a litige's points go back where they came from, as
on average they do.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import ceil, exp, gcd, pi, sqrt
from typing import Final, NamedTuple

from scorekeeper.engine.every_hand import HandPoints
from scorekeeper.engine.moves import (
    NOTHING_REPORTED,
    Counts,
    Move,
    ReportedCounts,
    moves_of,
    scoring_fields,
    share_of_declared,
)
from scorekeeper.engine.reach import Pair
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD

UNLIKELY: Final = 1 / 950
"""How rarely both totals are so far apart that it is asked about."""
RARE: Final = 1 / 20_000
"""The same of their sum, of capots, of a target reached so late: those say less of an error."""

BITS_OF_A_SHARE: Final = 24
MOST_BITS: Final = 1 << 20
"""Where all sums would take more, their steps are made wider: that takes a tenth of a second."""
MOST_SUMS: Final = 12
"""Where one hand has more different sums, a bidding game's, their spread is enough."""
NEVER: Final = 1e-30
"""For what the model never sees and the rules allow."""

Measure = Callable[[Move], float]
Shares = Mapping[float, float]


def is_rare(
    ruleset: RuleSet,
    hands: int,
    pair: Pair,
    *,
    seen: ReportedCounts = NOTHING_REPORTED,
    ended: bool = False,
) -> bool:
    """Return whether hardly any game ends with totals at least this odd.

    `ended` says that a game to a target ended by the last of the hands.
    """
    rules = scoring_fields(ruleset)
    a, b = pair
    if 2 * _at_least(rules, difference_of, hands, abs(a - b)) < UNLIKELY:
        return True
    chances = [
        _at_least(rules, sum_of, hands, a + b),
        _at_least(rules, capots_of, hands, (seen.capots_a or 0) + (seen.capots_b or 0)),
    ]
    if ended and ruleset.format.target and hands:
        most = 2 * ruleset.format.target - 2
        chances.append(_at_least(rules, short_of, hands - 1, -most))
    return min(chances) < RARE


def density(
    ruleset: RuleSet, hands: int, pair: Pair, seen: ReportedCounts = NOTHING_REPORTED
) -> float:
    """Return how likely totals are beside others of as many hands or of one more or fewer.

    The sum of both follows from every number of belotes and capots, the difference as if normal.
    """
    rules = scoring_fields(ruleset)
    apart = _normal(rules, difference_of, hands, pair[0] - pair[1]) * _spacing(rules)
    return max(NEVER, _sum_density(rules, hands, sum(pair), seen) * apart)


@lru_cache(maxsize=64)
def _spacing(rules: RuleSet) -> int:
    """Return how far differences lie apart: in tens few there are, and each is the likelier."""
    return gcd(*(int(value) for value in _shares(rules, difference_of)))


def difference_of(move: Move) -> float:
    """Return by how much A marks more, what a litige holds given back."""
    return move.settled[0] - move.settled[1]


def sum_of(move: Move) -> float:
    """Return what both sides mark, what a litige holds given back."""
    return sum(move.settled)


def capots_of(move: Move) -> float:
    """Return how many capots the hand is."""
    return float(move.capot is not None)


def short_of(move: Move) -> float:
    """Return how few points both sides mark before anything is given back."""
    return -sum(move.pair)


@lru_cache(maxsize=64)
def _shares(rules: RuleSet, measure: Measure) -> Shares:
    """Return the share of hands by what is measured of them, without declarations."""
    return _by((measure(move), share) for move, share in moves_of(rules).shares.items())


@lru_cache(maxsize=64)
def _declared(rules: RuleSet, measure: Measure) -> Shares:
    """Return the share of hands by what their declarations add to what is measured."""
    extras = moves_of(rules).extras
    shares = {pair: share_of_declared(sum(pair)) for pair in extras}
    whole = sum(shares.values())
    hands = {pair: Move(HandPoints(*pair, None, NOTHING_HELD)) for pair in extras}
    return _by((measure(hands[pair]), share / whole) for pair, share in shares.items())


def _by(measured: Iterable[tuple[float, float]]) -> Shares:
    found: dict[float, float] = defaultdict(float)
    for value, share in measured:
        found[value] += share
    return found


class Tail(NamedTuple):
    """The chance of each sum from `least` on, in steps, that it is reached or passed."""

    least: int
    step: int
    chances: Sequence[float]

    def at(self, value: float) -> float:
        """Return the chance of at least that much."""
        place = max(0, ceil((value - self.least) / self.step))
        return self.chances[place] if place < len(self.chances) else 0.0


def _at_least(rules: RuleSet, measure: Measure, hands: int, value: float) -> float:
    """Return the chance that so many hands add up to at least that much."""
    return _tail(rules, measure, hands).at(value)


@lru_cache(maxsize=128)
def _tail(rules: RuleSet, measure: Measure, hands: int) -> Tail:
    """Return the chances of what that many hands add up to.

    The shares of one hand are the coefficients of a polynomial, whose power has those of many. It
    is written as one big number, with room for every coefficient of the power: to multiply such
    numbers is what Python does fastest.
    """
    one = _one_hand(rules, measure)
    least, most = min(one), max(one)
    bits = BITS_OF_A_SHARE * max(1, hands) + 8
    step = gcd(*(value - least for value in one)) or 1
    step *= -(-(most - least) // step * hands * bits // MOST_BITS) or 1
    size = -(-bits // 8)
    weights = [0] * (-(-(most - least) // step) + 1)
    for value, share in one.items():
        place, rest = divmod(value - least, step)
        weight = round(share * (1 << BITS_OF_A_SHARE))
        # Between two steps it belongs to both, the more to the nearer one: the mean stays.
        further = weight * rest // step
        weights[place] += weight - further
        if further:
            weights[place + 1] += further
    written = b"".join(weight.to_bytes(size, "little") for weight in weights)
    power = int.from_bytes(written, "little") ** hands
    count = (len(weights) - 1) * hands + 1
    coefficients = power.to_bytes(count * size, "little")
    whole, above, chances = sum(weights) ** hands, 0, []
    for place in reversed(range(count)):
        above += int.from_bytes(coefficients[place * size :][:size], "little")
        chances.append(above / whole)
    return Tail(least * hands, step, chances[::-1])


def _one_hand(rules: RuleSet, measure: Measure) -> dict[int, float]:
    """Return the share of hands by what is measured, with what declarations add to it."""
    found: dict[int, float] = defaultdict(float)
    for value, share in _shares(rules, measure).items():
        for more, often in _declared(rules, measure).items():
            found[round(value + more)] += share * often
    return found


@lru_cache(maxsize=64)
def _mean_and_spread(rules: RuleSet, measure: Measure) -> tuple[float, float]:
    parts = _shares(rules, measure), _declared(rules, measure)
    means = [sum(value * share for value, share in shares.items()) for shares in parts]
    squares = [sum(value * value * share for value, share in shares.items()) for shares in parts]
    variance = sum(square - mean * mean for square, mean in zip(squares, means, strict=True))
    return sum(means), sqrt(variance)


def _normal(rules: RuleSet, measure: Measure, hands: int, value: float) -> float:
    """Return the density of a sum of so many hands, as if it were normal."""
    mean, spread = _mean_and_spread(rules, measure)
    spread = max(1.0, spread * sqrt(hands))
    away = (value - hands * mean) / spread
    return exp(-away * away / 2) / (spread * sqrt(2 * pi))


def _sum_density(rules: RuleSet, hands: int, total: int, seen: ReportedCounts) -> float:
    """Return how likely a sum of both totals is, with the capots that are known."""
    if len(_shares(rules, sum_of)) > MOST_SUMS or len(moves_of(rules).extras) > 1:
        return _normal(rules, sum_of, hands, total)
    capots = ReportedCounts(capots_a=seen.capots_a, capots_b=seen.capots_b)
    return _sums(rules, hands, capots).get((capots.counts, total), 0.0)


@lru_cache(maxsize=32)
def _sums(rules: RuleSet, hands: int, seen: ReportedCounts) -> Mapping[tuple[Counts, float], float]:
    """Return the chance of each count of capots and sum of both totals."""
    if not hands:
        return {((0, 0, 0, 0), 0): 1.0}
    one: dict[tuple[Counts, float], float] = defaultdict(float)
    for move, share in moves_of(rules).shares.items():
        one[seen.gain(move), sum_of(move)] += share
    found: dict[tuple[Counts, float], float] = defaultdict(float)
    for (done, total), chance in _sums(rules, hands - 1, seen).items():
        for (gain, more), share in one.items():
            counts = (done[0] + gain[0], done[1] + gain[1], 0, 0)
            if counts[0] <= seen.counts[0] and counts[1] <= seen.counts[1]:
                found[counts, total + more] += chance * share
    return found
