"""Typing hands fits screens of every height, letters of every size, and a keyboard alone."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.models import Club, Game
from tests.browser.sizes import places, resize
from tests.browser.table_page import (
    expect_kept,
    expect_on_sheet,
    expect_totals,
    join,
    typed,
    wait_until_ready,
)
from tests.contest import games_of, make_contest, start_round, write_hand
from tests.table import make_game

PHONES = [(360, 640), (375, 667), (390, 844), (768, 1024)]
LONGEST = {
    Seat.A1: "Jean-François Le Gall-Kermarrec",
    Seat.B1: "Marie-Bernadette Montgolfier-Beauregard",
    Seat.A2: "Anne-Marguerite Roquefeuil-Saint-André",
    Seat.B2: "Jean-Christophe Charpentier-Lavallière",
}
LAPTOPS = [(1280, 720), (1366, 768)]
ORDINARY = "#entry .hand-form > :not(details) :is(button, .tile, .linked__side)"

COVERED = """async (controls) => {
  const isCovered = (control) => {
    control.scrollIntoView({ block: "center", behavior: "instant" });
    // Who sees what is kept needs nobody to point at it.
    if (getComputedStyle(control).visibility === "hidden") return false;
    const { left, right, top, bottom } = control.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) return true;
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !control.contains(seen);
  };
  const nextFrame = () =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const found = [];
  for (const control of controls) {
    if (!isCovered(control)) continue;
    // What is seen now is known to the page with its next frame.
    await nextFrame();
    if (isCovered(control)) found.push(control.textContent.trim() || control.outerHTML);
  }
  return found;
}"""
CUT = """(tiles) => tiles.filter((tile) => tile.clientWidth > 1).filter((tile) =>
  tile.scrollWidth > tile.clientWidth + 1 || tile.scrollHeight > tile.clientHeight + 4
).map((tile) => tile.textContent.trim())"""
UNSEEN = """(controls) => {
  const bar = document.querySelector(".hand-form .action-bar").getBoundingClientRect();
  return controls.filter((control) => {
    const { top, bottom, height } = control.getBoundingClientRect();
    const end = control.closest(".action-bar") ? innerHeight : bar.top;
    return height && (top < 0 || bottom > end + 0.5);
  }).map((control) => control.textContent.trim());
}"""

SECONDS_STAND_STILL = """const every = window.setInterval;
window.setInterval = (act, wait, ...rest) => (wait === 1000 ? 0 : every(act, wait, ...rest));"""


@pytest.fixture
def game(club: Club) -> Game:
    """Return a game of people whose names are as long as is common."""
    names = ("Marguerite", "Christophe", "Bernadette", "Dominique Carpentier")
    seats = (Seat.A1, Seat.B1, Seat.A2, Seat.B2)
    return make_game(club, names=dict(zip(seats, names, strict=True)))


@pytest.fixture
def screen(browser: Browser, live_server: LiveServer, game: Game) -> Iterator[Page]:
    """Yield the table's page on a computer with a mouse."""
    context = browser.new_context(locale="fr-FR", viewport={"width": 1366, "height": 768})
    yield join(context.new_page(), live_server.url, game)
    context.close()


def test_an_ordinary_hand_needs_no_scrolling(screen: Page) -> None:
    for size in PHONES + LAPTOPS:
        resize(screen, size)
        assert screen.locator(ORDINARY).evaluate_all(UNSEEN) == [], size
        assert screen.locator(f"{ORDINARY} span").evaluate_all(CUT) == [], size


def test_the_longest_names_at_a_table_of_a_contest_leave_all_keys_in_view(
    page: Page, live_server: LiveServer, club: Club
) -> None:
    contest = make_contest(club, teams=2, rounds=1, name="Concours des Châtaigniers")
    game = games_of(start_round(contest))[0].game
    assert game is not None
    for seat, name in LONGEST.items():
        game.seats.filter(seat=seat).update(name=name)
    write_hand(game, HandEntry(taker=Seat.A1, card_points=81))  # held points have a line
    page.goto(f"{live_server.url}/c/{contest.codes.get(number=1).token}/")
    page.locator("#id_name").fill("Léa")
    page.locator("main form button.button--primary").click()
    page.wait_for_url("**/games/*/")
    wait_until_ready(page)
    button = page.locator(".hand-form [type=submit]")
    for size in PHONES:
        resize(page, size)
        page.locator("#id_points_a").fill("")
        assert page.locator(ORDINARY).evaluate_all(UNSEEN) == [], size
        before = places(button)
        page.locator("#id_taker .tile").first.click()
        page.locator("#id_points_a").fill("92")
        expect(page.locator("#preview-line")).to_contain_text("+")
        assert page.locator(ORDINARY).evaluate_all(UNSEEN) == [], size
        assert places(button) == before, size


