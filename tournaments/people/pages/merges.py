"""Two entries of one person: what each has, what would become of it, what stands against it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.clubs.pages.names import folded
from scorekeeper.labels.sheets import points_text
from scorekeeper.models import Attendance, Club, Game, GameSeat, Player, PlayerMerge
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

    @property
    def text(self) -> str:
        day = date_format(self.day, "SHORT_DATE_FORMAT") if self.day else ""
        texts = {
            Apart.GAME: _("in one game, on %(day)s"),
            Apart.CONTEST: _("in one contest, %(name)s on %(day)s"),
            Apart.PAST: _("on two lines of %(name)s on %(day)s, a result of the past"),
            Apart.TEAM: _("in one team of a league, %(name)s"),
        }
        return texts[self.apart] % {"name": self.name, "day": day}


@dataclass(frozen=True, slots=True)
class Row:
    """Something that two players have: what, and how much of it each."""

    label: str
    one: str
    other: str


def comparison(one: Player, other: Player) -> list[Row]:
    """Return what two players have side by side, without what neither has; 14 queries."""
    rows = zip(_having(one), _having(other), strict=True)
    return [Row(label, a, b) for (label, a), (_label, b) in rows if {a, b} != {""}]


def _having(player: Player) -> list[tuple[str, str]]:
    last = GameSeat.objects.filter(player=player).aggregate(last=Max("game__created_at"))["last"]
    day = date_format(timezone.localtime(last), "SHORT_DATE_FORMAT") if last else ""
    counted = (
        (_("Games"), GameSeat.objects.filter(player=player)),
        (_("Contests"), EntryPlayer.objects.filter(player=player)),
        (_("Results of the past"), PastResult.objects.filter(players=player)),
        (_("Evenings attended"), Attendance.objects.filter(player=player)),
        (_("Teams of leagues"), LeagueTeam.objects.filter(players=player)),
        (_("Penalties of seasons"), SeasonPenalty.objects.filter(player=player)),
    )
    counts = [
        (label, points_text(count) if (count := rows.count()) else "") for label, rows in counted
    ]
    return [*counts, (_("Last game"), day)]


def obstacles(one: Player, other: Player) -> list[Obstacle]:
    """Return where both were at once: somebody cannot be, so they are two people."""
    return list(_obstacles(one, other))


def _obstacles(one: Player, other: Player) -> Iterator[Obstacle]:
    games = Game.objects.filter(seats__player=one).filter(seats__player=other)
    for game in games.only("created_at").order_by("created_at"):
        yield Obstacle(Apart.GAME, "", timezone.localtime(game.created_at).date())
    apart = Tournament.objects.filter(entries__in=_entries(one))
    apart = apart.filter(entries__in=_entries(other))
    partners = Entry.objects.filter(players__player=one).filter(players__player=other)
    contests = Tournament.objects.filter(
        Q(pk__in=apart.values("pk")) | Q(pk__in=partners.values("tournament"))
    )
    for contest in contests.order_by("date", "pk"):
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
    alike = set(Names(other.name for other in others).alike(player.name))
    return [other for other in others if other.name in alike]


def merges_of(player: Player) -> list[PlayerMerge]:
    return list(player.merges.select_related("gone").order_by("-at", "-pk"))


def get_merge(club: Club, pk: int) -> PlayerMerge | None:
    merges: Any = PlayerMerge.objects.filter(kept__club=club, pk=pk)
    found: PlayerMerge | None = merges.select_related("kept__club", "gone").first()
    return found
