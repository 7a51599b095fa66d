"""A club's public site, its previews, and the events that webhooks report."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.formats import date_format

from scorekeeper.clubs.queries import ShownNames, names_for_everybody
from scorekeeper.evenings.queries import evening_rankings
from scorekeeper.labels.sheets import points_text
from scorekeeper.models import Club, Evening
from tournaments.audit_log.actions.types import ActionType
from tournaments.contests.queries.contests import contest_day, opened_contests, page_of
from tournaments.files.calendars import CalendarDay
from tournaments.hall.queries.public import final_places
from tournaments.leaderboards.queries import (
    Asked,
    BoardLine,
    board_lines,
    kinds_played,
    season_code,
)
from tournaments.models import (
    ClubWindow,
    ContestOpening,
    League,
    LogEntry,
    PastContest,
    Season,
    Tournament,
)
from tournaments.previews.podiums import NAMES_SHOWN, PLACES_SHOWN, PlaceLine, Podium
from tournaments.seasons.queries.calendars import season_days
from tournaments.seasons.queries.credits import credited_players
from tournaments.seasons.queries.fixtures import fixture_page
from tournaments.seasons.queries.items import Item, ItemKind, listed_items
from tournaments.seasons.queries.seasons import (
    SeasonPerson,
    names_of,
    season_page,
    seasons_of,
    title_of,
)
from tournaments.seasons.queries.tables import plain_table, season_tables, table_of
from tournaments.visible_ranking import with_final_ranking

RESULTS_SHOWN: Final = 3
DAYS_SHOWN: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownResult:
    """A result of a day, with the first three places."""

    name: str
    day: date
    places: tuple[PlaceLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonInShort:
    """A summary of an open season's table."""

    season: Season
    title: str
    lines: tuple[PlaceLine, ...]
    is_live: bool

    @property
    def places(self) -> tuple[PlaceLine, ...]:
        return _podium(self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowPage:
    """A club's public site: coming days, latest results, seasons."""

    window: ClubWindow
    days: tuple[CalendarDay, ...]
    results: tuple[ShownResult, ...]
    seasons: tuple[SeasonInShort, ...]

    @property
    def podium(self) -> ShownResult | None:
        """Return the latest result with a podium."""
        return next((result for result in self.results if result.places), None)


def open_seasons(club: Club) -> QuerySet[Season]:
    """Return the public seasons of a club, latest first."""
    return seasons_of(club).filter(opened__isnull=False)


def open_window(address: str) -> ClubWindow | None:
    """Return the public site at an address, None if the club shows no season; one query."""
    opened = Season.objects.filter(league__club=OuterRef("club"), opened__isnull=False)
    windows = ClubWindow.objects.select_related("club").filter(Exists(opened))
    return windows.filter(address=address).first()


def open_season_of(address: str, season: int) -> tuple[ClubWindow, Season] | None:
    """Return a public season with its site, None if it is not shown."""
    window = open_window(address)
    found = open_seasons(window.club).filter(pk=season).first() if window else None
    return (window, found) if window and found else None


def window_page(window: ClubWindow, *, today: date) -> WindowPage:
    """Return everything on a public site."""
    seasons = list(open_seasons(window.club))
    results = tuple(last_results(seasons, today=today))
    # What ended today is no longer coming.
    over = tuple(result.name for result in results if result.day == today)
    coming = _coming(seasons, opened_contests(window.club, since=today), today)
    days = [one for one in coming if one.day > today or not one.title.startswith(over)]
    return WindowPage(
        window=window,
        days=tuple(days[:DAYS_SHOWN]),
        results=results,
        seasons=tuple(season_in_short(season, today=today) for season in seasons),
    )


def _coming(
    seasons: Iterable[Season], opened: Iterable[ContestOpening], today: date
) -> list[CalendarDay]:
    """Return the coming days, each once: of public seasons, and of announced contests."""
    found = {
        (one.day, one.title): one
        for season in seasons
        for one in season_days(season)
        if one.day >= today
    }
    addresses = {one.address for one in found.values()}
    for one in opened:
        if page_of(one) not in addresses:
            day = contest_day(one.tournament, page_of(one))
            found[day.day, day.title] = replace(day, text=one.tournament.announced.hour_and_place)
    return [found[key] for key in sorted(found)]


def last_results(seasons: Sequence[Season], *, today: date) -> Iterator[ShownResult]:
    """Yield the latest results that count for one of these seasons, newest first."""
    if not seasons:
        return
    counted = [s for s in seasons if s.league.kind != League.Kind.FIXTURES]
    items = {
        line.item
        for listed in listed_items(counted).values()
        for line in listed
        if line.counts and line.item.date <= today
    }
    shown, found = names_for_everybody(seasons[0].league.club_id), 0
    for item in sorted(items, reverse=True):
        places = _podium(_lines_of(item, shown))
        if places:
            yield ShownResult(name=item.name, day=item.date, places=places)
            found += 1
        if found == RESULTS_SHOWN:
            return


def _podium(lines: Iterable[PlaceLine]) -> tuple[PlaceLine, ...]:
    return tuple(line for line in lines if line.place <= PLACES_SHOWN)[:NAMES_SHOWN]


def _lines_of(item: Item, shown: ShownNames) -> Iterator[PlaceLine]:
    """Yield the places of a finished item; nothing while it is still being played."""
    if item.kind is ItemKind.CONTEST:
        contest = with_final_ranking(Tournament.objects.filter(pk=item.pk)).first()
        for place in final_places(contest) if contest else ():
            yield place.line
    elif item.kind is ItemKind.EVENING:
        evening = Evening.objects.filter(pk=item.pk).exclude(closed_at=None).first()
        # With different kinds of scoring, show the podium of the one played most.
        rankings = evening_rankings(evening, shown) if evening else []
        for one in rankings[0].lines if rankings else ():
            score = points_text(one["points"])
            yield PlaceLine(place=one["place"], name=one["name"], score=score)
    else:
        yield from _past_lines(item.pk)


def _past_lines(pk: int) -> Iterator[PlaceLine]:
    past = PastContest.objects.get(pk=pk)
    results = past.results.filter(place__lte=PLACES_SHOWN).order_by("place", "pk")
    lines = [
        (one, [p.pk for p in one.players.all()]) for one in results.prefetch_related("players")
    ]
    people = names_of((key for _line, keys in lines for key in keys), for_everybody=True)
    for line, keys in lines:
        name = title_of(people[key].name for key in keys) or line.names
        yield PlaceLine(place=line.place, name=name, score=points_text(line.total))


def season_in_short(season: Season, *, today: date) -> SeasonInShort:
    """Return a summary of a season's table."""
    is_live = season.frozen_at is None and season.starts_on <= today <= season.ends_on
    if season.league.kind == League.Kind.FIXTURES:
        rows = fixture_page(season, today=today, for_everybody=True)["rows"]
        lines = [
            PlaceLine(place=row["rank"], name=row["name"], score=row["score"])
            for row in rows
            if row["played"]
        ]
    else:
        page = season_page(season, for_everybody=True, address=nowhere)
        lines = [
            PlaceLine(
                place=row.rank or 0,
                name=title_of(person.name for person in row.people),
                score=row.score,
            )
            for row in page.rows
        ]
    return SeasonInShort(
        season=season,
        title=f"{season.league.name}, {season.name}",
        lines=tuple(lines),
        is_live=is_live,
    )


def nowhere(_player: int) -> str:
    """Return no link for a player: their pages are not part of the public site."""
    return ""


def leaderboard_lines(season: Season) -> list[BoardLine]:
    """Return the leaderboard of a public season, by name."""
    club = season.league.club
    # Different kinds of scoring are not added up: use the one played most.
    kinds = kinds_played(club)
    asked = Asked(when=season_code(season), played=kinds[0] if len(kinds) > 1 else None)
    lines = board_lines(club, asked, for_everybody=True)
    return [replace(line, url=None) for line in lines]


EVENTS: Final = {
    ActionType.CREATED: "contest.published",
    ActionType.PUBLISHED: "round.published",
    ActionType.CLOSED: "round.closed",
    ActionType.FINISHED: "contest.finished",
}
CORRECTED: Final = "result.corrected"
TABLE: Final = "season.changed"
CORRECTING: Final = frozenset({ActionType.GAME, ActionType.SLIP, ActionType.RULED})
"""Actions that correct a result if its round was closed before."""
OLDEST: Final = timedelta(days=1)
"""Older actions, for example of an imported contest, are not reported."""

News = tuple[str, dict[str, Any]]


def state_of(club: Club, *, today: date) -> dict[str, dict[str, Any]]:
    """Return the present state of a club: the numbers of its logs, and the marks of its tables."""
    versions = Tournament.objects.of_club(club).values_list("pk", "version")
    seasons = seasons_of(club).filter(starts_on__lte=today, ends_on__gte=today)
    tables = season_tables(list(seasons.exclude(league__kind=League.Kind.FIXTURES)))
    return {
        "contests": {str(pk): version for pk, version in versions},
        "seasons": {str(pk): _mark(plain_table(table)) for pk, table in tables.items()},
    }


def _mark(table: Any) -> str:
    return hashlib.sha256(repr(table).encode()).hexdigest()[:16]


def news_of(
    club: Club, seen: dict[str, dict[str, Any]], state: dict[str, dict[str, Any]], *, now: datetime
) -> Iterator[News]:
    """Yield the events between two states with their data, without names of people."""
    before = seen.get("contests", {})
    changed = {
        int(pk): before.get(pk, 0)
        for pk, version in state["contests"].items()
        if version > before.get(pk, 0)
    }
    for contest in Tournament.objects.of_club(club).filter(pk__in=changed).order_by("pk"):
        yield from _news_of_contest(contest, changed[contest.pk], now)
    marks = seen.get("seasons", {})
    altered = [pk for pk, mark in state["seasons"].items() if marks.get(pk, mark) != mark]
    for season in seasons_of(club).filter(pk__in=altered):
        names = {"id": season.pk, "name": season.name, "league": season.league.name}
        yield TABLE, {"season": names}


def _news_of_contest(contest: Tournament, last_number: int, now: datetime) -> Iterator[News]:
    kinds = [*EVENTS, *CORRECTING]
    lines = contest.log.filter(number__gt=last_number, kind__in=kinds, at__gte=now - OLDEST)
    closed = dict(contest.rounds.values_list("number", "closed_at"))
    named = {"id": contest.pk, "name": contest.name, "date": contest.date.isoformat()}
    corrected: set[tuple[int | None, int | None]] = set()
    for line in lines.order_by("number"):
        place = {"round": line.round_number, "table": line.table_number}
        kind = ActionType(line.kind)
        if kind in EVENTS:
            yield EVENTS[kind], {"contest": named, "round": line.round_number}
        elif _is_correction(line, closed) and tuple(place.values()) not in corrected:
            corrected.add((line.round_number, line.table_number))
            yield CORRECTED, {"contest": named, **place}


def _is_correction(line: LogEntry, closed: dict[int, datetime | None]) -> bool:
    at = closed.get(line.round_number or 0)
    return at is not None and line.at > at


def own_seasons(club: Club) -> QuerySet[Season]:
    """Return all seasons of a club, latest first, each with whether it is public."""
    return seasons_of(club).select_related("league__club", "opened")


def opening_of(season: Season) -> dict[str, Any]:
    """Return what opening a season would show: names, and in which form, and days."""
    keys = {line.pk for line in leaderboard_lines(season)}
    if season.league.kind != League.Kind.FIXTURES:
        keys |= {pk for entrant in table_of(season).scores for pk in credited_players(entrant)}
    people: dict[int, SeasonPerson] = {p.pk: p for p in names_of(keys, for_everybody=True).values()}
    shown = sorted((p for p in people.values() if not p.is_nameless), key=lambda p: p.name)
    return {
        "season": season,
        "whole": tuple(person.name for person in shown if not person.is_hidden),
        "initials": tuple(person.name for person in shown if person.is_hidden),
        "nameless": len(people) - len(shown),
        "days": len(season_days(season)),
    }


def podium_of_club(page: WindowPage) -> Podium:
    """Return the podium of the latest result, or an empty one."""
    club = page.window.club.name
    return of_result(club, page.podium) if page.podium else Podium(club=club, title="")


def of_result(club: str, result: ShownResult) -> Podium:
    title = f"{result.name}, {date_format(result.day, 'j F Y')}"
    return Podium(club=club, title=title, places=result.places)


def podium_of_season(window: ClubWindow, table: SeasonInShort) -> Podium:
    return Podium(club=window.club.name, title=table.title, places=table.places)
