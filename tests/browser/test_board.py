"""The board of a projector: readable from the last row, calm, and running all evening."""

import re
from itertools import pairwise, product

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.browser.sizes import places, resize
from tests.browser.test_pages_fit import BROKEN
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.table import NOW, SCORER
from tests.tournaments.extensions.prizes.lists import set_list
from tournaments.contests.services import finish_tournament, resume_tournament
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.extensions.calls.services import send_message
from tournaments.models import Tournament
from tournaments.tables.services import set_timer, start_timer

PROJECTORS = [(1280, 720), (1920, 1080)]
FIRST = ("Jean-Christophe", "Marguerite", "Anne-Marguerite", "Bernadette", "Maximilien")
FAMILY = (
    *("Castelnau-Durban", "Saint-Maximin-Delacroix", "Le-Goff-Kermadec", "Carpentier"),
    *("Montgolfier-Beauregard", "Charpentier-Lavallière", "Vandenbroucke", "Desmoulins"),
    *("Roquefeuil-Saint-André", "Guillaumin-Bourdonnais", "Bihan-Le-Goff", "d’Arbois", "Noël"),
    *("Quémeneur-Le-Bihan", "Étienne", "Ferrand-Dubois"),
)
SMALL = """() => {
  const walker = document.createTreeWalker(document.querySelector(".board"), NodeFilter.SHOW_TEXT);
  const small = [];
  while (walker.nextNode()) {
    const { data, parentElement: shown } = walker.currentNode;
    const isSeen = shown.checkVisibility() && !shown.closest(".visually-hidden, svg");
    if (!data.trim() || !isSeen) continue;
    const size = parseFloat(getComputedStyle(shown).fontSize);
    if (size * 36 < innerHeight) small.push(`${data.trim()}: ${size}`);
  }
  return small;
}"""
PAGES = """() => document.querySelector("contest-board").pages
  .map(({ name, page, shown }) => `${name} ${page}: ${shown.length}`)"""
MOMENT = """(moment) => document.getAnimations().forEach((one) => {
  one.pause();
  one.currentTime = moment;
})"""
CUT = """() => [...document.querySelectorAll(".board-line, .board__heading")]
  .filter((line) => line.checkVisibility())
  .filter((line) => {
    const { left, right, bottom } = line.getBoundingClientRect();
    const isWide = left < 0 || right > innerWidth || line.scrollWidth > line.clientWidth + 1;
    return isWide || bottom > innerHeight;
  })
  .map((line) => line.textContent.trim())"""


@pytest.fixture
def full_hall(club: Club) -> Tournament:
    """Return a contest of forty teams with double-barrelled names, in its third round."""
    tournament = make_contest(club, teams=0, hands=2, name="Grand concours d’automne de l’amicale")
    people = [f"{first} {family}" for first, family in product(FIRST, FAMILY)]
    teams = [NewEntry(names=pair) for pair in zip(people[:40], people[:39:-1], strict=True)]
    add_entries(tournament_id=tournament.pk, entries=teams, author=SCORER, now=NOW)
    play_round(tournament)
    play_round(tournament, seed=2)
    playing = start_round(tournament, seed=3)
    play(games_of(playing)[0])
    set_timer(round_id=playing.pk, minutes=45, author=SCORER, now=NOW)
    start_timer(round_id=playing.pk, author=SCORER, now=NOW)
    return tournament


def test_everything_is_read_at_ten_metres_and_every_name_is_whole(
    page: Page, live_server: LiveServer, full_hall: Tournament
) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{live_server.url}/b/{full_hall.token}/")
    page.wait_for_function("document.querySelector('contest-board').pages")
    for size in PROJECTORS:
        resize(page, size)
        views = set()
        for _page in range(page.evaluate("document.querySelector('contest-board').pages.length")):
            views.add(page.locator("[data-view]:visible").get_attribute("data-view"))
            assert page.evaluate(SMALL) == []
            assert (
                page.evaluate(BROKEN.replace(".standings__who", ".board-line, .board-card")) == []
            )
            assert page.evaluate(CUT) == []
            page.keyboard.press("ArrowRight")
        assert views == {"playing", "tables", "names", "ranking", "highlights"}