@pytest.mark.parametrize("letters", [100, 130, 200])
def test_nothing_is_cut_or_covered_also_while_an_answer_is_awaited(
    launch_browser: Callable[..., Browser],
    browser_type_launch_args: dict[str, Any],
    live_server: LiveServer,
    game: Game,
    letters: int,
) -> None:
    large = f"--blink-settings=defaultFontSize={16 * letters // 100}"
    browser = launch_browser(args=[*browser_type_launch_args.get("args", []), large])
    page = browser.new_context(locale="fr-FR").new_page()
    # What is shown for five seconds stays for as long as a busy machine needs to look at it.
    page.add_init_script(SECONDS_STAND_STILL)
    join(page, live_server.url, game)
    page.context.set_offline(True)
    page.locator("#id_taker .tile").first.click()
    page.locator("#id_points_a").fill("92")
    page.locator(".hand-form [type=submit]").click()
    expect_kept(page, 1)
    # What was just written lies beside the button, then what is kept here.
    for beside in ("undo-toast", "#link-state"):
        resize(page, PHONES[0])
        expect(page.locator(beside)).to_be_visible()
        page.locator(f"{beside} :is(a, button)").focus()  # stays while it is looked at
        for size in PHONES + LAPTOPS:
            resize(page, size)
            controls = page.locator(f"#entry :is(button, .tile, .linked__side):visible, {beside}")
            assert controls.evaluate_all(COVERED) == [], (size, beside)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        page.evaluate("document.querySelectorAll('undo-toast').forEach((toast) => toast.remove())")
    browser.close()


def test_a_hand_takes_a_keyboard_at_most_eight_keys(screen: Page, game: Game) -> None:
    hint = screen.locator(".hand-form__hint")
    expect(hint).to_be_visible()
    resize(screen, PHONES[0])
    expect(hint).to_be_hidden()
    resize(screen, LAPTOPS[0])
    pressed = press(screen, "2", "9", "0", "b", "4", "Enter")
    expect_on_sheet(screen, 1)
    expect_totals(screen, 72, 110)
    assert pressed <= 8
    pressed = press(screen, "3", "c", "Enter")
    expect_on_sheet(screen, 2)
    assert pressed <= 8
    assert typed(game) == [("B1", 90, "B2", "", ""), ("A2", 162, "", "A", "")]


def press(screen: Page, *keys: str) -> int:
    for key in keys:
        screen.keyboard.press(key)
    return len(keys)


def test_keys_are_taken_back_and_leave_fields_and_shortcuts_alone(screen: Page) -> None:
    taker = screen.locator("#id_taker :checked")
    press(screen, "1", "Backspace")
    expect(taker).to_have_count(0)
    # The upper row of a French keyboard gives digits with Shift only.
    screen.evaluate("""() => document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: "é", code: "Digit2", bubbles: true }))""")
    expect(taker).to_have_value("B1")
    press(screen, "Control+c", "Alt+b", "Shift+c")
    expect(screen.locator("#id_capot :checked")).to_have_value("")
    press(screen, "c")
    expect(screen.locator("#id_capot :checked")).to_have_value("B")
    press(screen, "c")
    expect(screen.locator("#id_capot :checked")).to_have_value("A")
    press(screen, "c", "b", "1")
    expect(screen.locator("#id_belote :checked")).to_have_value("A1")
    press(screen, "b", "b")
    expect(screen.locator("#id_belote :checked")).to_have_value("")
    screen.get_by_text("Donne de pénalité", exact=True).click()
    screen.locator("#id_reason_text").press_sequentially("bcb 12")
    expect(screen.locator("#id_reason_text")).to_have_value("bcb 12")
    expect(screen.locator("#id_points_b")).to_have_value("")
    expect(screen.locator("#id_capot :checked")).to_have_value("")
