"""Two entries of one person: what each has, what would become of it, what stands against it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from django.db.models import Max, QuerySet
from django.utils import timezone

from scorekeeper.models import Attendance, Club, Game, GameSeat, Player, PlayerMerge
from scorekeeper.selectors.names import folded
from tournaments.alike import Names
from tournaments.models import (
    Entry,
    EntryPlayer,
    LeagueTeam,
    PastContest,
    PastResult,
    SeasonPenalty,
    Tournament,
)


class Apart(StrEnum):
    """Why two players are two people."""

    GAME = "game"
    CONTEST = "contest"
    PAST = "past"
    TEAM = "team"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Where both were at once; a game has no name, only a day."""

    apart: Apart
    name: str
    day: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Having:
    """What names a player: how many of each, and the day of the last game."""

    games: int
    entries: int
    past: int
    evenings: int
    teams: int
    penalties: int
    last_game: date | None


def having(player: Player) -> Having:
    """Return what a player has, in seven queries."""
    last = GameSeat.objects.filter(player=player).aggregate(last=Max("game__created_at"))["last"]
    return Having(
        games=GameSeat.objects.filter(player=player).count(),
        entries=EntryPlayer.objects.filter(player=player).count(),
        past=PastResult.objects.filter(players=player).count(),
        evenings=Attendance.objects.filter(player=player).count(),
        teams=LeagueTeam.objects.filter(players=player).count(),
        penalties=SeasonPenalty.objects.filter(player=player).count(),
        last_game=timezone.localtime(last).date() if last else None,
    )


def obstacles(one: Player, other: Player) -> list[Obstacle]:
    """Return where both were at once: somebody cannot be, so they are two people."""
    return list(_obstacles(one, other))


def _obstacles(one: Player, other: Player) -> Iterator[Obstacle]:
    games = Game.objects.filter(seats__player=one).filter(seats__player=other)
    for game in games.only("created_at").order_by("created_at"):
        yield Obstacle(Apart.GAME, "", timezone.localtime(game.created_at).date())
    contests = Tournament.objects.filter(entries__in=_entries(one))
    for contest in contests.filter(entries__in=_entries(other)).distinct().order_by("date"):
        yield Obstacle(Apart.CONTEST, contest.name, contest.date)
    past = PastContest.objects.filter(results__players=one).filter(results__players=other)
    for kept in past.distinct().order_by("date"):
        yield Obstacle(Apart.PAST, kept.name, kept.date)
    for team in LeagueTeam.objects.filter(players=one).filter(players=other):
        yield Obstacle(Apart.TEAM, team.name)


def _entries(player: Player) -> QuerySet[Entry]:
    """Return the entries of a player; who left before having a seat may have come in another."""
    own = Entry.objects.filter(players__player=player)
    return own.exclude(withdrawn_from__isnull=False, seats__isnull=True)


def others_of(player: Player) -> list[Player]:
    """Return whom a player may be: the others of the club who have a name, by name."""
    players = Player.objects.of_club(player.club).filter(merged_into=None)
    named = players.exclude(shown=Player.Shown.ANONYMOUS).exclude(pk=player.pk)
    return sorted(named, key=lambda one: folded(one.name))


def alike_players(player: Player, others: list[Player]) -> list[Player]:
    """Return those of the others whose names may mean the same person."""
    alike = set(Names(other.name for other in others).alike(player.name))
    return [other for other in others if other.name in alike]


def merges_of(player: Player) -> list[PlayerMerge]:
    """Return who became that player, the latest first."""
    return list(player.merges.select_related("gone").order_by("-at", "-pk"))


def get_merge(club: Club, pk: int) -> PlayerMerge | None:
    """Return a merge of the club."""
    merges: Any = PlayerMerge.objects.filter(kept__club=club, pk=pk)
    found: PlayerMerge | None = merges.select_related("kept__club", "gone").first()
    return found
