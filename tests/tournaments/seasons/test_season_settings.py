"""Leagues and seasons as organisers set them up: settings, what counts, penalties."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.pages import words_on
from tests.tournaments.seasons.leagues import (
    FRIDAY,
    change,
    make_evening,
    make_season,
    play_contest,
    play_game,
    player,
    week,
)
from tournaments.models import League, Season
from tournaments.seasons.queries.tables import table_of

pytestmark = pytest.mark.django_db

AB, CD = ("Anne", "Bruno"), ("Chloé", "David")
AC, BD = ("Anne", "Chloé"), ("Bruno", "David")
AD, BC = ("Anne", "David"), ("Bruno", "Chloé")


def at(season: Season, name: str = "season-detail", **query: str) -> str:
    return reverse(f"tournaments:{name}", args=[season.pk], query=query or None)


def see(client: Client, address: str) -> str:
    """Return what a person reads on a page."""
    answer = client.get(address)
    assert answer.status_code == 200
    return unescape(words_on(answer))


def send(client: Client, address: str, **data: object) -> str:
    """Send a form and return what the next page says."""
    answer = client.post(address, data, follow=True)
    assert answer.status_code == 200
    return unescape(words_on(answer))


def three_evenings(club: Club) -> None:
    play_contest(club, {AB: [200], CD: [124]}, day=week(1), name="Opening")
    play_contest(club, {AC: [190], BD: [134]}, day=week(2), name="Second")
    play_contest(club, {AD: [100], BC: [224]}, day=week(3), name="Third")


def whole_form(season: Season, **changes: object) -> dict[str, object]:
    """Return what the settings send: as they are, with some changes."""
    return {
        "name": season.name,
        "starts_on": season.starts_on,
        "ends_on": season.ends_on,
        "collects": season.collects,
        "worth": season.worth,
        "win_points": 3,
        "tie_points": 1,
        "loss_points": 0,
        "bye_points": 1,
        "place_points": "",
        "points_beyond": 0,
        "combines": season.combines,
        "best_count": 1,
        "short": season.short,
        "bonus_kind": season.bonus_kind,
        "ties": season.ties,
        **changes,
    }


def test_a_league_begins_with_a_season(club: Club, member: Client) -> None:
    assert "No league yet" in see(member, reverse("tournaments:league-list"))
    page = send(
        member,
        reverse("tournaments:league-new"),
        league_name="  Friday  league ",
        kind="players",
        name="2026–2027",
        starts_on="2026-09-01",
        ends_on="2027-06-30",
    )
    assert "No result yet" in page
    season = Season.objects.get()
    assert season.league.name == "Friday league"
    page = see(member, reverse("tournaments:league-list"))
    assert "Friday league" in page
    assert "2026–2027" in page


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"league_name": "league 1"}, "The club already has a league of that name."),
        ({"ends_on": "2026-08-31"}, "The last day comes before the first."),
        ({"name": ""}, "Give the season a name"),
        ({"kind": "x"}, "Something needs to be corrected"),
    ],
)
def test_a_league_that_cannot_be(
    club: Club, member: Client, changes: dict[str, str], words: str
) -> None:
    make_season(club)
    data = {
        "league_name": "Other",
        "kind": "players",
        "name": "2026–2027",
        "starts_on": "2026-09-01",
        "ends_on": "2027-06-30",
    }
    assert words in send(member, reverse("tournaments:league-new"), **{**data, **changes})
    assert League.objects.count() == 1


def test_the_next_season_is_a_year_later(club: Club, member: Client) -> None:
    season = make_season(club, combines=Season.Combines.BEST, best_count=5)
    address = reverse("tournaments:season-new", args=[season.league.pk])
    form = member.get(address).content.decode()
    assert 'value="2027–2028"' in form
    assert 'value="2027-09-01"' in form
    data = {"starts_on": "2027-09-01", "ends_on": "2028-06-30"}
    page = send(member, address, name=season.name, **data)
    assert "The league already has a season of that name." in page
    page = send(member, address, name="2027–2028", **data)
    assert "The ranking begins with the first game" in page
    assert Season.objects.get(name="2027–2028").best_count == 5


def test_settings_change_the_table_at_once(club: Club, member: Client) -> None:
    season = make_season(club)
    three_evenings(club)
    page = send(
        member,
        at(season, "season-edit"),
        **whole_form(
            season,
            worth="place_points",
            place_points="25, 18; 15",
            combines="best",
            best_count=2,
            finalists=1,
            least_evenings=2,
            planned_evenings=9,
            bonus_points=5,
            usual_tags=["ladies"],
            own_tags="Seniors",
        ),
    )
    assert "The season is changed." in page
    assert "An event’s places bring, from the first on, 25, 18, 15" in page
    season.refresh_from_db()
    assert season.place_points == [25, 18, 15]
    assert season.tags == ["ladies", "Seniors"]
    shown = member.get(at(season, "season-edit")).content.decode()
    assert 'value="25, 18, 15"' in shown
    assert 'value="Seniors"' in shown


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"worth": "place_points"}, "Write the points of at least the first place."),
        ({"worth": "place_points", "place_points": "25, x"}, "Write whole numbers"),
        ({"combines": "best", "best_count": ""}, "Write how many events count."),
        ({"combines": "best", "best_count": "0"}, "How many events count?"),
        ({"least_evenings": 5, "planned_evenings": 4}, "Nobody can come more often"),
        ({"ends_on": "2020-01-01"}, "The last day comes before the first."),
    ],
)
def test_settings_that_cannot_be(
    club: Club, member: Client, changes: dict[str, object], words: str
) -> None:
    season = make_season(club)
    page = send(member, at(season, "season-edit"), **whole_form(season, **changes))
    assert "Something needs to be corrected" in page
    assert words in page


def test_numbers_left_empty_are_none(club: Club, member: Client) -> None:
    season = make_season(club)
    empty = {"win_points": "", "bye_points": "", "best_count": "", "points_beyond": ""}
    assert "is changed" in send(member, at(season, "season-edit"), **whole_form(season, **empty))
    season.refresh_from_db()
    assert (season.win_points, season.best_count, season.finalists) == (0, 1, 0)


def test_fixed_teams_are_asked_only_what_concerns_them(club: Club, member: Client) -> None:
    season = make_season(club, kind=League.Kind.FIXTURES)
    page = see(member, at(season, "season-edit"))
    assert "A game won" in page
    assert "What is an event worth?" not in page
    data = {
        "name": "Renamed",
        "starts_on": "2026-09-01",
        "ends_on": "2027-06-30",
        "win_points": 2,
        "ties": "lot",
    }
    member.post(at(season, "season-edit"), data)
    season.refresh_from_db()
    assert (season.name, season.win_points, season.combines) == ("Renamed", 2, "sum")
    answer = member.get(at(season))
    assert answer.status_code == 302
    assert answer["Location"] == at(season, "fixture-list")


def test_things_are_left_out_and_added(club: Club, member: Client) -> None:
    season = make_season(club, collects=Season.Collects.CONTESTS)
    inside = play_contest(club, {AB: [200], CD: [124]}, name="Inside")
    evening = make_evening(club, FRIDAY, name="Friday evening")
    play_game(club, evening, ["Anne", "Bruno", "Chloé", "David"], (100, 224))
    page = see(member, at(season, "season-events"))
    assert "counts automatically" in page
    assert "Friday evening" in page
    address = at(season, "season-events")
    page = send(member, address, item=f"contest-{inside.pk}", counts="no")
    assert "left out" in page
    page = send(member, address, item=f"evening-{evening.pk}", counts="yes")
    assert "chosen" in page
    assert {score.score for score in table_of(season).scores.values()} == {100, 224}
    page = send(member, address, item=f"evening-{evening.pk}", counts="no")
    assert "1 counts" not in page
    assert table_of(season).scores == {}
    page = send(member, address, item="evening-999999", counts="yes")
    assert "Choose one from the list." in page


def test_nothing_counts_yet(club: Club, member: Client) -> None:
    season = make_season(club, collects=Season.Collects.CHOSEN)
    assert "Choose a contest or a club evening below" in see(member, at(season, "season-events"))
    season = change(season, collects=Season.Collects.ALL)
    assert "counts automatically, from its first result on" in see(
        member, at(season, "season-events")
    )


def test_penalties_are_written_down_and_taken_back(club: Club, member: Client) -> None:
    season = make_season(club)
    three_evenings(club)
    address = at(season, "season-penalties")
    assert "No penalty so far" in see(member, address)
    page = send(member, address, who="bruno", points=20, reason="  Late  twice")
    assert "Bruno · −20" in page
    assert "Late twice" in page
    table = see(member, at(season))
    assert "−20: Late twice" in table
    assert "538" in table
    player(club, "Newcomer")
    page = send(member, address, who="Newcomer", points=20, reason="Late")
    assert "no result yet: it counts with the first one" in page
    penalty = season.penalties.get(player__name="Bruno")
    assert "is undone" in send(member, address, delete=penalty.pk)
    assert "−20: Late twice" not in see(member, at(season))
    assert "is undone" in send(member, address, delete="nonsense")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"who": "Nobody", "points": 5, "reason": "x"}, "Nobody has that name here"),
        ({"who": "Anne", "points": 0, "reason": "x"}, "Something needs to be corrected"),
        ({"who": "Anne", "points": 5, "reason": " "}, "Write the reason"),
        ({"who": "", "points": "", "reason": ""}, "Type a name."),
    ],
)
def test_penalties_that_cannot_be(
    club: Club, member: Client, data: dict[str, object], words: str
) -> None:
    season = make_season(club)
    player(club, "Anne")
    assert words in send(member, at(season, "season-penalties"), **data)
    assert not season.penalties.exists()


def test_a_team_is_named_by_both_players(club: Club, member: Client) -> None:
    season = make_season(club, kind=League.Kind.TEAMS)
    assert "Nobody can be named yet" in see(member, at(season, "season-penalties"))
    play_contest(club, {AB: [200], CD: [124]})
    page = send(
        member, at(season, "season-penalties"), who="Anne & Bruno", points=20, reason="Late"
    )
    assert "Anne & Bruno · −20" in page
    assert "180" in see(member, at(season))
