"""The columns that a club chose for its lists, stored by heading."""

from datetime import datetime
from typing import Final

from django.db import transaction

from scorekeeper.models import Club
from tournaments.files.columns import NO_HEADING, ListKind, Part
from tournaments.files.headings import HeadedList
from tournaments.models import ListColumns

MOST_KEPT: Final = 50


def chosen_before(club: Club, kind: ListKind) -> dict[str, tuple[Part, ...]]:
    """Return the columns chosen for headings that the club has used before; one query."""
    known = {str(part): part for part in (*kind.parts, Part.IGNORED)}
    rows = ListColumns.objects.filter(club=club, kind=kind.key).values_list("heading", "parts")
    return {
        heading: tuple(known.get(part, Part.IGNORED) for part in parts) for heading, parts in rows
    }


@transaction.atomic
def remember_columns(*, club: Club, kind: ListKind, headed: HeadedList, now: datetime) -> None:
    """Store what the columns of a list contain, if it differs from what would be guessed.

    Only the latest headings are kept.
    """
    mine = ListColumns.objects.filter(club=club, kind=kind.key)
    if headed.columns is None or headed.mark == NO_HEADING:
        return
    if headed.columns.parts == headed.guessed:
        mine.filter(heading=headed.mark).delete()
        return
    mine.update_or_create(
        club=club,
        kind=kind.key,
        heading=headed.mark,
        defaults={"parts": list(headed.columns.parts), "used_at": now},
    )
    kept = mine.order_by("-used_at", "-pk").values_list("pk", flat=True)[:MOST_KEPT]
    mine.exclude(pk__in=list(kept)).delete()
