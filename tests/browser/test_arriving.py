"""A hand typed on a slow line: its keys are there first, and what is sent waits for the rest."""

from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Game
from tests.browser.table_page import expect_on_sheet, join, typed

REST = "**/scorekeeper/table*.js"


def type_a_hand(page: Page) -> None:
    page.locator("#id_taker .tile", has_text="Anne").click()
    for key in "92":
        page.locator(f"number-pad [data-key='{key}']").click()
    expect(page.locator("[name=points_b]")).to_have_value("70")
    page.locator(".action-bar [type=submit]").click()


def test_a_hand_sent_before_the_rest_has_come_is_written_once_it_has(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    waiting: list[Route] = []
    join(page, live_server.url, game)
    page.route(REST, lambda route: waiting.append(route))
    page.reload(wait_until="commit")
    type_a_hand(page)
    expect(page.locator("html[data-table]")).to_have_count(0)
    assert typed(game) == []
    for route in waiting:
        route.continue_()
    expect_on_sheet(page, 1)
    assert typed(game) == [("A1", 92, "", "", "")]


def test_where_the_rest_does_not_come_the_page_is_the_plain_form(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    page.route(REST, lambda route: route.abort())
    page.reload()
    type_a_hand(page)
    page.wait_for_url("**/games/*/?undo=1*")
    assert typed(game) == [("A1", 92, "", "", "")]
