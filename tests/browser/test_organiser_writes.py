"""The organiser's laptop at a contest's table: signed in, without the table's code."""

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.browser.conftest import sign_in
from tests.browser.table_page import (
    Line,
    expect_on_sheet,
    expect_totals,
    fill_and_send,
    wait_until_ready,
)
from tests.contest import games_of, make_contest, start_round


def test_she_writes_and_corrects_by_her_session(phone: Page, live_server: LiveServer) -> None:
    match = games_of(start_round(make_contest(Club.objects.get(), teams=4, hands=2)))[0]
    assert match.game
    phone.goto(f"{live_server.url}/games/{match.game_id}/")
    wait_until_ready(phone)
    name = phone.locator("#id_taker .tile").first.inner_text().strip()
    fill_and_send(phone, Line(name, 92, 92, 70))
    expect_on_sheet(phone, 1)
    phone.get_by_role("link", name="Corriger la donne 1").click()
    phone.locator("#id_points_a").fill("102")
    phone.locator(".hand-form [type=submit]").click()
    expect_totals(phone, 102, 60)
    event = match.game.events.latest("pk")
    assert event.kind == event.Kind.HAND_CORRECTED
    assert event.author


def test_she_signs_out_in_another_tab(page: Page, live_server: LiveServer) -> None:
    """The hand is kept, the page says what is missing, and sends it once she is back."""
    sign_in(page, live_server)
    match = games_of(start_round(make_contest(Club.objects.get(), teams=4, hands=2)))[0]
    assert match.game
    page.goto(f"{live_server.url}/games/{match.game_id}/")
    wait_until_ready(page)
    (session,) = (c for c in page.context.cookies() if c["name"] == "sessionid")
    name = page.locator("#id_taker .tile").first.inner_text().strip()
    page.context.clear_cookies(name="sessionid")
    fill_and_send(page, Line(name, 92, 92, 70))
    expect(page.locator("#kept")).to_contain_text("connectez-vous")
    page.context.add_cookies(
        [{"name": "sessionid", "value": session["value"], "url": live_server.url}]
    )
    page.get_by_role("button", name="Essayer d’envoyer maintenant").click()
    expect_on_sheet(page, 1)
