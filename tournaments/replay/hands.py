"""A hand as a document writes it, and as the columns of the score keeper hold it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.engine.hand import HandEntry

OWN_NAMES: Final = {"card_points": "points"}
"""Columns that a document calls by another name."""

ALWAYS: Final[Mapping[str, Any]] = {
    "taker": "",
    "card_points": None,
    "belote": "",
    "capot": "",
    "penalty": "",
}
"""Columns every hand of a document has, null where the column is empty."""

WHERE_SET: Final[Mapping[str, Any]] = {
    "belote_seat": "",
    "penalty_reason": "",
    "defenders_count": None,
    "tricks": None,
    "last_trick": "",
    "trump": "",
    "bid": None,
    "multiplier": 0,
    "taker_alone": False,
    "declarations": [],
    "best_declaration": "",
    "passed_deals": 0,
}
"""Columns a hand of a document has only where something stands in them."""


@dataclass(frozen=True, slots=True)
class Codec:
    """How the score keeper reads the columns of a hand, and writes them.

    Handed in, because the columns are the stored ones and nothing here knows the database.
    """

    read: Callable[[dict[str, Any]], HandEntry]
    write: Callable[[HandEntry], dict[str, Any]]

    def tidy(self, columns: Mapping[str, Any]) -> dict[str, Any]:
        """Return the columns of an entry as they are written: without what says nothing."""
        return self.write(self.read(dict(columns)))


def as_written(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a hand as a document writes them."""
    written = {OWN_NAMES.get(name, name): columns[name] or None for name in ALWAYS}
    written["points"] = columns["card_points"]
    for name, empty in WHERE_SET.items():
        if name in columns and columns[name] != empty:
            written[name] = columns[name]
    return written


def as_columns(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a hand that a document wrote."""
    columns: dict[str, Any] = {}
    for name, empty in ALWAYS.items():
        value = written[OWN_NAMES.get(name, name)]
        columns[name] = empty if value is None else value
    for name, empty in WHERE_SET.items():
        columns[name] = written.get(name, empty)
    return columns
