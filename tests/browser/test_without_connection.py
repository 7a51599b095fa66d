"""A table whose connection comes and goes: what was typed reaches the sheet, once."""

from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Game
from tests.browser.conftest import HALL
from tests.browser.table_page import (
    HANDS,
    SHEET,
    WHOLE_SHEET,
    enter,
    expect_kept,
    expect_on_sheet,
    expect_totals,
    fill_and_send,
    join,
    keep,
    lose_answer,
    typed,
)


def reconnect(context: BrowserContext) -> None:
    context.set_offline(False)


def test_the_connection_is_cut_before_every_hand(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    for number, line in enumerate(SHEET, start=1):
        context.set_offline(True)
        fill_and_send(page, line)
        expect_kept(page, 1)
        expect(page.locator("#kept h2")).to_have_text("Gardées sur ce téléphone")
        expect_totals(page, line.total_a, line.total_b)
        reconnect(context)
        expect_on_sheet(page, number)
        expect_totals(page, line.total_a, line.total_b)
    assert typed(game) == WHOLE_SHEET


def test_a_whole_game_without_connection_is_sent_in_order(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    context.set_offline(True)
    for number, line in enumerate(SHEET, start=1):
        expect(page.locator("#entry h2[tabindex='-1']")).to_have_text(f"Donne {number}")
        fill_and_send(page, line)
        expect_kept(page, number)
        expect_totals(page, line.total_a, line.total_b)
    expect(page.locator("#kept-over")).to_be_visible()
    expect(page.locator("#entry")).to_be_hidden()
    assert not game.hands.exists()
    reconnect(context)
    expect_on_sheet(page, 12)
    expect(page.get_by_role("heading", name="Anne & Chloé gagnent")).to_be_visible()
    assert typed(game) == WHOLE_SHEET


def test_the_answer_to_every_hand_is_lost(page: Page, live_server: LiveServer, game: Game) -> None:
    """The server writes the hand, but the phone never hears of it and sends it again."""
    lost: set[str] = set()

    def lose(route: Route) -> None:
        if route.request.url in lost:
            route.continue_()
            return
        lost.add(route.request.url)
        lose_answer(route)

    join(page, live_server.url, game)
    page.route(HANDS, lose)
    for number, line in enumerate(SHEET, start=1):
        fill_and_send(page, line)
        expect_on_sheet(page, number)
    assert len(lost) == len(SHEET)
    assert typed(game) == WHOLE_SHEET


def test_a_request_is_cut_on_its_way(page: Page, live_server: LiveServer, game: Game) -> None:
    cut: set[str] = set()

    def stop_once(route: Route) -> None:
        if route.request.url in cut:
            route.continue_()
            return
        cut.add(route.request.url)
        route.abort()

    join(page, live_server.url, game)
    page.route(HANDS, stop_once)
    for number, line in enumerate(SHEET[:6], start=1):
        fill_and_send(page, line)
        expect_on_sheet(page, number)
    assert typed(game) == WHOLE_SHEET[:6]


def test_a_hand_is_corrected_and_removed_before_it_is_sent(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    context.set_offline(True)
    keep(page, *SHEET[:3])
    kept = page.locator("#kept [data-kept-list] > li")
    kept.nth(1).get_by_role("button", name="Corriger").click()
    expect(page.locator("#id_points_a")).to_have_value("52")
    page.locator("#id_points_a").fill("62")
    page.locator(".hand-form [type=submit]").click()
    expect(kept.nth(1)).to_contain_text("62 – 100")
    kept.nth(0).get_by_role("button", name="Retirer").click()
    expect(kept).to_have_count(2)
    expect(kept.nth(0)).to_contain_text("Donne 1")
    reconnect(context)
    expect_on_sheet(page, 2)
    assert [points for _taker, points, *_rest in typed(game)] == [100, 81]


def test_a_correction_shows_what_was_held_before_it(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    """81 points wait for the winner of the hand after a litige, on the sheet or only kept here."""
    join(page, live_server.url, game)
    for line in SHEET[2:4]:
        enter(page, line)
    page.get_by_role("link", name="Corriger la donne 2").click()
    expect(page.locator("#preview")).to_contain_text("+181")
    page.get_by_role("button", name="La laisser telle quelle").click()
    context.set_offline(True)
    keep(page, *SHEET[2:4])
    page.locator("#kept").get_by_role("button", name="Corriger").last.click()
    expect(page.locator("#preview")).to_contain_text("+181")


def test_a_hand_that_had_arrived_unheard_is_corrected_here(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    """The phone knows that what the sheet has is its own earlier entry: nobody is asked."""
    join(page, live_server.url, game)
    page.route(HANDS, lose_answer)
    fill_and_send(page, SHEET[0])
    expect(page.locator("#live-sheet [data-hand]")).to_have_count(1)
    context.set_offline(True)
    page.locator("#kept").get_by_role("button", name="Corriger").click()
    page.locator("#id_points_a").fill("102")
    page.locator(".hand-form [type=submit]").click()
    page.unroute(HANDS)
    reconnect(context)
    expect_on_sheet(page, 1)
    expect_totals(page, 102, 60)
    assert [points for _taker, points, *_rest in typed(game)] == [102]


def test_a_written_hand_is_corrected_without_connection(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    for number, line in enumerate(SHEET[:2], start=1):
        fill_and_send(page, line)
        expect_on_sheet(page, number)
    context.set_offline(True)
    page.get_by_role("link", name="Corriger la donne 1").click()
    expect(page.locator("#entry h2[tabindex='-1']")).to_have_text("Corriger la donne 1")
    page.locator("#id_points_a").fill("102")
    page.locator(".hand-form [type=submit]").click()
    expect(page.locator("#kept")).to_contain_text("Correction de la donne 1")
    reconnect(context)
    expect_on_sheet(page, 2)
    expect_totals(page, 102 + 52, 60 + 110)


def test_nobody_takes_without_connection(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    context.set_offline(True)
    page.get_by_role("button", name="Personne ne prend").click()
    page.get_by_role("button", name="Personne ne prend").click()
    fill_and_send(page, SHEET[0])
    reconnect(context)
    expect_on_sheet(page, 1)
    assert game.hands.get().passed_deals == 2


def test_what_was_kept_survives_the_page(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    """The phone fell asleep and its browser was closed: the next visit sends what it kept."""
    join(page, live_server.url, game)
    page.route("**/api/**", lambda route: route.abort())
    keep(page, *SHEET[:2])
    page.close()
    again = context.new_page()
    again.goto(f"{live_server.url}/games/{game.pk}/")
    expect_on_sheet(again, 2)
    assert typed(game) == WHOLE_SHEET[:2]


def test_a_whole_game_on_a_plain_address(
    hall_page: Page, live_server: LiveServer, game: Game
) -> None:
    """Without service worker and crypto.randomUUID, as on a hall's own network."""
    hall = live_server.url.replace("localhost", HALL)
    join(hall_page, hall, game)
    assert hall_page.evaluate("[isSecureContext, 'randomUUID' in crypto]") == [False, False]
    for number, line in enumerate(SHEET, start=1):
        hall_page.context.set_offline(number % 3 > 0)
        fill_and_send(hall_page, line)
        expect_totals(hall_page, line.total_a, line.total_b)
    expect_on_sheet(hall_page, len(SHEET))
    assert typed(game) == WHOLE_SHEET


def test_the_last_hand_can_be_undone_before_and_after_it_is_sent(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    fill_and_send(page, SHEET[0])
    expect_on_sheet(page, 1)
    page.locator("undo-toast button").click()
    expect_on_sheet(page, 0)
    context.set_offline(True)
    fill_and_send(page, SHEET[1])
    expect_kept(page, 1)
    page.locator("undo-toast button").click()
    expect(page.locator("#kept")).to_be_hidden()
    reconnect(context)
    expect_totals(page, 0, 0)
    assert not game.hands.exists()
