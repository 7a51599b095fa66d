"""What was meant by totals that cannot be: a digit mistyped, or two changed about."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.totals import NOTHING_REPORTED, ReportedCounts, is_possible


@dataclass(frozen=True, slots=True)
class MeantTotals:
    """Both totals, one of them corrected."""

    a: int
    b: int


def only_neighbour(
    ruleset: RuleSet, hands: int, a: int, b: int, *, seen: ReportedCounts = NOTHING_REPORTED
) -> MeantTotals | None:
    """Return what was meant, where one slip of a finger alone explains totals that cannot be."""
    if is_possible(ruleset, hands, a, b, seen=seen):
        return None
    found = [
        pair
        for pair in [MeantTotals(other, b) for other in one_slip_away(a)]
        + [MeantTotals(a, other) for other in one_slip_away(b)]
        if is_possible(ruleset, hands, pair.a, pair.b, seen=seen)
    ]
    return found[0] if len(found) == 1 else None


def one_slip_away(number: int) -> Iterator[int]:
    """Yield every other number as long with one digit changed or two side by side exchanged."""
    digits = str(number)
    texts = {
        digits[:place] + new + digits[place + 1 :]
        for place in range(len(digits))
        for new in "0123456789"
    } | {
        digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :]
        for place in range(len(digits) - 1)
    }
    for text in sorted(texts - {digits}):
        if len(str(int(text))) == len(digits):
            yield int(text)
