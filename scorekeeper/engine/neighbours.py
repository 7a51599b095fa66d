"""What impossible totals may have meant: one digit mistyped, or two exchanged."""

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
    """Return the totals that were meant if a single typing error explains the impossible ones."""
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
    """Yield every number of the same length with one digit changed or two neighbours exchanged."""
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
