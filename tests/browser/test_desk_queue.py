"""Slips typed at the desk faster than the computer writes them."""

from collections.abc import Callable
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club, Game
from tests.browser.conftest import sign_in
from tests.contest import games_of, make_contest, play, start_round
from tests.table import NOW, SCORER
from tournaments.models import LogEntry, Round
from tournaments.rounds.services import discard_draw, publish_round, take_back_round
from tournaments.tables.views import desk

TABLES = 60
# A slip is typed in a third of the time that is taken to write it.
SECONDS = 0.3
KEY = 10

WATCH = """() => {
  const shown = ["#id_table", "#slip-sides", "#id_total_a", "[data-enter]", "#missing-title"];
  window.places = new Set();
  const look = () => {
    const topOf = (name) => document.querySelector(name).getBoundingClientRect().top;
    const tops = shown.map((name) => Math.round(topOf(name)));
    window.places.add(JSON.stringify([window.scrollY, ...tops]));
    window.requestAnimationFrame(look);
  };
  look();
}"""
MOVED = "() => [...window.places]"


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the computer take its time over every slip."""
    answer: Callable[..., Any] = desk._answer_queue

    def later(*args: Any) -> Any:
        Event().wait(SECONDS)
        return answer(*args)

    monkeypatch.setattr(desk, "_answer_queue", later)


def type_slip(page: Page, table: int, a: int, b: int, *, delay: float = KEY) -> None:
    for number in (table, a, b):
        page.keyboard.type(str(number), delay=delay)
        page.keyboard.press("Enter", delay=delay)


def totals_at(played: Round) -> dict[int, tuple[int, int]]:
    games = Game.objects.filter(match__round=played, kind=Game.Kind.SLIP)
    rows = games.values_list("match__table_number", "total_a", "total_b")
    return {table or 0: (a, b) for table, a, b in rows}


def slips_written(played: Round) -> int:
    return LogEntry.objects.filter(tournament=played.tournament_id, kind=LogEntry.Kind.SLIP).count()


def at_desk(page: Page, server: LiveServer, *, teams: int) -> Round:
    """Return a round of a contest whose desk is open on the page."""
    sign_in(page, server)
    played = start_round(make_contest(Club.objects.get(), teams=teams))
    open_desk(page, server, played)
    return played


def open_desk(page: Page, server: LiveServer, played: Round) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{server.url}/contests/{played.tournament_id}/rounds/{played.number}/slips/")
    expect(page.locator("#id_table")).to_be_focused()


def away(route: Route, method: str) -> None:
    """Let the computer not be reached by one kind of request."""
    if route.request.method == method:
        route.abort()
    else:
        route.continue_()


def asks(page: Page, table: int) -> Any:
    return page.locator("[data-asks] > *").filter(has_text=f"Table {table} ")


def expect_waiting(page: Page, count: int) -> None:
    expect(page.locator("[data-waits] > li")).to_have_count(count, timeout=200_000)


@pytest.mark.usefixtures("slow")
def test_sixty_slips_typed_faster_than_they_are_written(
    page: Page, live_server: LiveServer
) -> None:
    """Each goes to its table, whatever is refused, asked, cut or opened again in between."""
    played = at_desk(page, live_server, teams=2 * TABLES)
    play(games_of(played)[10], [100] * 12)
    typed = {table: (900 + 3 * table, 1044 - 3 * table) for table in range(1, TABLES + 1)}
    page.evaluate(WATCH)
    for table, (a, b) in typed.items():
        # Table 7 does not add up, the phone at table 11 says something else.
        type_slip(page, table, a, b + (table == 7))
        if table == 13:
            type_slip(page, 99, a, b)
        if table == 20:
            type_slip(page, 5, 1000, 944)
        if table == 25:
            assert len(page.evaluate(MOVED)) == 1, page.evaluate(MOVED)
            page.reload()
            expect(page.locator("#id_table")).to_be_focused()
            page.evaluate(WATCH)
        if table == 35:
            page.context.set_offline(True)
        if table == 40:
            expect(page.locator("[data-trouble=away]")).to_be_visible()
            page.context.set_offline(False)
    expect(page.locator("#id_table")).to_be_focused()
    expect_waiting(page, 0)
    assert len(page.evaluate(MOVED)) == 1, page.evaluate(MOVED)
    assert totals_at(played) == {n: said for n, said in typed.items() if n not in (7, 11)}
    assert slips_written(played) == TABLES - 2
    # Table 7, 11, 99, and 5 for the second time.
    expect(page.locator("[data-asks] > *")).to_have_count(4)

    asks(page, 7).locator("[data-meant], [name=keep]").first.click()
    asks(page, 11).locator("[name=instead_of]").click()
    asks(page, 5).locator("[data-discard]").click()
    asks(page, 99).locator("[data-discard]").click()
    page.locator("dialog[open] button.button--danger, dialog[open] [value=yes]").first.click()
    expect(page.locator("[data-asks] > *")).to_have_count(0)
    expect_waiting(page, 0)
    assert totals_at(played).keys() == typed.keys()
    assert totals_at(played)[11] == typed[11]
    assert totals_at(played)[5] == typed[5]


@pytest.fixture
def played(page: Page, live_server: LiveServer) -> Round:
    return at_desk(page, live_server, teams=8)


def test_a_slip_whose_answer_was_lost_is_written_once(page: Page, played: Round) -> None:
    lost: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route("**/slips/", lose)
    type_slip(page, 1, 1000, 944, delay=0)
    expect(page.locator("[data-trouble=away]")).to_be_visible()
    assert lost == [201]
    type_slip(page, 2, 1100, 844, delay=0)
    expect_waiting(page, 0)
    expect(page.locator("[data-asks] > *")).to_have_count(0)
    assert totals_at(played) == {1: (1000, 944), 2: (1100, 844)}
    assert slips_written(played) == 2


def test_a_slip_that_was_refused_goes_once_its_table_has_a_result(
    page: Page, played: Round
) -> None:
    type_slip(page, 1, 1000, 945, delay=0)
    type_slip(page, 2, 1000, 945, delay=0)
    expect(page.locator("[data-asks] > *")).to_have_count(2)
    type_slip(page, 1, 1000, 944, delay=0)
    expect(asks(page, 1)).to_have_count(0)
    expect(page.locator("[data-said]")).to_contain_text(
        "Elle remplace la fiche qui n’a pas été notée\u00a0: 1\u00a0000 – 945."
    )
    # The phone at table 2 writes the result: the page follows, and asks whether it stays.
    play(games_of(played)[1], [100] * 12)
    expect(page.locator("#slip-missing [data-table]")).to_have_count(2)
    expect(asks(page, 2)).to_contain_text("Le téléphone de la table indique 1\u00a0200 – 744")
    asks(page, 2).locator("[data-discard]").click()
    expect(page.locator("[data-asks] > *")).to_have_count(0)
    assert totals_at(played) == {1: (1000, 944)}


def test_a_doubt_leads_to_the_totals_and_confirms_what_it_names(page: Page, played: Round) -> None:
    type_slip(page, 1, 3024, 0, delay=0)
    first = asks(page, 1).locator("[name=total_a]")
    expect(first).to_have_value("3024")
    expect(asks(page, 1).locator(".button--primary")).to_have_count(0)
    asks(page, 1).get_by_role("button", name="Corriger les totaux").click()
    expect(first).to_be_focused()
    assert totals_at(played) == {}
    asks(page, 1).get_by_role("button", name="3\u00a0024 – 0, c’est juste").click()
    expect(page.locator("#slip-last")).to_contain_text("Table 1")
    assert totals_at(played) == {1: (3024, 0)}


def test_whoever_signed_out_in_another_tab_loses_no_slip(
    page: Page, live_server: LiveServer, played: Round
) -> None:
    (session,) = (c for c in page.context.cookies() if c["name"] == "sessionid")
    page.context.clear_cookies(name="sessionid")
    type_slip(page, 1, 1000, 944, delay=0)
    expect(page.locator("[data-trouble=shut]")).to_be_visible()
    assert totals_at(played) == {}
    page.context.add_cookies(
        [{"name": "sessionid", "value": session["value"], "url": live_server.url}]
    )
    page.locator("[data-trouble=shut] a").click()
    expect_waiting(page, 0)
    expect(page.locator("#slip-last")).to_contain_text("Table 1")
    assert totals_at(played) == {1: (1000, 944)}


def test_another_token_is_fetched_with_the_page(page: Page, live_server: LiveServer) -> None:
    played = at_desk(page, live_server, teams=8)
    page.context.clear_cookies(name="csrftoken")
    page.evaluate("url => fetch(url)", page.url)
    type_slip(page, 1, 1000, 944, delay=0)
    expect(page.locator("#slip-last")).to_contain_text("Table 1")
    assert totals_at(played) == {1: (1000, 944)}


def test_two_tabs_of_one_desk_write_each_slip_once(
    page: Page, live_server: LiveServer, played: Round
) -> None:
    page.context.set_offline(True)
    type_slip(page, 1, 1000, 945, delay=0)
    type_slip(page, 2, 1100, 844, delay=0)
    page.context.set_offline(False)
    other = page.context.new_page()
    open_desk(other, live_server, played)
    type_slip(other, 3, 1200, 744, delay=0)
    for tab in (page, other):
        expect_waiting(tab, 0)
        expect(asks(tab, 1)).to_be_visible()
    asks(other, 1).locator("[name=keep]").click()
    for tab in (page, other):
        expect(asks(tab, 1)).to_have_count(0)
        expect(tab.locator("#slip-last")).to_contain_text("Table 1")
        expect_waiting(tab, 0)
    assert totals_at(played) == {1: (1000, 945), 2: (1100, 844), 3: (1200, 744)}
    assert slips_written(played) == 3


def test_slips_that_wait_are_said_where_the_round_is_closed(
    page: Page, live_server: LiveServer, played: Round
) -> None:
    type_slip(page, 1, 1000, 945, delay=0)
    expect(asks(page, 1)).to_be_visible()
    page.goto(f"{live_server.url}/contests/{played.tournament_id}/rounds/{played.number}/close/")
    page.locator("slips-left a").click()
    asks(page, 1).locator("[name=total_b]").fill("944")
    asks(page, 1).locator("[name=total_b]").press("Enter")
    expect(page.locator("#id_table")).to_be_focused()
    expect(page.locator("#slip-last")).to_contain_text("Table 1")
    assert totals_at(played) == {1: (1000, 944)}
    page.goto(f"{live_server.url}/contests/{played.tournament_id}/rounds/{played.number}/close/")
    expect(page.locator("slips-left")).to_be_hidden()


def test_slips_of_a_round_that_is_gone_are_seen_copied_and_thrown_away(
    page: Page, live_server: LiveServer, played: Round
) -> None:
    type_slip(page, 1, 1000, 945, delay=0)
    expect(asks(page, 1)).to_be_visible()
    asks(page, 1).locator("summary").click()
    asks(page, 1).locator("[name=capots_a]").fill("1")
    asks(page, 1).locator("[name=capots_a]").press("Enter")
    type_slip(page, 2, 1100, 845, delay=0)
    expect(page.locator("[data-asks] > *")).to_have_count(2)
    take_back_round(round_id=played.pk, author=SCORER, now=NOW)
    page.reload()
    page.wait_for_url("**/draw/")
    left = page.locator("slips-left textarea")
    expect(left).to_have_count(2)
    expect(left.first).to_have_value(
        "Tour 1, Table 1 · 1\u00a0000 – 945 · Capots de la première équipe 1"
    )
    discard_draw(round_id=played.pk, author=SCORER, now=NOW)
    page.goto(f"{live_server.url}/contests/{played.tournament_id}/rounds/1/slips/")
    expect(page.locator(".message", has_text="Le tour 1 n’existe plus.")).to_be_visible()
    expect(left).to_have_count(2)
    page.locator("slips-left [data-copy]").last.click()
    expect(page.locator("slips-left [data-copy]").last).to_have_text("Copié")
    for count in (1, 0):
        page.locator("slips-left [data-discard]").first.click()
        page.locator("dialog[open] [data-confirm-yes]").click()
        expect(left).to_have_count(count)
    expect(page.locator("slips-left")).to_be_hidden()
    page.reload()
    expect(page.locator("slips-left")).to_be_hidden()


def test_what_is_typed_while_another_draw_is_published_lands_at_no_other_table(
    page: Page, played: Round
) -> None:
    def hold_the_first(route: Route) -> None:
        if route.request.method == "POST" and not refused:
            refused.append(route)
        else:
            route.continue_()

    refused: list[Route] = []
    page.route("**/slips/", hold_the_first)
    type_slip(page, 1, 1000, 944, delay=0)
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.type("1100")
    take_back_round(round_id=played.pk, author=SCORER, now=NOW)
    # Names are asked for while there are none.
    with page.expect_response("**/draw/"):
        page.locator("#id_table").fill("33")
        page.locator("#id_table").fill("3")
    page.locator("#id_total_b").focus()
    publish_round(round_id=played.pk, author=SCORER, now=NOW + timedelta(minutes=5))
    refused[0].fulfill(status=403, body="")
    expect(asks(page, 1)).to_contain_text("Le tirage a changé")
    page.keyboard.type("844")
    page.keyboard.press("Enter")
    expect(asks(page, 3).locator("[name=total_a]")).to_have_value("1100")
    assert totals_at(played) == {}
    # What is typed from now on is of the draw that is shown.
    type_slip(page, 2, 1000, 944, delay=0)
    expect(page.locator("#slip-last")).to_contain_text("Table 2")
    assert totals_at(played) == {2: (1000, 944)}


def test_enter_in_any_field_sends_the_slip_as_it_is_corrected(page: Page, played: Round) -> None:
    type_slip(page, 1, 1000, 945, delay=0)
    expect(asks(page, 1)).to_be_visible()
    asks(page, 1).locator("[name=total_a]").fill("1100")
    asks(page, 1).locator("[name=total_b]").fill("844")
    asks(page, 1).locator("summary").click()
    asks(page, 1).locator("[name=capots_a]").press("Enter")
    expect(page.locator("[data-asks] > *")).to_have_count(0)
    expect(page.locator("#slip-last")).to_contain_text("Table 1")
    assert totals_at(played) == {1: (1100, 844)}


def test_enter_in_a_note_takes_no_totals_that_nobody_typed(
    page: Page, live_server: LiveServer, played: Round
) -> None:
    page.goto(f"{live_server.url}/contests/{played.tournament_id}/rounds/1/tables/1/slip/")
    page.locator("[name=total_a]").fill("1000")
    page.locator("[name=total_b]").fill("945")
    page.locator("main [data-enter]").click()
    expect(page.locator("[data-meant]")).to_be_visible()
    page.locator("[name=total_a]").fill("1100")
    page.locator("[name=total_b]").fill("844")
    page.locator("[name=note]").press("Enter")
    expect(page.locator("[name=note]")).to_have_count(0)
    assert totals_at(played) == {1: (1100, 844)}


def test_an_entry_of_the_storage_that_is_no_slip_stops_no_other(page: Page, played: Round) -> None:
    page.context.set_offline(True)
    type_slip(page, 1, 1000, 944, delay=0)
    expect_waiting(page, 1)
    page.evaluate(
        "for (const name of Object.keys(localStorage)) localStorage.setItem(`${name}x`, '{')"
    )
    # The page that typed it sends it no more: the next one does, from the storage.
    page.route("**/slips/", lambda route: away(route, "POST"))
    page.context.set_offline(False)
    page.reload()
    page.unroute("**/slips/")
    expect(page.locator("#slip-last")).to_contain_text("Table 1")
    assert totals_at(played) == {1: (1000, 944)}


def test_an_alert_goes_when_the_computer_answers_again(page: Page, played: Round) -> None:
    """Even where this one slip is refused: whatever else stands between says so to it alone."""
    answers = [502]

    def answer(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=answers.pop() if answers else 403, body="")
        else:
            route.continue_()

    page.route("**/slips/", answer)
    type_slip(page, 1, 1000, 944, delay=0)
    expect(page.locator("[data-trouble=away]")).to_be_visible()
    expect(page.locator("[data-asks] > *")).to_have_count(1)
    expect(page.locator("[data-trouble=away]")).to_be_hidden()
    assert totals_at(played) == {}
