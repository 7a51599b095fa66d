"""The club's players with what they have played."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max

from scorekeeper.clubs.pages.names import name_key, words_of
from scorekeeper.clubs.pages.shown_names import OfferedNames, ShownNames
from scorekeeper.labels.categories import categories_text
from scorekeeper.models import Club, Evening, Game, GameSeat, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A player in the list; `sort_name` what it is sorted by and searched in."""

    pk: int
    name: str
    sort_name: str
    game_count: int
    last_game_at: datetime | None
    licence: str = ""
    categories: str = ""


def player_lines(club: Club, *, search: str = "", archived: bool = False) -> list[PlayerLine]:
    """Return players by name with their games, in one query.

    A club knows its players by the hundred: they are sorted and searched here, as accents are
    beyond the database.
    """
    players = Player.objects.of_club(club).filter(
        archived_at__isnull=not archived, merged_into=None
    )
    counted = players.annotate(
        games=Count("seats__game", distinct=True), last=Max("seats__game__created_at")
    )
    lines = [
        PlayerLine(
            pk=row["pk"],
            name=row["name"],
            sort_name=name_key(row["name"]),
            game_count=row["games"],
            last_game_at=row["last"],
            licence=row["licence"],
            categories=categories_text(row["categories"]),
        )
        for row in counted.values("pk", "name", "games", "last", "licence", "categories")
    ]
    words = words_of(search)
    found = [line for line in lines if all(word in line.sort_name for word in words)]
    return sorted(found, key=lambda line: line.sort_name)


def active_players(club: Club) -> list[Player]:
    players = Player.objects.of_club(club).active()
    return sorted(players, key=lambda player: name_key(player.name))


def player_names(club: Club, evening: Evening | None = None) -> list[str]:
    """Return the names to choose from: who is here tonight first, then who still comes."""
    here: set[int] = set()
    if evening:
        here = set(evening.attendances.values_list("player_id", flat=True))
    players = sorted(active_players(club), key=lambda player: player.pk not in here)
    return [player.name for player in players]


def free_here(shown: ShownNames, evening: Evening) -> tuple[str, ...]:
    """Return the names of who is here tonight and sits at no table that plays, as each is shown."""
    playing = GameSeat.objects.filter(game__evening=evening, game__status=Game.Status.PLAYING)
    here = evening.attendances.exclude(
        player__in=playing.filter(player__isnull=False).values("player")
    )
    names = {
        shown.name(name, player) for name, player in here.values_list("player__name", "player")
    }
    return tuple(sorted(names, key=name_key))


def names_here(shown: ShownNames, evening: Evening | None, game: Game | None) -> OfferedNames:
    """Return the names of who is here tonight and of who sits at a table, as each is shown."""
    seats = list(game.seats.all()) if game else []
    people = {(seat.name, seat.player_id) for seat in seats}
    if evening:
        here = evening.attendances.values_list("player__name", "player")
        people |= {(name, player) for name, player in here}
    whole: defaultdict[str, set[str]] = defaultdict(set)
    names: set[str] = set()
    for name, player in people:
        written = shown.name(name, player)
        names.add(written)
        if written != name:
            whole[written.casefold()].add(name)
    return OfferedNames(
        names=tuple(sorted(names, key=name_key)),
        here=free_here(shown, evening) if evening else (),
        whole={written: frozenset(meant) for written, meant in whole.items()},
        sitting={seat.seat: (shown.name(seat.name, seat.player_id), seat.name) for seat in seats},
    )
