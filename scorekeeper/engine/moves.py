"""What one hand can add to both totals, and how often that happens.

Every score comes from `score`. Capots and belotes, which totals do not show but a slip may report,
are kept beside it.

The frequencies follow no measured source but a *decision*, kept simple so that a referee can judge
it: both sides take equally often; the takers' card points are normal around 96 with a standard
deviation of 28 (a higher bid goes with better cards); one hand in 25 is a capot of the takers, one
in 200 a capot of the defence; the takers hold belote in 15 and the defence in 7.5 of 100 hands (two
given cards of 32 are in one of four hands in 23 of 100 deals); one hand in 500 is a penalty. Hands
are independent of each other.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import exp
from typing import Final

from scorekeeper.engine.every_hand import (
    HandPoints,
    PlayedHand,
    every_declaration,
    every_penalty,
    played,
)
from scorekeeper.engine.hand import CAPOT_BID, Contract, HandEntry, Multiplier, Side
from scorekeeper.engine.pair_sums import Pair
from scorekeeper.engine.rulesets import RuleSet

USUAL_POINTS: Final = 96
SPREAD: Final = 28
POINTS_BY_BID: Final = 0.5
"""How many more card points the takers have for each point bid above 80."""
LOWEST_BID: Final = 80
BID_HALVES_EVERY: Final = 15
CAPOT_OF_TAKERS: Final = 0.04
CAPOT_OF_DEFENDERS: Final = 0.005
CAPOT_AS_BID: Final = 0.5
CAPOT_IS_BID: Final = 0.02
"""The frequency of a capot bid, relative to bids of 80."""
BELOTE_OF_TAKERS: Final = 0.15
BELOTE_OF_DEFENDERS: Final = 0.075
PENALTY: Final = 0.002
USUAL_DECLARED: Final = 5
"""Hands with p points of declarations are (1 + p / 5)² times rarer than hands without."""
SAID: Final = {Multiplier.PLAIN: 1.0, Multiplier.DOUBLED: 0.06, Multiplier.REDOUBLED: 0.006}


@dataclass(frozen=True, slots=True)
class Move:
    """What one hand adds, who wins it, what a litige holds, and who made a capot or held belote."""

    points: HandPoints
    capot: Side | None = None
    belotes: Pair = (0, 0)
    is_penalty: bool = False

    @property
    def pair(self) -> Pair:
        """Return what both sides mark."""
        return self.points.a, self.points.b

    @property
    def settled(self) -> Pair:
        """Return what both sides have once held points are given back."""
        return self.points.a + self.points.held.a, self.points.b + self.points.held.b

    def mirrored(self) -> "Move":
        """Return the same hand with the sides exchanged."""
        a, b = self.belotes
        return replace(
            self, points=self.points.mirrored, capot=self.capot and self.capot.other, belotes=(b, a)
        )


@dataclass(frozen=True, slots=True)
class Moves:
    """Every hand with its frequency, and what declarations add to any hand but a penalty.

    `at_the_end` are the hands as marked if they end a game; `exactly` maps every other hand to the
    differences that marking it without rounding would make for both sides.
    """

    shares: Mapping[Move, float]
    extras: tuple[Pair, ...]
    at_the_end: tuple[Move, ...] = ()
    exactly: Mapping[Move, frozenset[Pair]] = field(default_factory=dict)


Counts = tuple[int, int, int, int]
"""Capots of A and of B, belotes of A and of B; 0 if they are not counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedCounts:
    """What a slip reports beside its totals; None if it does not say."""

    capots_a: int | None = None
    capots_b: int | None = None
    belotes_a: int | None = None
    belotes_b: int | None = None

    @property
    def counts(self) -> Counts:
        """Return the counts that all hands together must reach."""
        return (self.capots_a or 0, self.capots_b or 0, self.belotes_a or 0, self.belotes_b or 0)

    def gain(self, move: Move) -> Counts:
        """Return what one hand adds to the counts."""
        return (
            int(self.capots_a is not None and move.capot is Side.A),
            int(self.capots_b is not None and move.capot is Side.B),
            0 if self.belotes_a is None else move.belotes[0],
            0 if self.belotes_b is None else move.belotes[1],
        )


NOTHING_REPORTED: Final = ReportedCounts()

_ANY_RULES: Final = RuleSet()


def scoring_fields(ruleset: RuleSet) -> RuleSet:
    """Return the rule set with fields that score no hand reset, so that caches are shared."""
    return replace(
        ruleset,
        format=_ANY_RULES.format,
        both_reach=_ANY_RULES.both_reach,
        clockwise=_ANY_RULES.clockwise,
        after_pass=_ANY_RULES.after_pass,
        last_hand_exact=ruleset.may_mark_exactly and ruleset.format.target is not None,
    )


