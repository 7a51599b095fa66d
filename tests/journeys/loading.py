"""The entry page as a phone's browser loads it: what comes over the line, when it can be used."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Route
from playwright.sync_api import TimeoutError as NotSeenError

from tests.journeys.hall import Table

SEEN: Final = "keys seen"
SEES_THE_KEYS: Final = """
new MutationObserver((_added, adding) => {
  const keys = document.querySelector("number-pad");
  if (!keys) return;
  adding.disconnect();
  new IntersectionObserver((found, seeing) => {
    if (!found.some((one) => one.isIntersecting)) return;
    seeing.disconnect();
    performance.mark("keys seen");
  }).observe(keys);
}).observe(document, { childList: true, subtree: true });
"""
"""Told once a picture with the keys is there: the first one may be of half a page."""
TAKEN: Final = "belote:typing"
SENDING: Final = "belote:ready"
PAINTED: Final = "first-contentful-paint"
PATIENCE_MS: Final = 10_000
COUNTED: Final = {"Document", "Stylesheet", "Script", "Fetch", "XHR", "Image", "Manifest"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A phone and its connection: bits a second, milliseconds there and back, how slow it is."""

    name: str
    down: int = 0
    up: int = 0
    latency: int = 0
    slowness: int = 1


WIRE: Final = Line(name="unhindered")
HALL: Final = Line(name="1.6 Mbit/s and 150 ms", down=1_600_000, up=750_000, latency=150)
SLOW_PHONE: Final = Line(
    name="1.6 Mbit/s, 150 ms and a phone four times slower",
    down=1_600_000,
    up=750_000,
    latency=150,
    slowness=4,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """One visit: bytes by file name as they came over the line; milliseconds since it began.

    `ready` is None where the page did not say when a hand can be typed: its keys are seen, and a
    tap on them is taken. From `sending` on what was typed goes out, and the page follows the game.
    `ended` says when a file was there.
    """

    files: dict[str, int]
    ended: dict[str, float]
    painted: float
    ready: float | None
    sending: float | None

    @property
    def size(self) -> int:
        """Return all bytes, compressed as they came, headers inside."""
        return sum(self.files.values())

    @property
    def needed(self) -> int:
        """Return the bytes of what had arrived when a hand could be written."""
        return self.until(self.ready or 0)

    def until(self, moment: float) -> int:
        """Return the bytes of what had arrived then."""
        return sum(size for name, size in self.files.items() if self.ended[name] <= moment)


class Visits:
    """A phone that joined a table, opening its entry page again and again."""

    def __init__(self, browser: Browser, url: str, table: Table) -> None:
        """Join the table by its code."""
        self.browser = browser
        context = self._context(None)
        page = context.new_page()
        page.goto(f"{url}/c/{table.token}/")
        page.locator("#id_name").fill("Anne")
        page.locator("main form button.button--primary").click()
        page.wait_for_url("**/games/*/")
        self.address = page.url
        # Its cookies alone, so that every visitor comes with nothing kept.
        self.cookies = context.cookies()
        context.close()

    def load(self, line: Line = WIRE, *, held: str = "") -> tuple[Loaded, Loaded]:
        """Return the first visit of a new browser and the one after it.

        What matches `held`, a pattern of addresses, comes once a hand can be typed.
        """
        context = self._context(self.cookies)
        page = context.new_page()
        try:
            counter = Counter(page)
            counter.pretend(line)
            return self._visit(page, counter, held), self._visit(page, counter)
        finally:
            context.close()

    def _context(self, cookies: Any) -> Any:
        context = self.browser.new_context(
            locale="fr-FR",
            viewport={"width": 390, "height": 844},
            has_touch=True,
            # A hall's plain address allows none; here it would load everything a second time.
            service_workers="block",
        )
        context.add_init_script(SEES_THE_KEYS)
        if cookies:
            context.add_cookies(cookies)
        return context

    def _visit(self, page: Page, counter: "Counter", held: str = "") -> Loaded:
        page.goto("about:blank")
        counter.begin()
        waiting: list[Route] = []
        if held:
            page.route(held, lambda route: waiting.append(route))
        page.goto(self.address, wait_until="commit" if held else "load")
        painted = _moment(page, PAINTED)
        needed = [painted, _moment(page, SEEN), _moment(page, TAKEN)]
        for route in waiting:
            route.continue_()
        if held:
            page.unroute(held)
        sending = _moment(page, SENDING)
        # What comes after the page is ready belongs to the visit too.
        page.wait_for_load_state("networkidle")
        return Loaded(
            files=dict(counter.files),
            ended=counter.ended(),
            painted=painted or 0,
            ready=None if None in needed else max(moment or 0 for moment in needed),
            sending=sending,
        )


class Counter:
    """Counts what a page receives, by the browser's own figures."""

    def __init__(self, page: Page) -> None:
        """Begin to count."""
        self.begin()
        self.session = page.context.new_cdp_session(page)
        self.session.on("Network.responseReceived", self._begin)
        self.session.on("Network.loadingFinished", self._end)
        self.session.on("Network.requestWillBeSent", self._ask)
        self.session.send("Network.enable")

    def begin(self) -> None:
        """Count from nothing, as another visit begins."""
        self.files: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self._ended: dict[str, float] = {}
        self._asked: float | None = None

    def ended(self) -> dict[str, float]:
        """Return when each file was there, in milliseconds since the page was asked for."""
        asked = self._asked or 0
        return {name: 1000 * (moment - asked) for name, moment in self._ended.items()}

    def pretend(self, line: Line) -> None:
        """Let the browser behave as that phone does."""
        if line.latency:
            conditions = {
                "offline": False,
                "latency": line.latency,
                "downloadThroughput": line.down / 8,
                "uploadThroughput": line.up / 8,
            }
            self.session.send("Network.emulateNetworkConditions", conditions)
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": line.slowness})

    def _ask(self, event: dict[str, Any]) -> None:
        if self._asked is None and event["type"] == "Document":
            self._asked = event["timestamp"]

    def _begin(self, event: dict[str, Any]) -> None:
        if event["type"] in COUNTED:
            path = urlsplit(event["response"]["url"]).path
            self._names[event["requestId"]] = path.removeprefix("/static/")

    def _end(self, event: dict[str, Any]) -> None:
        if name := self._names.get(event["requestId"]):
            self.files[name] = self.files.get(name, 0) + int(event["encodedDataLength"])
            self._ended[name] = event["timestamp"]


def _moment(page: Page, name: str) -> float | None:
    """Return when something happened, in milliseconds since the visit began, None if it did not."""
    try:
        found = page.wait_for_function(
            "name => performance.getEntriesByName(name)[0]?.startTime",
            arg=name,
            timeout=PATIENCE_MS,
        )
    except NotSeenError:
        return None
    return float(found.json_value())
