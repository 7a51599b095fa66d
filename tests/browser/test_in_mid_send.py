"""While a hand is on its way, or its way is strange: nothing typed is lost, doubled or ignored."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Game
from tests.browser.table_page import (
    HANDS,
    SHEET,
    Line,
    answer_hands,
    expect_kept,
    expect_on_sheet,
    expect_totals,
    fill_and_send,
    join,
    lose_answer,
    pass_seconds,
    typed,
)
from tests.browser.test_two_phones import Phones, cut, mend

SUBMIT_TWICE = """() => {
  const form = document.querySelector(".hand-form");
  form.requestSubmit();
  form.requestSubmit();
}"""


@pytest.fixture
def phones(browser: Browser, live_server: LiveServer, game: Game) -> Iterator[Phones]:
    contexts = [browser.new_context(locale="fr-FR") for _phone in range(2)]
    first, second = (context.new_page() for context in contexts)
    yield (
        join(first, live_server.url, game, name="Anne"),
        join(second, live_server.url, game, name="Bruno"),
    )
    for context in contexts:
        context.close()


class Held:
    """Requests that hands are sent with, held on their way until they are let go."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.routes: list[Route] = []
        page.route(HANDS, self.hold)

    def hold(self, route: Route) -> None:
        self.routes.append(route)

    def let_go(self) -> None:
        for route in self.routes:
            route.continue_()
        self.page.unroute(HANDS, self.hold)


def correct_to(page: Page, points: str) -> None:
    page.locator("#id_points_a").fill(points)
    page.locator(".hand-form [type=submit]").click()


