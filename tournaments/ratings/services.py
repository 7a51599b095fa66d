"""Computation of the ratings of a club's players from its games."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet, Subquery, Sum

from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.engine.hand import Side
from scorekeeper.models import Club, Game, GameSeat, Player
from tournaments.models import Rating, RatingStep
from tournaments.ratings.model import NEWCOMER, Strength, rate

BATCH: Final = 2000
"""How many steps are written at a time."""


_END: Final = datetime.max.replace(tzinfo=UTC)


_MIXED_UP: Final = Q(rating=None, steps__gt=0) | (
    Q(rating__isnull=False) & ~Q(steps=F("rating__games"))
)
"""Players whose rating counts another number of games than there are steps."""


class Point(NamedTuple):
    """A position in the order in which games are rated."""

    at: datetime
    game_id: int


@dataclass(slots=True)
class _RatingState:
    """A player's rating and number of games during the computation."""

    strength: Strength
    games: int


_UNRATED: Final = _RatingState(NEWCOMER, 0)


class _Played(NamedTuple):
    """One seat of a game to rate."""

    game_id: int
    version: int
    at: datetime
    winner: str
    seat: str
    player_id: int


def rate_what_changed(club: Club, *, progress: Callable[[int], object] = lambda games: None) -> int:
    """Rate the games that were played, corrected, reopened or merged since the last computation.

    All games from the first changed one on are rated again, so the ratings equal those of a full
    rebuild. Return how many games were rated; two queries if nothing changed. `progress` is called
    with the number of games rated since the last call.
    """
    return 0 if _is_up_to_date(club) else _rate_again(club, progress)


@transaction.atomic
def rebuild_ratings(club: Club, *, progress: Callable[[int], object] = lambda games: None) -> int:
    """Rate every game of a club again; return how many there are."""
    lock_club(club)
    RatingStep.objects.filter(player__club=club).delete()
    Rating.objects.filter(player__club=club).delete()
    return _rate_from(club, None, progress)


def ratings_again(club: Club) -> tuple[Iterator[RatingStep], Point | None]:
    """Return unsaved steps of every game of a club, and up to where the stored ones are current.

    From that point on (None if there is none) the stored ratings are out of date; they are computed
    again when a page shows them.
    """
    rating_states: dict[int, _RatingState] = {}
    steps = (
        step for seats in _by_game(rated_games(club)) for step in _rate_game(seats, rating_states)
    )
    return steps, _first_change(club)


def show_ratings(*, club: Club, are_shown: bool) -> None:
    club.shows_ratings = are_shown
    club.save(update_fields=["shows_ratings"])


def rated_games(club: Club) -> QuerySet[Game]:
    known = Count("seats", filter=Q(seats__player__isnull=False) & _at_the_end("seats__", ""))
    games = Game.objects.of_club(club).finished().filter(hand_count__gt=0)
    return games.exclude(finished_at=None).annotate(known=known).filter(known=len(Side) * 2)


def _at_the_end(seat: str = "", game: str = "game__") -> Q:
    """Return the condition that a player was in the last hand that was played.

    Only these players' ratings change. Who joined for a hand that was not played does not count.
    """
    last = F(f"{game}hand_count")
    stayed = Q(**{f"{seat}last_hand": None}) | Q(**{f"{seat}last_hand__gte": last})
    return Q(**{f"{seat}first_hand__lte": last}) & stayed


def _rated_seats() -> QuerySet[GameSeat]:
    """Return the seats whose players are rated: four of each game."""
    return GameSeat.every.filter(_at_the_end())


@transaction.atomic
def _rate_again(club: Club, progress: Callable[[int], object]) -> int:
    lock_club(club)
    # Check again with the lock held: another request may have done it meanwhile.
    change = _first_change(club)
    if change is None:
        return 0
    RatingStep.objects.filter(player__club=club).filter(_from(change, "at", "game_id")).delete()
    return _rate_from(club, change, progress)


def _from(point: Point, at: str, game_id: str) -> Q:
    later = Q(**{f"{at}__gt": point.at})
    return later | Q(**{at: point.at, f"{game_id}__gte": point.game_id})


def _is_up_to_date(club: Club) -> bool:
    """Return whether every seat that counts has its step, and there are no other steps.

    A cheaper check than `_first_change`, because every page with ratings makes it.
    """
    unknown = _rated_seats().filter(game__club=club, player=None).values("game")
    counted = Q(game__club=club, game__status=Game.Status.FINISHED, game__hand_count__gt=0)
    seats = _rated_seats().filter(counted, game__finished_at__isnull=False)
    found = seats.exclude(game__in=unknown).aggregate(
        seats=Count("pk"), rated=Count("pk", filter=Exists(_step_of_seat()))
    )
    players = _counted_steps(club).aggregate(
        all_steps=Sum("steps", default=0), mixed_up=Count("pk", filter=_MIXED_UP)
    )
    is_whole = found["seats"] == found["rated"] == players["all_steps"]
    return is_whole and not players["mixed_up"]


def _step_of_seat() -> QuerySet[RatingStep]:
    """Return the step of a seat for the current version of its game."""
    return RatingStep.objects.filter(
        game=OuterRef("game"),
        player=OuterRef("player"),
        version=OuterRef("game__version"),
        at=OuterRef("game__finished_at"),
    )


