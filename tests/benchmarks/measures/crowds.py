"""Many tables that write at once, and a server that goes on serving."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tests.benchmarks.halls import Asker, phone_at, running_hall
from tests.benchmarks.ratios import Figure, Measure, Reached, percentile, ratio_of

if TYPE_CHECKING:
    from tests.benchmarks.serving import Place

TABLES: Final = 50
HANDS: Final = 12
AT_A_TIME: Final = 2
WORKERS: Final = 4
MOST: Final = 2.0
FEW: Final = 1_000
MOST_MEMORY: Final = 1.1

Tables = Sequence[dict[str, Any]]


def many_write_on_sqlite() -> Reached:
    """Let fifty tables write at once to the program's own server, and to the bare view there."""
    from tests.benchmarks.serving import Place, new_places, waitress

    with new_places(2) as (ours, theirs):
        places = Place(ours), Place(theirs)
        serve = (partial(waitress, places[0], bare=False), partial(waitress, places[1], bare=True))
        return _both(places, serve)


def many_write_on_postgres() -> Reached:
    """Let fifty tables write at once on PostgreSQL, to the program and to the bare view."""
    from tests.benchmarks.serving import (
        BARE,
        PROGRAM,
        Place,
        gunicorn,
        new_database,
        new_places,
        postgres,
    )

    with new_places(2) as (ours, theirs), postgres() as server:
        places = (
            Place(ours, new_database(server, "ours")),
            Place(theirs, new_database(server, "theirs")),
        )
        serve = (
            partial(gunicorn, places[0], PROGRAM, workers=WORKERS),
            partial(gunicorn, places[1], f"{BARE}:application", workers=WORKERS),
        )
        return _both(places, serve)


def _both(places: Sequence["Place"], serve: Sequence[Callable[[], Any]]) -> Reached:
    made = [
        place.ask("tests.journeys.hall", "make", str(2 * TABLES), str(HANDS))["tables"]
        for place in places
    ]
    slow: tuple[list[float], list[float]] = ([], [])
    with serve[0]() as (ours, _pid), serve[1]() as (theirs, _other):
        for first in range(1, HANDS, AT_A_TIME):
            for port, tables, found in zip((ours, theirs), made, slow, strict=True):
                times = write_at_once(port, tables, range(first, first + AT_A_TIME))
                if first > 1:
                    found.append(percentile(times, 95))
    mine, other = Figure("the program", tuple(slow[0])), Figure("the bare view", tuple(slow[1]))
    ratio = ratio_of(mine, other)
    said = f"{ratio.median:.1f} × ({mine.median:.0f} v {other.median:.0f} ms)"
    return Reached(said, ratio.median <= MOST, (mine, other, ratio), _WHERE)


_WHERE: Final = (
    "Fifty who write at once wait for each other: the 95th of a hundred waits for nearly all.\n"
    "The ratio is that of one hand alone; its profile stands with `hand`."
)


def write_at_once(port: int, tables: Tables, numbers: range) -> list[float]:
    """Write those hands at every table, all tables at once; return the milliseconds of each."""
    with ThreadPoolExecutor(len(tables)) as pool:
        found = list(pool.map(lambda table: _write(port, table, numbers), tables))
    return [milliseconds for times in found for milliseconds in times]


def _write(port: int, table: dict[str, Any], numbers: range) -> list[float]:
    with closing(phone_at(port, table["token"])) as phone:
        return [phone.write_hand(table["game"], number) for number in numbers]


def memory_of_six_thousand() -> Reached:
    """Ask the real program six thousand times."""
    return _memory(6_000)


def memory_of_a_hundred_thousand() -> Reached:
    """Ask the real program a hundred thousand times."""
    return _memory(100_000)


def _memory(many: int) -> Reached:
    with running_hall() as (program, hall):
        assert program.process
        pid, sizes = program.process.pid, []
        asked = _questions(hall)
        for requests in (FEW, many - FEW):
            with closing(Asker(program.port, {})) as phone:
                for _number in range(requests):
                    address, phone.headers = next(asked)
                    status, content = phone.ask(address)
                    assert status in {200, 304}, content[:400]
            sizes.append(_megabytes(pid))
    few, lots = (
        Figure(f"after {n:,}", (size,), "MB") for n, size in zip((FEW, many), sizes, strict=True)
    )
    ratio = ratio_of(lots, few)
    said = f"{ratio.median:.2f} × ({few.median:.0f} to {lots.median:.0f} MB)"
    return Reached(said, ratio.median <= MOST_MEMORY, (few, lots, ratio))


def _questions(hall: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield without end what phones, the board and the organiser ask for."""
    session = {"Cookie": f"sessionid={hall.session}"}
    while True:
        for table in hall.tables:
            phone = {"Authorization": f"Bearer {table.token}"}
            yield f"/c/{table.token}/", {}
            yield f"/api/v1/games/{table.game}", phone
            yield f"/p/{hall.public}/", {}
            yield f"/b/{hall.public}/", {}
            yield f"/contests/{hall.contest}/rounds/1/", session


def _megabytes(pid: int) -> float:
    from pathlib import Path

    from tests.benchmarks.ratios import CannotMeasureError

    try:
        told = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        raise CannotMeasureError("no /proc on this system") from None
    size = next(line for line in told.splitlines() if line.startswith("VmRSS"))
    return int(size.split()[1]) / 1000


MEASURES = (
    Measure(
        row=30,
        name="fifty-tables-sqlite",
        what="95th percentile of a hand with 50 tables writing at once, SQLite",
        how="by sockets, both by `start`'s server: the program, beside the bare view of `hand`",
        goal="2 × at most",
        take=many_write_on_sqlite,
        twice=True,
    ),
    Measure(
        row=31,
        name="fifty-tables-postgres",
        what="the same, PostgreSQL",
        how=f"by sockets, both by {WORKERS} processes of gunicorn, beside the bare view of `hand`",
        goal="2 × at most",
        take=many_write_on_postgres,
    ),
    Measure(
        row=160,
        name="memory",
        what="memory after 6 000 requests",
        how="the process of `start`, asked by a socket, beside itself after 1 000",
        goal="1.1 × at most",
        take=memory_of_six_thousand,
    ),
    Measure(
        row=161,
        name="memory-long",
        what="memory after 100 000 requests",
        how="the process of `start`, asked by a socket, beside itself after 1 000",
        goal="1.1 × at most",
        take=memory_of_a_hundred_thousand,
        long=True,
    ),
)
