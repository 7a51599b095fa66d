"""A question about one hand holds back only what depends on it."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.hand import Seat
from scorekeeper.models import Game
from tests.browser.table_page import Line, expect_on_sheet, fill_and_send, join, typed
from tests.browser.test_two_phones import choose
from tests.table import takes, write


@pytest.fixture
def bruno(page: Page, live_server: LiveServer, game: Game) -> Page:
    """Return a phone at a table with one hand; the others' hands are written beside it."""
    write(game, takes(Seat.A1, 92))
    return join(page, live_server.url, game)


def points(game: Game) -> list[int | None]:
    return [hand[1] for hand in typed(game)]


def correct(page: Page, number: int, to: str) -> None:
    page.get_by_role("link", name=f"Corriger la donne {number}").click()
    page.locator("#id_points_a").fill(to)
    page.locator(".hand-form [type=submit]").click()


def test_the_correction_of_another_hand_goes_on(
    bruno: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    fill_and_send(bruno, Line("Anne", 82, 0, 0))
    correct(bruno, 1, "102")
    write(game, takes(Seat.A1, 100))
    context.set_offline(False)
    expect(bruno.locator("#totals .totals__total")).to_have_text(["202", "122"])
    expect(bruno.locator("#kept .warning")).to_have_count(1)
    assert points(game) == [102, 100]
    choose(bruno, "Ce téléphone est juste")
    expect(bruno.locator("#totals .totals__total")).to_have_text(["184", "140"])
    assert points(game) == [102, 82]


def test_a_question_about_a_correction_holds_back_no_hand(
    bruno: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    correct(bruno, 1, "102")
    fill_and_send(bruno, Line("Anne", 82, 0, 0))
    game.hands.update(card_points=72)  # as another phone has corrected it
    context.set_offline(False)
    expect(bruno.locator("#live-sheet [data-hand]")).to_have_count(2)
    expect(bruno.locator("#kept .warning")).to_contain_text("Deux saisies pour la donne 1")
    assert points(game) == [72, 82]


def test_what_the_sheet_has_alike_is_not_written_again_after_another_hand(
    bruno: Page, context: BrowserContext, game: Game
) -> None:
    """Two hands on both sides, of which only the first differ: one is added, not two."""
    context.set_offline(True)
    fill_and_send(bruno, Line("Anne", 82, 0, 0))
    fill_and_send(bruno, Line("Bruno", 52, 0, 0))
    write(game, takes(Seat.A1, 100), takes(Seat.B1, 110))
    context.set_offline(False)
    choose(bruno, "la noter comme donne 4")
    expect_on_sheet(bruno, 4)
    assert points(game) == [92, 100, 110, 82]


def test_a_hand_typed_after_a_withdrawal_finds_its_place(
    bruno: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    bruno.get_by_role("link", name="Corriger la donne 1").click()
    bruno.get_by_role("button", name="Retirer cette donne").click()
    fill_and_send(bruno, Line("Anne", 82, 0, 0))
    context.set_offline(False)
    expect_on_sheet(bruno, 1)
    assert points(game) == [82]


def test_several_questions_are_answered_in_any_order(
    bruno: Page, context: BrowserContext, game: Game
) -> None:
    context.set_offline(True)
    fill_and_send(bruno, Line("Anne", 82, 0, 0))
    correct(bruno, 1, "102")
    game.hands.update(card_points=72)
    write(game, takes(Seat.A1, 100))
    context.set_offline(False)
    questions = bruno.locator("#kept .warning")
    expect(questions).to_have_count(2)
    questions.last.get_by_role("button", name="Ce téléphone est juste").click()
    expect(questions).to_have_count(1)
    expect(questions).to_contain_text("Deux saisies pour la donne 2")
    choose(bruno, "La feuille est juste")
    expect(bruno.locator("#kept [data-kept-list] > li")).to_have_count(0)
    expect(bruno.locator("#totals .totals__total")).to_have_text(["202", "122"])
    assert points(game) == [102, 100]
