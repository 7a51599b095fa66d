"""Both sides accept the finished sheet, with and without a connection: an act like a hand."""

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.games.services.hands import correct_hand
from scorekeeper.models import Club
from scorekeeper.models.hands import HandInput
from tests.browser.table_page import Line, expect_kept, fill_and_send, lose_answer
from tests.browser.test_kept_elsewhere import open_table, sit_down
from tests.contest import games_of, make_contest, play, start_round
from tests.table import NOW, SCORER
from tests.tournaments.tables.phones import state_of
from tournaments.models import LogEntry, Match, SheetVerdict
from tournaments.models.rounds import Signature

VERDICTS = "**/api/v1/games/*/verdicts/*"
NOT_SENT = "Acceptée sur ce téléphone, pas encore envoyée."


@pytest.fixture
def match(club: Club) -> Match:
    return games_of(start_round(make_contest(club, teams=4, hands=2)))[0]


def accept(page: Page, side: str) -> None:
    box = page.locator(f"[data-sign-side={side}]")
    box.get_by_role("button", name="Nous acceptons").click()


def correct(match: Match, points: int) -> None:
    """Correct the first hand, as another phone does."""
    correct_hand(
        game_id=match.game_id or 0,
        number=1,
        written=HandInput(entry=HandEntry(taker=Seat.A1, card_points=points)),
        author=SCORER,
        now=NOW,
        even_finished=True,
    )


def test_a_table_without_connection_plays_and_accepts(
    page: Page, context: BrowserContext, live_server: LiveServer, match: Match
) -> None:
    name = sit_down(page, live_server, match)
    context.set_offline(True)
    for own in (92, 100):
        expect(page.locator("[data-sign-here]")).to_be_hidden()
        fill_and_send(page, Line(name, own, 0, 0))
    for side in "AB":
        accept(page, side)
        expect(page.locator(f"[data-sign-side={side}]")).to_contain_text(NOT_SENT)
    expect_kept(page, 4)
    context.set_offline(False)
    expect(page.locator("#sign-title")).to_have_text("La feuille est acceptée")
    expect(page.locator("#kept")).to_be_hidden()
    assert state_of(match) is Signature.SETTLED
    expect(page.locator(".sign__code")).to_have_text(match.receipt)


def test_a_word_survives_the_page_and_is_said_once(
    page: Page, context: BrowserContext, live_server: LiveServer, match: Match
) -> None:
    """Its answer was lost, and the page was closed; meanwhile the side objected elsewhere."""
    play(match)
    page.route(VERDICTS, lose_answer)
    open_table(page, live_server, match)
    accept(page, "A")
    expect(page.locator("[data-kept-try]")).to_be_visible()
    SheetVerdict.objects.update(agrees=False, note="la belote")
    page.close()
    again = context.new_page()
    again.goto(f"{live_server.url}/games/{match.game_id}/")
    expect(again.locator("[data-sign-side=A]")).to_contain_text("la belote")
    expect(again.locator("#kept")).to_be_hidden()
    assert LogEntry.objects.filter(kind=LogEntry.Kind.ACCEPTED).count() == 1
    assert not SheetVerdict.objects.get().agrees


def test_a_sheet_that_changed_meanwhile_is_asked_about_with_both_totals(
    page: Page, context: BrowserContext, live_server: LiveServer, match: Match
) -> None:
    play(match)
    open_table(page, live_server, match)
    context.set_offline(True)
    accept(page, "A")
    correct(match, 120)
    context.set_offline(False)
    question = page.locator("#kept .warning")
    expect(question).to_contain_text("200 – 124")
    expect(question).to_contain_text("220 – 104")
    assert not SheetVerdict.objects.exists()
    question.get_by_role("button", name="Cela vaut aussi pour cette feuille").click()
    expect(page.locator("#kept")).to_be_hidden()
    assert state_of(match) is Signature.ONE_SIDE


def test_a_hand_corrected_here_is_not_accepted_unseen(
    page: Page, context: BrowserContext, live_server: LiveServer, match: Match
) -> None:
    name = sit_down(page, live_server, match)
    context.set_offline(True)
    for own in (92, 100):
        fill_and_send(page, Line(name, own, 0, 0))
    accept(page, "A")
    page.locator("#kept").get_by_role("button", name="Corriger").first.click()
    page.locator("#id_points_a").fill("102")
    page.locator(".hand-form [type=submit]").click()
    expect_kept(page, 2)
    accept(page, "A")
    context.set_offline(False)
    expect(page.locator("[data-sign-side=A]")).to_contain_text("accepte")
    assert state_of(match) is Signature.ONE_SIDE


def test_a_side_objects_on_the_page_itself(
    page: Page, context: BrowserContext, live_server: LiveServer, match: Match
) -> None:
    play(match)
    open_table(page, live_server, match)
    context.set_offline(True)
    box = page.locator("[data-sign-side=B]")
    box.get_by_role("link", name="Nous contestons").click()
    form = box.locator("form[data-say=no]")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_be_visible()
    form.locator("[name=total_a]").fill("190")
    form.locator("[name=total_b]").fill("134")
    form.locator("[name=note]").fill("donne 2")
    form.get_by_role("button").click()
    expect_kept(page, 1)
    context.set_offline(False)
    expect(box).to_contain_text("190 – 134")
    assert state_of(match) is Signature.DISPUTED


def test_it_is_sent_again_under_the_receipt_of_the_same_sheet(
    page: Page, live_server: LiveServer, match: Match
) -> None:
    """Somebody noted the trump meanwhile: the same score under another receipt."""
    play(match)
    open_table(page, live_server, match)
    held: list[Route] = []
    page.route(VERDICTS, lambda route: held.append(route), times=1)
    with page.expect_request(VERDICTS):
        accept(page, "A")
    expect(page.locator("[data-sign-side=A]")).to_contain_text(NOT_SENT)
    correct_hand(
        game_id=match.game_id or 0,
        number=1,
        written=HandInput(
            entry=HandEntry(taker=Seat.A1, card_points=100, tricks=5),
        ),
        author=SCORER,
        now=NOW,
        even_finished=True,
    )
    held[0].continue_()
    expect(page.locator("#kept")).to_be_hidden()
    expect(page.locator("[data-sign-side=A] .badge--made")).to_be_visible()
    assert state_of(match) is Signature.ONE_SIDE
