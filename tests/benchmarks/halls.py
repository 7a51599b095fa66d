"""The real server in a hall: what a short question costs, what a phone loads."""

import json
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from tests.benchmarks.figures import note, tell, tell_count, tell_size, version_on

if TYPE_CHECKING:
    from tests.journeys.hall import Hall, Table
    from tests.journeys.loading import Line, Loaded
    from tests.journeys.program import Program

QUESTIONS: Final = 500
THREADS: Final = 8
LOADS: Final = 5
HANDS: Final = 12


class Asker:
    """A browser's connection to the server, kept open."""

    def __init__(self, port: int, headers: Mapping[str, str]) -> None:
        """Ask with those headers."""
        self.headers = dict(headers)
        self.line = HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(self, address: str, method: str = "GET", body: object = None) -> tuple[int, bytes]:
        """Return the answer's status and content."""
        sent = None if body is None else json.dumps(body)
        self.line.request(method, address, sent, self.headers)
        answer = self.line.getresponse()
        # Some answers tell by a header what to ask the next time.
        self.tag = answer.headers.get("ETag", "")
        return answer.status, answer.read()

    def close(self) -> None:
        """Hang up."""
        self.line.close()


@contextmanager
def running_hall() -> Iterator[tuple["Program", "Hall"]]:
    """Serve a contest of forty teams by the real program."""
    from tests.journeys.hall import make_hall
    from tests.journeys.program import Program

    with tempfile.TemporaryDirectory(prefix="belote-hall-", ignore_cleanup_errors=True) as folder:
        program = Program(Path(folder))
        hall = make_hall(program.data, teams=40, hands=HANDS)
        program.start()
        try:
            yield program, hall
        finally:
            program.stop()


def measure_hall() -> None:
    """Measure the server's answers, then the entry page in a phone's browser."""
    with running_hall() as (program, hall):
        measure_unchanged(program, hall)
        measure_phone_page(program, hall)
        measure_interface(program, hall.tables[1:])


def measure_unchanged(program: "Program", hall: "Hall") -> None:
    """Measure pages that ask what changed, where nothing did."""
    session = {"Cookie": f"sessionid={hall.session}"}
    pages: dict[str, tuple[str, dict[str, str]]] = {
        "board": (f"/b/{hall.public}/", {}),
        "organiser's tables": (f"/contests/{hall.contest}/rounds/1/", session),
        "evening's board": (f"/evenings/{hall.evening}/", session),
    }
    for name, (address, headers) in pages.items():
        with closing(Asker(program.port, headers)) as screen:
            _status, page = screen.ask(address)
        asked = f"{address}?board={version_on(page)}"
        _tell_many(program, f"{name}, nothing changed", asked, headers)


def _tell_many(program: "Program", what: str, address: str, headers: dict[str, str]) -> None:
    """Tell what one of many questions in a row takes, and how many eight askers get answered."""

    def ask_often(count: int) -> list[float]:
        times = []
        with closing(Asker(program.port, headers)) as asker:
            for _ in range(count):
                start = time.perf_counter()
                status, content = asker.ask(address)
                times.append(1000 * (time.perf_counter() - start))
                assert status in {204, 304}, content
        return times

    ask_often(THREADS)
    tell(f"{what}, median of {QUESTIONS}", median(ask_often(QUESTIONS)))
    start = time.perf_counter()
    with ThreadPoolExecutor(THREADS) as screens:
        list(screens.map(ask_often, [QUESTIONS // THREADS] * THREADS))
    spent = time.perf_counter() - start
    tell_count(
        f"{what}: a second, asked by {THREADS} at once", QUESTIONS // THREADS * THREADS / spent
    )


def measure_interface(program: "Program", tables: "tuple[Table, ...]") -> None:
    """Measure hands sent by the API, and its answer to who has the sheet already."""
    times = []
    for table in tables:
        headers = {"Authorization": f"Bearer {table.token}", "Content-Type": "application/json"}
        with closing(Asker(program.port, headers)) as phone:
            for number in range(1, HANDS + 1):
                hand = {"number": number, "base": None, "entry": {"taker": "A1", "card_points": 92}}
                start = time.perf_counter()
                status, content = phone.ask(
                    f"/api/v1/games/{table.game}/hands/{uuid.uuid4()}", "PUT", hand
                )
                times.append(1000 * (time.perf_counter() - start))
                assert status == 201, content
    tell(f"a hand by the API, median of {len(times)}", median(times))
    address = f"/api/v1/games/{tables[0].game}"
    phone_headers = {"Authorization": f"Bearer {tables[0].token}"}
    with closing(Asker(program.port, phone_headers)) as phone:
        phone.ask(address)
        known = {**phone_headers, "If-None-Match": phone.tag}
    _tell_many(program, "sheet by the API, unchanged", address, known)


def measure_phone_page(program: "Program", hall: "Hall") -> None:
    """Measure how much of the entry page comes over the line, and when it can be used."""
    from tests.conftest import find_chromium

    chromium = find_chromium()
    if chromium is None:
        note("the entry page in a browser: not measured, there is no Chromium here")
        return
    from playwright.sync_api import sync_playwright

    from tests.journeys.loading import HALL, SLOW_PHONE, WIRE, Visits

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=["--no-sandbox", "--disable-background-networking", "--disable-gpu"],
        )
        visits = Visits(browser, program.url, hall.tables[0])
        for line in (WIRE, HALL, SLOW_PHONE):
            loads = [visits.load(line) for _ in range(LOADS)]
            if line is WIRE:
                _tell_sizes(loads[0][0])
            _tell_loads(line, "the first time", [cold for cold, _warm in loads])
            _tell_loads(line, "once more", [warm for _cold, warm in loads])
        browser.close()


def _tell_sizes(loaded: "Loaded") -> None:
    tell_size("entry page with its scripts and styles, as it came over the line", loaded.size)
    for name, size in sorted(loaded.files.items(), key=lambda file: -file[1]):
        tell_size(f"   {name}", size)


def _tell_loads(line: "Line", which: str, loads: "list[Loaded]") -> None:
    tell(f"entry page {which}, {line.name}: first paint", median(load.painted for load in loads))
    ready = [load.ready for load in loads if load.ready is not None]
    if len(ready) == len(loads):
        tell(f"entry page {which}, {line.name}: a hand can be written", median(ready))
    else:
        note(f"entry page {which}, {line.name}: it does not say when a hand can be written")
