"""Keep the ratings of a club's players in step with its games."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery

from scorekeeper.engine.hand import Side
from scorekeeper.models import Club, Game, GameSeat, Player
from scorekeeper.services.clubs import lock_club
from tournaments.models import Rating, RatingStep
from tournaments.rating import NEWCOMER, Strength, rate

BATCH: Final = 2000
"""So many steps are written at a time."""


class Point(NamedTuple):
    """A place in the order in which games are rated."""

    at: datetime
    game_id: int


@dataclass(slots=True)
class _Standing:
    """A player's strength so far, and after how many games."""

    strength: Strength
    games: int


class _Played(NamedTuple):
    """One seat of a game to be rated."""

    game_id: int
    version: int
    at: datetime
    winner: str
    seat: str
    player_id: int


def bring_up_to_date(club: Club, *, progress: Callable[[int], object] = lambda games: None) -> int:
    """Rate what was played, corrected, reopened or merged since the ratings were last computed.

    Whatever changed, the club's ratings are computed again from the first game that it concerns:
    the numbers are those of a full rebuild. Returns how many games were rated; three queries
    where nothing changed. `progress` is called with how many more games are rated.
    """
    if _first_change(club) is None:
        return 0
    return _rate_again(club, progress)


@transaction.atomic
def rebuild_ratings(club: Club, *, progress: Callable[[int], object] = lambda games: None) -> int:
    """Rate every game of a club anew; return how many there are."""
    lock_club(club)
    RatingStep.objects.filter(player__club=club).delete()
    Rating.objects.filter(player__club=club).delete()
    return _rate_from(club, None, progress)


def show_ratings(*, club: Club, are_shown: bool) -> None:
    """Show the ratings to the club's members, or hide them again."""
    club.shows_ratings = are_shown
    club.save(update_fields=["shows_ratings"])


def rated_games(club: Club) -> QuerySet[Game]:
    """Return the games that count: finished, with hands, and four players the club knows."""
    known = Count("seats", filter=Q(seats__player__isnull=False))
    games = Game.objects.of_club(club).finished().filter(hand_count__gt=0)
    return games.exclude(finished_at=None).annotate(known=known).filter(known=len(Side) * 2)


@transaction.atomic
def _rate_again(club: Club, progress: Callable[[int], object]) -> int:
    lock_club(club)
    # Looked for behind the lock: another page may have done it meanwhile.
    change = _first_change(club)
    if change is None:
        return 0
    RatingStep.objects.filter(player__club=club).filter(_from(change, "at", "game_id")).delete()
    return _rate_from(club, change, progress)


def _from(point: Point, at: str, game_id: str) -> Q:
    """Return the condition of being at that point or after it."""
    later = Q(**{f"{at}__gt": point.at})
    return later | Q(**{at: point.at, f"{game_id}__gte": point.game_id})


def _first_change(club: Club) -> Point | None:
    """Return the first game from which the ratings are out of date, None where none is."""
    found = [_first_unrated(club), _first_outdated(club), _first_of_mixed_up(club)]
    return min((point for point in found if point), default=None)


def _first_unrated(club: Club) -> Point | None:
    """Return the first game that is not rated as it stands now."""
    step = RatingStep.objects.filter(
        game=OuterRef("game"),
        player=OuterRef("player"),
        version=OuterRef("game__version"),
        at=OuterRef("game__finished_at"),
    )
    seats = GameSeat.objects.filter(~Exists(step), game__in=rated_games(club).values("pk"))
    return _first(seats, "game__finished_at", "game_id")


def _first_outdated(club: Club) -> Point | None:
    """Return the first rated game that does not count any more, or not for that player."""
    seat = GameSeat.objects.filter(
        game=OuterRef("game"),
        player=OuterRef("player"),
        game__version=OuterRef("version"),
        game__finished_at=OuterRef("at"),
    )
    steps = RatingStep.objects.filter(player__club=club)
    stale = steps.filter(~Exists(seat) | ~Q(game__in=rated_games(club).values("pk")))
    return _first(stale, "at", "game_id")


def _first_of_mixed_up(club: Club) -> Point | None:
    """Return the first game of players whose rating is not that of the games they have now.

    Two players who became one bring steps of two histories.
    """
    players = Player.objects.of_club(club).annotate(steps=Count("rating_steps"))
    mixed_up = players.exclude(steps=F("rating__games")).exclude(steps=0, rating=None)
    steps = RatingStep.objects.filter(player__in=mixed_up.values("pk"))
    if first := _first(steps, "at", "game_id"):
        return first
    # A rating without any game: nothing is to be rated again but it has to go.
    Rating.objects.filter(player__in=mixed_up.values("pk")).delete()
    return None


def _first(rows: QuerySet, at: str, game_id: str) -> Point | None:  # type: ignore[type-arg]
    found = rows.order_by(at, game_id).values_list(at, game_id).first()
    return Point(*found) if found else None
