"""The club's players with what they have played, and the names to choose from."""

from collections import defaultdict
from typing import Any, Final

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scorekeeper.clubs.pages.shown_names import OfferedNames, ShownNames
from scorekeeper.hidden_letters import without_hidden
from scorekeeper.models import Club, Evening, Game, GameSeat, Player
from scorekeeper.models.clubs import PlayerQuerySet
from scorekeeper.models.sort_names import folded, name_key, words_of

MOST_OFFERED: Final = 200
"""Names that come with a page; of a larger club those that fit are asked for while one types."""
MOST_FOUND: Final = 30


def player_lines(club: Club, *, search: str = "", archived: bool = False) -> QuerySet[Any]:
    """Return players by name, with `game_count` and `last_game_at`."""
    players = Player.objects.of_club(club).filter(
        archived_at__isnull=not archived, merged_into=None
    )
    seats = GameSeat.every.filter(player=OuterRef("pk")).order_by().values("player")
    games = seats.annotate(found=Count("game", distinct=True)).values("found")
    last = seats.annotate(found=Max("game__created_at")).values("found")
    return (
        _named(players, search)
        .annotate(game_count=Coalesce(Subquery(games), 0), last_game_at=Subquery(last))
        .order_by("sort_name", "pk")
    )


def _named(players: PlayerQuerySet, search: str) -> PlayerQuerySet:
    """Return those in whose names every word is found, accents and capitals aside."""
    for word in words_of(without_hidden(search)):
        players = players.filter(sort_name__contains=word)
    return players


def player_names(club: Club, evening: Evening | None = None) -> list[str]:
    """Return the names to choose from: who is here tonight first, then who still comes.

    Of a club of more than `MOST_OFFERED` those who came to it last.
    """
    players = Player.objects.of_club(club).active()
    here = players.filter(attendances__evening=evening).order_by("sort_name") if evening else ()
    latest = players.order_by("-pk").values_list("sort_name", "name")[:MOST_OFFERED]
    names = [*(player.name for player in here), *(name for _key, name in sorted(latest))]
    return list(dict.fromkeys(names))[:MOST_OFFERED]


def players_like(club: Club, typed: str) -> PlayerQuerySet:
    """Return those who still come whose names what is typed may become, by name."""
    found = _named(Player.objects.of_club(club).active(), typed)
    return found.order_by("sort_name", "pk")[:MOST_FOUND]


def players_called(players: PlayerQuerySet, *names: str) -> list[Player]:
    """Return the players of these names, accents and capitals aside; one query."""
    looked_for = Q(pk__in=[])
    for name in names:
        # A name sorted by is without the comma of "Charpentier, Colette".
        words = words_of(name.replace(",", " ")) or [""]
        looked_for |= Q(*(Q(sort_name__contains=word) for word in words))
    wanted = set(map(folded, names))
    return [player for player in players.filter(looked_for) if folded(player.name) in wanted]


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