def test_the_podium_is_revealed_once_and_whole_on_every_screen(
    page: Page, live_server: LiveServer, club: Club
) -> None:
    name = "Grand concours de belote de l’amicale des joueurs de Saint-Rémy-lès-Chevreuse"
    tournament = make_contest(club, teams=0, rounds=1, hands=1, name=name)
    pair = (
        "Jean-Sébastien Wattignies-Templeuve-Delacroix",
        "Marie-Antoinette Charbonneau-Villeneuve-Lavallière",
    )
    teams = [NewEntry(names=tuple(f"{name} {letter}" for name in pair)) for letter in "ABCD"]
    add_entries(tournament_id=tournament.pk, entries=teams, author=SCORER, now=NOW)
    set_list(tournament, "Jambon de pays\nPanier garni de la boucherie Castelnau\nVin")
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    page.goto(f"{live_server.url}/b/{tournament.token}/?show=podium")
    page.wait_for_function("document.querySelector('contest-board').pages")
    for size in ((390, 844), (768, 1024), (1366, 768), *PROJECTORS):
        resize(page, size)
        # A projector of its own each time: one that has revealed the podium shows it whole.
        page.evaluate("sessionStorage.clear()")
        page.reload()
        page.wait_for_function("document.querySelector('contest-board').pages")
        assert page.evaluate(PAGES) == ["podium-3 0: 0", "podium-2 0: 0", "podium-1 0: 0"]
        for _step in range(3):
            heading = page.locator(".board__heading:visible").bounding_box()
            assert heading
            for left, top, width, height in places(page.locator(".podium__step:visible > *")):
                assert top >= heading["y"] + heading["height"], size
                assert left >= 0, size
                assert left + width <= size[0], size
                assert top + height <= size[1], size
            page.keyboard.press("ArrowRight")
    page.goto(f"{live_server.url}/b/{tournament.token}/")
    page.wait_for_function("document.querySelector('contest-board').pages")
    page.keyboard.press(" ")
    views = [*dict.fromkeys(line.split()[0] for line in page.evaluate(PAGES))]
    assert views == ["podium-1", "prizes", "moments", "ranking"]
    expect(page.locator(".podium__name:visible")).to_have_count(3)
    page.keyboard.press("ArrowRight")
    prizes = page.locator("[data-view=prizes]")
    expect(prizes).to_contain_text("Panier garni de la boucherie Castelnau")
    for size in PROJECTORS:
        resize(page, size)
        expect(prizes).to_be_visible()
        assert page.evaluate(CUT) == []
        assert page.evaluate(SMALL) == []
    # A contest that goes on after its end has a podium to reveal again.
    resume_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    page.reload()
    page.wait_for_function("document.querySelector('contest-board').pages")
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    page.reload()
    page.wait_for_function("document.querySelector('contest-board').pages")
    assert page.evaluate(PAGES)[0] == "podium-3 0: 0"


def test_a_board_that_has_followed_the_contest_fills_the_screen_as_a_new_one(
    page: Page, live_server: LiveServer, full_hall: Tournament
) -> None:
    resize(page, PROJECTORS[0])
    page.goto(f"{live_server.url}/b/{full_hall.token}/")
    page.wait_for_function("document.querySelector('contest-board').pages")
    version = page.locator("[data-version]").get_attribute("data-version")
    match = games_of(full_hall.rounds.get(number=3))[1]
    play(match)
    expect(page.locator("[data-version]")).not_to_have_attribute("data-version", str(version))
    followed = page.evaluate(PAGES)
    page.reload()
    page.wait_for_function("document.querySelector('contest-board').pages")
    assert followed == page.evaluate(PAGES)


