"""Measure copies while fifty tables write: python -m tests.benchmarks.copies.

Each table sends a hand about every half a second, first by itself, then while copies are made one
after the other, far more often than the program does.
"""

import os
import random
import re
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Final

from tests.benchmarks.figures import tell, tell_count, tell_size, timed
from tests.benchmarks.halls import Asker
from tests.journeys.hall import Table, make_hall
from tests.journeys.program import Program

if TYPE_CHECKING:
    from tests.journeys.hall import Hall

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

TABLES: Final = 50
HANDS: Final = 36
PAUSE_SECONDS: Final = 0.5


class Organiser:
    """The organiser's browser, which asks for copies."""

    def __init__(self, program: Program, hall: "Hall") -> None:
        """Sign in, and fetch what a form needs."""
        cookie = {"Cookie": f"sessionid={hall.session}", "Accept-Language": "en"}
        with closing(Asker(program.port, cookie)) as asker:
            asker.line.request("GET", "/copies/", headers=asker.headers)
            answer = asker.line.getresponse()
            page = answer.read().decode()
            (signed,) = re.findall(r"csrftoken=(\w+)", answer.headers["Set-Cookie"])
        token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]
        self.port = program.port
        self.headers = {
            "Cookie": f"sessionid={hall.session}; csrftoken={signed}",
            "X-CSRFToken": token,
        }

    def copy(self) -> float:
        """Have a copy made; return the milliseconds it took."""
        with closing(Asker(self.port, self.headers)) as asker:
            start = time.perf_counter()
            status, content = asker.ask("/copies/new/", "POST")
            assert status == 302, content
            return 1000 * (time.perf_counter() - start)


def play(program: Program, table: Table, numbers: Sequence[int]) -> list[float]:
    """Send hands of one table; return how long each was waited for."""
    headers = {"Authorization": f"Bearer {table.token}", "Content-Type": "application/json"}
    dice, times = random.Random(table.number), []
    with closing(Asker(program.port, headers)) as phone:
        for number in numbers:
            time.sleep(dice.random() * 2 * PAUSE_SECONDS)
            hand = {"number": number, "base": None, "entry": {"taker": "A1", "card_points": 92}}
            start = time.perf_counter()
            address = f"/api/v1/games/{table.game}/hands/{uuid.uuid4()}"
            status, content = phone.ask(address, "PUT", hand)
            times.append(1000 * (time.perf_counter() - start))
            assert status == 201, content
    return times


def play_all(program: Program, hall: "Hall", numbers: Sequence[int]) -> list[float]:
    """Let all tables play at once."""
    with ThreadPoolExecutor(TABLES) as phones:
        played = phones.map(lambda table: play(program, table, numbers), hall.tables)
        return [one for times in played for one in times]


def again_and_again(act: Callable[[], float], end: threading.Event, times: list[float]) -> None:
    """Do something until the end."""
    while not end.is_set():
        times.append(act())


def tell_hands(what: str, times: list[float]) -> None:
    """Tell how long hands were waited for."""
    tell(f"{what}: a hand, median of {len(times)}", median(times))
    tell(f"{what}: a hand, 99th of 100", quantiles(times, n=100)[98])


def tell_parts(database: Path, folder: Path) -> None:
    """Tell what a copy takes where nobody else wants anything."""
    from scorekeeper.backups.archive import DATABASE, Manifest, member_of, pack
    from scorekeeper.backups.snapshots import take_snapshot

    taken = folder / "snapshot"

    def take() -> None:
        taken.unlink(missing_ok=True)
        take_snapshot(database, taken)

    def zip_it() -> None:
        (folder / "packed.zip").unlink(missing_ok=True)
        members = {DATABASE: member_of(taken)}
        now = datetime.now(UTC)
        manifest = Manifest(version="", made_at=now, clubs=(), migrations=(), members=members)
        pack(folder / "packed.zip", manifest, {DATABASE: taken})

    tell("nobody writes: the database copied and checked", timed(take))
    tell("nobody writes: packed, on the disk and read again", timed(zip_it))


def main() -> None:
    """Measure."""
    with tempfile.TemporaryDirectory(prefix="belote-copies-", ignore_cleanup_errors=True) as folder:
        program = Program(Path(folder))
        hall = make_hall(program.data, teams=2 * TABLES, hands=HANDS)
        program.start()
        try:
            half = HANDS // 2
            tell_hands("no copies", play_all(program, hall, range(1, half + 1)))
            organiser, end, copies = Organiser(program, hall), threading.Event(), list[float]()
            copying = threading.Thread(target=again_and_again, args=[organiser.copy, end, copies])
            copying.start()
            tell_hands("copies without end", play_all(program, hall, range(half + 1, HANDS + 1)))
            end.set()
            copying.join()
            tell(f"a copy while {TABLES} tables write, median of {len(copies)}", median(copies))
            tell_count("copies kept", len(list((program.data / "copies").glob("*.zip"))))
            tell_size("the database", program.database.stat().st_size)
            newest = max((program.data / "copies").glob("*.zip"))
            tell_size("its copy", newest.stat().st_size)
            tell_parts(program.database, Path(folder))
        finally:
            program.stop()


if __name__ == "__main__":
    main()
