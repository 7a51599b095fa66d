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
    """Raised when another player of the club has that name."""


class LicenceTakenError(ValueError):
    """Raised with whose licence number it is already."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


class AnonymousError(ValueError):
    """Raised when a player who is anonymous for ever would be given a name, or become another."""


def tidy_name(name: str) -> str:
    """Return a name as it is kept: no letters that nobody sees, no needless white space."""
    return " ".join(without_hidden(name).split())


def find_player(*, club: Club, name: str) -> Player | None:
    """Return the club's player of that name, whatever its capitals.

    The name of somebody who was merged into another means the other. Names are compared here:
    SQLite knows the capitals of the plain alphabet only, and "émile" must not become a second
    Émile.
    """
    wanted = tidy_name(name)
    called = players_called(Player.objects.of_club(club).select_related("merged_into"), wanted)
    known = {player.name.casefold(): player.merged_into or player for player in called}
    return known.get(wanted.casefold())


def players_by_name(club: Club) -> dict[str, Player]:
    """Return whom every name of the club means, by the name casefolded; one query.

    A name that was taken from somebody who is anonymous now means nobody.
    """
    players = {player.pk: player for player in Player.objects.of_club(club)}
    return {
        player.name.casefold(): players[player.merged_into_id or player.pk]
        for player in players.values()
    }


def add_players(*, club: Club, names: Iterable[str], now: datetime) -> dict[str, Player]:
    """Return the club's players of those names, by the name casefolded, adding who is new.

    A few queries however many names: a list of entries brings a thousand. Who is archived stays so.
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
    """Let players who were archived come again; who is anonymous stays out of every list."""
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
    """Return the club's player of that name, whatever its capitals, or add one.

    With `whatever_accents` "Emile" is Émile too, where nobody else comes whose name is like it:
    phones are handed round, and do not see whom the club knows.
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
    """Return the player whose name differs by accents alone; None where several do."""
    alike = players_called(Player.objects.of_club(club).active(), name)
    return alike[0] if len(alike) == 1 else None


@transaction.atomic
def rename_player(*, player: Player, name: str) -> Player:
    """Rename a player; games keep the name under which they were played.

    Raises NameTakenError, and AnonymousError for somebody who has no name any more.
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
    """What the federation says of a player: the number of the licence, the categories."""

    licence: str = ""
    categories: tuple[str, ...] = ()


@transaction.atomic
def add_player(*, club: Club, name: str, enrolment: Enrolment, now: datetime) -> Player:
    """Add a player, or bring back who has that name. Raises LicenceTakenError."""
    player = find_or_add_player(club=club, name=name, now=now)
    return enrol_player(player=player, enrolment=enrolment)


@transaction.atomic
def change_player(*, player: Player, name: str, enrolment: Enrolment) -> Player:
    """Change name, licence and categories, all of it or nothing.

    Raises NameTakenError, AnonymousError and LicenceTakenError.
    """
    rename_player(player=player, name=name)
    return enrol_player(player=player, enrolment=enrolment)


@transaction.atomic
def enrol_player(*, player: Player, enrolment: Enrolment) -> Player:
    """Write down a player's licence number and categories.

    Raises LicenceTakenError where another player of the club has that number.
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
    """Give a player who has none a number that is nobody's; return whether it is theirs now.

    `owners` are the keys of the players by their numbers. The player is not saved.
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
    """Return the keys of the club's players by their licence numbers; one query."""
    rows = Player.objects.of_club(club).exclude(licence="").values_list("licence", "pk")
    return dict(rows)


@transaction.atomic
def give_licences(*, club: Club, licences: Mapping[str, str]) -> list[str]:
    """Write down licence numbers by the names of their players; return who keeps another one."""
    lock_club(club)
    players, owners = players_by_name(club), licence_owners(club)
    named = {players[tidy_name(name).casefold()]: number for name, number in licences.items()}
    others = [one.name for one, number in named.items() if not take_licence(one, number, owners)]
    Player.objects.bulk_update(named, ["licence"], batch_size=200)
    return others


def archive_player(*, player: Player, now: datetime) -> None:
    """Hide a player who no longer comes; the name is found again when typed."""
    player.archived_at = now
    player.save(update_fields=["archived_at"])