def test_a_double_tap_is_one_hand(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    context.set_offline(True)
    page.locator("#id_taker .tile", has_text="Anne").click()
    page.locator("#id_points_a").fill("92")
    page.evaluate(SUBMIT_TWICE)
    expect(page.locator("#entry h2[tabindex='-1']")).to_have_text("Donne 2")
    expect_kept(page, 1)
    expect_totals(page, 92, 70)
    expect(page.locator(".error-summary")).to_have_count(0)


def test_two_taps_on_nobody_takes_are_two(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    page.evaluate("""() => {
      const form = document.querySelector("form[data-deal='1']");
      form.requestSubmit();
      form.requestSubmit();
    }""")
    fill_and_send(page, SHEET[0])
    expect_on_sheet(page, 1)
    assert game.hands.get().passed_deals == 2


def test_a_kept_hand_arrives_while_it_is_corrected(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    context.set_offline(True)
    fill_and_send(page, SHEET[0])
    page.locator("#kept").get_by_role("button", name="Corriger").click()
    context.set_offline(False)
    expect_on_sheet(page, 1)
    correct_to(page, "102")
    expect_totals(page, 102, 60)
    expect(page.locator("#kept")).to_be_hidden()
    assert [points for _taker, points, *_rest in typed(game)] == [102]


def test_a_hand_is_corrected_while_it_is_on_its_way(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    context.set_offline(True)
    fill_and_send(page, SHEET[0])
    page.locator("#kept").get_by_role("button", name="Corriger").click()
    held = Held(page)
    with page.expect_request(HANDS):
        context.set_offline(False)
    correct_to(page, "102")
    expect(page.locator("#kept")).to_contain_text("102 – 60")
    held.let_go()
    expect(page.locator("#kept")).to_be_hidden()
    expect_totals(page, 102, 60)
    assert [points for _taker, points, *_rest in typed(game)] == [102]


def test_a_hand_is_undone_while_it_is_on_its_way(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    held = Held(page)
    with page.expect_request(HANDS):
        fill_and_send(page, SHEET[0])
    page.locator("undo-toast button").click()
    held.let_go()
    fill_and_send(page, SHEET[1])
    expect_on_sheet(page, 1)
    expect_totals(page, 52, 110)
    assert [points for _taker, points, *_rest in typed(game)] == [110]


def test_a_hand_whose_answer_was_lost_is_undone(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    page.route(HANDS, lose_answer)
    fill_and_send(page, SHEET[0])
    expect(page.locator("[data-kept-try]")).to_be_visible()
    page.locator("undo-toast button").click()
    page.unroute(HANDS)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#kept")).to_be_hidden()
    expect_on_sheet(page, 0)
    expect_totals(page, 0, 0)
    assert typed(game) == []


def test_an_answer_that_says_nothing_is_none(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    """A gateway answers 200 with nothing in it: the hand has not arrived."""
    join(page, live_server.url, game)
    answers = iter(["", "{}", '{"ok": true}'])

    def answer(route: Route) -> None:
        body = next(answers, None)
        if body is None:
            route.continue_()
        else:
            route.fulfill(status=200, content_type="application/json", body=body)

    page.route(HANDS, answer)
    fill_and_send(page, SHEET[0])
    for _again in range(3):
        page.locator("[data-kept-try]").click()
    expect_on_sheet(page, 1)
    assert len(typed(game)) == 1


def test_a_refusal_that_says_nothing_is_no_answer(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    answers = iter([400, 413])

    def answer(route: Route) -> None:
        status = next(answers, None)
        if status is None:
            route.continue_()
        else:
            route.fulfill(status=status, body="")

    page.route(HANDS, answer)
    fill_and_send(page, SHEET[0])
    expect_on_sheet(page, 1)


def test_the_sheet_comes_though_its_page_was_cut_off(phones: Phones, game: Game) -> None:
    anne, bruno = phones
    anne.evaluate("""() => {
      const { fetch } = window;
      window.fetch = (address, ...more) => {
        if (address !== window.location.pathname) return fetch(address, ...more);
        window.fetch = fetch;
        return Promise.reject(new TypeError("cut off"));
      };
    }""")
    fill_and_send(bruno, SHEET[0])
    expect(anne.locator("#link-state")).to_be_visible()
    anne.evaluate("window.dispatchEvent(new Event('online'))")
    expect_on_sheet(anne, 1)
    expect_totals(anne, 92, 70)


def test_hands_that_the_other_phone_wrote_too_count_once(phones: Phones, game: Game) -> None:
    """While a question is open the next hand has the number after those of the sheet."""
    anne, bruno = phones
    cut(bruno)
    fill_and_send(anne, Line("Anne", 92, 0, 0))
    expect_on_sheet(anne, 1)
    fill_and_send(anne, Line("Bruno", 52, 0, 0))
    expect_on_sheet(anne, 2)
    fill_and_send(bruno, Line("Anne", 82, 0, 0))
    fill_and_send(bruno, Line("Bruno", 52, 0, 0))
    mend(bruno)
    expect(bruno.locator("#kept .versus")).to_be_visible()
    expect(bruno.locator("#live-sheet [data-hand]")).to_have_count(2)
    expect(bruno.locator("#entry h2[tabindex='-1']")).to_have_text("Donne 3")
    expect_totals(bruno, 144, 180)


def test_one_phone_corrects_the_same_hand_twice_without_connection(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    fill_and_send(page, SHEET[0])
    expect_on_sheet(page, 1)
    context.set_offline(True)
    for points in ("102", "112"):
        page.get_by_role("link", name="Corriger la donne 1").click()
        correct_to(page, points)
    context.set_offline(False)
    expect(page.locator("#kept")).to_be_hidden()
    expect_totals(page, 112, 50)


def test_a_kept_penalty_offers_nothing_that_does_nothing(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    context.set_offline(True)
    fill_and_send(page, SHEET[8])
    expect_kept(page, 1)
    expect(page.locator("#kept").get_by_role("button", name="Corriger")).to_have_count(0)
    page.locator("#kept").get_by_role("button", name="Retirer").click()
    expect(page.locator("#kept")).to_be_hidden()


def test_a_removed_hand_that_is_being_corrected_stays_removed(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    context.set_offline(True)
    fill_and_send(page, SHEET[0])
    page.locator("#kept").get_by_role("button", name="Corriger").click()
    page.locator("#kept").get_by_role("button", name="Retirer").click()
    expect(page.locator("#entry h2[tabindex='-1']")).to_have_text("Donne 1")
    expect(page.locator("#id_points_a")).to_have_value("")


def test_a_replaced_code_is_not_asked_about_every_second(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    """Each further answer of the same kind is waited for longer."""
    page.clock.install()
    join(page, live_server.url, game)
    sent = answer_hands(page, 401, code="token_unknown")
    fill_and_send(page, SHEET[0])
    pass_seconds(page, 30)
    assert 2 <= len(sent) <= 7


def test_a_correction_of_a_hand_that_nobody_knows_is_asked_about(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    """The hall's computer lost the hand with its disk: what comes after it is not held up."""
    join(page, live_server.url, game)
    fill_and_send(page, SHEET[0])
    expect_on_sheet(page, 1)
    page.get_by_role("link", name="Corriger la donne 1").click()
    game.hands.all().delete()
    correct_to(page, "102")
    expect(page.locator("#kept .kept__choices")).to_be_visible()
