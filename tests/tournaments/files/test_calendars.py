"""Days as phones' calendars take them."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.contest import make_contest
from tests.pages import text_of, visitor
from tests.tournaments.seasons.leagues import make_evening, make_season, week
from tests.tournaments.seasons.meetings import make_season as fixed_season
from tests.tournaments.seasons.meetings import with_calendar
from tournaments.files.calendars import OCTETS_A_LINE, CalendarDay, calendar_file

NOW = datetime(2026, 11, 1, 18, 30, tzinfo=UTC)


def lines_of(content: bytes) -> list[str]:
    """Return the lines of a calendar, those put together again that were folded."""
    text = content.decode()
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= OCTETS_A_LINE for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")[:-1]


def test_a_day_is_whole_and_ends_before_the_next() -> None:
    one = CalendarDay(key="a", day=date(2026, 12, 31), title="Concours de la Saint-Sylvestre")
    assert lines_of(calendar_file("Club", [one], now=NOW)) == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Belote//Calendar//EN",
        "METHOD:PUBLISH",
        "X-WR-CALNAME:Club",
        "BEGIN:VEVENT",
        "UID:ca978112ca1bbdcafac231b39a23dc4d@belote",
        "DTSTAMP:20261101T183000Z",
        "DTSTART;VALUE=DATE:20261231",
        "DTEND;VALUE=DATE:20270101",
        "SUMMARY:Concours de la Saint-Sylvestre",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
    ]


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("Rois; Dames, Valets", "Rois\\; Dames\\, Valets"),
        ("a\\b", "a\\\\b"),
        ("deux\r\nlignes", "deux\\nlignes"),
        ("caché\x00\u200b", "caché"),
        ("é" * 200, "é" * 200),
        ("🂡" * 60, "🂡" * 60),
        ("Fin\nEND:VCALENDAR", "Fin\\nEND:VCALENDAR"),
    ],
)
def test_signs_that_mean_something_are_written_so_that_they_do_not(
    title: str, written: str
) -> None:
    one = CalendarDay(key="a", day=date(2026, 1, 1), title=title)
    assert f"SUMMARY:{written}" in lines_of(calendar_file("Club", [one], now=NOW))


def test_a_day_that_is_moved_stays_the_same_entry() -> None:
    first, moved = (
        lines_of(calendar_file("Club", [CalendarDay(key="a", day=day, title="x")], now=NOW))
        for day in (date(2026, 1, 1), date(2026, 1, 8))
    )
    assert first != moved
    assert [line for line in first if "UID" in line] == [line for line in moved if "UID" in line]


def sent(browser: Client, name: str, token: str, query: str = "") -> list[str]:
    answer = browser.get(reverse(f"tournaments:{name}", args=[token]) + query)
    assert answer["Content-Type"].startswith("text/calendar")
    assert ".ics" in answer["Content-Disposition"]
    return lines_of(answer.content)


@pytest.mark.django_db
def test_anybody_may_note_the_day_of_a_contest(club: Club) -> None:
    contest = make_contest(club, teams=0)
    said = sent(visitor(), "public-calendar", contest.token)
    assert f"DTSTART;VALUE=DATE:{contest.date:%Y%m%d}" in said
    assert f"SUMMARY:{contest.name}" in said
    page = text_of(visitor().get(reverse("tournaments:public", args=[contest.token])))
    assert reverse("tournaments:public-calendar", args=[contest.token]) in page
    assert visitor().get("/p/nobodys/contest.ics").status_code == 404


@pytest.mark.django_db
def test_a_season_tells_the_days_that_count(club: Club) -> None:
    season = make_season(club)
    evening = make_evening(club, week(1), "Soirée des Rois")
    said = sent(visitor(), "season-calendar", season.token)
    assert f"DTSTART;VALUE=DATE:{evening.date:%Y%m%d}" in said
    assert any("Soirée des Rois" in line for line in said)
    assert visitor().get("/s/nobodys/calendar.ics").status_code == 404


@pytest.mark.django_db
def test_fixed_teams_have_a_day_each_or_only_their_own_meetings(club: Club) -> None:
    season = fixed_season(club, teams=4)
    fixtures = with_calendar(season)
    said = sent(visitor(), "season-calendar", season.token)
    days = {fixture.day for fixture in fixtures if fixture.planned_on}
    assert days
    assert said.count("BEGIN:VEVENT") == len(days)
    meetings = "".join(line for line in said if line.startswith("DESCRIPTION"))
    assert meetings.count(" – ") == len(fixtures)
    own = sent(visitor(), "season-calendar", season.token, "?team=1")
    meetings = "".join(line for line in own if line.startswith("DESCRIPTION"))
    assert meetings.count(" – ") == len(days)
