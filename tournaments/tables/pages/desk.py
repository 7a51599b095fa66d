"""What lies beside the form at the desk: the slips typed last."""

from dataclasses import dataclass
from typing import Final

from tournaments.models import LogEntry, Round
from tournaments.tables.labels import score_text

LAST_SLIPS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedSlip:
    """A slip that was typed."""

    table: int
    totals: str
    is_to_check: bool


def last_slips(played: Round) -> list[TypedSlip]:
    """Return the slips of a round that were typed last, the newest first, in one query."""
    entries = LogEntry.objects.filter(
        tournament=played.tournament_id, kind=LogEntry.Kind.SLIP, round_number=played.number
    )
    return [
        TypedSlip(
            table=entry.table_number or 0,
            totals=score_text(entry.data["total_a"], entry.data["total_b"]),
            is_to_check=entry.data["to_check"],
        )
        for entry in entries.order_by("-number")[:LAST_SLIPS]
    ]
