"""Leagues renamed and deleted, seasons deleted, and the final of those above the line."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.pages import member_of, visitor, words_on
from tests.table import NOW, make_club
from tests.tournaments.seasons.leagues import make_season, play_contest, player
from tournaments.audit_log.seasons import unfreeze_season
from tournaments.models import Fixture, League, Season, Tournament
from tournaments.seasons.services.fixtures import add_team, make_calendar
from tournaments.seasons.services.seasons import create_season, freeze_season

pytestmark = pytest.mark.django_db

AB, CD = ("Anne", "Bruno"), ("Chloé", "David")
FROZEN = "frozen: let its ranking follow the results again first."


def at(name: str, pk: int) -> str:
    return reverse(f"tournaments:{name}", args=[pk])


def see(client: Client, address: str) -> str:
    """Return what a person reads on a page."""
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    return unescape(words_on(answer))


def send(client: Client, address: str, **data: str) -> str:
    """Send a form and return what the next page says."""
    answer = client.post(address, data, follow=True)
    assert answer.status_code == 200
    return unescape(words_on(answer))


def next_season(season: Season) -> Season:
    return create_season(
        league=season.league,
        name="2027–2028",
        starts_on=season.starts_on.replace(year=2027),
        ends_on=season.ends_on.replace(year=2028),
        now=NOW,
    )


def entries_of(final: Tournament) -> list[list[str]]:
    return [entry.names for entry in final.entries.by_number()]


def latest() -> Tournament:
    return Tournament.objects.latest("pk")


def test_a_league_gets_another_name(club: Club, member: Client) -> None:
    league = make_season(club).league
    listed = member.get(reverse("tournaments:league-list")).content.decode()
    assert at("league-edit", league.pk) in listed
    page = send(member, at("league-edit", league.pk), name="  Friday   league ")
    assert "The league is renamed." in page
    assert "Friday league" in page
    assert "renamed" in send(member, at("league-edit", league.pk), name="FRIDAY league")


@pytest.mark.parametrize(
    ("name", "error"),
    [("LEAGUE 1", "The club already has a league of that name."), ("", "Give the league a name")],
)
def test_a_name_that_cannot_be(club: Club, member: Client, name: str, error: str) -> None:
    make_season(club)
    league = make_season(club).league
    page = send(member, at("league-edit", league.pk), name=name)
    assert page.count(error) == 2  # in the summary and beside the field
    assert "League 2" in page, "it is called so until another name is taken"
    league.refresh_from_db()
    assert league.name == "League 2"


def test_a_league_is_deleted_but_not_what_was_played(club: Club, member: Client) -> None:
    season = make_season(club)
    next_season(season)
    played = play_contest(club, {AB: [200], CD: [124]})
    page = at("league-edit", season.league.pk)
    assert "data-confirm=" in member.get(page).content.decode()
    assert "The league is deleted." in send(member, page, delete="1")
    assert not League.objects.exists()
    assert not Season.objects.exists()
    assert list(Tournament.objects.all()) == [played]


def test_no_league_is_deleted_with_a_frozen_season(club: Club, member: Client) -> None:
    season = make_season(club)
    next_season(season)
    freeze_season(season_id=season.pk, now=NOW)
    page = at("league-edit", season.league.pk)
    assert f"A season of the league is {FROZEN}" in send(member, page, delete="1")
    assert Season.objects.count() == 2
    unfreeze_season(season_id=season.pk)
    assert "The league is deleted." in send(member, page, delete="1")


def test_a_season_is_deleted(club: Club, member: Client) -> None:
    season = make_season(club)
    other = next_season(season)
    settings = member.get(at("season-edit", season.pk)).content.decode()
    assert at("season-delete", season.pk) in settings
    assert "and with it the league" not in settings
    assert "The season is deleted." in send(member, at("season-delete", season.pk))
    assert list(Season.objects.all()) == [other]


def test_a_league_goes_with_its_only_season(club: Club, member: Client) -> None:
    season = make_season(club)
    assert "and with it the league" in member.get(at("season-edit", season.pk)).content.decode()
    send(member, at("season-delete", season.pk))
    assert not League.objects.exists()


def test_no_frozen_season_is_deleted(club: Club, member: Client) -> None:
    season = make_season(club)
    freeze_season(season_id=season.pk, now=NOW)
    assert f"The season is {FROZEN}" in send(member, at("season-delete", season.pk))
    assert Season.objects.exists()


def test_the_first_players_go_to_the_final(club: Club, member: Client) -> None:
    season = make_season(club, finalists=2)
    play_contest(club, {AB: [200], CD: [124]})
    assert "Make the final" in see(member, at("season-detail", season.pk))
    page = send(member, at("season-final", season.pk))
    assert "The final is made" in page
    assert "2026–2027: final" in page
    assert latest().mode == Tournament.Mode.MELEE
    assert entries_of(latest()) == [["Anne"], ["Bruno"]]


def test_the_first_teams_go_to_the_final(club: Club, member: Client) -> None:
    season = make_season(club, kind=League.Kind.TEAMS, finalists=2)
    ef, gh = ("Emma", "Farid"), ("Gil", "Hana")
    play_contest(club, {AB: [50, 50], CD: [200, 200], ef: [90, 90], gh: [10, 10]})
    send(member, at("season-final", season.pk))
    assert latest().mode == Tournament.Mode.TEAMS
    assert entries_of(latest()) == [["Chloé", "David"], ["Emma", "Farid"]]


def test_nobody_plays_the_final_in_two_teams(club: Club, member: Client) -> None:
    season = make_season(club, kind=League.Kind.TEAMS, finalists=2)
    play_contest(club, {AB: [200], CD: [100]})
    play_contest(club, {("Anne", "Chloé"): [190], ("Bruno", "David"): [90]})
    page = send(member, at("season-final", season.pk))
    assert "Anne is in two of the teams that go to the final." in page
    assert Tournament.objects.count() == 2


def test_the_first_fixed_team_goes_to_the_final(club: Club, member: Client) -> None:
    season = make_season(club, kind=League.Kind.FIXTURES, finalists=1)
    for name, players in (("Tilleuls", [*AB, "Zoé"]), ("Platanes", list(CD))):
        add_team(season_id=season.pk, name=name, players=players, now=NOW)
    make_calendar(season_id=season.pk, twice=False, starts_on=season.starts_on, every_days=7)
    meeting = Fixture.objects.select_related("home").get()
    meeting.forfeited = "away" if meeting.home.name == "Tilleuls" else "home"
    meeting.save()
    send(member, at("season-final", season.pk))
    assert entries_of(latest()) == [["Anne", "Bruno"]]


@pytest.mark.parametrize("is_frozen", [False, True])
def test_the_final_does_not_count_for_its_season(
    club: Club, member: Client, *, is_frozen: bool
) -> None:
    season = make_season(club, finalists=2)
    play_contest(club, {AB: [200], CD: [124]})
    Season.objects.update(starts_on="2000-01-01", ends_on="2999-12-31")
    if is_frozen:
        freeze_season(season_id=season.pk, now=NOW)
    send(member, at("season-final", season.pk))
    assert latest().season_events.get().counts is False


@pytest.mark.parametrize("finalists", [0, 2], ids=["none wanted", "nothing played"])
def test_no_final_of_nobody(club: Club, member: Client, finalists: int) -> None:
    season = make_season(club, finalists=finalists)
    player(club, "Anne")
    assert "Make the final" not in see(member, at("season-detail", season.pk))
    assert "Nobody goes to the final yet." in send(member, at("season-final", season.pk))
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("name", ["league-edit", "season-delete", "season-final"])
def test_only_members_of_the_club(club: Club, name: str) -> None:
    season = make_season(club, finalists=2)
    play_contest(club, {AB: [200], CD: [124]})
    address = at(name, season.league.pk if name == "league-edit" else season.pk)
    stranger = member_of(make_club("Elsewhere"), "paul")
    assert stranger.post(address, {"delete": "1"}).status_code == 404
    visitor().post(address, {"delete": "1"})
    assert Season.objects.count() == Tournament.objects.count() == 1


def test_the_public_page_offers_no_final(club: Club) -> None:
    season = make_season(club, finalists=2)
    play_contest(club, {AB: [200], CD: [124]})
    page = see(visitor(), reverse("tournaments:season-public", args=[season.token]))
    assert "Make the final" not in page
