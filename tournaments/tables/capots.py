"""What a side marks at least for a capot: a slip that ticks more of them is wrong. Pure."""

from collections.abc import Iterator
from functools import lru_cache

from scorekeeper.engine.cards import WHOLE
from scorekeeper.engine.hand import Contract, HandEntry, Seat, Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import ImpossibleHandError, Outcome, score


@lru_cache(maxsize=64)
def least_of_capot(ruleset: RuleSet) -> int:
    """Return the fewest points that a side marks for a hand it took every trick of."""
    return min(_every_capot(ruleset), default=0)


def _every_capot(ruleset: RuleSet) -> Iterator[int]:
    """Yield what a capot brings by every bid, to takers and to defenders."""
    for bid in ruleset.known_bids or (None,):
        contract = None if bid is None else Contract(bid=bid)
        for side, points in ((Side.A, WHOLE), (Side.B, 0)):
            entry = HandEntry(taker=Seat.A1, card_points=points, capot=side, contract=contract)
            try:
                scored = score(entry, ruleset)
            except ImpossibleHandError:
                continue
            if scored.outcome is Outcome.CAPOT:
                yield scored.points(side)
