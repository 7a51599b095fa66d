"""What a person at the table sees and hears of hands that are only on the phone."""

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Game
from scorekeeper.server.static_bundles import SCRIPTS, SOURCES
from tests.browser.table_page import (
    Line,
    expect_kept,
    expect_on_sheet,
    expect_totals,
    fill_and_send,
    join,
    keep,
)

PENALTY = Line("", None, 0, 0, penalty="Bruno & David")


@pytest.fixture
def table(browser: Browser, live_server: LiveServer, game: Game) -> Iterator[Page]:
    """Yield the table's page on a small phone."""
    context = browser.new_context(locale="fr-FR", viewport={"width": 360, "height": 740})
    yield join(context.new_page(), live_server.url, game)
    context.close()


def cut(page: Page) -> None:
    """Cut the connection, and wait until the page has noticed."""
    page.context.set_offline(True)
    expect(page.locator("#link-state")).to_be_visible()


def test_a_hand_without_connection_is_said_to_be_kept(table: Page) -> None:
    cut(table)
    fill_and_send(table, Line("Anne", 92, 92, 70))
    expect(table.locator("#written")).to_contain_text("1 donne gardée sur ce téléphone.")


def test_the_note_of_what_is_kept_leaves_the_score_free_and_leads_to_it(table: Page) -> None:
    cut(table)
    fill_and_send(table, Line("Anne", 92, 92, 70))
    # What was just written stands in its place first.
    expect(table.locator("#written")).to_contain_text("gardée")
    expect(table.locator("undo-toast")).to_have_count(0)
    link = table.locator("#link-state a")
    expect(link).to_be_visible()
    top = table.locator("#link-state").bounding_box()
    score = table.locator("#totals").bounding_box()
    assert top
    assert score
    assert top["y"] > score["y"] + score["height"]
    # Where a finger taps: Playwright's own click may first scroll to the place of the bar in the
    # form, from where what is kept is seen and the note goes.
    place = link.bounding_box()
    assert place
    table.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(table.locator("#kept h2")).to_be_in_viewport()
    expect(table.locator("#link-state")).to_be_hidden()


def test_a_question_is_named_where_it_is_seen(table: Page, live_server: LiveServer) -> None:
    cut(table)
    fill_and_send(table, Line("Anne", 82, 82, 80))
    other = table.context.browser
    assert other
    context = other.new_context(locale="fr-FR")
    bruno = join(context.new_page(), live_server.url, Game.objects.get(), name="Bruno")
    fill_and_send(bruno, Line("Anne", 81, 0, 81))
    expect_on_sheet(bruno, 1)
    context.close()
    table.context.set_offline(False)
    expect(table.locator("#link-state a")).to_have_text("Deux saisies pour la donne 1")
    cards = table.locator("#kept .versus > *")
    expect(cards.nth(0)).to_contain_text("Litige")
    expect(cards.nth(1)).to_contain_text("Réussi")
    expect(cards.nth(1)).to_contain_text("+82")


def test_a_kept_penalty_says_why_and_can_only_be_removed(table: Page) -> None:
    cut(table)
    fill_and_send(table, PENALTY)
    expect_kept(table, 1)
    kept = table.locator("#kept")
    expect(kept).to_contain_text("Bruno & David (Maldonne)")
    expect(kept.get_by_role("button", name="Retirer")).to_be_visible()
    expect(kept.get_by_role("button", name="Corriger")).to_have_count(0)


def test_a_hand_that_was_a_penalty_is_corrected_into_one(table: Page) -> None:
    fill_and_send(table, Line("Anne", 92, 92, 70))
    expect_on_sheet(table, 1)
    table.get_by_role("link", name="Corriger la donne 1").click()
    table.get_by_text("Donne de pénalité", exact=True).click()
    form = table.locator("#entry details[open] form")
    form.locator("#id_penalty .tile", has_text="Bruno & David").click()
    form.locator("#id_reason").select_option("misdeal")
    form.get_by_role("button", name="Corriger la donne").click()
    expect_totals(table, 162, 0)
    expect_on_sheet(table, 1)


def test_a_penalty_leaves_the_hand_that_is_being_typed(table: Page) -> None:
    table.locator("#id_taker .tile", has_text="Anne").click()
    table.locator("#id_points_a").fill("92")
    fill_and_send(table, PENALTY)
    expect_on_sheet(table, 1)
    expect(table.locator("#id_points_a")).to_have_value("92")


def test_no_hand_follows_the_last_one(table: Page) -> None:
    cut(table)
    keep(table, *[Line("Anne", 92, 0, 0)] * 12)
    expect(table.locator("#kept-over")).to_be_visible()
    expect(table.locator("#totals .totals__foot")).not_to_contain_text("Donne 13")


def test_what_needs_the_computer_waits_without_connection(table: Page) -> None:
    """Pressed without a connection it says so; the browser's own page of errors never shows."""
    cut(table)
    table.get_by_role("button", name="English").click()
    expect(table.locator("[data-no-way]")).to_be_visible()


def test_what_is_kept_is_not_printed(table: Page) -> None:
    """The totals on paper are those of the hands below them."""
    cut(table)
    fill_and_send(table, Line("Anne", 92, 92, 70))
    expect_totals(table, 92, 70)
    table.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    table.emulate_media(media="print")
    expect(table.locator("#link-state")).to_be_hidden()
    expect(table.locator("#kept")).to_be_hidden()
    table.evaluate("belote.page.show()")  # as when it tries to send just then
    expect_totals(table, 0, 0)
    table.emulate_media(media="screen")
    table.evaluate("window.dispatchEvent(new Event('afterprint'))")
    expect_totals(table, 92, 70)


def test_nobody_takes_and_the_hand_keeps_its_heading(table: Page) -> None:
    heading = table.locator("#entry h2[tabindex='-1']")
    before = heading.bounding_box()
    table.get_by_role("button", name="Personne ne prend").click()
    expect(table.locator("[data-deal='-1']")).to_be_visible()
    after = heading.bounding_box()
    assert before
    assert after
    assert after["height"] == before["height"]
    assert table.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_large_letters_fit_a_phone(
    launch_browser: Callable[..., Browser],
    browser_type_launch_args: dict[str, Any],
    live_server: LiveServer,
    game: Game,
) -> None:
    args = [*browser_type_launch_args.get("args", []), "--blink-settings=defaultFontSize=24"]
    browser = launch_browser(args=args)
    context = browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 844})
    page = join(context.new_page(), live_server.url, game)
    page.get_by_role("button", name="Personne ne prend").click()
    expect(page.locator("[data-deal='-1']")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    browser.close()


@pytest.mark.parametrize("name", sorted(chain.from_iterable(SCRIPTS.values())))
def test_no_template_stands_in_another(name: str) -> None:
    """What joins the scripts takes the blanks out of a template within a template."""
    text = (SOURCES / f"{name}.js").read_text(encoding="utf-8")
    assert not re.search(r"\$\{[^}`]*`", text)
