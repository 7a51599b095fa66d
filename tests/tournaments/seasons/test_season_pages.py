"""Leagues and seasons as people see them: the list, the table, the public page, the settings."""

import io
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from python_calamine import CalamineWorkbook

from scorekeeper.addresses import ServerAddresses, watch
from scorekeeper.evenings.services import close_evening
from scorekeeper.models import Club, Player
from scorekeeper.slips.services import Slip, correct_slip
from tests.pages import count_queries, member_of, text_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.seasons.leagues import (
    FRIDAY,
    make_evening,
    make_season,
    past_contest,
    play_contest,
    play_game,
    player,
    week,
)
from tournaments.models import League, Season

pytestmark = pytest.mark.django_db

AB, CD = ("Anne", "Bruno"), ("Chloé", "David")
AC, BD = ("Anne", "Chloé"), ("Bruno", "David")
AD, BC = ("Anne", "David"), ("Bruno", "Chloé")
PAGES = (
    "season-detail",
    "season-edit",
    "season-events",
    "season-corrections",
    "season-penalties",
)


def at(season: Season, name: str = "season-detail", **query: str) -> str:
    return reverse(f"tournaments:{name}", args=[season.pk], query=query or None)


def public(season: Season, **query: str) -> str:
    return reverse("tournaments:season-public", args=[season.token], query=query or None)


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


