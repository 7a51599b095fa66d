"""Entries: who takes part."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from scorekeeper.models.authors import Author
from scorekeeper.services.players import find_or_add_player
from tournaments.models import Entry, EntryPlayer, LogEntry, Tournament
from tournaments.services.log import append, lock_tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """One entry to add: one name in mêlée or for a solo entrant, else two."""

    names: tuple[str, ...]
    tags: tuple[str, ...] = ()
    is_here: bool = False
    has_paid: bool = False


@transaction.atomic
def add_entries(
    *, tournament_id: int, entries: Sequence[NewEntry], author: Author, now: datetime
) -> list[Entry]:
    """Add entries; they get the next numbers in order."""
    tournament = lock_tournament(tournament_id)
    last = max(tournament.entries.values_list("number", flat=True), default=0)
    return [
        _add(tournament, number, wanted, author, now)
        for number, wanted in enumerate(entries, start=last + 1)
    ]


def _add(
    tournament: Tournament, number: int, wanted: NewEntry, author: Author, now: datetime
) -> Entry:
    entry = Entry.objects.create(
        tournament=tournament,
        number=number,
        tags=list(wanted.tags),
        checked_in_at=now if wanted.is_here else None,
        has_paid=wanted.has_paid,
        created_at=now,
    )
    for position, name in enumerate(wanted.names, start=1):
        player = find_or_add_player(club=tournament.club, name=name, now=now)
        EntryPlayer.objects.create(entry=entry, position=position, player=player, name=player.name)
    data = {"number": number, "players": list(wanted.names), "tags": list(wanted.tags)}
    append(tournament, LogEntry.Kind.ENTRY_ADDED, data, author=author, now=now)
    return entry
