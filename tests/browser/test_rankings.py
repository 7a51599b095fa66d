"""Rankings on a phone: the first name is in view, forty teams take few screens, prints lie down."""

from pathlib import Path
from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.browser.sizes import resize
from tests.browser.test_contest_prints import printed
from tests.browser.test_ruleset_print import A4
from tests.contest import games_of, make_contest, start_round
from tests.phased import POOLS, make_phased, play_phased
from tests.table import NOW, SCORER
from tests.tournaments.leaderboards.boards import season_of
from tests.tournaments.rankings.ranking_pages import slip
from tournaments.contests.services import finish_tournament
from tournaments.models import EntryPlayer, Tournament
from tournaments.tables.services import close_round

FIRST: Final = ("Marguerite", "Jean-Christophe", "Bernadette", "Dominique", "Marie-Christine")
FAMILY: Final = (
    *("Carpentier", "Saint-Maximin-Delacroix", "Castelnau-Durban", "Vandenbroucke"),
    *("Charpentier-Lavallière", "Roquefeuil-Saint-André", "Bihan-Le-Goff"),
)
HIGHEST: Final = 300
"""How far down the first name may stand, in pixels."""
SCREENS: Final = 5
FIRST_NAME: Final = "tbody :is(.standings__who, .leaderboard__name, .cross__who), .ranking__name"
BEGINNINGS: Final = """(words) => words.map((shown) => {
  const range = document.createRange();
  range.selectNodeContents(shown);
  return Math.round(range.getBoundingClientRect().left);
})"""
WIDE: Final = "document.documentElement.scrollWidth > innerWidth"


def played(club: Club, teams: int = 40) -> Tournament:
    """Return a finished contest of three rounds of teams with names as people have them."""
    contest = make_contest(club, teams=teams, hands=2)
    people = list(EntryPlayer.objects.filter(entry__tournament=contest).order_by("pk"))
    for place, person in enumerate(people):
        person.name = f"{FIRST[place % 5]} {FAMILY[place // 5 % 7]}"
    EntryPlayer.objects.bulk_update(people, ["name"])
    for seed in (1, 2, 3):
        playing = start_round(contest, seed=seed)
        for match in games_of(playing):
            slip(match, 160 + (match.table_number or 0), 164 - (match.table_number or 0))
        close_round(round_id=playing.pk, author=SCORER, now=NOW)
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=timezone.now())
    return Tournament.objects.get(pk=contest.pk)


def top_of_first(page: Page) -> float:
    shown = page.locator(FIRST_NAME).first
    expect(shown).to_be_visible()
    box = shown.bounding_box()
    assert box
    return box["y"]


def test_the_first_name_is_in_view_and_forty_teams_take_few_screens(
    phone: Page, live_server: LiveServer
) -> None:
    club = Club.objects.get()
    club.opens_rankings = True
    club.save()
    contest = played(club)
    contest.entries.filter(number=7).update(withdrawn_from=3)
    season = season_of(club, contest)
    faults: list[tuple[str, float | str]] = []
    for address in (
        *(f"/contests/{contest.pk}/ranking/", f"/contests/{contest.pk}/cross-table/"),
        *(f"/p/{contest.token}/", f"/p/{contest.token}/?list=ranking"),
        f"/p/{contest.token}/cross-table/",
        *("/leaderboards/", f"/clubs/{club.pk}/leaderboard/"),
        *(f"/seasons/{season.pk}/", f"/s/{season.token}/"),
    ):
        phone.goto(f"{live_server.url}{address}")
        resize(phone, (360, 640))
        faults += [(address, top) for top in [top_of_first(phone)] if top > HIGHEST]
        faults += [(address, "wide")] if phone.evaluate(WIDE) else []
    assert faults == []
    for address in (f"/contests/{contest.pk}/ranking/", f"/p/{contest.token}/?list=ranking"):
        phone.goto(f"{live_server.url}{address}")
        for size in ((360, 640), (390, 844)):
            resize(phone, size)
            rows = phone.locator(".standings tbody tr, .public-ranking > li")
            expect(rows).to_have_count(40)
            box = rows.last.bounding_box()
            assert box
            assert box["y"] + box["height"] <= SCREENS * size[1], (address, size)
    # Who left is said with the names, not under the number of the team.
    phone.goto(f"{live_server.url}/p/{contest.token}/?list=ranking")
    left = phone.locator(".public-ranking > li", has_text="abandon")
    expect(left).to_be_visible()
    names, words = left.locator(".names, .ranking__more").evaluate_all(BEGINNINGS)
    assert words == names


def test_why_somebody_stands_there_is_a_tap_away(phone: Page, live_server: LiveServer) -> None:
    contest = played(Club.objects.get(), teams=8)
    phone.goto(f"{live_server.url}/contests/{contest.pk}/ranking/")
    why = phone.locator(".standings__why").first
    note = why.locator(".standings__note").last
    resize(phone, (360, 640))
    expect(note).to_be_hidden()
    why.locator("summary").click()
    expect(note).to_be_visible()
    phone.reload()
    resize(phone, (1366, 768))
    expect(note).to_be_visible()


@pytest.mark.parametrize(("teams", "pages"), [(40, 2), (100, 5)])
def test_the_cross_table_is_printed_on_paper_that_lies_down(
    phone: Page, live_server: LiveServer, tmp_path: Path, teams: int, pages: int
) -> None:
    contest = played(Club.objects.get(), teams=teams)
    sizes = printed(phone, f"{live_server.url}/contests/{contest.pk}/cross-table/", tmp_path)
    assert len(sizes) <= pages
    lying = tuple(reversed(A4))
    assert all(
        abs(size - wanted) <= 1 for page in sizes for size, wanted in zip(page, lying, strict=True)
    )


def test_a_pool_stands_as_a_square(phone: Page, live_server: LiveServer) -> None:
    contest = make_phased(Club.objects.get(), POOLS, teams=4)
    play_phased(contest, rounds=3)
    phone.set_viewport_size({"width": 1366, "height": 768})
    phone.goto(f"{live_server.url}/contests/{contest.pk}/cross-table/")
    square = phone.locator(".cross-square tbody tr")
    expect(square).to_have_count(4)
    # The lower number wins each game: the first line wins three, the last one loses three.
    for place, signs in enumerate(("+++", "−++", "−−+", "−−−")):
        assert "".join(square.nth(place).locator("b").all_inner_texts()) == signs
    own = square.locator(".cross__own")
    expect(own).to_have_count(4)
