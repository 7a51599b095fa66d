"""Pages that open without a connection where browsers allow it, and that only go on where not."""

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club, Game
from scorekeeper.offline import views as offline
from tests.browser.conftest import HALL
from tests.browser.table_page import (
    SHEET,
    WHOLE_SHEET,
    expect_kept,
    expect_on_sheet,
    expect_totals,
    fill_and_send,
    typed,
    wait_until_ready,
)
from tests.contest import make_contest, start_round
from tests.pages import visitor
from tests.table import make_game
from tournaments.models import Match, TableCode

JOIN = "main form.form button.button--primary"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Open pages as a phone does that trusts the address: with a service worker."""
    return {**browser_context_args, "service_workers": "allow"}


def scan(page: Page, door: str, game: Game) -> None:
    """Scan a code, as a phone that was never here."""
    page.goto(door)
    wait_for_worker(page)
    page.locator(JOIN).click()
    page.wait_for_url(f"**/games/{game.pk}/")
    wait_until_kept(page, f"/games/{game.pk}/")


def wait_for_worker(page: Page) -> None:
    """Wait until the worker is there: it serves the next page for certain, this one perhaps."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")


def wait_until(page: Page, condition: str, given: object = None) -> None:
    """Wait until an asynchronous function of the page says so."""
    page.evaluate(
        "async ([condition, given]) => { const end = Date.now() + 20000;"
        f" while (!(await ({condition})(given))) {{"
        " if (Date.now() > end) throw new Error(condition);"
        " await new Promise(go => setTimeout(go, 50)); } }",
        [condition, given],
    )


def wait_until_kept(page: Page, path: str) -> None:
    wait_until(page, "async path => (await caches.open('belote-pages')).match(path)", path)


