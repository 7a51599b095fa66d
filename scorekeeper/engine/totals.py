"""Which totals are possible, and what went wrong if they are not (rules.md, section 6)."""

from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.engine.causes import OFTEN, Cause, WrittenTotals, meant_by
from scorekeeper.engine.likelihood import is_rare
from scorekeeper.engine.moves import NOTHING_REPORTED, ReportedCounts
from scorekeeper.engine.possible import (
    MAX_HANDS,
    START,
    HandsOutOfRangeError,
    PossibleTotals,
    is_possible,
    possible_totals,
)
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.tally import Totals

__all__ = [
    "MAX_HANDS",
    "NOTHING_REPORTED",
    "START",
    "Cause",
    "Explanation",
    "HandsOutOfRangeError",
    "PossibleTotals",
    "ReportedCounts",
    "explanations",
    "is_possible",
    "is_unlikely",
    "possible_totals",
]


LEAST_SHARE: Final = 0.04
"""An explanation that is right less often than this is not offered."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One cause: its share of all explanations, and the likeliest corrected slip."""

    cause: Cause
    share: float
    hands: int
    a: int
    b: int


def is_unlikely(
    ruleset: RuleSet,
    hands: int,
    a: int,
    b: int,
    *,
    seen: ReportedCounts = NOTHING_REPORTED,
    ended: bool = False,
) -> bool:
    """Return whether totals are possible but reached by hardly one game in a thousand.

    `likelihood.py` says how that is computed. Raises HandsOutOfRangeError.
    """
    if not is_possible(ruleset, hands, a, b, seen=seen, ended=ended, usual=True):
        return is_possible(ruleset, hands, a, b, seen=seen, ended=ended)
    return is_rare(ruleset, hands, (a, b), seen=seen, ended=ended)


def explanations(
    ruleset: RuleSet,
    hands: int,
    a: int,
    b: int,
    start: Totals = START,
    *,
    seen: ReportedCounts = NOTHING_REPORTED,
    ended: bool = False,
) -> tuple[Explanation, ...]:
    """Return why the totals are impossible, likeliest first: undoing each makes them possible.

    The likelihood of a cause is its frequency times the likelihood of what was meant, summed over
    every way in which the error leads to these totals; unlikely causes are left out. The result is
    empty if the totals are possible, and RECOUNT alone if nothing explains them. Exchanged sides
    are an explanation only if `start` or the capots tell the sides apart. Raises
    HandsOutOfRangeError. Source: rules.md, section 6.
    """
    if is_possible(ruleset, hands, a, b, start, seen=seen, ended=ended):
        return ()
    slip = WrittenTotals(ruleset, hands, a, b, start, seen, ended)
    if ended and ruleset.format.hands not in (None, hands):
        others = explanations(ruleset, hands, a, b, start, seen=seen)
        meant = ruleset.format.hands or hands
        return (Explanation(Cause.OTHER_NUMBER_OF_HANDS, 1, meant, a, b), *others)
    found = []
    for cause, meant_slips in meant_by(slip):
        weighed = [
            (meant.share * meant.slip.chance, meant.slip)
            for meant in meant_slips
            if meant.slip.can_be
        ]
        if weighed:
            weight = OFTEN[cause] * sum(chance for chance, _meant in weighed)
            found.append((weight, cause, max(weighed, key=lambda one: one[0])[1]))
    whole = sum(weight for weight, _cause, _meant in found)
    ordered = sorted(found, key=lambda one: -one[0])
    return tuple(
        Explanation(cause, weight / whole, best.hands, best.a, best.b)
        for weight, cause, best in (
            (weight, cause, _likely_hands(slip) if cause is Cause.TARGET_PASSED else best)
            for weight, cause, best in ordered
            if weight >= LEAST_SHARE * whole
        )
    ) or (Explanation(Cause.RECOUNT, 1, hands, a, b),)


def _likely_hands(slip: WrittenTotals) -> WrittenTotals:
    """Return the slip with the likeliest number of hands for a game with these totals."""
    others = (replace(slip, hands=hands) for hands in range(slip.hands))
    return max((one for one in others if one.can_be), key=lambda one: one.chance, default=slip)