@lru_cache(maxsize=64)
def moves_of(ruleset: RuleSet) -> Moves:
    """Return what a hand can add, from the score of every hand that can be played."""
    weights = _weights(ruleset)
    all_weights = sum(weights.values()) / (1 - PENALTY)
    shares = {move: weight / all_weights for move, weight in weights.items()}
    for penalty in every_penalty(ruleset):
        # There is one penalty for each bid: together they are as rare as one.
        shares[Move(penalty, is_penalty=True)] = PENALTY / len(every_penalty(ruleset))
    extras = tuple(sorted(every_declaration(ruleset)))
    if not ruleset.may_mark_exactly:
        return Moves(shares, extras)
    exactly = _exactly(ruleset)
    at_the_end = {
        replace(move, points=replace(move.points, a=move.points.a + a, b=move.points.b + b))
        for move, found in exactly.items()
        for a, b in found
    }
    return Moves(shares, extras, tuple(at_the_end), exactly)


def _exactly(ruleset: RuleSet) -> dict[Move, frozenset[Pair]]:
    """Return how much more each hand would mark without rounding."""
    # Both play the same hands in the same order: here rounding never decides a contract.
    alike = {
        (_bare(hand), _bare(exact), hand.goes_to, hand.sums)
        for hand, exact in zip(played(ruleset), played(ruleset.exact), strict=True)
    }
    found: dict[Move, set[Pair]] = defaultdict(set)
    for bare, exact, goes_to, sums in alike:
        more = (exact.points.a - bare.points.a, exact.points.b - bare.points.b)
        for declared in sums or (0,):
            move = replace(bare, points=bare.points.plus(goes_to, declared))
            found[move].add(more)
            found[move.mirrored()].add((more[1], more[0]))
    return {move: frozenset(pairs) for move, pairs in found.items()}


def _bare(hand: PlayedHand) -> Move:
    """Return what a hand adds without declarations."""
    entry = hand.entry
    return Move(hand.points, entry.capot, (entry.belotes(Side.A), entry.belotes(Side.B)))


def _weights(ruleset: RuleSet) -> dict[Move, float]:
    """Return every hand that is played out with its relative frequency.

    Hands with the same marks are merged before declarations are added: a coinche has hundreds of
    thousands.
    """
    alike: dict[tuple[Move, Side | None, tuple[int, ...]], float] = defaultdict(float)
    for hand in played(ruleset):
        alike[_bare(hand), hand.goes_to, hand.sums] += _weight(hand.entry, hand.contract)
    weights: dict[Move, float] = defaultdict(float)
    for (move, goes_to, sums), weight in alike.items():
        if not sums:
            weights[move] += weight
        for declared in sums:
            added = replace(move, points=move.points.plus(goes_to, declared))
            weights[added] += weight * share_of_declared(declared)
    both: dict[Move, float] = defaultdict(float)
    for move, weight in weights.items():
        both[move] += weight
        both[move.mirrored()] += weight
    return both


def share_of_declared(points: int) -> float:
    """Return the frequency of hands with that many declared points, relative to those without."""
    return float((1 + points / USUAL_DECLARED) ** -2)


def _weight(entry: HandEntry, contract: Contract | None) -> float:
    """Return the relative frequency of a hand under the same rules."""
    bid = contract.bid if contract else LOWEST_BID
    is_slam = bid >= CAPOT_BID
    weight = _weight_of_contract(contract)
    if entry.belote is None:
        weight *= 1 - BELOTE_OF_TAKERS - BELOTE_OF_DEFENDERS
    else:
        weight *= BELOTE_OF_TAKERS if entry.belote is entry.takers else BELOTE_OF_DEFENDERS
    if entry.capot is entry.takers:
        return weight * (CAPOT_AS_BID if is_slam else CAPOT_OF_TAKERS)
    if entry.capot:
        return weight * CAPOT_OF_DEFENDERS
    usual = USUAL_POINTS + POINTS_BY_BID * (min(bid, 160) - LOWEST_BID)
    assert entry.card_points is not None
    away = (entry.card_points - usual) / SPREAD
    # The height of the normal curve, so that the shares of all card points add up to about one.
    return weight * exp(-away * away / 2) / (SPREAD * 2.5066)


def _weight_of_contract(contract: Contract | None) -> float:
    """Return the relative frequency of a contract."""
    if contract is None:
        return 1.0
    if contract.bid >= CAPOT_BID:
        return SAID[contract.multiplier] * CAPOT_IS_BID
    halves = (contract.bid - LOWEST_BID) / BID_HALVES_EVERY
    return SAID[contract.multiplier] * float(0.5**halves)
