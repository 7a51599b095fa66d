"""The pages of a season of fixed teams: enter them, make the calendar, read it."""

from datetime import date, timedelta

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club, Game
from scorekeeper.refusals import Refused
from tests.pages import count_queries, visitor, words_on
from tests.table import NOW
from tests.tournaments.seasons.meetings import (
    TODAY,
    make_season,
    page_of,
    slip,
    table,
    with_calendar,
)
from tournaments.seasons.queries.fixtures import fixture_page
from tournaments.seasons.services import fixtures

pytestmark = pytest.mark.django_db


class TestTeams:
    def test_a_team_is_entered_with_new_players(self, organiser: Client, club: Club) -> None:
        season = make_season(club, teams=0)
        team = {
            "act": "add",
            "name": " Les  Tilleuls ",
            "player_1": "Anne",
            "player_2": "Paul",
            "player_3": "Rose",
        }
        page = organiser.post(page_of(season, "fixture-teams"), team, follow=True)
        assert "1 · Les Tilleuls Anne, Paul, Rose" in words_on(page)
        assert club.players.count() == 3

    @pytest.mark.parametrize(
        ("values", "text"),
        [
            ({"name": "tilleuls"}, "Another team has that name."),
            ({"player_2": "tilleuls DEUX"}, "Tilleuls deux plays for Tilleuls."),
            ({"player_2": "neu"}, "neu is in it twice."),
            ({"player_2": ""}, "Type a name."),
            ({"name": ""}, "Give the team a name"),
        ],
        ids=["name", "player", "twice", "one", "nameless"],
    )
    def test_what_a_team_cannot_be(
        self, organiser: Client, club: Club, values: dict[str, str], text: str
    ) -> None:
        season = make_season(club, teams=1)
        team = {"act": "add", "name": "Ormes", "player_1": "Neu", "player_2": "Lea"}
        page = organiser.post(page_of(season, "fixture-teams"), team | values)
        assert text in words_on(page)
        assert season.teams.count() == 1
        assert club.players.count() == 2

    def test_a_team_is_renamed_and_removed(self, organiser: Client, club: Club) -> None:
        season = make_season(club, teams=3)
        first, second, third = season.teams.order_by("number")
        values = {"name": "Chênes", "player_1": "Anne", "player_2": "Paul"}
        change = {f"team{second.pk}-{name}": value for name, value in values.items()}
        url = page_of(season, "fixture-teams")
        page = organiser.post(url, change | {"act": "change", "team": second.pk}, follow=True)
        assert "2 · Chênes Anne, Paul" in words_on(page)
        organiser.post(url, {"act": "remove", "team": first.pk})
        numbers = dict(season.teams.values_list("name", "number"))
        assert numbers == {"Chênes": 1, third.name: 2}

    def test_the_calendar_fixes_the_teams_but_substitutes_come(
        self, organiser: Client, club: Club
    ) -> None:
        season = make_season(club)
        with_calendar(season)
        team = season.teams.get(number=1)
        url = page_of(season, "fixture-teams")
        organiser.post(url, {"act": "remove", "team": team.pk})
        new = {"act": "add", "name": "Ormes", "player_1": "Neu", "player_2": "Lea"}
        assert "no team can be added any more" in words_on(organiser.post(url, new))
        assert season.teams.count() == 4
        fixtures.change_team(
            season_id=season.pk,
            team_id=team.pk,
            name=team.name,
            players=["Tilleuls un", "Tilleuls deux", "Zoé"],
            now=NOW,
        )
        assert team.players.count() == 3

    def test_who_has_played_stays_in_the_team(self, club: Club) -> None:
        season = make_season(club)
        fixture = with_calendar(season)[0]
        slip(fixture, 1100, 844)
        with pytest.raises(Refused, match="has played for the team"):
            fixtures.change_team(
                season_id=season.pk,
                team_id=fixture.home_id,
                name="Other",
                players=["Neu", "Lea"],
                now=NOW,
            )


