"""The hall's computer gets another address in mid-game: the phone takes along what it keeps."""

import json
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Game
from tests.browser.conftest import HALL
from tests.browser.table_page import (
    SHEET,
    WHOLE_SHEET,
    Line,
    expect_kept,
    expect_on_sheet,
    fill_and_send,
    join,
    typed,
    wait_until_ready,
)

LONG_ENOUGH = 30_000


def lose_the_computer(page: Page, server: LiveServer) -> str:
    """Let nothing answer under the address that the phone knows; return the other address."""
    port = urlsplit(server.url).port
    page.context.route(f"http://{HALL}:{port}/**", lambda route: route.abort())
    return f"127.0.0.1:{port}"


@pytest.fixture
def phone(hall_page: Page, live_server: LiveServer, game: Game) -> Page:
    """Return a phone that has written one hand, and whose clock can be put forward."""
    hall_page.clock.install()
    join(hall_page, f"http://{HALL}:{urlsplit(live_server.url).port}", game)
    fill_and_send(hall_page, SHEET[0])
    expect_on_sheet(hall_page, 1)
    return hall_page


def keeps(page: Page, *lines: Line) -> None:
    for count, line in enumerate(lines, start=1):
        fill_and_send(page, line)
        expect_kept(page, count)


def go_on_at(page: Page, address: str) -> Page:
    """Type the address that the board shows, once the page asks; return the page that opens."""
    page.clock.run_for(LONG_ENOUGH)
    page.get_by_label("Nouvelle adresse").fill(address)
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Continuer là-bas").click()
    opened.value.wait_for_url("http://127.0.0.1:*/t/*/")
    return opened.value


def test_what_is_kept_goes_along_and_is_written_once(
    phone: Page, live_server: LiveServer, game: Game
) -> None:
    address = lose_the_computer(phone, live_server)
    keeps(phone, *SHEET[1:3])
    there = go_on_at(phone, address)
    there.locator("main form button.button--primary").click()
    wait_until_ready(there)
    expect(there.locator("#carried")).to_contain_text("2")
    assert game.hands.count() == 1, "nothing is written before somebody has said so"
    there.get_by_role("button", name="Noter sur cette feuille").click()
    expect_on_sheet(there, 3)
    there.reload()
    wait_until_ready(there)
    expect(there.locator("#carried")).to_have_count(0)
    phone.context.unroute_all()
    phone.clock.run_for(2 * LONG_ENOUGH)
    expect_on_sheet(phone, 3)
    assert typed(game) == WHOLE_SHEET[:3], "the former page sent the same hands once more"


def test_the_old_address_may_come_back(phone: Page, live_server: LiveServer, game: Game) -> None:
    lose_the_computer(phone, live_server)
    keeps(phone, SHEET[1])
    phone.clock.run_for(LONG_ENOUGH)
    expect(phone.locator("#moving")).to_be_visible()
    phone.context.unroute_all()
    phone.clock.run_for(LONG_ENOUGH)
    expect_on_sheet(phone, 2)
    expect(phone.locator("#moving")).to_have_count(0)


def test_what_is_no_address_is_said(phone: Page, live_server: LiveServer) -> None:
    lose_the_computer(phone, live_server)
    keeps(phone, SHEET[1])
    phone.clock.run_for(LONG_ENOUGH)
    phone.get_by_label("Nouvelle adresse").fill("chez Léa !")
    phone.get_by_role("button", name="Continuer là-bas").click()
    expect(phone.locator("#moving [role=alert]")).to_be_visible()
    expect_kept(phone, 1)


def test_a_link_alone_writes_nothing(page: Page, live_server: LiveServer, game: Game) -> None:
    join(page, live_server.url, game)
    page.goto(f"{live_server.url}/#kept=%5B%7B%22game%22%3A999%7D%5D")
    page.goto(f"{live_server.url}/games/{game.pk}/")
    wait_until_ready(page)
    expect(page.locator("#carried")).to_have_count(0)
    assert not game.hands.exists()


@pytest.mark.parametrize("made", ["5", "[null, 5]", '[{"game": 1}]'])
def test_a_link_that_carries_no_hands_leaves_the_page_as_it_is(
    page: Page, live_server: LiveServer, game: Game, made: str
) -> None:
    join(page, live_server.url, game)
    page.goto(f"{live_server.url}/#kept={quote(made)}")
    page.goto(f"{live_server.url}/games/{game.pk}/")
    wait_until_ready(page)
    fill_and_send(page, SHEET[0])
    expect_on_sheet(page, 1)


def test_what_a_link_carries_goes_nowhere_else(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    data = json.loads(page.locator("#table-data").text_content() or "")
    act = {"game": game.pk, "began": data["began"], "act": "put", "entry": {}, "number": 1}
    acts = [
        {**act, "id": "one", "hand": "../../table"},
        {**act, "id": "../../table", "act": "say", "path": "/verdicts/", "said": {}},
        {**act, "id": "three", "act": "say", "path": "/../../", "said": {}},
    ]
    page.goto(f"{live_server.url}/#kept={quote(json.dumps(acts))}")
    page.goto(f"{live_server.url}/games/{game.pk}/")
    wait_until_ready(page)
    expect(page.locator("#carried")).to_have_count(0)


def test_what_the_browser_does_not_store_is_offered_again(
    phone: Page, live_server: LiveServer, game: Game
) -> None:
    address = lose_the_computer(phone, live_server)
    keeps(phone, SHEET[1])
    there = go_on_at(phone, address)
    there.locator("main form button.button--primary").click()
    wait_until_ready(there)
    there.evaluate(
        "() => { window.put = belote.store.put; belote.store.put = () => Promise.reject(); }"
    )
    there.get_by_role("button", name="Noter sur cette feuille").click()
    expect(there.locator("[data-storage=failed]")).to_be_visible()
    there.evaluate("() => { belote.store.put = window.put; }")
    there.get_by_role("button", name="Noter sur cette feuille").click()
    expect_on_sheet(there, 2)
    expect(there.locator("#carried")).to_have_count(0)
