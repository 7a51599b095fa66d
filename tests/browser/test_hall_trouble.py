"""The computer in the hall answers that it cannot write: hands are kept, and people told."""

import json

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Game
from tests.browser.table_page import SHEET, expect_kept, expect_on_sheet, fill_and_send, join
from tests.browser.test_without_connection import HANDS


@pytest.mark.parametrize(
    ("status", "answer", "told"),
    [
        (507, {"code": "disk_full"}, "Le disque de l’ordinateur de la salle est plein"),
        (503, {"code": "not_writable"}, "ne peut rien enregistrer"),
        (500, {"code": "server_error", "number": "7F3K"}, "son numéro, 7F3K"),
    ],
    ids=["disk full", "not writable", "a mistake with a number"],
)
def test_a_hand_is_kept_until_it_can_be_written(
    page: Page, live_server: LiveServer, game: Game, status: int, answer: dict[str, str], told: str
) -> None:
    join(page, live_server.url, game)

    def refuse(route: Route) -> None:
        body = json.dumps({"status": status, "detail": "…", **answer})
        route.fulfill(status=status, content_type="application/problem+json", body=body)

    page.route(HANDS, refuse)
    fill_and_send(page, SHEET[0])
    expect(page.locator("#trouble")).to_contain_text(told)
    expect(page.locator("#kept [data-kept-state]")).to_contain_text(told)
    expect_kept(page, 1)
    assert not game.hands.exists()
    page.unroute(HANDS, refuse)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect_on_sheet(page, 1)
    expect(page.locator("#trouble")).to_be_hidden()


def test_a_mistake_is_tried_again_after_longer_and_longer_pauses(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    page.clock.install()
    join(page, live_server.url, game)
    sent: list[str] = []

    def refuse(route: Route) -> None:
        sent.append(route.request.url)
        body = '{"code": "server_error", "number": "7F3K", "detail": "…"}'
        route.fulfill(status=500, content_type="application/problem+json", body=body)

    page.route(HANDS, refuse)
    fill_and_send(page, SHEET[0])
    for _second in range(30):
        page.clock.run_for(1000)
        page.evaluate("new Promise((resolve) => queueMicrotask(resolve))")
    assert 2 <= len(sent) <= 7
    expect_kept(page, 1)
