"""The tables of a contest: how many there are, their halls, and numbers that are skipped."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.draw.wishes import LAST_TABLE, Span, are_spans


class HallsError(ValueError):
    """Two halls have the same table."""


@dataclass(frozen=True, slots=True)
class NamedHall:
    """A hall, or a part of one, with a range of table numbers."""

    name: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Halls:
    """All tables, in the order in which they are used. Raises HallsError.

    Without halls they are numbered from 1. `count` is the number of tables, not counting those
    `skipped`; None for no limit.
    """

    count: int | None = None
    skipped: tuple[int, ...] = ()
    halls: tuple[NamedHall, ...] = ()

    def __post_init__(self) -> None:
        """Raise HallsError for impossible values."""
        if not are_spans(tuple((hall.first, hall.last) for hall in self.halls)):
            raise HallsError

    @property
    def spans(self) -> tuple[Span, ...]:
        """Return the ranges of tables for the request of a draw; empty if nothing is set."""
        if self == Halls():
            return ()
        left, found = LAST_TABLE if self.count is None else self.count, []
        for first, last in self._without_skipped():
            if left:
                found.append((first, min(last, first + left - 1)))
                left -= found[-1][1] - first + 1
        return tuple(found)

    def name_of(self, table: int | None) -> str:
        """Return the hall of a table, empty if it has no name."""
        names = (hall.name for hall in self.halls if table and hall.first <= table <= hall.last)
        return next(names, "")

    def _without_skipped(self) -> Iterator[Span]:
        whole = [(hall.first, hall.last) for hall in self.halls] or [(1, LAST_TABLE)]
        for first, last in whole:
            start = first
            for number in sorted(set(self.skipped)):
                if start <= number <= last:
                    if start < number:
                        yield start, number - 1
                    start = number + 1
            if start <= last:
                yield start, last

    def to_dict(self) -> dict[str, Any]:
        if self == Halls():
            return {}
        return {
            "count": self.count,
            "skipped": list(self.skipped),
            "halls": [
                {"name": hall.name, "first": hall.first, "last": hall.last} for hall in self.halls
            ],
        }


def halls_from_dict(plain: Mapping[str, Any]) -> Halls:
    """Return what `to_dict` wrote; raise KeyError, TypeError or ValueError."""
    if not plain:
        return Halls()
    return Halls(
        plain["count"],
        tuple(plain["skipped"]),
        tuple(NamedHall(hall["name"], hall["first"], hall["last"]) for hall in plain["halls"]),
    )


def spans_of(numbers: Iterable[int]) -> tuple[Span, ...]:
    """Group numbers into ranges."""
    found: list[Span] = []
    for number in sorted(set(numbers)):
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return tuple(found)
