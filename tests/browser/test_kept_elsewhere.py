"""Hands wait on a phone while the hall goes on without them: people are asked about them."""

from datetime import timedelta

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club, Game
from tests.browser.table_page import (
    Line,
    expect_kept,
    fill_and_send,
    join,
    typed,
    wait_until_ready,
)
from tests.contest import games_of, make_contest, start_round
from tests.table import NOW, SCORER
from tournaments.models import Match, TableCode
from tournaments.tables.services import TableSlip, close_round, record_table_slip

API = "**/api/**"


@pytest.fixture
def match(club: Club) -> Match:
    return games_of(start_round(make_contest(club, teams=4, hands=2)))[0]


def open_table(page: Page, server: LiveServer, match: Match) -> None:
    """Open what is played at a contest's table, by the code that lies there."""
    number = match.table_number or 0
    code = TableCode.objects.get(tournament=match.round.tournament, number=number)
    page.goto(f"{server.url}/c/{code.token}/")
    page.locator("main form button.button--primary").click()
    page.wait_for_url("**/games/*/")
    wait_until_ready(page)


def sit_down(page: Page, server: LiveServer, match: Match) -> str:
    """Open what is played at a contest's table; return the name of a player who sits there."""
    open_table(page, server, match)
    return page.locator("#id_taker .tile").first.inner_text().strip()


def test_hands_of_older_data_are_asked_about(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    """The club began anew, and its games have the numbers that others had before."""
    join(page, live_server.url, game)
    page.route(API, lambda route: route.abort())
    fill_and_send(page, Line("Anne", 92, 92, 70))
    expect_kept(page, 1)
    Game.objects.update(created_at=game.created_at + timedelta(days=1))
    page.close()
    again = context.new_page()
    again.goto(f"{live_server.url}/games/{game.pk}/")
    wait_until_ready(again)
    expect(again.locator("#kept .warning")).to_contain_text("une autre partie")
    assert not game.hands.exists()
    again.get_by_role("button", name="la noter comme donne 1").click()
    expect(again.locator("#live-sheet [data-hand]")).to_have_count(1)
    assert len(typed(game)) == 1


def test_a_slip_was_typed_meanwhile(
    page: Page, context: BrowserContext, live_server: LiveServer, match: Match
) -> None:
    name = sit_down(page, live_server, match)
    context.set_offline(True)
    fill_and_send(page, Line(name, 92, 92, 70))
    expect_kept(page, 1)
    record_table_slip(
        match_id=match.pk,
        slip=TableSlip(hands=2, total_a=192, total_b=132, is_signed=False),
        author=SCORER,
        now=NOW,
    )
    context.set_offline(False)
    expect(page.locator("#kept .warning")).to_contain_text("fiche")
    expect(page.locator("#totals .totals__total")).to_have_text(["192", "132"])
    page.reload()
    expect(page.locator("#kept .warning")).to_contain_text("fiche")
    page.get_by_role("button", name="Garder de côté sur ce téléphone").click()
    expect(page.locator("#kept [data-kept-aside]")).to_be_visible()


def test_the_round_was_closed_meanwhile(
    page: Page, context: BrowserContext, live_server: LiveServer, match: Match
) -> None:
    name = sit_down(page, live_server, match)
    context.set_offline(True)
    fill_and_send(page, Line(name, 92, 92, 70))
    expect_kept(page, 1)
    close_round(round_id=match.round_id, author=SCORER, now=NOW)
    context.set_offline(False)
    question = page.locator("#kept .warning")
    expect(question).to_contain_text("Ce tour est clôturé")
    expect(question.get_by_role("link", name="Aller à la table")).to_be_visible()
    # What is left out stays on the phone, for the organiser to type it.
    page.get_by_role("button", name="Garder de côté sur ce téléphone").click()
    page.locator("#kept summary").click()
    expect(page.locator("#kept [data-kept-aside]")).to_contain_text("92 – 70")
