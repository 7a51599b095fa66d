"""Leaderboards: what every player of a club did over a season, a month, all time.

Everything of the games comes from one grouped query over the seats; contests won from the
standings of the contests that are over.
"""

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from django.db.models import Count, Max, Q, Sum
from django.urls import reverse

from scorekeeper.engine.choices import Bidding
from scorekeeper.models import Club, Player
from scorekeeper.models.sort_names import name_key, words_of
from tournaments.leaderboards.pages.scopes import Scope, scope_of
from tournaments.ledger.places import first_entries
from tournaments.models import EntryPlayer, FormerPlayer, PastResult, Rating
from tournaments.ratings.model import Strength
from tournaments.seasons.pages.lineups import credited_in
from tournaments.seasons.pages.seasons import members_page

LEAST_HANDS: Final = 24
"""Two games of twelve: fewer hands say little about anybody's average."""


class GameKind(StrEnum):
    """Which games are looked at."""

    ALL = ""
    CONTESTS = "contests"
    OTHERS = "others"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a leaderboard is asked for; `when` is a code of `scopes`, empty for all time.

    `played` is what the games mark, None where the club plays one kind only.
    """

    when: str = ""
    games: GameKind = GameKind.ALL
    played: Bidding | None = None
    tag: str = ""
    least: int = LEAST_HANDS
    search: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What games add up to for a player, or for two who are compared as one."""

    games: int = 0
    hands: int = 0
    points: int = 0
    against: int = 0
    won: int = 0
    tied: int = 0
    contests_won: int = 0
    taken: int = 0
    made: int = 0
    failed: int = 0
    capots: int = 0
    belotes: int = 0

    @property
    def lost(self) -> int:
        return self.games - self.won - self.tied

    @property
    def difference(self) -> int:
        """Return by how many points the player is ahead; below zero where behind."""
        return self.points - self.against

    @property
    def average(self) -> Fraction | None:
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
class BoardLine(Figures):
    """What one player did; `is_short` marks too few hands for an average that counts.

    `url` is where the name leads, None where nowhere.
    """

    pk: int
    name: str
    sort_name: str
    best_game: int | None = None
    rating: float | None = None
    is_short: bool
    url: str | None


def tags_of(club: Club) -> list[str]:
    return sorted({tag for _contest, tag, _player in _tagged(club)})


def board_lines(
    club: Club, asked: Asked, *, with_ratings: bool = False, for_everybody: bool = False
) -> list[BoardLine]:
    """Return a line for everybody who played or won what is asked for, by name.

    Few queries, whatever the number of players, contests and hands. For everybody names are as
    each person wants them shown.
    """
    scope = scope_of(club, asked.when)
    if scope is None:
        return []
    scope = replace(
        scope,
        only_contests=asked.games is GameKind.CONTESTS,
        only_others=asked.games is GameKind.OTHERS,
        played=asked.played,
    )
    won = contests_won(scope)
    played = _played(scope)
    wanted = set(played) | set(won)
    if asked.tag:
        wanted &= _players_with(club, asked.tag, scope)
    ratings = _ratings(club) if with_ratings else {}
    lines = []
    for player in Player.objects.of_club(club).filter(pk__in=wanted):
        own = played.get(player.pk, {})
        name = player.public_name if for_everybody else player.name
        lines.append(
            BoardLine(
                pk=player.pk,
                name=name,
                sort_name=name_key(name),
                contests_won=won[player.pk],
                rating=ratings.get(player.pk),
                is_short=own.get("hands", 0) < asked.least,
                url=_public_url(player) if for_everybody else members_page(player.pk),
                **own,
            )
        )
    words = words_of(asked.search)
    found = [line for line in lines if all(word in line.sort_name for word in words)]
    return sorted(found, key=lambda line: line.sort_name)


def _public_url(player: Player) -> str | None:
    if not player.has_public_page:
        return None
    return reverse("tournaments:club-player", args=[player.club_id, player.pk])


def _played(scope: Scope) -> dict[int, dict[str, Any]]:
    """Return what the seats of every player add up to, as `BoardLine` names it; one query."""
    sums = ("points", "hands", "taken", "made", "failed", "capots", "belotes")
    rows = (
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
    return {
        row.pop("player"): {key.removeprefix("all_"): value for key, value in row.items()}
        for row in rows
    }


def _ratings(club: Club) -> dict[int, float]:
    found = Rating.objects.filter(player__club=club).values_list("player", "mu", "sigma")
    return {player: Strength(mu=mu, sigma=sigma).cautious for player, mu, sigma in found}


def contests_won(scope: Scope) -> Counter[int]:
    """Return how many contests each player won: finished ones, and results of the past.

    Whoever shares the first place has won; where places changed hands, who played at least half of
    the rounds. Four queries where all places are stored, a few more where places changed hands.
    """
    won: Counter[int] = Counter()
    contests = scope.finished_contests()
    shared = credited_in(contests.values("pk"))
    for credited in shared.values():
        won.update(player for player, result in credited.items() if result.place == 1)
    firsts = first_entries(contests.exclude(pk__in=shared))
    people = EntryPlayer.objects.filter(entry__in=firsts, player__isnull=False)
    won.update(dict(people.values_list("player").annotate(Count("pk")).order_by()))
    past = PastResult.objects.filter(contest__in=scope.past_contests(), place=1)
    own = past.filter(players__isnull=False).values_list("players")
    won.update(dict(own.annotate(Count("pk")).order_by()))
    return won


def _tagged(club: Club) -> list[tuple[int, str, int]]:
    """Return contests, tags and who entered with them, and who left the place since."""
    found = []
    for people in (EntryPlayer.objects, FormerPlayer.objects):
        own = people.filter(entry__tournament__club=club, player__isnull=False)
        rows = own.exclude(entry__tags=[]).values_list("entry__tournament", "entry__tags", "player")
        found += [(contest, tag, player) for contest, tags, player in rows for tag in tags]
    return found


def _players_with(club: Club, tag: str, scope: Scope) -> set[int]:
    """Return who entered with a tag in one of the contests that are looked at; two queries."""
    return {
        player
        for contest, own, player in _tagged(club)
        if own == tag and (scope.is_all or contest in scope.contests)
    }