def test_a_game_opens_again_without_a_connection(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    door = f"{live_server.url}/t/{game.token}/"
    scan(page, door, game)
    wait_until_kept(page, f"/t/{game.token}/")
    page.wait_for_function("() => window.belote.outcomes")
    context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_have_text("Anne & Chloé – Bruno & David")
    # Styles, scripts and rules are there as well.
    assert page.evaluate(
        "document.styleSheets.length && [...document.styleSheets].every(one => one.cssRules.length)"
    )
    page.wait_for_function("() => window.belote.outcomes")
    # In another tab too, and by the code on the table.
    page.close()
    other = context.new_page()
    other.goto(door)
    assert other.url == f"{live_server.url}/games/{game.pk}/"
    expect(other.locator("h1")).to_have_text("Anne & Chloé – Bruno & David")
    context.set_offline(False)
    other.reload()
    expect(other.locator("h1")).to_have_text("Anne & Chloé – Bruno & David")


def test_a_whole_game_over_reloads_without_a_connection(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    """The page is opened anew before every hand, most of the time out of reach."""
    scan(page, f"{live_server.url}/t/{game.token}/", game)
    wait_until_ready(page)
    for number, line in enumerate(SHEET, start=1):
        is_cut = number % 4 > 0
        context.set_offline(is_cut)
        page.reload()
        wait_until_ready(page)
        expect_kept(page, (number - 1) % 4 if is_cut else 0)
        fill_and_send(page, line)
        expect_totals(page, line.total_a, line.total_b)
        if not is_cut:
            expect_on_sheet(page, number)
    assert typed(game) == WHOLE_SHEET


def test_the_first_page_of_a_phone_is_kept_too(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    let_in(context, live_server, game)
    page.goto(f"{live_server.url}/games/{game.pk}/")
    page.wait_for_function("() => window.belote.outcomes")
    wait_until_kept(page, f"/games/{game.pk}/")
    context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_have_text("Anne & Chloé – Bruno & David")
    assert page.evaluate("[...document.styleSheets].every(one => one.cssRules.length)")
    page.wait_for_function("() => window.belote.outcomes")


def let_in(context: BrowserContext, server: LiveServer, game: Game) -> None:
    """Let the browser enter hands in the game before it has seen any page."""
    client = visitor()
    client.post(f"/t/{game.token}/")
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": server.url}])


def test_the_code_of_a_contest_table_opens_its_game(
    page: Page, context: BrowserContext, live_server: LiveServer, club: Club
) -> None:
    playing = start_round(make_contest(club, teams=4))
    match = Match.objects.select_related("game").filter(round=playing).order_by("table_number")[0]
    assert match.game
    assert match.table_number
    code = TableCode.objects.get(tournament=playing.tournament, number=match.table_number)
    door = f"{live_server.url}/c/{code.token}/"
    scan(page, door, match.game)
    wait_until_kept(page, f"/c/{code.token}/")
    context.set_offline(True)
    page.goto("about:blank")
    page.goto(door)
    assert page.url == f"{live_server.url}/games/{match.game_id}/"
    expect(page.locator("h1")).to_contain_text("–")
    assert page.evaluate("[...document.styleSheets].every(one => one.cssRules.length)")


def test_an_unknown_page_shows_what_the_phone_has(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    scan(page, f"{live_server.url}/t/{game.token}/", game)
    # Two hands of this game and one of another wait to be sent.
    page.evaluate(
        """async game => {
          const { put, uuid } = belote.store;
          await put({ id: uuid(), game, act: "aside", aside: true });
          await put({ id: uuid(), game, act: "aside", aside: true });
          await put({ id: uuid(), game: 99999, act: "aside", aside: true });
        }""",
        game.pk,
    )
    context.set_offline(True)
    page.goto(f"{live_server.url}/help/")
    expect(page.locator("#offline-title")).to_be_visible()
    kept = page.locator("#offline-games li")
    expect(kept).to_have_count(2)
    expect(kept.first).to_contain_text("Anne & Chloé – Bruno & David")
    expect(kept.first).to_contain_text("2")
    expect(kept.last).to_contain_text("99999")
    kept.first.get_by_role("link").click()
    page.wait_for_url(f"**/games/{game.pk}/")
    page.go_back()
    expect(page.locator("#offline-title")).to_be_visible()
    # It looks again by itself.
    context.set_offline(False)
    expect(page.locator("#wifi")).to_be_attached()


def test_a_phone_that_may_not_see_the_game_any_more_keeps_no_copy(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    scan(page, f"{live_server.url}/t/{game.token}/", game)
    Game.objects.filter(pk=game.pk).update(token="another-code")
    answer = page.goto(f"{live_server.url}/games/{game.pk}/")
    assert answer
    assert answer.status == 404
    path = f"/games/{game.pk}/"
    wait_until(page, "async path => !(await (await caches.open('belote-pages')).match(path))", path)
    context.set_offline(True)
    page.goto(f"{live_server.url}/games/{game.pk}/")
    expect(page.locator("#offline-title")).to_be_visible()


def test_signing_out_leaves_no_page_behind(
    phone: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    game = make_game(Club.objects.get())
    wait_for_worker(phone)
    phone.goto(f"{live_server.url}/games/{game.pk}/")
    wait_until_kept(phone, f"/games/{game.pk}/")
    phone.goto(f"{live_server.url}/")
    phone.locator("details.menu summary").click()
    phone.locator("form[action='/accounts/logout/'] button").click()
    expect(phone.locator("a[href*='login']").first).to_be_visible()
    wait_until(phone, "async () => !(await caches.has('belote-pages'))")


def test_a_proxy_without_the_program_behind_it_is_no_connection(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    scan(page, f"{live_server.url}/t/{game.token}/", game)
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=502, body="Bad gateway")

    context.route("**/*", refuse)
    page.goto(f"{live_server.url}/games/{game.pk}/?undo=1")
    expect(page.locator("h1")).to_have_text("Anne & Chloé – Bruno & David")
    page.goto(f"{live_server.url}/players/")
    expect(page.locator("#offline-title")).to_be_visible()
    assert f"{live_server.url}/players/" in asked


def test_a_connection_that_hangs_is_not_waited_for(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    scan(page, f"{live_server.url}/t/{game.token}/", game)
    held: list[Route] = []
    context.route("**/games/*/", lambda route: held.append(route))
    page.reload()
    expect(page.locator("h1")).to_have_text("Anne & Chloé – Bruno & David")
    assert held


def test_a_new_version_replaces_the_old_one(
    page: Page, live_server: LiveServer, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan(page, f"{live_server.url}/t/{game.token}/", game)
    for version in ("second", "third"):
        monkeypatch.setattr(offline, "_digest", lambda *_, version=version: version)
        page.reload()
        wait_until(
            page,
            "async name => { const { active, waiting, installing } ="
            " await navigator.serviceWorker.getRegistration();"
            " return await caches.has(name) && !waiting && !installing"
            " && active.state === 'activated'; }",
            f"belote-static-{version}",
        )
    # The one before the last stays for the pages that were kept while it served.
    kept = page.evaluate("caches.keys()")
    assert [name for name in kept if "static" in name] == [
        "belote-static-second",
        "belote-static-third",
    ]
    expect(page.locator("h1")).to_have_text("Anne & Chloé – Bruno & David")


def test_the_program_can_be_put_on_the_home_screen(
    page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/help/")
    wait_for_worker(page)
    devtools = context.new_cdp_session(page)
    found = devtools.send("Page.getAppManifest")
    assert found["errors"] == []
    described = json.loads(found["data"])
    assert described["name"] == "Belote"
    troubles = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's window is a private one, which installs nothing.
    assert [one["errorId"] for one in troubles if one["errorId"] != "in-incognito"] == []
    for icon in described["icons"]:
        width = page.evaluate(
            "src => new Promise((go, fail) => { const image = new Image();"
            " image.onload = () => go(image.naturalWidth);"
            " image.onerror = fail; image.src = src; })",
            icon["src"],
        )
        assert icon["sizes"] in {"any", f"{width}x{width}"}


def test_on_a_plain_address_there_is_no_worker_and_no_complaint(
    hall_page: Page, live_server: LiveServer, game: Game
) -> None:
    said: list[str] = []
    hall_page.on("console", lambda message: said.append(message.text))
    hall_page.on("pageerror", lambda error: said.append(str(error)))
    hall = live_server.url.replace("localhost", HALL)
    with hall_page.expect_event("load"):
        hall_page.goto(f"{hall}/t/{game.token}/")
    hall_page.locator(JOIN).click()
    hall_page.wait_for_url(f"**/games/{game.pk}/")
    hall_page.wait_for_load_state("networkidle")
    assert hall_page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    assert said == []
