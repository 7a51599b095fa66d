"""What lies beside the form at the desk: the slips typed last."""

from typing import Any, Final

from tournaments.models import LogEntry, Round
from tournaments.tables.labels import score_text

LAST_SLIPS: Final = 5


def last_slips(played: Round) -> list[dict[str, Any]]:
    """Return the slips of a round that were typed last, the newest first, in one query."""
    entries = LogEntry.objects.filter(
        tournament=played.tournament_id, kind=LogEntry.Kind.SLIP, round_number=played.number
    )
    return [
        {
            "table": entry.table_number or 0,
            "totals": score_text(entry.data["total_a"], entry.data["total_b"]),
            "is_to_check": entry.data["to_check"],
        }
        for entry in entries.order_by("-number")[:LAST_SLIPS]
    ]
