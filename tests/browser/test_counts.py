"""Both sides counted, and the counts do not make 162: the phone asks what was meant."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.models import Game
from tests.browser.table_page import expect_on_sheet, expect_totals, join
from tests.table import takes, write


@pytest.fixture
def bruno(page: Page, live_server: LiveServer, game: Game) -> Page:
    """Return a phone at a table where 81 points wait for whoever wins the next hand."""
    write(game, takes(Seat.A1, 81))
    join(page, live_server.url, game)
    # What counts cards comes together with what asks about counts.
    expect(page.locator("[data-count-cards]").first).to_be_enabled()
    return page


def count(page: Page, own: str, others: str) -> None:
    """Write a hand that Anne took, with what both sides counted."""
    page.locator("#id_taker .tile", has_text="Anne").click()
    page.locator("#id_points_a").fill(own)
    page.locator(".hand-form .more summary").click()
    page.locator("#id_other_count").fill(others)
    page.locator(".hand-form .action-bar [type=submit]").click()


def test_who_won_the_last_trick(bruno: Page, context: BrowserContext, game: Game) -> None:
    context.set_offline(True)
    count(bruno, "82", "70")
    asked = bruno.locator(".hand-form .warning")
    expect(asked.get_by_role("heading")).to_have_text("Qui a fait le dernier pli ?")
    answers = asked.get_by_role("button")
    expect(answers).to_contain_text(
        ["points 92 – 70, à marquer 173 – 70", "points 82 – 80, à marquer 163 – 80"]
    )
    asked.get_by_role("button", name="Bruno & David").click()
    expect(asked).to_be_hidden()
    expect(bruno.locator("#kept")).to_contain_text("82 – 80")
    context.set_offline(False)
    expect_on_sheet(bruno, 2)
    expect_totals(bruno, 163, 161)
    entry = game.hands.get(number=2).entry
    assert (entry.card_points, entry.last_trick, entry.defenders_count) == (82, Side.B, None)


def test_a_belote_inside_and_a_count_that_is_only_wrong(bruno: Page, game: Game) -> None:
    bruno.locator("#id_belote .tile", has_text="Chloé").click()
    count(bruno, "102", "80")
    asked = bruno.locator(".hand-form .warning")
    expect(asked).to_contain_text("La belote est-elle dans les comptes ?")
    # Typed anew, it is judged anew: three too many are no belote.
    bruno.locator("#id_other_count").fill("63")
    expect(asked).to_be_hidden()
    bruno.locator(".hand-form .action-bar [type=submit]").click()
    expect(bruno.locator(".error-summary")).to_contain_text("3 d’écart")
    bruno.locator("#id_other_count").fill("80")
    bruno.locator(".hand-form .action-bar [type=submit]").click()
    asked.get_by_role("button", name="Oui, on l’enlève").click()
    expect_on_sheet(bruno, 2)
    expect_totals(bruno, 183, 161)


def test_both_sides_typed_without_the_last_trick(bruno: Page, game: Game) -> None:
    bruno.locator("#id_taker .tile", has_text="Anne").click()
    own, others = bruno.locator("#id_points_a"), bruno.locator("#id_points_b")
    own.press_sequentially("80")
    expect(others).to_have_value("82")
    others.select_text()
    others.press_sequentially("72")
    expect(own).to_have_value("80")
    bruno.locator(".hand-form .action-bar [type=submit]").click()
    asked = bruno.locator(".hand-form .warning")
    expect(asked.get_by_role("heading")).to_have_text("Qui a fait le dernier pli ?")
    asked.get_by_role("button", name="Bruno & David").click()
    expect_on_sheet(bruno, 2)
    entry = game.hands.get(number=2).entry
    assert (entry.card_points, entry.last_trick) == (80, Side.B)


def test_both_sides_typed_with_the_belote(bruno: Page) -> None:
    own, others = bruno.locator("#id_points_a"), bruno.locator("#id_points_b")
    own.press_sequentially("102")
    others.select_text()
    others.press_sequentially("80")
    expect(own).to_have_value("102")


def test_a_number_typed_for_the_wrong_side_is_typed_again(bruno: Page) -> None:
    own, others = bruno.locator("#id_points_a"), bruno.locator("#id_points_b")
    own.press_sequentially("80")
    others.select_text()
    others.press_sequentially("80")
    expect(own).to_have_value("82")
    others.fill("")
    expect(own).to_have_value("")
    others.press_sequentially("72")
    expect(own).to_have_value("90")
