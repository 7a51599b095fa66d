"""Whole games on a phone in French, hand by hand, as a table plays them."""

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.models import Game
from tests.browser.sizes import places
from tests.browser.table_page import (
    SHEET,
    Line,
    enter,
    expect_on_sheet,
    expect_totals,
    start_game,
)
from tests.table import takes, write


def test_a_game_of_twelve_hands_with_a_litige_and_a_correction(
    phone: Page, live_server: LiveServer
) -> None:
    start_game(phone, live_server, rules="contest", length="12 donnes")
    assert phone.locator("html").get_attribute("lang") == "fr"
    for line in SHEET[:8]:
        enter(phone, line)
        expect_totals(phone, line.total_a, line.total_b)

    phone.get_by_role("link", name="Corriger la donne 5").click()
    phone.locator("#id_points_a").fill("90")
    expect(phone.locator("#preview")).to_contain_text("Contrat réussi avec 90 sur 162")
    phone.get_by_role("button", name="Corriger la donne").click()
    expect_totals(phone, 712 + 90, 714 - 90)

    for line in SHEET[8:]:
        enter(phone, line)
        expect_totals(phone, line.total_a + 90, line.total_b - 90)
    expect(phone.get_by_role("heading", name="Anne & Chloé gagnent")).to_be_visible()
    phone.get_by_role("link", name="Historique").click()
    expect(phone.locator("del")).to_have_text("Anne a pris, 70 – 92")


def test_three_games_of_twelve_hands_are_added_up(phone: Page, live_server: LiveServer) -> None:
    """The last hands of each game are written on this phone, the others on another one."""
    start_game(phone, live_server, rules="contest", length="3 × 12")
    game = Game.objects.get()

    def write_elsewhere(*hands: HandEntry) -> None:
        for hand in hands:
            write(game, hand)
        expect_on_sheet(phone, game.hands.count())

    write_elsewhere(*[takes(Seat.A1, 100), takes(Seat.B1, 100)] * 5)
    enter(phone, Line("Anne", 100, 0, 0))
    enter(phone, Line("Bruno", 62, 0, 0))
    expect_totals(phone, 972, 972)
    enter(phone, Line("Chloé", 90, 0, 0))
    write_elsewhere(*[takes(Seat.A2, 90)] * 10)
    # A litige on the last hand of a game gives each side its own 81.
    enter(phone, Line("Anne", 81, 0, 0))
    expect_totals(phone, 972 + 1071, 972 + 873)
    enter(phone, Line("David", 52, 0, 0))
    write_elsewhere(*[takes(Seat.B2, 110)] * 10)
    enter(phone, Line("David", 52, 0, 0))
    expect_totals(phone, 2667, 3165)
    assert 2667 + 3165 == 36 * 162
    expect(phone.get_by_role("heading", name="Bruno & David gagnent")).to_be_visible()
    results = phone.locator(".sheet__result .sheet__total")
    expect(results).to_have_text(["972", "972", "1 071", "873", "624", "1 320"])


def test_what_was_just_written_can_be_undone(phone: Page, live_server: LiveServer) -> None:
    start_game(phone, live_server, rules="classic", length="12 donnes")
    enter(phone, SHEET[0])
    enter(phone, SHEET[1])
    phone.locator("undo-toast button").click()
    expect_totals(phone, SHEET[0].total_a, SHEET[0].total_b)
    expect(phone.locator("#entry h2[tabindex='-1']")).to_have_text("Donne 2")


def test_the_score_is_seen_before_it_is_written(phone: Page, live_server: LiveServer) -> None:
    start_game(phone, live_server, rules="contest", length="12 donnes")
    form = phone.locator(".hand-form")
    form.locator("#id_taker .tile", has_text="Anne").click()
    form.locator("#id_points_b").fill("90")
    expect(form.locator("#id_points_a")).to_have_value("72")
    form.locator("#id_belote .tile", has_text="Anne").click()
    expect(phone.locator("#preview")).to_contain_text("92 (72 + belote 20) sur 182")
    form.locator("#id_points_b").fill("161")
    expect(phone.locator("#preview")).to_contain_text("On ne peut pas faire")
    form.get_by_role("button", name="Noter la donne").click()
    expect(phone.locator(".error-summary")).to_be_visible()
    expect(form.locator("#id_points_b")).to_have_value("161")
    expect_totals(phone, 0, 0)


def test_nothing_scrolls_sideways_and_every_target_fits_a_thumb(
    phone: Page, live_server: LiveServer
) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    start_game(phone, live_server, rules="contest", length="12 donnes")
    for line in SHEET[:3]:
        enter(phone, line)
        expect_totals(phone, line.total_a, line.total_b)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    targets = places(phone.locator("main button:visible, main .tile:visible"))
    assert targets
    assert [place for place in targets if place[3] < 48] == []


def test_another_language_asks_before_it_forgets_what_was_typed(
    phone: Page, live_server: LiveServer
) -> None:
    phone.goto(f"{live_server.url}/games/new/")
    phone.locator("#id_name_a1").fill("Anne")
    phone.get_by_role("button", name="English").click()
    dialog = phone.locator("#confirm-dialog")
    dialog.get_by_role("button", name="Non, revenir").click()
    expect(phone.locator("#id_name_a1")).to_have_value("Anne")
    phone.get_by_role("button", name="English").click()
    dialog.get_by_role("button", name="Oui").click()
    expect(phone.get_by_role("heading", name="New game")).to_be_visible()
