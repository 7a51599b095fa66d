"""A hand as a document writes it, and as the columns of the score keeper hold it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.engine.columns import entry_from_values, entry_values
from scorekeeper.engine.hand import HandEntry
from tournaments.audit_log.replay.document import HandFields
from tournaments.audit_log.replay.fields import columns

SIGNED: Final = ("number", "score_a", "score_b", "recorded_by", "recorded_at", "changed_at")
"""What of a hand was not seen at the table."""


@dataclass(frozen=True, slots=True)
class Codec:
    """How the score keeper reads the columns of a hand, and writes them."""

    read: Callable[[dict[str, Any]], HandEntry]
    write: Callable[[HandEntry], dict[str, Any]]

    def tidy(self, columns: Mapping[str, Any]) -> dict[str, Any]:
        """Return the columns of an entry as they are written: without what says nothing."""
        return self.write(self.read(dict(columns)))


CODEC: Final = Codec(read=entry_from_values, write=entry_values)
"""How hands are stored."""


def as_columns(hand: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of what was seen at the table, of a hand that a document wrote."""
    return columns(HandFields, hand, *SIGNED)
