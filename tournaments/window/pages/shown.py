"""What everybody sees in a club's window: names as the club shows them, what is open alone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from scorekeeper.clubs.pages.shown_names import ShownNames, names_for_everybody
from scorekeeper.evenings.pages.rankings import evening_rankings
from scorekeeper.labels.sheets import points_text
from scorekeeper.models import Club, Evening
from tournaments.announced.pages.announced import contest_day, opened_contests, page_of
from tournaments.files.calendars import CalendarDay
from tournaments.fixtures.pages.fixtures import fixture_page
from tournaments.hall.pages.public import final_places
from tournaments.leaderboards.pages.comparable import kinds_played
from tournaments.leaderboards.pages.leaderboards import Asked, BoardLine, board_lines
from tournaments.leaderboards.pages.scopes import season_code
from tournaments.models import ClubWindow, ContestOpening, League, PastContest, Season, Tournament
from tournaments.previews.podiums import NAMES_SHOWN, PLACES_SHOWN, PlaceLine
from tournaments.seasons.pages.calendars import season_days
from tournaments.seasons.pages.items import Item, ItemKind, listed_items
from tournaments.seasons.pages.seasons import names_of, season_page, seasons_of, title_of

RESULTS_SHOWN: Final = 3
DAYS_SHOWN: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownResult:
    """What was played on a day, and who came first, second, third."""

    name: str
    day: date
    places: tuple[PlaceLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonInShort:
    """The table of an open season in short."""

    season: Season
    title: str
    lines: tuple[PlaceLine, ...]
    is_live: bool

    @property
    def places(self) -> tuple[PlaceLine, ...]:
        return _podium(self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowPage:
    """A club's window: what comes, what was, how the seasons stand."""

    window: ClubWindow
    days: tuple[CalendarDay, ...]
    results: tuple[ShownResult, ...]
    seasons: tuple[SeasonInShort, ...]

    @property
    def podium(self) -> ShownResult | None:
        """Return the last result of which anybody is known."""
        return next((result for result in self.results if result.places), None)


def open_seasons(club: Club) -> QuerySet[Season]:
    """Return the seasons that a club shows, the latest first."""
    return seasons_of(club).filter(opened__isnull=False)


def open_window(address: str) -> ClubWindow | None:
    """Return the window at an address, None where the club shows no season; one query."""
    opened = Season.objects.filter(league__club=OuterRef("club"), opened__isnull=False)
    windows = ClubWindow.objects.select_related("club").filter(Exists(opened))
    return windows.filter(address=address).first()


def open_season_of(address: str, season: int) -> tuple[ClubWindow, Season] | None:
    """Return an open season with its window, None where it is not shown."""
    window = open_window(address)
    found = open_seasons(window.club).filter(pk=season).first() if window else None
    return (window, found) if window and found else None


def window_page(window: ClubWindow, *, today: date) -> WindowPage:
    """Return all that stands in a window."""
    seasons = list(open_seasons(window.club))
    results = tuple(last_results(seasons, today=today))
    # What was over today comes no more.
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
    """Return what comes, each day once: of open seasons, and contests announced to everybody."""
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
    """Yield what was played last and counts for one of these seasons, the latest first."""
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
    """Yield the places of what is over; nothing of what is still being played."""
    if item.kind is ItemKind.CONTEST:
        contest = Tournament.objects.filter(pk=item.pk).exclude(finished_at=None).first()
        for place in final_places(contest) if contest else ():
            yield place.line
    elif item.kind is ItemKind.EVENING:
        evening = Evening.objects.filter(pk=item.pk).exclude(closed_at=None).first()
        # Where rules marked otherwise, the podium is that of what was played most.
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
    """Return who stands where in a season, in short."""
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
    """Lead from a name nowhere: pages of players are not in the window."""
    return ""


def leaderboard_lines(season: Season) -> list[BoardLine]:
    """Return what everybody did in an open season, by name."""
    club = season.league.club
    # What marks different things is not added up: what was played most.
    kinds = kinds_played(club)
    asked = Asked(when=season_code(season), played=kinds[0] if len(kinds) > 1 else None)
    lines = board_lines(club, asked, for_everybody=True)
    return [replace(line, url=None) for line in lines]