def test_the_address_for_everybody_is_one_that_phones_open(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = make_season(club)
    monkeypatch.setattr(watch, "addresses", ServerAddresses(port=8000, now="192.168.1.20"))
    page = member_of(club).get(at(season), headers={"host": "localhost:8000"})
    assert f"http://192.168.1.20:8000{public(season)}" in text_of(page)


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


def test_the_table_says_everything(club: Club, member: Client) -> None:
    season = make_season(club, combines=Season.Combines.BEST, best_count=2, finalists=2)
    three_evenings(club)
    page = see(member, at(season))
    assert re.search(r"1 Bruno final .*424 3 200 \(134\) dropped 224", page)
    assert page.index("Chloé final") < page.index("Above this line: the final.")
    assert page.index("Above this line: the final.") < page.index("David")
    assert "The best 2 events are added up, the others are dropped." in page
    assert "Events in brackets, struck through, are dropped." in page
    assert "<s" in member.get(at(season)).content.decode()


def test_the_table_in_french(club: Club) -> None:
    season = make_season(club, combines=Season.Combines.AVERAGE)
    three_evenings(club)
    client = member_of(club, "marie")
    client.cookies["django_language"] = "fr"
    page = see(client, at(season))
    assert "179,33" in page


def test_ties_say_what_decided(club: Club, member: Client) -> None:
    season = make_season(club)
    play_contest(club, {AB: [200], CD: [124]}, day=week(1))
    page = see(member, at(season))
    assert "With Bruno: equal in everything, so the place is shared." in page
    play_contest(club, {("Élise", "Fred"): [100, 100], ("Gil", "Hugo"): [62, 62]}, day=week(2))
    page = see(member, at(season))
    assert re.search(r"Ahead of Anne: same score, as many points over all events; more wins", page)


def test_many_evenings_fold_up(club: Club, member: Client) -> None:
    season = make_season(club)
    for number in range(1, 9):
        past_contest(club, [(1, 100 + number, AB), (2, 90, CD)], day=week(number))
    anne = Player.objects.get(name="Anne").pk
    page = see(member, at(season))
    assert "Each event" in page
    assert "23 Oct. 108" not in page
    assert f'href="?each={anne}#each"' in text_of(member.get(at(season)))
    assert "23 Oct. 108" in see(member, at(season, each=str(anne)))
    for browser, address in ((member, at(season)), (visitor(), public(season))):
        part = browser.get(address, {"each": anne}, headers={"hx-request": "true"})
        assert text_of(part).count("<details") == 1
        assert words_on(part).startswith("Each event 4 Sep")
        assert "23 Oct. 108" in words_on(part)
    assert "Each event" in see(member, at(season, each="nobody"))


def test_a_long_table_has_pages_and_one_to_print(club: Club, member: Client) -> None:
    season = make_season(club, least_evenings=2, short=Season.ShortKind.NOT_RANKED)
    lines = [(place, 9000 - place, (f"Player {place:03}",)) for place in range(1, 131)]
    past_contest(club, lines[:120], day=week(1))
    past_contest(club, [*lines[:90], *lines[120:]], day=week(2))
    first, second = see(member, at(season)), see(member, at(season, page="2"))
    last, whole = see(member, at(season, page="9")), see(member, at(season, whole="1"))
    assert "Page 1 of 3" in first
    assert "Player 050" in first
    assert "Player 051" not in first
    assert "too few events" not in first
    assert "Print the whole ranking" in first
    assert "Player 090" in second
    assert "Not ranked: too few events" in second
    assert "Not ranked: too few events" in last
    shown = [see(member, at(season, page=number)) for number in "123"]
    for number in range(1, 131):
        name = f"Player {number:03} "
        assert sum(page.count(name) for page in shown) == whole.count(name) == 1
    assert "Page 1 of" not in whole
    assert "Print the whole ranking" not in whole
    files = member.get(reverse("tournaments:season-export", args=[season.pk, "csv"]))
    assert files.content.decode("utf-8-sig").count("Player ") == 130


def test_a_category_has_its_own_table(club: Club, member: Client) -> None:
    season = make_season(club, tags=("ladies", "juniors"), finalists=1)
    play_contest(club, {AB: [200], CD: [124]}, tags={CD: ("ladies",)})
    assert "Ladies" in see(member, at(season))
    page = see(member, at(season, tag="ladies"))
    assert "Chloé" in page
    assert "Anne" not in page
    assert "Above this line" not in page
    assert "Nobody of this category" in see(member, at(season, tag="juniors"))
    assert "Anne" in see(member, at(season, tag="nonsense"))


def test_the_public_page_shows_what_may_be_shown(club: Club) -> None:
    season = make_season(club)
    play_contest(club, {("Anne Petit", "Bruno Grand"): [200], CD: [124]})
    Player.objects.filter(name="Anne Petit").update(shown=Player.Shown.INITIALS)
    answer = visitor().get(public(season))
    page = unescape(words_on(answer))
    assert "A. P." in page
    assert "Anne Petit" not in answer.content.decode()
    assert "Bruno Grand" in page
    assert "/people/" not in answer.content.decode()
    assert "Anne Petit" in see(member_of(club), at(season))
    assert visitor().get("/s/nonsense/").status_code == 404


def test_a_name_taken_back_leaves_a_frozen_table_too(club: Club, member: Client) -> None:
    season = make_season(club)
    three_evenings(club)
    member.post(at(season, "season-freeze"))
    Player.objects.filter(name="Anne").update(
        shown=Player.Shown.ANONYMOUS, name="Player 1", merged_into=None
    )
    for page in (see(visitor(), public(season)), see(member, at(season))):
        assert "Anne" not in page
        assert "Player 1" in page


def test_who_was_merged_stands_under_the_name_that_stayed(club: Club, member: Client) -> None:
    season = make_season(club)
    three_evenings(club)
    member.post(at(season, "season-freeze"))
    Player.objects.filter(name="Anne").update(merged_into=player(club, "Anna"))
    page = see(member, at(season))
    assert "Anna" in page
    assert "Anne" not in page


def test_freeze_and_follow_again(club: Club, member: Client) -> None:
    season = make_season(club)
    three_evenings(club)
    assert "its ranking stays as it is now" in send(member, at(season, "season-freeze"))
    assert "already frozen" in send(member, at(season, "season-freeze"))
    assert "Frozen on" in see(visitor(), public(season))
    play_contest(club, {AB: [300], CD: [24]}, day=week(4))
    assert "790" not in see(member, at(season))
    changed = send(member, at(season, "season-edit"), **whole_form(season, name="Other"))
    assert "The season is frozen" in changed
    assert "Save" not in see(member, at(season, "season-edit"))
    assert "Leave out" not in see(member, at(season, "season-events"))
    assert "follows the results again" in send(member, at(season, "season-unfreeze"))
    assert "790" in see(member, at(season))


def test_corrections_are_listed(club: Club, member: Client) -> None:
    season = make_season(club)
    assert "No correction" in see(member, at(season, "season-corrections"))
    evening = make_evening(club, FRIDAY, name="Friday evening")
    game = play_game(club, evening, ["Anne", "Bruno", "Chloé", "David"], (200, 124))
    close_evening(evening=evening, now=NOW)
    slips = [Slip(hands=2, total_a=190, total_b=134)]
    correct_slip(game_id=game.pk, slips=slips, author=SCORER, now=NOW.replace(day=21))
    page = see(member, at(season, "season-corrections"))
    assert "Slip corrected 200 – 124 → 190 – 134" in page
    assert "Friday evening" in page
    assert "Anne & Bruno – Chloé & David" in page
    assert f"by {SCORER.name}" in page


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_table_as_a_file(club: Club, member: Client, kind: str) -> None:
    season = make_season(club, combines=Season.Combines.BEST, best_count=2, finalists=1)
    three_evenings(club)
    answer = member.get(reverse("tournaments:season-export", args=[season.pk, kind]))
    assert f"2026-2027.{kind}" in answer["Content-Disposition"]
    if kind == "csv":
        lines = answer.content.decode("utf-8-sig").splitlines()
        assert lines[1].startswith("1;Bruno;;424;3;200;134;224;")
        assert lines[1].rstrip().endswith(";final;")
        return
    rows = (
        CalamineWorkbook.from_object(io.BytesIO(answer.content)).get_sheet_by_index(0).to_python()
    )
    assert rows[1][:4] == [1, "Bruno", "", 424]


def test_no_other_files(club: Club, member: Client) -> None:
    season = make_season(club)
    address = reverse("tournaments:season-export", args=[season.pk, "pdf"])
    assert member.get(address).status_code == 404


@pytest.mark.parametrize("name", PAGES)
def test_strangers_see_nothing(club: Club, name: str) -> None:
    season = make_season(club)
    other = member_of(make_club("Another club"), "other")
    assert other.get(at(season, name)).status_code == 404
    assert visitor().get(at(season, name)).status_code == 302
    new = reverse("tournaments:season-new", args=[season.league.pk])
    assert other.get(new).status_code == 404
    assert other.post(at(season, "season-freeze")).status_code == 404
    assert other.post(at(season, "season-unfreeze")).status_code == 404


def test_the_list_names_who_leads(club: Club, member: Client) -> None:
    season = make_season(club)
    make_season(club, kind=League.Kind.FIXTURES)
    teams = make_season(club, kind=League.Kind.TEAMS)
    three_evenings(club)
    member.post(at(teams, "season-freeze"))
    page = see(member, reverse("tournaments:league-list"))
    assert re.search(r"Leads: Bruno · 558", page)
    assert "First: Bruno & Chloé · 224" in page
    assert "3 events" in page
    assert season.name in page


def test_the_pages_ask_no_more_for_more_evenings(club: Club, member: Client) -> None:
    season = make_season(club, tags=("ladies",))
    addresses = [at(season, name) for name in PAGES]
    addresses += [public(season), reverse("tournaments:league-list")]
    counts: set[tuple[str, int]] = set()
    for number in range(1, 4):
        play_contest(club, {AB: [200], CD: [124]}, day=week(number))
        evening = make_evening(club, week(number))
        game = play_game(club, evening, [f"P{number}{x}" for x in range(4)], (200, 124))
        past_contest(club, [(1, 10, AB)], day=week(number))
        close_evening(evening=evening, now=NOW)
        slips = [Slip(hands=2, total_a=190, total_b=134)]
        correct_slip(game_id=game.pk, slips=slips, author=SCORER, now=NOW.replace(day=22))
        make_season(club, kind=League.Kind.TEAMS)
        for address in addresses:
            member.get(address)
            counts.add((address, count_queries(member.get, address)))
    assert len(counts) == len(addresses)


def test_the_public_page_of_fixed_teams(club: Club, member: Client) -> None:
    season = make_season(club, kind=League.Kind.FIXTURES)
    assert "No calendar yet" in see(visitor(), public(season))
    home = season.teams.create(number=1, name="Tilleuls")
    away = season.teams.create(number=2, name="Platanes")
    fixture = season.fixtures.create(day=1, home=home, away=away)
    page = see(visitor(), public(season))
    assert "Tilleuls" in page
    assert "Platanes" in page
    game = play_game(club, make_evening(club), ["Anne", "Bruno", "Chloé", "David"], (200, 124))
    fixture.game = game
    fixture.save()
    slips = [Slip(hands=2, total_a=190, total_b=134)]
    correct_slip(game_id=game.pk, slips=slips, author=SCORER, now=NOW.replace(day=27))
    assert "Tilleuls – Platanes" in see(member, at(season, "season-corrections"))
    page = send(member, at(season, "season-penalties"), who="Platanes", points=1, reason="Late")
    assert "Platanes · −1" in page
    for name in ("season-events", "season-freeze"):
        assert member.post(at(season, name)).status_code == 404