def _first_change(club: Club) -> Point | None:
    """Return the first game from which on the ratings are out of date, None if there is none."""
    found = [_first_unrated(club), _first_outdated(club), _first_of_mixed_up(club)]
    return min((point for point in found if point), default=None)


def _first_unrated(club: Club) -> Point | None:
    """Return the first game whose current version is not rated."""
    seats = _rated_seats().filter(~Exists(_step_of_seat()), game__in=rated_games(club).values("pk"))
    return _first(seats, "game__finished_at", "game_id")


def _first_outdated(club: Club) -> Point | None:
    """Return the first rated game that no longer counts, or no longer for that player."""
    seat = _rated_seats().filter(
        game=OuterRef("game"),
        player=OuterRef("player"),
        game__version=OuterRef("version"),
        game__finished_at=OuterRef("at"),
    )
    steps = RatingStep.objects.filter(player__club=club)
    stale = steps.filter(~Exists(seat) | ~Q(game__in=rated_games(club).values("pk")))
    return _first(stale, "at", "game_id")


def _first_of_mixed_up(club: Club) -> Point | None:
    """Return the first game of players whose rating does not match their present games.

    After a merge, a player has the steps of two histories.
    """
    mixed_up = _counted_steps(club).filter(_MIXED_UP).annotate(at=Min("rating_steps__at"))
    # A player without games needs no rating, but the old one must be deleted.
    firsts = [at or _END for at in mixed_up.values_list("at", flat=True)]
    return Point(min(firsts), 0) if firsts else None


def _counted_steps(club: Club) -> QuerySet[Player]:
    return Player.objects.of_club(club).annotate(steps=Count("rating_steps"))


def _first(rows: QuerySet, at: str, game_id: str) -> Point | None:  # type: ignore[type-arg]
    found = rows.order_by(at, game_id).values_list(at, game_id).first()
    return Point(*found) if found else None


def _rate_from(club: Club, point: Point | None, progress: Callable[[int], object]) -> int:
    """Rate the games from a point on, or all of them; earlier steps must be correct."""
    games = rated_games(club)
    if point:
        games = games.filter(_from(point, "finished_at", "pk"))
    rating_states = _rating_states(club)
    count = 0
    batch: list[RatingStep] = []
    for seats in _by_game(games):
        batch += _rate_game(seats, rating_states)
        count += 1
        if len(batch) >= BATCH:
            RatingStep.objects.bulk_create(batch)
            batch.clear()
        progress(1)
    RatingStep.objects.bulk_create(batch)
    _store(club, rating_states)
    return count


def _rating_states(club: Club) -> dict[int, _RatingState]:
    own = RatingStep.objects.filter(player=OuterRef("pk")).order_by("-at", "-game_id")
    players = Player.objects.of_club(club).annotate(
        last=Subquery(own.values("pk")[:1]), steps=Count("rating_steps")
    )
    counts = dict(players.filter(steps__gt=0).values_list("last", "steps"))
    steps = RatingStep.objects.filter(pk__in=players.values("last"))
    return {
        step.player_id: _RatingState(Strength(mu=step.mu, sigma=step.sigma), counts[step.pk])
        for step in steps
    }


def _by_game(games: QuerySet[Game]) -> Iterator[list[_Played]]:
    """Yield the four seats of each game, in rating order."""
    seats = _rated_seats().filter(game__in=games.values("pk"))
    rows = seats.order_by("game__finished_at", "game_id", "seat").values_list(
        "game_id", "game__version", "game__finished_at", "game__winner", "seat", "player_id"
    )
    # Only finished games count, so `finished_at` is never None.
    played = (_Played(*row) for row in list(rows))  # type: ignore[arg-type]
    return (list(seats) for _, seats in groupby(played, key=lambda seat: seat.game_id))


def _rate_game(
    seats: Iterable[_Played], rating_states: dict[int, _RatingState]
) -> list[RatingStep]:
    """Update the ratings of the four players of a game; return the steps."""
    sides: dict[str, list[_Played]] = {Side.A: [], Side.B: []}
    for seat in seats:
        sides[seat.seat[0]].append(seat)
    side_a, side_b = (
        [rating_states.get(seat.player_id, _UNRATED).strength for seat in side]
        for side in sides.values()
    )
    winner = sides[Side.A][0].winner
    after = rate(side_a, side_b, winner)
    steps = []
    for side, strengths in zip(sides.values(), after, strict=True):
        for seat, strength in zip(side, strengths, strict=True):
            games = rating_states.get(seat.player_id, _UNRATED).games + 1
            rating_states[seat.player_id] = _RatingState(strength, games)
            steps.append(
                RatingStep(
                    player_id=seat.player_id,
                    game_id=seat.game_id,
                    mu=strength.mu,
                    sigma=strength.sigma,
                    version=seat.version,
                    at=seat.at,
                )
            )
    return steps


def _store(club: Club, rating_states: dict[int, _RatingState]) -> None:
    """Write the ratings that follow from the steps, and delete those of players without games."""
    Rating.objects.filter(player__club=club).exclude(player__in=rating_states).delete()
    ratings = [
        Rating(
            player_id=player_id,
            mu=rating_state.strength.mu,
            sigma=rating_state.strength.sigma,
            games=rating_state.games,
        )
        for player_id, rating_state in rating_states.items()
    ]
    Rating.objects.bulk_create(
        ratings,
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["mu", "sigma", "games"],
    )
