"""Which games of a club are looked at: of a season, of a month, of all time."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.engine.choices import Bidding
from scorekeeper.models import Club, Evening, Game, GameSeat
from scorekeeper.models.keys import typed_number
from tournaments.leaderboards.pages.comparable import marks
from tournaments.models import Fixture, League, PastContest, Season, Tournament
from tournaments.seasons.pages.items import ItemKind, counted_items
from tournaments.seasons.pages.seasons import seasons_of

SEASON_CODE: Final = "season-"
MONTH_FORMAT: Final = "%Y-%m"
CONTEST_OF_SEAT: Final = "game__match__round__tournament"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What is looked at, by keys; everything of the club where `is_all`.

    `first` and `after` bound the moments of games that belong to no contest and no evening;
    `only_contests` and `only_others` narrow the games, `played` to those that mark the same. Fixed
    teams are looked at by their games.
    """

    club: Club
    is_all: bool = False
    contests: frozenset[int] = frozenset()
    evenings: frozenset[int] = frozenset()
    past: frozenset[int] = frozenset()
    games: frozenset[int] = frozenset()
    first: datetime | None = None
    after: datetime | None = None
    only_contests: bool = False
    only_others: bool = False
    played: Bidding | None = None

    def seats(self) -> QuerySet[GameSeat]:
        """Return the seats of the finished games, those that were left too, in no order."""
        seats = GameSeat.every.filter(game__club=self.club, is_counted=True).order_by()
        if self.only_contests:
            seats = seats.filter(game__is_contest=True)
        elif self.only_others:
            seats = seats.filter(game__is_contest=False)
        if self.played:
            seats = seats.filter(marks(self.played, "game__ruleset_values"))
        return seats if self.is_all else seats.filter(self._chosen())

    def _chosen(self) -> Q:
        chosen = Q(pk__in=[])
        if self.contests and not self.only_others:
            chosen |= Q(**{f"{CONTEST_OF_SEAT}__in": self.contests})
        if self.evenings:
            chosen |= Q(game__evening__in=self.evenings, game__is_contest=False)
        if self.games:
            chosen |= Q(game__in=self.games)
        if self.first and self.after:
            chosen |= Q(
                game__is_contest=False,
                game__evening=None,
                game__created_at__gte=self.first,
                game__created_at__lt=self.after,
            )
        return chosen

    def finished_contests(self) -> QuerySet[Tournament]:
        found = Tournament.objects.of_club(self.club).exclude(finished_at=None)
        if self.only_others:
            return found.none()
        if self.played:
            found = found.filter(marks(self.played, "ruleset_values"))
        return found if self.is_all else found.filter(pk__in=self.contests)

    def past_contests(self) -> QuerySet[PastContest]:
        found = PastContest.objects.filter(club=self.club)
        # Results of the past say no rules: they are taken for plain belote.
        if self.only_others or self.played not in (None, Bidding.NONE):
            return found.none()
        return found if self.is_all else found.filter(pk__in=self.past)


def scope_of(club: Club, when: str) -> Scope | None:
    """Return what a code names: "season-3", "2026-11", all time where it is empty.

    Four queries at most; None where it names nothing of the club.
    """
    if not when:
        return Scope(club=club, is_all=True)
    if when.startswith(SEASON_CODE):
        season = (
            seasons_of(club).filter(pk=typed_number(when.removeprefix(SEASON_CODE)) or 0).first()
        )
        return season_scope(season) if season else None
    try:
        month = datetime.strptime(when, MONTH_FORMAT).date()  # noqa: DTZ007 - a month has no zone
    except ValueError:
        return None
    return month_scope(club, month)


def season_code(season: Season) -> str:
    return f"{SEASON_CODE}{season.pk}"


def season_title(season: Season) -> str:
    return _("%(league)s, %(season)s") % {"league": season.league.name, "season": season.name}


def season_scope(season: Season) -> Scope:
    """Return what counts for a season; its league and club are to be loaded."""
    club = season.league.club
    if season.league.kind == League.Kind.FIXTURES:
        games = Fixture.objects.filter(season=season, game__isnull=False)
        return Scope(club=club, games=frozenset(games.values_list("game_id", flat=True)))
    items = counted_items(season)

    def keys(kind: ItemKind) -> frozenset[int]:
        return frozenset(item.pk for item in items if item.kind is kind)

    return Scope(
        club=club,
        contests=keys(ItemKind.CONTEST),
        evenings=keys(ItemKind.EVENING),
        past=keys(ItemKind.PAST),
    )


def month_scope(club: Club, month: date) -> Scope:
    """Return what was played in the month that begins on that day; three queries."""
    after = _next_month(month)
    within: dict[str, Any] = {"club": club, "date__gte": month, "date__lt": after}

    def keys(model: type[Tournament] | type[Evening] | type[PastContest]) -> frozenset[int]:
        found = model._default_manager.filter(**within)
        return frozenset(found.values_list("pk", flat=True))

    return Scope(
        club=club,
        contests=keys(Tournament),
        evenings=keys(Evening),
        past=keys(PastContest),
        first=_midnight(month),
        after=_midnight(after),
    )


def months_of(club: Club) -> list[date]:
    """Return the first days of the months in which anything was played, the latest first.

    Four queries, whatever there is.
    """
    found: set[date] = set()
    for model in (Tournament, Evening, PastContest):
        found |= set(model._default_manager.filter(club=club).dates("date", "month"))
    alone = Game.objects.of_club(club).outside_contests().filter(evening=None)
    found |= {moment.date() for moment in alone.datetimes("created_at", "month")}
    return sorted(found, reverse=True)


def month_code(month: date) -> str:
    """Return the name of a month in addresses: "2026-11"."""
    return month.strftime(MONTH_FORMAT)


def month_title(month: date) -> str:
    """Return a month in words: "November 2026"."""
    title = date_format(month, "F Y")
    return title[:1].upper() + title[1:]


def _next_month(month: date) -> date:
    return (month.replace(day=1) + timedelta(days=32)).replace(day=1)


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, datetime.min.time()))
