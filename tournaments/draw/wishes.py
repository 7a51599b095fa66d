"""Wishes for the draws: who should not meet, who needs which table."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Final

LAST_TABLE: Final = 32_767
"""The highest table number."""
MOST_APART: Final = 600
"""The largest group of entrants kept apart."""
ALWAYS: Final = 0
"""The number of rounds of a group that is apart in every round."""

Span = tuple[int, int]
"""The first and the last number of a range of tables."""


class WishError(ValueError):
    """A wish contradicts itself; the message says which."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Entrants of whom no two should play at one table, in the first `rounds`, or ALWAYS."""

    entrants: tuple[int, ...]
    rounds: int = ALWAYS

    def holds_in(self, round_number: int) -> bool:
        return self.rounds == ALWAYS or round_number <= self.rounds


@dataclass(frozen=True, slots=True)
class FixedSeat:
    """An entrant that should play at one of some tables."""

    entrant: int
    tables: tuple[Span, ...]

    def has(self, table: int) -> bool:
        return any(first <= table <= last for first, last in self.tables)


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes of a contest; a draw uses those of its round and of the present entrants.

    Wishes are private: the public only gets their `mark`, a hash with a `salt` against guessing. If
    only the hash is known, it is in `hidden`. Raises WishError.
    """

    apart: tuple[Apart, ...] = ()
    seats: tuple[FixedSeat, ...] = ()
    salt: str = ""
    hidden: str = ""

    def __post_init__(self) -> None:
        """Raise WishError for impossible values."""
        for group in self.apart:
            if not 2 <= len(set(group.entrants)) == len(group.entrants) <= MOST_APART:
                raise WishError(f"apart {group.entrants}")
            if group.rounds < ALWAYS or min(group.entrants) < 1:
                raise WishError(f"apart {group.entrants} for {group.rounds}")
        for seat in self.seats:
            if not seat.tables or not are_spans(seat.tables):
                raise WishError(f"{seat.entrant} at {seat.tables}")
        if len({seat.entrant for seat in self.seats}) < len(self.seats):
            raise WishError("seats")

    @property
    def mark(self) -> str:
        """Return the SHA-256 of the wishes and their salt as JSON, serialized like fingerprints."""
        if self.hidden:
            return self.hidden
        plain = {name: value for name, value in asdict(self).items() if name != "hidden"}
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def are_spans(spans: tuple[Span, ...]) -> bool:
    """Return whether these are valid ranges of tables without duplicates."""
    ordered = sorted(spans)
    inside = all(1 <= first <= last <= LAST_TABLE for first, last in spans)
    return inside and all(one[1] < other[0] for one, other in pairwise(ordered))


def numbers_of(spans: tuple[Span, ...]) -> Iterator[int]:
    """Yield the numbers of the tables in the order of use."""
    for first, last in spans or ((1, LAST_TABLE),):
        yield from range(first, last + 1)


def count_of(spans: tuple[Span, ...]) -> int:
    """Return the number of tables."""
    return sum(last - first + 1 for first, last in spans or ((1, LAST_TABLE),))


def wishes_from_dict(plain: dict[str, Any] | None) -> Wishes | None:
    """Return wishes from their JSON form; raise KeyError, TypeError or ValueError."""
    if plain is None:
        return None
    return Wishes(
        apart=tuple(
            Apart(tuple(group["entrants"]), int(group["rounds"]))
            for group in plain.get("apart", ())
        ),
        seats=tuple(
            FixedSeat(int(seat["entrant"]), tuple((one, last) for one, last in seat["tables"]))
            for seat in plain.get("seats", ())
        ),
        salt=str(plain.get("salt", "")),
        hidden=str(plain.get("hidden", "")),
    )
