"""Conversion of a hand between its form in a document and the score keeper's columns."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.engine.columns import entry_from_values, entry_values
from scorekeeper.engine.hand import HandEntry
from tournaments.audit_log.replay.document import HandFields
from tournaments.audit_log.replay.fields import columns

SIGNED: Final = ("number", "score_a", "score_b", "recorded_by", "recorded_at", "changed_at")
"""The fields of a hand that are not its result at the table."""


@dataclass(frozen=True, slots=True)
class Codec:
    """Functions that read and write the columns of a hand."""

    read: Callable[[dict[str, Any]], HandEntry]
    write: Callable[[HandEntry], dict[str, Any]]

    def tidy(self, columns: Mapping[str, Any]) -> dict[str, Any]:
        """Return the columns in their normal form, without empty ones."""
        return self.write(self.read(dict(columns)))


CODEC: Final = Codec(read=entry_from_values, write=entry_values)
"""The codec of stored hands."""


def as_columns(hand: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a hand's result, from its form in a document."""
    return columns(HandFields, hand, *SIGNED)
