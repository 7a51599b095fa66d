"""Which totals can be, and what went wrong when they cannot (rules.md, section 6)."""

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
"""A guess that is right less than once in twenty-five times is none."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One cause: its share of all explanations, and the likeliest slip that was meant."""

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
    """Return whether totals that can be are so odd that hardly one game in a thousand ends so.

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
    """Return why the totals cannot be, likeliest first: each makes them possible once undone.

    A cause is as likely as people err so, times the chance of what was meant, over every way in
    which the error leads from there to these totals; what is hardly ever right is left out. The
    result is empty where they are possible, and RECOUNT alone where nothing explains them. Without
    a `start` or capots that tell the sides apart, swapping never does. Raises HandsOutOfRangeError.
    Source: rules.md, section 6.
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
    """Return the slip with the likeliest number of hands with which a game ends so."""
    others = (replace(slip, hands=hands) for hands in range(slip.hands))
    return max((one for one in others if one.can_be), key=lambda one: one.chance, default=slip)
