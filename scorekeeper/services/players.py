"""Players of a club."""

from datetime import datetime

from django.db import transaction

from scorekeeper.models import Club, Player
from scorekeeper.services.clubs import lock_club


class NameTakenError(ValueError):
    """Raised when another player of the club has that name."""


def tidy_name(name: str) -> str:
    """Return a name without needless white space."""
    return " ".join(name.split())


def find_player(*, club: Club, name: str) -> Player | None:
    """Return the club's player of that name, whatever its capitals.

    Names are compared here: SQLite knows the capitals of the plain alphabet only, and "émile" must
    not become a second Émile. A club's players are some hundreds.
    """
    wanted = tidy_name(name).casefold()
    players = Player.objects.of_club(club)
    return next((player for player in players if player.name.casefold() == wanted), None)


@transaction.atomic
def find_or_add_player(*, club: Club, name: str, now: datetime) -> Player:
    """Return the club's player of that name, whatever its capitals, or add one."""
    lock_club(club)
    name = tidy_name(name)
    known = find_player(club=club, name=name)
    if known is None:
        return Player.objects.create(club=club, name=name, created_at=now)
    if known.archived_at:
        known.archived_at = None
        known.save(update_fields=["archived_at"])
    return known


@transaction.atomic
def rename_player(*, player: Player, name: str) -> Player:
    """Rename a player; games keep the name under which they were played.

    Raises NameTakenError.
    """
    lock_club(player.club)
    name = tidy_name(name)
    known = find_player(club=player.club, name=name)
    if known and known.pk != player.pk:
        raise NameTakenError
    player.name = name
    player.save(update_fields=["name"])
    return player


def archive_player(*, player: Player, now: datetime) -> None:
    """Hide a player who no longer comes; the name is found again when typed."""
    player.archived_at = now
    player.save(update_fields=["archived_at"])


def restore_player(*, player: Player) -> None:
    """Show an archived player again."""
    player.archived_at = None
    player.save(update_fields=["archived_at"])
