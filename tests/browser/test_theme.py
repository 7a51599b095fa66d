"""Light and dark: chosen without losing what is typed, kept offline, never on paper."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Game
from tests.browser.test_offline_pages import scan

GROUND = "getComputedStyle(document.documentElement).backgroundColor"
DARK, LIGHT, PAPER = "rgb(13, 20, 17)", "rgb(237, 240, 236)", "rgb(255, 255, 255)"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Open pages as a phone does that trusts the address: with a service worker."""
    return {**browser_context_args, "service_workers": "allow"}


def test_the_theme_changes_under_what_is_typed(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/code/")
    page.locator("main input[name=code]").fill("BCDF")
    page.get_by_role("button", name="Sombre").click()
    expect(page.get_by_role("button", name="Sombre")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(GROUND) == DARK
    expect(page.locator("main input[name=code]")).to_have_value("BCDF")
    # The server sends the next page in it: no script has to change it after the first paint.
    answer = page.request.get(f"{live_server.url}/help/")
    assert 'data-theme="dark"' in answer.text()


def test_without_scripts_the_switch_is_a_form(browser: Any, live_server: LiveServer) -> None:
    page = browser.new_context(java_script_enabled=False, locale="fr-FR").new_page()
    page.goto(f"{live_server.url}/help/")
    page.get_by_role("button", name="Sombre").click()
    expect(page).to_have_url(f"{live_server.url}/help/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.context.close()


@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_what_is_chosen_wins_over_the_device_and_paper_stays_white(
    page: Page, live_server: LiveServer, chosen: str
) -> None:
    page.context.add_cookies([{"name": "theme", "value": chosen, "url": live_server.url}])
    for system in ("light", "dark"):
        page.emulate_media(color_scheme=system)
        page.goto(f"{live_server.url}/help/")
        assert page.evaluate(GROUND) == {"light": LIGHT, "dark": DARK}[chosen]
        page.emulate_media(media="print")
        assert page.evaluate(GROUND) == PAPER
        page.emulate_media(media="screen")


def test_a_table_kept_on_the_phone_follows_a_later_choice(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    scan(page, f"{live_server.url}/t/{game.token}/", game)
    other = context.new_page()
    other.goto(f"{live_server.url}/help/")
    other.get_by_role("button", name="Sombre").click()
    context.set_offline(True)
    for address in (f"/games/{game.pk}/", "/leaderboards/"):
        page.goto(live_server.url + address)
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        assert page.evaluate(GROUND) == DARK


@pytest.mark.parametrize("system", ["light", "dark"])
def test_a_browser_without_light_dark_shows_text_and_buttons(
    page: Page, live_server: LiveServer, system: Any
) -> None:
    """Browsers of before 2024 drop every colour that is written so."""

    def older(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("light-dark(", "unknown("))

    page.route("**/*.css", older)
    page.emulate_media(color_scheme=system)
    page.goto(f"{live_server.url}/code/")
    ink, ground, filled, label, line = page.evaluate("""() => {
      const look = (shown) => getComputedStyle(shown);
      const button = look(document.querySelector("main [type=submit]"));
      const field = look(document.querySelector("main input[name=code]"));
      const body = look(document.body);
      return [body.color, look(document.documentElement).backgroundColor,
              button.backgroundColor, button.color, field.borderTopColor];
    }""")
    black, white = "rgb(0, 0, 0)", "rgb(255, 255, 255)"
    expected = (black, white) if system == "light" else (white, "rgb(18, 18, 18)")
    assert (ink, ground) == expected
    assert (filled, label) == expected
    assert line == ink