class TestCalendar:
    def test_it_is_made_in_one_go(self, organiser: Client, club: Club) -> None:
        season = make_season(club, teams=5)
        values = {"act": "make", "times": "twice", "starts_on": "2026-11-06", "every_days": "14"}
        page = organiser.post(page_of(season), values, follow=True)
        text = words_on(page)
        assert "The calendar is made." in text
        assert "20 meetings are still to be played." in text
        assert "Day 10 Friday 12 March 2027" in text
        assert text.count("has the day off.") == 10
        assert season.fixtures.count() == 20

    @pytest.mark.parametrize(
        ("values", "text"),
        [
            ({"starts_on": "2026-08-01"}, "The season begins only on 1 September 2026."),
            ({"every_days": "300"}, "The last day would be 28 June 2028"),
            ({"every_days": "0"}, "greater than or equal to 1"),
            ({"starts_on": ""}, "Choose a day."),
            ({"starts_on": "9999-12-01", "every_days": "366"}, "Choose a year from"),
        ],
        ids=["early", "late", "none", "empty", "far"],
    )
    def test_days_outside_the_season(
        self, organiser: Client, club: Club, values: dict[str, str], text: str
    ) -> None:
        season = make_season(club, teams=4)
        usual = {"act": "make", "times": "once", "starts_on": "2026-11-06", "every_days": "7"}
        assert text in words_on(organiser.post(page_of(season), usual | values))
        assert not season.fixtures.exists()

    def test_without_teams_it_says_what_to_do(self, organiser: Client, club: Club) -> None:
        season = make_season(club, teams=1)
        assert "Enter at least two teams" in words_on(organiser.get(page_of(season)))
        usual = {"act": "make", "times": "once", "starts_on": "2026-11-06", "every_days": "7"}
        page = organiser.post(page_of(season), usual, follow=True)
        assert "A calendar needs at least two teams." in words_on(page)

    def test_it_is_thrown_away_only_while_nothing_was_played(
        self, organiser: Client, club: Club
    ) -> None:
        season = make_season(club)
        fixture = with_calendar(season)[0]
        game = slip(fixture, 1100, 844)
        organiser.post(page_of(season), {"act": "discard"})
        assert season.fixtures.count() == 6
        fixtures.unlink_game(fixture_id=fixture.pk)
        organiser.post(page_of(season), {"act": "discard"})
        assert not season.fixtures.exists()
        assert Game.objects.filter(pk=game.pk).exists()

    def test_one_team_alone(self, organiser: Client, club: Club) -> None:
        season = make_season(club)
        with_calendar(season)
        text = words_on(organiser.get(page_of(season), {"team": "2"}))
        assert "Calendar of Platanes" in text
        assert text.count("Play or enter") == 3

    def test_a_meeting_whose_day_has_passed_is_marked(self, club: Club) -> None:
        season = make_season(club)
        first, second, *_ = with_calendar(season)
        slip(first, 1100, 844)
        late = [m["pk"] for day in table(season)["days"] for m in day["meetings"] if m["is_late"]]
        # Days 1 to 3 are the 6th, the 13th and the 20th.
        assert second.pk in late
        assert first.pk not in late
        assert len(late) == 5


def test_everybody_sees_the_calendar_without_ways_in(club: Club) -> None:
    season = make_season(club)
    with_calendar(season)
    page = fixture_page(season, today=TODAY, for_everybody=True)
    html = render_to_string("seasons/_fixture_calendar.html", {"page": page})
    assert "Tilleuls" in html
    assert "/fixtures/" not in html


@pytest.mark.parametrize("name", ["fixture-list", "fixture-teams"])
def test_queries_do_not_grow(organiser: Client, club: Club, name: str) -> None:
    counts = []
    for teams in (2, 6):
        season = make_season(club, teams=teams, league=f"Coupe {teams}")
        # A player of one team only, season by season.
        for number, fixture in enumerate(with_calendar(season, twice=True)):
            if number % 2:
                slip(fixture, 1000, 944)
        counts.append(count_queries(organiser.get, page_of(season, name)))
    assert counts[0] == counts[1]
    assert counts[0] < 20


def test_a_calendar_of_every_day(club: Club) -> None:
    season = make_season(club)
    fixtures.make_calendar(
        season_id=season.pk, twice=False, starts_on=date(2026, 11, 6), every_days=1
    )
    dates = set(season.fixtures.values_list("planned_on", flat=True))
    assert dates == {date(2026, 11, 6) + timedelta(days=n) for n in range(3)}


def test_the_page_for_everybody(club: Club) -> None:
    season = make_season(club)
    slip(with_calendar(season)[0], 1000, 944)
    url = reverse("tournaments:season-public", args=[season.token])
    page = visitor().get(url)
    assert "1,000" in words_on(page)
    assert "/fixtures/" not in page.content.decode()
    assert "Calendar of Platanes" in words_on(visitor().get(url, {"team": "2"}))
