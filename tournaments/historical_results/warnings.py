"""Published results that cannot be: a place above more points, a sum that no hands make. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from tournaments.standings.control import BELOTE, check_sum, suspects


@dataclass(frozen=True, slots=True)
class WrongOrder:
    """A line that has more points than the one of a better place; both by their place in the list.

    `by` is how many more.
    """

    above: int
    below: int
    by: int


@dataclass(frozen=True, slots=True)
class UnequalTotals:
    """Two lines that share a place, and not the total."""

    place: int
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class WrongSum:
    """A sum that no hands make: so many points above what they are worth, or below (< 0)."""

    total: int
    whole: int
    by: int


@dataclass(frozen=True, slots=True)
class WrongAlone:
    """Lines of which each alone explains the broken order, by their place in the list."""

    lines: tuple[int, ...]


Doubt: TypeAlias = WrongOrder | UnequalTotals | WrongSum | WrongAlone


def doubts_of(
    lines: Sequence[tuple[int, int]], hands: int | None, *, names_a_line: int
) -> list[Doubt]:
    """Return what cannot be of (place, total) in order of places.

    `hands` are those that everybody played, where everybody stands on the list.
    """
    found: list[Doubt] = [*_order(lines)]
    if any(isinstance(doubt, WrongOrder) for doubt in found):
        alone = suspects([(at, total) for at, (_, total) in enumerate(lines)])
        found += [WrongAlone(tuple(one.entrant for one in alone))] if alone else []
    wrong = _sum(lines, hands, names_a_line) if hands else None
    return [*found, wrong] if wrong else found


def _order(lines: Sequence[tuple[int, int]]) -> Iterator[Doubt]:
    for at, ((place, total), (next_place, next_total)) in enumerate(pairwise(lines)):
        if place == next_place and total != next_total:
            yield UnequalTotals(place, total, next_total)
        elif total < next_total:
            yield WrongOrder(at, at + 1, next_total - total)


def _sum(lines: Sequence[tuple[int, int]], hands: int, names_a_line: int) -> WrongSum | None:
    """Return what is wrong with the sum of whole tables: a line is a team, or one of four.

    In mêlée both players of a side have its points. With an odd one out nothing is certain.
    """
    at_a_table = 2 if names_a_line > 1 else 4
    tables, left = divmod(len(lines), at_a_table)
    total = sum(total for _, total in lines)
    times = at_a_table // 2
    if left or not tables:
        return None
    check = check_sum(total // times, hands * tables)
    if check.adds_up and not total % times:
        return None
    whole = BELOTE.whole * hands * tables * times
    return WrongSum(total, whole, total - whole)
