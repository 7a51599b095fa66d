"""The days of a season for a calendar: what counts for it, or the meetings of fixed teams."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.contests.queries.contests import opened_contests, page_of
from tournaments.files.calendars import CalendarDay
from tournaments.models import Fixture, League, Season
from tournaments.seasons.queries.items import ItemKind, counted_items


def season_days(season: Season, *, team: int | None = None) -> list[CalendarDay]:
    """Return the days of a season in order; with the number of a fixed team only its own."""
    if season.league.kind == League.Kind.FIXTURES:
        days = list(_meetings(season, team))
    else:
        days = list(_dates(season))
    return sorted(days, key=lambda one: (one.day, one.title))


def _dates(season: Season) -> Iterator[CalendarDay]:
    """Yield the days that count, with the announcements of future contests."""
    opened = opened_contests(season.league.club, since=season.starts_on)
    announced = {one.tournament_id: one for one in opened}
    for item in counted_items(season):
        contest = announced.get(item.pk) if item.kind is ItemKind.CONTEST else None
        yield CalendarDay(
            key=f"season {season.token} {item.kind} {item.pk}",
            day=item.date,
            title=f"{item.name} · {season.league.name}",
            text=contest.tournament.announced.hour_and_place if contest else "",
            address=page_of(contest) if contest else "",
        )


def _meetings(season: Season, team: int | None) -> Iterator[CalendarDay]:
    """Yield the planned dates with their meetings; a day of the calendar may have several dates."""
    planned = Fixture.objects.filter(season=season, planned_on__isnull=False)
    if team is not None:
        planned = planned.filter(Q(home__number=team) | Q(away__number=team))
    found: defaultdict[int, defaultdict[date, list[str]]] = defaultdict(lambda: defaultdict(list))
    for fixture in planned.select_related("home", "away").order_by("day", "planned_on", "pk"):
        if fixture.planned_on:
            said = f"{fixture.home.name} – {fixture.away.name}"
            found[fixture.day][fixture.planned_on].append(said)
    for number, by_date in found.items():
        for place, (day, meetings) in enumerate(by_date.items()):
            title = _("%(league)s: day %(number)d")
            yield CalendarDay(
                key=f"season {season.token} {team or ''} day {number} {place}",
                day=day,
                title=title % {"league": season.league.name, "number": number},
                text="\n".join(meetings),
            )
