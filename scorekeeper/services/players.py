"""Players of a club."""

from datetime import datetime

from django.db import transaction

from scorekeeper.models import Club, Player


class NameTakenError(ValueError):
    """Raised when another player of the club has that name."""


def tidy_name(name: str) -> str:
    """Return a name without needless white space."""
    return " ".join(name.split())


def find_or_add_player(*, club: Club, name: str, now: datetime) -> Player:
    """Return the club's player of that name, whatever its capitals, or add one."""
    name = tidy_name(name)
    known = Player.objects.of_club(club).filter(name__iexact=name).first()
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
    name = tidy_name(name)
    others = Player.objects.of_club(player.club).exclude(pk=player.pk)
    if others.filter(name__iexact=name).exists():
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
