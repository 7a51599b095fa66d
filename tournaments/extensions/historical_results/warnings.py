"""Warnings about published results: wrong order, unequal ties, impossible sums. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from tournaments.standings.control import BELOTE, check_sum, suspects


@dataclass(frozen=True, slots=True)
class WrongOrder:
    """A line with more points than the line of a better place; both by their index in the list.

    `by` is the difference.
    """

    above: int
    below: int
    by: int


@dataclass(frozen=True, slots=True)
class UnequalTotals:
    """Two lines that share a place but not the total."""

    place: int
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class WrongSum:
    """An impossible sum: its difference from what the hands are worth (may be negative)."""

    total: int
    whole: int
    by: int


@dataclass(frozen=True, slots=True)
class WrongAlone:
    """Lines each of which alone explains the wrong order, by their index in the list."""

    lines: tuple[int, ...]


ResultWarning: TypeAlias = WrongOrder | UnequalTotals | WrongSum | WrongAlone


def warnings_of(
    lines: Sequence[tuple[int, int]], hands: int | None, *, names_a_line: int
) -> list[ResultWarning]:
    """Return the warnings about pairs of place and total, which come in order of places.

    `hands` is the number of hands that everybody played, if the list is complete.
    """
    found: list[ResultWarning] = [*_order(lines)]
    if any(isinstance(warning, WrongOrder) for warning in found):
        alone = suspects([(at, total) for at, (_, total) in enumerate(lines)])
        found += [WrongAlone(tuple(one.entrant for one in alone))] if alone else []
    wrong = _sum(lines, hands, names_a_line) if hands else None
    return [*found, wrong] if wrong else found


def _order(lines: Sequence[tuple[int, int]]) -> Iterator[ResultWarning]:
    for at, ((place, total), (next_place, next_total)) in enumerate(pairwise(lines)):
        if place == next_place and total != next_total:
            yield UnequalTotals(place, total, next_total)
        elif total < next_total:
            yield WrongOrder(at, at + 1, next_total - total)


def _sum(lines: Sequence[tuple[int, int]], hands: int, names_a_line: int) -> WrongSum | None:
    """Check the sum of whole tables; a line is a team, or one player of four.

    In a mêlée both players of a side have its points. With an odd player out nothing is certain.
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
