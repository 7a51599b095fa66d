"""Two phones at one table: each sees the other's hands, and people decide where they differ."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Game
from tests.browser.table_page import (
    SHEET,
    Line,
    expect_kept,
    expect_on_sheet,
    expect_totals,
    fill_and_send,
    join,
    lose_answer,
    typed,
)

Phones = tuple[Page, Page]


@pytest.fixture
def phones(browser: Browser, live_server: LiveServer, game: Game) -> Iterator[Phones]:
    contexts = [
        browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 844})
        for _phone in range(2)
    ]
    first, second = (context.new_page() for context in contexts)
    yield (
        join(first, live_server.url, game, name="Anne"),
        join(second, live_server.url, game, name="Bruno"),
    )
    for context in contexts:
        context.close()


def cut(page: Page) -> None:
    page.context.set_offline(True)


def mend(page: Page) -> None:
    page.context.set_offline(False)


def choose(page: Page, name: str) -> None:
    page.locator("#kept .kept__choices").get_by_role("button", name=name).click()


def test_each_sees_what_the_other_wrote(phones: Phones, game: Game) -> None:
    anne, bruno = phones
    for number, line in enumerate(SHEET[:4], start=1):
        fill_and_send(phones[number % 2], line)
        expect_on_sheet(anne, number)
        expect_on_sheet(bruno, number)
        expect_totals(anne, line.total_a, line.total_b)
        expect_totals(bruno, line.total_a, line.total_b)
    assert game.hands.count() == 4


def test_the_same_hand_typed_twice_is_one(phones: Phones, game: Game) -> None:
    anne, bruno = phones
    cut(bruno)
    fill_and_send(anne, SHEET[0])
    expect_on_sheet(anne, 1)
    fill_and_send(bruno, SHEET[0])
    fill_and_send(bruno, SHEET[1])
    mend(bruno)
    expect_on_sheet(bruno, 2)
    expect_on_sheet(anne, 2)
    assert game.hands.count() == 2


@pytest.mark.parametrize(
    ("choice", "points"),
    [
        ("La feuille est juste", [92, 110]),
        ("Ce téléphone est juste", [82, 110]),
        ("C’est une autre donne", [92, 82, 110]),
    ],
)
def test_two_entries_of_one_hand_stand_side_by_side(
    phones: Phones, game: Game, choice: str, points: list[int]
) -> None:
    anne, bruno = phones
    cut(bruno)
    fill_and_send(anne, Line("Anne", 92, 92, 70))
    expect_on_sheet(anne, 1)
    fill_and_send(bruno, Line("Anne", 82, 82, 80))
    fill_and_send(bruno, Line("Bruno", 52, 0, 0))
    mend(bruno)
    versus = bruno.locator("#kept .versus > *")
    expect(versus).to_have_count(2)
    expect(versus.nth(0)).to_contain_text("92 – 70")
    expect(versus.nth(1)).to_contain_text("82 – 80")
    assert game.hands.count() == 1
    choose(bruno, choice)
    expect_on_sheet_or_aside(bruno, len(points))
    expect_on_sheet(anne, len(points))
    assert [hand[1] for hand in typed(game)] == points


def expect_on_sheet_or_aside(page: Page, number: int) -> None:
    expect(page.locator("#live-sheet [data-hand]")).to_have_count(number)
    expect(page.locator("#kept [data-kept-list] > li")).to_have_count(0)


def test_what_was_left_out_stays_on_the_phone_until_it_is_deleted(
    phones: Phones, game: Game
) -> None:
    anne, bruno = phones
    cut(bruno)
    fill_and_send(anne, Line("Anne", 92, 92, 70))
    expect_on_sheet(anne, 1)
    fill_and_send(bruno, Line("Anne", 82, 82, 80))
    mend(bruno)
    choose(bruno, "La feuille est juste")
    bruno.reload()
    aside = bruno.locator("#kept [data-kept-aside]")
    aside.locator("summary").click()
    expect(aside).to_contain_text("82 – 80")
    bruno.on("dialog", lambda dialog: dialog.accept())
    aside.get_by_role("button", name="Supprimer").click()
    expect(bruno.locator("#kept")).to_be_hidden()


def test_a_correction_of_an_old_state_is_asked_about(phones: Phones, game: Game) -> None:
    anne, bruno = phones
    fill_and_send(anne, Line("Anne", 92, 92, 70))
    expect_on_sheet(bruno, 1)
    cut(bruno)
    bruno.get_by_role("link", name="Corriger la donne 1").click()
    bruno.locator("#id_points_a").fill("72")
    bruno.locator(".hand-form [type=submit]").click()
    anne.get_by_role("link", name="Corriger la donne 1").click()
    anne.locator("#id_points_a").fill("102")
    anne.locator(".hand-form [type=submit]").click()
    expect_totals(anne, 102, 60)
    mend(bruno)
    expect(bruno.locator("#kept .versus")).to_be_visible()
    assert [hand[1] for hand in typed(game)] == [102]
    choose(bruno, "Ce téléphone est juste")
    expect_totals(anne, 0, 162)
    assert [hand[1] for hand in typed(game)] == [72]


def test_a_hand_withdrawn_by_the_other_does_not_come_back(phones: Phones, game: Game) -> None:
    """The answer to Bruno was lost; Anne took the hand off the sheet; Bruno's phone asks."""
    anne, bruno = phones
    address = "**/api/v1/games/*/hands/*"
    bruno.route(address, lose_answer)
    fill_and_send(bruno, Line("Anne", 92, 92, 70))
    expect_on_sheet_or_aside(anne, 1)
    cut(bruno)
    anne.get_by_role("link", name="Corriger la donne 1").click()
    anne.get_by_role("button", name="Retirer cette donne").click()
    expect_on_sheet(anne, 0)
    bruno.unroute(address)
    mend(bruno)
    expect(bruno.locator("#kept .warning")).to_be_visible()
    assert not game.hands.exists()
    choose(bruno, "C’est une autre donne")
    expect_on_sheet(anne, 1)


def test_a_hand_missing_in_between_is_asked_about(phones: Phones, game: Game) -> None:
    anne, bruno = phones
    fill_and_send(anne, SHEET[0])
    # It leaves by itself after five seconds, but not while somebody is on it.
    anne.locator("undo-toast button").focus()
    expect_on_sheet(bruno, 1)
    cut(bruno)
    fill_and_send(bruno, SHEET[1])
    expect_kept(bruno, 1)
    anne.locator("undo-toast button").click()
    expect_on_sheet(anne, 0)
    mend(bruno)
    choose(bruno, "donne 1")
    expect_on_sheet(anne, 1)
    assert [hand[1] for hand in typed(game)] == [110]
