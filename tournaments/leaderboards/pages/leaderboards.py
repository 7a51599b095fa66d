"""Leaderboards: what every player of a club did over a season, a month, all time.

Everything of the games comes from one grouped query over the seats; contests won from the
standings of the contests that are over.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from django.db.models import Count, Max, Q, Sum

from scorekeeper.clubs.pages.names import folded, words_of
from scorekeeper.models import Club, Player
from tournaments.leaderboards.pages.scopes import Scope, months_of, scope_of, seasons_of
from tournaments.models import EntryPlayer, PastResult, Rating, Season
from tournaments.ratings.model import Strength
from tournaments.seasons.pages.places import places_in

LEAST_HANDS: Final = 24
"""Two games of twelve: fewer hands say little about anybody's average."""


class GameKind(StrEnum):
    """Which games are looked at."""

    ALL = ""
    CONTESTS = "contests"
    OTHERS = "others"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a leaderboard is asked for; `when` is a code of `scopes`, empty for all time."""

    when: str = ""
    games: GameKind = GameKind.ALL
    tag: str = ""
    least: int = LEAST_HANDS
    search: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """What one player did; `is_short` marks too few hands for an average that counts."""

    pk: int
    name: str
    sort_name: str
    games: int
    hands: int
    points: int
    won: int
    contests_won: int
    taken: int
    made: int
    failed: int
    capots: int
    belotes: int
    best_game: int | None
    rating: float | None
    is_short: bool

    @property
    def average(self) -> Fraction | None:
        """Return the points of the player's side a hand."""
        return share(self.points, self.hands)

    @property
    def won_share(self) -> Fraction | None:
        return share(self.won, self.games)

    @property
    def made_share(self) -> Fraction | None:
        return share(self.made, self.taken)


def share(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What leaderboards of a club can be asked for."""

    seasons: tuple[Season, ...]
    months: tuple[date, ...]
    tags: tuple[str, ...]


def choices_of(club: Club) -> Choices:
    """Return the seasons, the months and the tags that the club has; six queries."""
    tags = {tag for _contest, tag, _player in _tagged(club)}
    return Choices(
        seasons=tuple(seasons_of(club)),
        months=tuple(months_of(club)),
        tags=tuple(sorted(tags)),
    )


def board_lines(club: Club, asked: Asked, *, with_ratings: bool = False) -> list[BoardLine]:
    """Return a line for everybody who played or won what is asked for, by name.

    Few queries, whatever the number of players, contests and hands.
    """
    scope = scope_of(club, asked.when)
    if scope is None:
        return []
    scope = scope.with_games(
        contests=asked.games is GameKind.CONTESTS, others=asked.games is GameKind.OTHERS
    )
    won = contests_won(scope)
    played = {row["player"]: row for row in _played(scope)}
    wanted = set(played) | set(won)
    if asked.tag:
        wanted &= _players_with(club, asked.tag, scope)
    ratings = _ratings(club) if with_ratings else {}
    lines = [
        _line(pk, name, played.get(pk), won[pk], ratings.get(pk), asked.least)
        for pk, name in _names(club)
        if pk in wanted
    ]
    words = words_of(asked.search)
    found = [line for line in lines if all(word in line.sort_name for word in words)]
    return sorted(found, key=lambda line: line.sort_name)


def _names(club: Club) -> Iterable[tuple[int, str]]:
    return Player.objects.of_club(club).values_list("pk", "name")


def _played(scope: Scope) -> Iterable[dict[str, Any]]:
    sums = ("points", "hands", "taken", "made", "failed", "capots", "belotes")
    return (
        scope.seats()
        .filter(player__isnull=False)
        .values("player")
        .annotate(
            games=Count("pk"),
            won=Count("pk", filter=Q(is_won=True)),
            best_game=Max("points"),
            **{f"all_{name}": Sum(name) for name in sums},
        )
    )


def _line(
    pk: int,
    name: str,
    row: Mapping[str, Any] | None,
    contests_won: int,
    rating: float | None,
    least: int,
) -> BoardLine:
    own: Mapping[str, Any] = row or {}
    hands = own.get("all_hands", 0)
    return BoardLine(
        pk=pk,
        name=name,
        sort_name=folded(name),
        games=own.get("games", 0),
        hands=hands,
        points=own.get("all_points", 0),
        won=own.get("won", 0),
        contests_won=contests_won,
        taken=own.get("all_taken", 0),
        made=own.get("all_made", 0),
        failed=own.get("all_failed", 0),
        capots=own.get("all_capots", 0),
        belotes=own.get("all_belotes", 0),
        best_game=own.get("best_game"),
        rating=rating,
        is_short=hands < least,
    )


def _ratings(club: Club) -> dict[int, float]:
    found = Rating.objects.filter(player__club=club).values_list("player", "mu", "sigma")
    return {player: Strength(mu=mu, sigma=sigma).cautious for player, mu, sigma in found}


def contests_won(scope: Scope) -> Counter[int]:
    """Return how many contests each player won: finished ones, and results of the past.

    Whoever shares the first place has won. Six queries at most.
    """
    won: Counter[int] = Counter()
    places = places_in(scope.finished_contests())
    firsts = {
        pk: {number for number, found in own.items() if found.place == 1}
        for pk, own in places.items()
    }
    people = EntryPlayer.objects.filter(
        entry__tournament__in=firsts,
        entry__number__in={number for numbers in firsts.values() for number in numbers},
        player__isnull=False,
    )
    for contest, number, player in people.values_list(
        "entry__tournament", "entry__number", "player"
    ):
        if number in firsts[contest]:
            won[player] += 1
    past = PastResult.objects.filter(contest__in=scope.past_contests(), place=1)
    won.update(past.filter(players__isnull=False).values_list("players", flat=True))
    return won


def _tagged(club: Club) -> list[tuple[int, str, int]]:
    people = EntryPlayer.objects.filter(entry__tournament__club=club, player__isnull=False).exclude(
        entry__tags=[]
    )
    rows = people.values_list("entry__tournament", "entry__tags", "player")
    return [(contest, tag, player) for contest, tags, player in rows for tag in tags]


def _players_with(club: Club, tag: str, scope: Scope) -> set[int]:
    """Return who entered with a tag in one of the contests that are looked at; one query."""
    return {
        player
        for contest, own, player in _tagged(club)
        if own == tag and (scope.is_all or contest in scope.contests)
    }
