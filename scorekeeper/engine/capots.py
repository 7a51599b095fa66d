"""The fewest points that a side can mark for a capot. Pure.

A slip that reports more capots than its total allows is wrong.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product

from scorekeeper.engine.checks import is_played, whole_of
from scorekeeper.engine.every_hand import contracts
from scorekeeper.engine.hand import HandEntry, Seat, Side, Trump
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import Outcome, score


@lru_cache(maxsize=64)
def least_of_capot(ruleset: RuleSet) -> int:
    """Return the fewest points that a side can mark for a hand in which it won every trick."""
    return min(_every_capot(ruleset), default=0)


def _every_capot(ruleset: RuleSet) -> Iterator[int]:
    """Yield what a capot scores for takers and for defenders, under every bid and double."""
    decks = (None, Trump.NO_TRUMP, Trump.ALL_TRUMP)
    for contract, trump in product(contracts(ruleset), decks):
        if not is_played(trump, ruleset):
            continue
        bare = HandEntry(taker=Seat.A1, trump=trump, contract=contract)
        for side, points in ((Side.A, whole_of(bare, ruleset)), (Side.B, 0)):
            scored = score(replace(bare, card_points=points, capot=side), ruleset)
            if scored.outcome is Outcome.CAPOT:
                yield scored.points(side)
