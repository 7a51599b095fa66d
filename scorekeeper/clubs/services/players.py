"""Players of a club."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from scorekeeper.clubs.queries import players_called
from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import tidy_licence
from scorekeeper.unicode_safety import without_hidden


class NameTakenError(ValueError):
    """Raised if another player of the club has that name."""


class LicenceTakenError(ValueError):
    """Raised with the player who has that licence number already."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


class AnonymousError(ValueError):
    """Raised if an anonymous player would be renamed or merged."""


def tidy_name(name: str) -> str:
    """Return a name without invisible characters and unnecessary white space."""
    return " ".join(without_hidden(name).split())


def find_player(*, club: Club, name: str) -> Player | None:
    """Return the club's player with that name, ignoring case.

    The name of a merged player means the one they were merged into. Names are compared in Python,
    because SQLite folds the case of ASCII letters only: "émile" must not become a second Émile.
    """
    wanted = tidy_name(name)
    called = players_called(Player.objects.of_club(club).select_related("merged_into"), wanted)
    known = {player.name.casefold(): player.merged_into or player for player in called}
    return known.get(wanted.casefold())


def players_by_name(club: Club) -> dict[str, Player]:
    """Return the club's players by casefolded name; one query.

    Former names of anonymous players are not included.
    """
    players = {player.pk: player for player in Player.objects.of_club(club)}
    return {
        player.name.casefold(): players[player.merged_into_id or player.pk]
        for player in players.values()
    }


def add_players(*, club: Club, names: Iterable[str], now: datetime) -> dict[str, Player]:
    """Return the club's players with those names, by casefolded name, adding new ones.

    A few queries, however many names. Archived players stay archived.
    """
    lock_club(club)
    wanted = {name.casefold(): name for name in reversed([*map(tidy_name, names)])}
    known = players_by_name(club)
    new = [
        Player(club=club, name=name, created_at=now)
        for key, name in reversed(wanted.items())
        if key not in known
    ]
    known |= {player.name.casefold(): player for player in Player.objects.bulk_create(new)}
    return {key: known[key] for key in wanted}


def bring_back(players: Iterable[Player]) -> None:
    """Make archived players active again; anonymous ones stay hidden."""
    back = [
        player
        for player in players
        if player.archived_at and player.shown != Player.Shown.ANONYMOUS
    ]
    for player in back:
        player.archived_at = None
    if back:
        Player.objects.filter(pk__in=[player.pk for player in back]).update(archived_at=None)


@transaction.atomic
def find_or_add_player(
    *, club: Club, name: str, now: datetime, whatever_accents: bool = False
) -> Player:
    """Return the club's player with that name, ignoring case, or add one.

    With `whatever_accents` "Emile" also means Émile, if no other player has a similar name: the
    people at a phone do not see the club's list.
    """
    lock_club(club)
    name = tidy_name(name)
    known = find_player(club=club, name=name)
    if known is None and whatever_accents:
        known = _only_one_like(club, name)
    if known is None:
        return Player.objects.create(club=club, name=name, created_at=now)
    bring_back([known])
    return known


def _only_one_like(club: Club, name: str) -> Player | None:
    """Return the only player whose name differs just by accents, None if there are several."""
    alike = players_called(Player.objects.of_club(club).active(), name)
    return alike[0] if len(alike) == 1 else None


@transaction.atomic
def rename_player(*, player: Player, name: str) -> Player:
    """Rename a player; past games keep the former name.

    Raises NameTakenError, and AnonymousError for an anonymous player.
    """
    lock_club(player.club)
    name = tidy_name(name)
    if Player.objects.filter(pk=player.pk, shown=Player.Shown.ANONYMOUS).exists():
        raise AnonymousError
    taken = Player.objects.of_club(player.club).exclude(pk=player.pk)
    if name.casefold() in {other.casefold() for other in taken.values_list("name", flat=True)}:
        raise NameTakenError
    player.name = name
    player.save(update_fields=["name", "sort_name"])
    return player


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrolment:
    """A player's licence number and categories, as given by the federation."""

    licence: str = ""
    categories: tuple[str, ...] = ()


@transaction.atomic
def add_player(*, club: Club, name: str, enrolment: Enrolment, now: datetime) -> Player:
    """Add a player, or reactivate the one with that name. Raises LicenceTakenError."""
    player = find_or_add_player(club=club, name=name, now=now)
    return enrol_player(player=player, enrolment=enrolment)


@transaction.atomic
def change_player(*, player: Player, name: str, enrolment: Enrolment) -> Player:
    """Change name, licence and categories together, or nothing.

    Raises NameTakenError, AnonymousError and LicenceTakenError.
    """
    # The name last: if the licence number is refused, the title of the page has the present name.
    enrol_player(player=player, enrolment=enrolment)
    return rename_player(player=player, name=name)


@transaction.atomic
def enrol_player(*, player: Player, enrolment: Enrolment) -> Player:
    """Set a player's licence number and categories.

    Raises LicenceTakenError if another player of the club has that number.
    """
    lock_club(player.club)
    licence = tidy_licence(enrolment.licence)
    others = Player.objects.of_club(player.club).exclude(pk=player.pk)
    owner = others.filter(licence=licence).first() if licence else None
    if owner is not None:
        raise LicenceTakenError(owner.name)
    player.licence, player.categories = licence, list(enrolment.categories)
    player.save(update_fields=["licence", "categories"])
    return player


def take_licence(player: Player, number: str, owners: dict[str, int]) -> bool:
    """Set an unused number on a player without one; return whether it was set.

    `owners` maps numbers to players' keys. The player is not saved.
    """
    licence = tidy_licence(number)
    if not licence or player.licence == licence:
        return True
    if player.licence or licence in owners or player.shown == Player.Shown.ANONYMOUS:
        return False
    player.licence = licence
    owners[licence] = player.pk
    return True


def licence_owners(club: Club) -> dict[str, int]:
    """Return the keys of the club's players by licence number; one query."""
    rows = Player.objects.of_club(club).exclude(licence="").values_list("licence", "pk")
    return dict(rows)


@transaction.atomic
def give_licences(*, club: Club, licences: Mapping[str, str]) -> list[str]:
    """Set licence numbers by players' names; return the names that keep another number."""
    lock_club(club)
    players, owners = players_by_name(club), licence_owners(club)
    named = {players[tidy_name(name).casefold()]: number for name, number in licences.items()}
    others = [one.name for one, number in named.items() if not take_licence(one, number, owners)]
    Player.objects.bulk_update(named, ["licence"], batch_size=200)
    return others


def archive_player(*, player: Player, now: datetime) -> None:
    """Hide a player who no longer comes; typing the name finds the player again."""
    player.archived_at = now
    player.save(update_fields=["archived_at"])
