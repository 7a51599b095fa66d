"""Every page of the table of addresses, in both themes and sizes: axe finds nothing serious."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import resolve
from django.utils import timezone
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from scorekeeper import running
from scorekeeper.addresses import watch
from tests.access.rows import IN, Row, read_rows
from tests.access.world import Filled, fill, visitors
from tests.browser.sizes import resize

NO_PAGE: Final = re.compile(
    r"\.\w+$|[?&]board=|^healthz$|^computer/moved/$|/values/$|^players/names/$|^club-data/file/$"
)
"""Files, parts of pages, and what programs read."""
PARTS: Final = 4
"""As many tests share the pages, so that all workers have some in the end."""
SERIOUS: Final = frozenset({"serious", "critical"})
EVERYTHING: Final = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
    "iframes": False,
    "preload": False,
}
COLOURS: Final = {**EVERYTHING, "runOnly": ["color-contrast"]}
SIZES: Final = {**EVERYTHING, "runOnly": ["target-size"]}
"""What a finger must hit (WCAG 2.2, 24 px); asked by its name, because axe leaves it out."""
PHONE: Final = (360, 640)


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process be the one that serves the hall."""
    monkeypatch.setattr(watch, "_find", lambda host: ["192.168.1.5"])
    running.begin(running.Running("0.0.0.0", 8000, timezone.now()))
    watch.begin("0.0.0.0", 8000)
    yield
    running.end()
    watch.end()


def pages() -> list[Row]:
    """Return a row for each page that the owner of a club can open."""
    found: dict[str, Row] = {}
    for row in read_rows():
        is_open = row.method == "GET" and row.answers["owner"] == IN
        if is_open and row.file != "programs.txt" and not NO_PAGE.search(row.address):
            words = re.sub(r"[A-Z]{3,}", "1", row.address.partition("?")[0])
            found.setdefault(resolve(f"/{words}").view_name, row)
    return list(found.values())


@pytest.fixture
def home(page: Page, serving: None, live_server: LiveServer) -> Filled:
    """Return a club with one thing of each kind, looked at with axe."""
    # A button is seen in its own colours, not on the way from those of the other theme.
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(Axe().axe_script)
    home = fill("Quetsches")
    home.words.update(COPY="none.zip")
    return home


def test_axe_finds_nothing_serious_on_pages_without_an_account(
    page: Page, live_server: LiveServer, home: Filled
) -> None:
    """Phones see them, with the switch of the theme at the foot."""
    faults = []
    for address in ("accounts/login/", "help/", f"p/{home.words['CONTESTCODE']}/"):
        faults += _faults(page, f"{live_server.url}/{address}")
    assert faults == []


@pytest.mark.parametrize("part", range(PARTS))
def test_axe_finds_nothing_serious_on_any_page_in_any_theme(
    page: Page, live_server: LiveServer, home: Filled, part: int
) -> None:
    owner = visitors(home, fill("Voisins"))["owner"].cookies
    page.context.add_cookies(
        [{"name": name, "value": value, "url": live_server.url} for name, value in owner.items()]
    )
    faults = []
    for row in pages()[part::PARTS]:
        faults += _faults(page, live_server.url + row.path(home.words))
    assert faults == []


def _faults(page: Page, address: str) -> list[str]:
    """Open a page, its menu too; return what is serious, each with the first element."""
    answer = page.goto(address)
    assert answer
    assert answer.ok, address
    faults = []
    wide = page.viewport_size
    assert wide
    # An open menu lies over what stands below it.
    for size in ((wide["width"], wide["height"]), PHONE):
        resize(page, size)
        faults += _serious(page, SIZES, f"{address} ({size[0]} px)")
    resize(page, (wide["width"], wide["height"]))
    page.locator("details.menu").evaluate_all(
        "(menus) => menus.forEach((one) => { one.open = true; })"
    )
    themes: tuple[tuple[Any, dict[str, Any]], ...] = (("light", EVERYTHING), ("dark", COLOURS))
    for theme, options in themes:
        page.emulate_media(color_scheme=theme)
        faults += _serious(page, options, f"{address} ({theme})")
    page.emulate_media(color_scheme="light")
    return faults


def _serious(page: Page, options: dict[str, Any], where: str) -> list[str]:
    found = page.evaluate("(options) => axe.run(options)", options)["violations"]
    return [
        f"{where}: {one['id']}: {node['html'][:200]} {node['failureSummary']}"
        for one in found
        if one["impact"] in SERIOUS
        for node in one["nodes"][:3]
    ]
