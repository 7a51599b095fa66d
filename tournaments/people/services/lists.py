"""A list of players: who is new joins the club, everybody else stays as they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from scorekeeper.clubs.services.players import add_players
from scorekeeper.models import Club, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlayer:
    """Somebody on a list; what is said beside the name holds only for who is new."""

    name: str
    is_archived: bool = False
    has_initials: bool = False


@transaction.atomic
def import_players(*, club: Club, players: Sequence[NewPlayer], now: datetime) -> int:
    """Add the players whom the club does not know; return how many these are."""
    known = set(Player.objects.of_club(club).values_list("pk", flat=True))
    found = add_players(club=club, names=[one.name for one in players], now=now)
    new = {key: player for key, player in found.items() if player.pk not in known}
    for one in players:
        player = new.get(" ".join(one.name.split()).casefold())
        if player:
            player.archived_at = now if one.is_archived else None
            player.shown = Player.Shown.INITIALS if one.has_initials else Player.Shown.FULL
    Player.objects.bulk_update(new.values(), ["archived_at", "shown"], batch_size=200)
    return len(new)
