"""Control sums, and printed lists that are out of order: detection of impossible figures. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class SumRule:
    """The sum both sides score in a hand: `whole`, plus each bonus at most once.

    `belote` and `capot` (its value less `whole`: 90 for 252) are 0 if not played. `step` is set if
    declarations are played: the bonuses are then any multiple of it (10 in belote).
    Source: rules.md, section 6.
    """

    whole: int = 162
    belote: int = 20
    capot: int = 90
    step: int | None = None

    def allows(self, extra: int, hands: int) -> bool:
        """Return whether `hands` hands can add `extra` points in bonuses."""
        if self.step:
            return extra >= 0 and extra % self.step == 0
        capots = range(hands + 1) if self.capot else range(1)
        return any(self._are_belotes(extra - self.capot * count, hands) for count in capots)

    def _are_belotes(self, points: int, hands: int) -> bool:
        if not self.belote:
            return points == 0
        return points % self.belote == 0 and 0 <= points // self.belote <= hands


BELOTE: Final = SumRule()
"""162 a hand, belote 20, capot 252."""


@dataclass(frozen=True, slots=True)
class SumCheck:
    """The result of a check; `extra` is what exceeds `whole` × hands, and may be negative."""

    total: int
    hands: int
    extra: int
    adds_up: bool
    round: int | None = None


def check_sum(
    total: int,
    hands: int,
    rule: SumRule = BELOTE,
    *,
    lost: int = 0,
    round_number: int | None = None,
) -> SumCheck:
    """Check the points of both sides over `hands` hands; `lost` are held points nobody got."""
    extra = total + lost - rule.whole * hands
    return SumCheck(total, hands, extra, rule.allows(extra, hands), round_number)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A line that alone can be wrong: without it the list is in order.

    `points` is the printed figure. `mended` is the one that makes the list's sum right; None if the
    sum is unknown or that figure would not fit the order either.
    """

    entrant: int
    points: int
    mended: int | None = None


def suspects(
    lines: Sequence[tuple[int, int]], *, right_sum: int | None = None
) -> tuple[Suspect, ...]:
    """Return the lines that alone explain a broken order or a wrong sum, in printed order.

    `right_sum` is the expected sum of all points, if known. A list in order with the right sum has
    no suspects.
    """
    points = [total for _, total in lines]
    surplus = 0 if right_sum is None else sum(points) - right_sum
    if _is_falling(points) and not surplus:
        return ()
    found = []
    for index in _around_first_break(points):
        entrant, total = lines[index]
        before, after = points[:index], points[index + 1 :]
        if _is_falling(before + after):
            mended = total - surplus
            fits = bool(surplus) and _is_falling([*before, mended, *after])
            found.append(Suspect(entrant, total, mended if fits else None))
    return tuple(found)


def _around_first_break(points: Sequence[int]) -> Sequence[int]:
    """Return the places that may be wrong: the first two out of order, or all of them."""
    breaks = (place for place, (a, b) in enumerate(pairwise(points)) if a < b)
    first = next(breaks, None)
    return range(len(points)) if first is None else (first, first + 1)


def _is_falling(points: Sequence[int]) -> bool:
    return all(a >= b for a, b in pairwise(points))
