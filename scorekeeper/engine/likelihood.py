"""How likely totals are under the model of `moves.py`: which to ask about, which guess is first.

Totals that fewer than one game in a thousand reaches are asked about, a *decision*: 1 620 – 324
after twelve hands of plain belote just qualifies. The chance of totals at least as far apart is
computed from the differences that one hand can make. The sum of both totals, the number of capots
on the slip and, in a game to a target, a low sum before the last hand are computed the same way
with a stricter limit. Here the points of a litige return to the side that lost them, as they do on
average.
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
from scorekeeper.engine.pair_sums import Pair
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD

UNLIKELY: Final = 1 / 950
"""Ask about totals whose difference is rarer than this."""
RARE: Final = 1 / 20_000
"""Ask about a sum, a number of capots or a late target rarer than this; they are weaker signs."""

BITS_OF_A_SHARE: Final = 24
MOST_BITS: Final = 1 << 20
"""If the sums need more bits than this, their steps are made wider."""
MOST_SUMS: Final = 12
"""If one hand has more different sums than this (bidding games), their variance is used."""
NEVER: Final = 1e-30
"""The chance of totals that the model excludes and the rules allow."""

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
    """Return whether hardly any game ends with totals at least this unusual.

    `ended` says that a game to a target ended with the last of the hands.
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
    """Return the likelihood of totals, compared with others after about as many hands.

    Their sum is computed from every number of belotes and capots, their difference is taken as
    normal.
    """
    rules = scoring_fields(ruleset)
    apart = _normal(rules, difference_of, hands, pair[0] - pair[1]) * _spacing(rules)
    return max(NEVER, _sum_density(rules, hands, sum(pair), seen) * apart)


@lru_cache(maxsize=64)
def _spacing(rules: RuleSet) -> int:
    """Return the distance between possible differences; in tens there are fewer, each likelier."""
    return gcd(*(int(value) for value in _shares(rules, difference_of)))


def difference_of(move: Move) -> float:
    """Return A's points minus B's, with the points of a litige given back."""
    return move.settled[0] - move.settled[1]


def sum_of(move: Move) -> float:
    """Return the points of both sides, with those of a litige given back."""
    return sum(move.settled)


def capots_of(move: Move) -> float:
    """Return the number of capots in the hand."""
    return float(move.capot is not None)


def short_of(move: Move) -> float:
    """Return how few points both sides mark, before any are given back."""
    return -sum(move.pair)


@lru_cache(maxsize=64)
def _shares(rules: RuleSet, measure: Measure) -> Shares:
    """Return the share of hands for each measured value, without declarations."""
    return _by((measure(move), share) for move, share in moves_of(rules).shares.items())


@lru_cache(maxsize=64)
def _declared(rules: RuleSet, measure: Measure) -> Shares:
    """Return the share of hands for each value that declarations add to the measure."""
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
    """The chance that a sum is reached or exceeded, for each step from `least` on."""

    least: int
    step: int
    chances: Sequence[float]

    def at(self, value: float) -> float:
        """Return the chance of at least that much."""
        place = max(0, ceil((value - self.least) / self.step))
        return self.chances[place] if place < len(self.chances) else 0.0


def _at_least(rules: RuleSet, measure: Measure, hands: int, value: float) -> float:
    """Return the chance that so many hands add up to at least this value."""
    return _tail(rules, measure, hands).at(value)


@lru_cache(maxsize=128)
def _tail(rules: RuleSet, measure: Measure, hands: int) -> Tail:
    """Return the chances of every sum of that many hands.

    The shares of one hand are the coefficients of a polynomial whose power has those of many hands.
    The polynomial is packed into one big integer, because Python multiplies big integers fast.
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
        # A value between two steps is split between both in proportion, which keeps the mean.
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
    """Return the share of hands for each measured value, declarations included."""
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
    """Return the density of a sum of so many hands, taken as normal."""
    mean, spread = _mean_and_spread(rules, measure)
    spread = max(1.0, spread * sqrt(hands))
    away = (value - hands * mean) / spread
    return exp(-away * away / 2) / (spread * sqrt(2 * pi))


def _sum_density(rules: RuleSet, hands: int, total: int, seen: ReportedCounts) -> float:
    """Return the likelihood of a sum of both totals, given the reported capots."""
    if len(_shares(rules, sum_of)) > MOST_SUMS or len(moves_of(rules).extras) > 1:
        return _normal(rules, sum_of, hands, total)
    capots = ReportedCounts(capots_a=seen.capots_a, capots_b=seen.capots_b)
    return _sums(rules, hands, capots).get((capots.counts, total), 0.0)


@lru_cache(maxsize=32)
def _sums(rules: RuleSet, hands: int, seen: ReportedCounts) -> Mapping[tuple[Counts, float], float]:
    """Return the chance of each combination of capot counts and sum of both totals."""
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
