"""Forms of slips: nothing moves while one is typed, and the button is in view on each screen."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.browser.conftest import sign_in
from tests.browser.sizes import places, resize
from tests.contest import make_contest, start_round
from tests.table import NOW, SCORER, make_game
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.models import Round

SIZES = [(360, 640), (390, 844), (1280, 720), (1366, 768)]
PEOPLE = [
    ("Marguerite Carpentier", "Dominique Charpentier-Lavallière"),
    ("Jean-Christophe Guillaumin-Bourdonnais", "Maximilien Bihan-Le-Goff"),
    ("Anne-Marguerite Roquefeuil", "Marie-Christine Saint-Maximin-Delacroix"),
    ("Bernadette Delahaye", "Christophe Montgolfier"),
]
TOP = "(shown) => Math.round(shown.getBoundingClientRect().top + scrollY)"
COVERED = """(shown) => {
  const { left, top, width, height } = shown.getBoundingClientRect();
  const at = [top + 2, top + height - 2];
  return at.some((y) => !shown.contains(document.elementFromPoint(left + width / 2, y)));
}"""
NUMBERS_APART = """() => {
  const top = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return Math.round(range.getBoundingClientRect().top);
  };
  const found = [];
  for (const shown of document.querySelectorAll("main .names")) {
    const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (texts.nextNode()) if (texts.currentNode.data.trim()) nodes.push(texts.currentNode);
    if (!/^[0-9]/.test(nodes[0].data)) continue;
    const glued = /\\u00b7\\s*(?=\\p{L})/u.exec(nodes[0].data);
    const next = glued ? [nodes[0], glued.index + glued[0].length] : [nodes[1], 0];
    if (top(nodes[0], 0) !== top(...next)) found.push(shown.textContent);
  }
  for (const shown of document.querySelectorAll("main .numbered")) {
    const first = document.createTreeWalker(shown.querySelector(".names"), NodeFilter.SHOW_TEXT);
    const apart = top(shown.firstElementChild.firstChild, 0) - top(first.nextNode(), 0);
    if (Math.abs(apart) > 3) found.push(shown.textContent);
  }
  return found;
}"""
FAMILY_NAMES_BROKEN = """() => {
  const lines = (shown) => {
    const range = document.createRange();
    range.selectNodeContents(shown);
    return range.getClientRects().length;
  };
  const names = document.querySelectorAll(":is(.draw-seat, .table-card) .names__family");
  return [...names].filter((shown) => lines(shown) > 1).map((shown) => shown.textContent);
}"""
HINTS = """() => {
  const paper = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll("main [placeholder]")]
    .filter((field) => field.offsetParent)
    .map((field) => {
      const style = getComputedStyle(field);
      paper.font = `${style.fontSize} ${style.fontFamily}`;
      const inside = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
      const needed = paper.measureText(field.placeholder).width;
      return [field.placeholder, needed, field.clientWidth - inside];
    });
}"""


@pytest.fixture
def played(page: Page, live_server: LiveServer) -> Round:
    """Return a round of teams with the longest names, whose organiser is signed in."""
    sign_in(page, live_server)
    contest = make_contest(Club.objects.get(), teams=0)
    entries = [NewEntry(names=names) for names in PEOPLE]
    add_entries(tournament_id=contest.pk, entries=entries, author=SCORER, now=NOW)
    contest.refresh_from_db()
    return start_round(contest)


def at(server: LiveServer, played: Round, page: str) -> str:
    return f"{server.url}/contests/{played.tournament_id}/rounds/{played.number}/{page}"


def expect_uncovered(shown: Locator) -> None:
    """Expect that something is wholly in view and that nothing lies over it."""
    expect(shown).to_be_in_viewport(ratio=1)
    assert not shown.evaluate(COVERED)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_moves_at_the_desk_while_a_slip_is_typed(
    page: Page, live_server: LiveServer, played: Round, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(at(live_server, played, "slips/"))
    expect(page.locator("#id_table")).to_be_focused()
    shown = page.locator("#id_table, #slip-sides, .slip-totals")
    button = page.locator("slip-keys .action-bar .button--primary")

    def tops() -> list[Any]:
        return [one.evaluate(TOP) for one in shown.all()]

    empty = tops()
    expect_uncovered(button)
    page.keyboard.type("1")
    expect(page.locator(".slip-sides__pair")).to_be_visible()
    assert tops() == empty
    page.keyboard.press("Enter")
    page.keyboard.type("1000")
    page.keyboard.press("Enter")
    page.keyboard.type("944")
    assert tops() == empty
    for field in ("#id_total_a", "#id_total_b"):
        expect_uncovered(page.locator(field))
    expect_uncovered(button)
    page.keyboard.press("Enter")
    expect(page.locator("#slip-last")).to_contain_text("Table 1")
    expect_uncovered(page.locator("[data-said]", has_text="Table 1"))
    assert tops() == empty


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_button_that_corrects_a_slip_is_in_view_with_its_totals(
    page: Page, live_server: LiveServer, played: Round, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(at(live_server, played, "tables/1/slip/"))
    button = page.locator("slip-keys .action-bar .button--primary")
    expect(page.locator("#id_total_a")).to_be_focused()
    expect_uncovered(button)
    page.locator("#id_total_a").fill("900")
    page.locator("#id_total_b").fill("12")
    page.locator("#id_total_b").press("Enter")
    expect(page.locator("slip-keys .error-summary")).to_be_in_viewport(ratio=1)
    for shown in (page.locator("#id_total_a"), page.locator("#id_total_b"), button):
        expect_uncovered(shown)


def test_no_line_ends_behind_the_number_of_a_team_nor_within_a_family_name_that_has_room(
    page: Page, live_server: LiveServer, played: Round
) -> None:
    public = f"{live_server.url}/p/{played.tournament.token}/?show=tables"
    pages = ("draw/", "", "slips/?table=1", "tables/1/slip/", "tables/2/slip/")
    for address in (*(at(live_server, played, page) for page in pages), public):
        page.goto(address)
        for size in SIZES:
            resize(page, size)
            assert page.evaluate(NUMBERS_APART) == [], (address, size)
            assert page.evaluate(FAMILY_NAMES_BROKEN) == [], (address, size)


@pytest.mark.parametrize("width", [360, 1366])
def test_a_total_of_a_free_slip_stands_beside_the_names_it_belongs_to(
    page: Page, live_server: LiveServer, width: int
) -> None:
    sign_in(page, live_server)
    page.set_viewport_size({"width": width, "height": 768})
    page.goto(f"{live_server.url}/games/slip/new/")
    for side in "ab":
        names = places(page.locator(f"#id_name_{side}1, #id_name_{side}2"))
        ((left, top, _width, height),) = places(page.locator(f"#id_total_{side}_1"))
        assert all(left >= x + wide for x, _y, wide, _high in names)
        assert min(y for _x, y, _wide, _high in names) <= top + height / 2
        assert top + height / 2 <= max(y + high for _x, y, _wide, high in names)


def test_no_field_for_searching_has_its_hint_cut_on_a_phone(
    page: Page, live_server: LiveServer
) -> None:
    sign_in(page, live_server)
    club = Club.objects.get()
    make_game(club)
    contest = start_round(make_contest(club, teams=40)).tournament
    resize(page, (360, 640))
    own = f"/contests/{contest.pk}/"
    found = 0
    for address in (
        "/players/",
        "/games/",
        f"{own}entries/",
        f"{own}rounds/1/",
        f"/p/{contest.token}/",
    ):
        page.goto(live_server.url + address)
        hints = page.evaluate(HINTS)
        found += len(hints)
        assert [hint for hint, needed, room in hints if needed > room] == [], address
    assert found >= 4