@pytest.mark.parametrize("wanted", ["no-preference", "reduce"])
def test_places_won_rise_without_a_line_above_another_unless_motion_is_not_wanted(
    page: Page, live_server: LiveServer, full_hall: Tournament, wanted: str
) -> None:
    page.emulate_media(reduced_motion="reduce" if wanted == "reduce" else "no-preference")
    page.goto(f"{live_server.url}/b/{full_hall.token}/?show=ranking")
    page.wait_for_function("document.querySelector('contest-board').pages")
    page.keyboard.press("ArrowRight")
    moving = page.evaluate(
        "document.querySelector('.is-turned').getAnimations({subtree: true})"
        ".map((one) => one.animationName)"
    )
    assert set(moving) == (set() if wanted == "reduce" else {"board-turn", "board-won"})
    lines = page.locator(".board-line:visible")
    for moment in (0, 200, 400, 800, 1200):
        page.evaluate(MOMENT, moment)
        shown = places(lines)
        assert len(shown) > 3
        for (_, top, _, height), (_, following, _, _) in pairwise(shown):
            assert top + height <= following + 1, moment


def test_a_lost_network_is_said_below_the_board_and_comes_back(
    page: Page, live_server: LiveServer, club: Club
) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    playing = start_round(tournament)
    resize(page, PROJECTORS[0])
    page.goto(f"{live_server.url}/b/{tournament.token}/?show=playing")
    expect(page.locator(".board-line:visible")).to_have_count(2)
    page.context.set_offline(True)
    notice = page.locator("[data-board-offline]")
    expect(notice).to_be_visible()
    # What was shown stays, above the notice.
    expect(page.locator(".board-line:visible")).to_have_count(2)
    board, said = page.locator(".board").bounding_box(), notice.bounding_box()
    assert board
    assert said
    assert board["y"] + board["height"] <= said["y"]
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    play(games_of(playing)[0])
    page.context.set_offline(False)
    expect(page.locator(".board-line:visible")).to_have_count(1)
    expect(notice).to_be_hidden()


def test_news_changes_the_board_without_turning_it(
    page: Page, live_server: LiveServer, full_hall: Tournament
) -> None:
    resize(page, PROJECTORS[0])
    page.goto(f"{live_server.url}/b/{full_hall.token}/?show=ranking")
    page.wait_for_function("document.querySelector('contest-board').pages")
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    second = re.compile(r" 2 / \d+$")
    expect(page.locator(".board__place:visible")).to_have_text(second)
    send_message(
        tournament_id=full_hall.pk,
        tables=(),
        text="Le buffet est ouvert",
        is_on_board=True,
        author=SCORER,
        now=NOW,
    )
    expect(page.get_by_text("Le buffet est ouvert")).to_be_visible()
    assert page.locator(".is-turned").count() == 0
    expect(page.locator(".board__place:visible")).to_have_text(second)


def test_an_organiser_says_on_the_board_when_the_next_round_begins_and_the_board_stays(
    phone: Page, live_server: LiveServer
) -> None:
    tournament = make_contest(Club.objects.get(), teams=4, rounds=2, hands=1)
    play_round(tournament)
    resize(phone, PROJECTORS[0])
    phone.clock.install()
    phone.goto(f"{live_server.url}/b/{tournament.token}/")
    phone.evaluate("document.documentElement.dataset.same = 1")
    control = phone.locator("[data-board-control]")
    phone.mouse.move(200, 200)
    expect(control).to_be_visible()
    control.get_by_role("button", name="10 min").click()
    expect(phone.locator(".board__next")).to_be_visible()
    # Another page would have ended the full screen.
    assert phone.evaluate("document.documentElement.dataset.same") == "1"
    phone.mouse.move(210, 210)
    phone.clock.fast_forward(5000)
    expect(control).to_be_hidden()
    phone.keyboard.press("Tab")
    expect(control).to_be_visible()
    expect(control.get_by_role("button", name="5 min").first).to_be_focused()


def test_nobody_stands_alone_on_the_last_page(
    page: Page, live_server: LiveServer, club: Club
) -> None:
    def pages_of(teams: int) -> list[int]:
        contest = make_contest(club, teams=teams)
        start_round(contest)
        page.goto(f"{live_server.url}/b/{contest.token}/?show=tables")
        page.wait_for_function("document.querySelector('contest-board').pages")
        shown: list[int] = page.evaluate(
            "document.querySelector('contest-board').pages.map((page) => page.shown.length)"
        )
        return shown

    resize(page, (1024, 768))
    fits = pages_of(40)[0]
    assert pages_of(2 * fits + 1) == [fits, fits - 1, 2]
