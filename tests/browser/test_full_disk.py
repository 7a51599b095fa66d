"""The disk of the hall's computer is full: phones say so, keep their hands and send them later."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Game
from tests.browser.table_page import (
    SHEET,
    WHOLE_SHEET,
    expect_kept,
    expect_on_sheet,
    fill_and_send,
    join,
    typed,
)
from tests.troubles import disk_full, failing, system_error

SEND = "scorekeeper.games.services.sent_hands.send_hand"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        pytest.param(disk_full(), "Le disque de l’ordinateur de la salle est plein", id="full"),
        pytest.param(system_error(30), "n’accède plus à ses données", id="read-only"),
    ],
)
def test_a_phone_keeps_its_hands_meanwhile(
    page: Page,
    live_server: LiveServer,
    game: Game,
    log: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: OSError,
    said: str,
) -> None:
    join(page, live_server.url, game)
    with monkeypatch.context() as patched:
        patched.setattr(SEND, failing(error))
        fill_and_send(page, SHEET[0])
        expect_kept(page, 1)
        expect(page.locator("#kept [data-kept-state]")).to_contain_text(said)
        # The next one is written all the same.
        fill_and_send(page, SHEET[1])
        expect_kept(page, 2)
    # Nobody touches anything: they are sent by themselves.
    expect_on_sheet(page, 2)
    assert typed(game) == WHOLE_SHEET[:2]
