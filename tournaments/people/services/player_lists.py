"""Import of a list of players: new ones are added, known ones completed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from scorekeeper.clubs.services.players import (
    Enrolment,
    add_players,
    licence_owners,
    take_licence,
)
from scorekeeper.models import Club, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlayer:
    """A player on a list.

    The settings apply to new players only; licence number and categories also to known players
    without any.
    """

    name: str
    enrolment: Enrolment = field(default_factory=Enrolment)
    is_archived: bool = False
    has_initials: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BroughtIn:
    """The result of an import: how many players are new, whose licence number was rejected."""

    new: int
    other_licence: tuple[str, ...] = ()


@transaction.atomic
def import_players(*, club: Club, players: Sequence[NewPlayer], now: datetime) -> BroughtIn:
    """Add unknown players, and missing data of known ones."""
    known = set(Player.objects.of_club(club).values_list("pk", flat=True))
    found = add_players(club=club, names=[one.name for one in players], now=now)
    owners = licence_owners(club)
    others: list[str] = []
    for one in players:
        player = found[" ".join(one.name.split()).casefold()]
        if player.pk not in known:
            player.archived_at = now if one.is_archived else None
            player.shown = Player.Shown.INITIALS if one.has_initials else Player.Shown.FULL
        if not _enrol(player, one.enrolment, owners):
            others.append(player.name)
    columns = ["archived_at", "shown", "licence", "categories"]
    Player.objects.bulk_update(found.values(), columns, batch_size=200)
    return BroughtIn(new=len({p.pk for p in found.values()} - known), other_licence=tuple(others))


def _enrol(player: Player, enrolment: Enrolment, owners: dict[str, int]) -> bool:
    """Set licence and categories from a list; return whether the licence number was accepted."""
    if enrolment.categories and not player.categories:
        player.categories = list(enrolment.categories)
    return take_licence(player, enrolment.licence, owners)
