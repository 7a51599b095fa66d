"""The computer in the hall answers that it cannot write: hands are kept, and people told."""

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Game
from tests.browser.table_page import (
    HANDS,
    SHEET,
    answer_hands,
    expect_kept,
    expect_on_sheet,
    fill_and_send,
    join,
    pass_seconds,
)

TOLD = "Une panne, numéro 7F3K : dites-le à l’organisateur."


def test_what_the_computer_says_of_itself_stands_above_the_entry_until_it_writes_again(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    answer_hands(page, 500, code="server_error", number="7F3K", detail=TOLD)
    fill_and_send(page, SHEET[0])
    expect(page.locator("#trouble")).to_have_text(TOLD)
    expect(page.locator("#kept [data-kept-state]")).to_have_text(TOLD)
    expect_kept(page, 1)
    assert not game.hands.exists()
    page.unroute(HANDS)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect_on_sheet(page, 1)
    expect(page.locator("#trouble")).to_be_hidden()


def test_a_mistake_is_tried_again_after_longer_and_longer_pauses(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    page.clock.install()
    join(page, live_server.url, game)
    sent = answer_hands(page, 500, code="server_error", number="7F3K")
    fill_and_send(page, SHEET[0])
    pass_seconds(page, 30)
    assert 2 <= len(sent) <= 7
    expect_kept(page, 1)


def test_a_server_that_is_asked_too_much_loses_no_hand(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    answer_hands(page, 429, code="too_many_requests", detail="Trop de demandes à la fois.")
    fill_and_send(page, SHEET[0])
    expect_kept(page, 1)
    assert not game.hands.exists()
    page.unroute(HANDS)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect_on_sheet(page, 1)
