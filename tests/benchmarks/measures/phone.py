"""How soon a phone at a hall's table can take a hand, and what comes over the line until then."""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.ratios import CannotMeasureError, Figure, Measure, Reached

VISITS = 9
MOST_MS = 600
MOST_KB = 40


def open_a_table() -> Reached:
    """Open the page of a table again and again in a browser that has kept nothing.

    A hand can be typed when the keys are seen and a tap on them is taken; it goes out once the rest
    of the page's script has come.
    """
    from playwright.sync_api import sync_playwright

    from tests.conftest import find_chromium
    from tests.journeys.hall import make_hall
    from tests.journeys.loading import SLOW_PHONE, Visits
    from tests.journeys.program import Program

    chromium = find_chromium()
    if chromium is None:
        raise CannotMeasureError("no Chromium")
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        program = Program(Path(folder) / "club")
        hall = make_hall(program.data, teams=4, hands=12)
        program.start()
        browser = driver.chromium.launch(executable_path=chromium)
        try:
            visits = Visits(browser, program.url, hall.tables[0])
            found = [visits.load(SLOW_PHONE)[0] for _ in range(VISITS + 1)][1:]
        finally:
            browser.close()
            program.stop()
    if any(visit.ready is None or visit.sending is None for visit in found):
        raise CannotMeasureError("the page never said that a hand can be written")
    ready = Figure("a hand can be written", tuple(visit.ready or 0 for visit in found))
    sending = Figure("what was typed goes out", tuple(visit.sending or 0 for visit in found))
    painted = Figure("something is seen", tuple(visit.painted for visit in found))
    needed = Figure("until then", tuple(visit.needed / 1000 for visit in found), "KB")
    sent = tuple(visit.until(visit.sending or 0) / 1000 for visit in found)
    before = Figure("until it goes out", sent, "KB")
    whole = Figure("with what follows", tuple(visit.size / 1000 for visit in found), "KB")
    parts = "\n".join(
        f"{name}: {size} bytes, there after {found[-1].ended.get(name, 0):.0f} ms"
        for name, size in found[-1].files.items()
    )
    return Reached(
        f"{ready.median / 1000:.2f} s, {needed.median:.0f} KB; it goes out after "
        f"{sending.median / 1000:.2f} s, {before.median:.0f} KB, {whole.median:.0f} KB in all",
        ready.median <= MOST_MS and needed.median <= MOST_KB,
        (ready, sending, painted, needed, before, whole),
        parts,
    )


MEASURES = (
    Measure(
        row=170,
        name="phone",
        what="phone: a hand can be written, cold, 1.6 Mbit/s, 150 ms, CPU four times slower",
        how="Chromium that has kept nothing, the program by `start`, median of nine visits",
        goal="0.6 s, 40 KB",
        take=open_a_table,
    ),
)
