"""A list of players: who is new joins the club, everybody else stays as they are."""

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
    """Somebody on a list.

    Whether they come and how they are shown holds only for who is new, a licence number and
    categories for whoever has none yet.
    """

    name: str
    enrolment: Enrolment = field(default_factory=Enrolment)
    is_archived: bool = False
    has_initials: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BroughtIn:
    """What a list brought: how many are new, whose licence number was not taken from it."""

    new: int
    other_licence: tuple[str, ...] = ()


@transaction.atomic
def import_players(*, club: Club, players: Sequence[NewPlayer], now: datetime) -> BroughtIn:
    """Add the players whom the club does not know, and what it does not know of the others."""
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


def _enrol(player: Player, said: Enrolment, owners: dict[str, int]) -> bool:
    """Take what a list says of somebody; return whether its licence number is theirs now."""
    if said.categories and not player.categories:
        player.categories = list(said.categories)
    return take_licence(player, said.licence, owners)
