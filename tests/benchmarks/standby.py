"""A database dies under load and its standby goes on: python -m tests.benchmarks.standby.

Fifty tables write; commits wait for the standby. The database is killed, the standby promoted, the
program started on it, and every hand that was acknowledged before is looked for.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from tests.benchmarks.figures import note, say, tell, tell_count
from tests.benchmarks.halls import Asker
from tests.benchmarks.ratios import percentile
from tests.benchmarks.serving import (
    OWNER,
    PROGRAM,
    Place,
    ended,
    gunicorn,
    new_database,
    new_places,
    postgres,
    tool,
    wait_for,
)
from tests.journeys.program import free_port

TABLES: Final = 50
HANDS: Final = 12
PROCESSES: Final = 3
KILLED_AFTER: Final = TABLES * HANDS // 3
"""So many hands are acknowledged before the database dies."""
PATIENCE: Final = 120.0


@dataclass
class Phone:
    """A phone at a table: what it wrote and what was acknowledged."""

    table: dict[str, Any]
    keys: list[str] = field(default_factory=lambda: [str(uuid.uuid4()) for _ in range(HANDS)])
    acknowledged: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    first_at: float = 0.0

    def write(self, port: int) -> None:
        """Write what is left, until all is acknowledged or the server fails."""
        token = self.table["token"]
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.first_at = 0.0
        with closing(Asker(port, headers)) as asker:
            while len(self.acknowledged) < HANDS and self._write_next(asker):
                self.first_at = self.first_at or time.monotonic()

    def _write_next(self, asker: Asker) -> bool:
        number = len(self.acknowledged)
        hand = {"number": number + 1, "base": None, "entry": {"taker": "A1", "card_points": 92}}
        address = f"/api/v1/games/{self.table['game']}/hands/{self.keys[number]}"
        start = time.perf_counter()
        try:
            status, _content = asker.ask(address, "PUT", hand)
        except (OSError, HTTPException):
            return False
        if status not in {200, 201}:
            return False
        self.times.append(1000 * (time.perf_counter() - start))
        self.acknowledged.append(self.keys[number])
        return True


def count(phones: Sequence[Phone]) -> int:
    return sum(len(phone.acknowledged) for phone in phones)


@contextmanager
def standby_of(server: str) -> Iterator[str]:
    """Run a standby of that server, for which every commit waits; yield its address."""
    import psycopg

    owner = OWNER if os.geteuid() == 0 else None
    address, port = urlsplit(server), free_port()
    folder = Path(tempfile.mkdtemp(prefix="belote-standby-"))
    if owner:
        shutil.chown(folder, owner)
    data = str(folder / "data")
    place = ["-h", str(address.hostname), "-p", str(address.port), "-U", str(address.username)]
    copying = [tool("pg_basebackup"), *place, "-D", data, "-R", "-X", "stream", "-c", "fast"]
    try:
        subprocess.run(copying, user=owner, cwd="/", check=True, capture_output=True)
        options = ("-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}")
        command = [tool("postgres"), "-D", data, "-p", str(port), *options]
        with ended(subprocess.Popen(command, user=owner, cwd="/", stderr=subprocess.DEVNULL)):
            wait_for(port)
            with psycopg.connect(f"{server}postgres", autocommit=True) as primary:
                primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
                primary.execute("SELECT pg_reload_conf()")
                wait_until_it_follows(primary)
            yield f"postgres://{address.username}@127.0.0.1:{port}/"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_until_it_follows(primary: Any) -> None:
    end = time.monotonic() + PATIENCE
    asked = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
    while primary.execute(asked).fetchone()[0] == 0:
        assert time.monotonic() < end, "the standby does not follow"
        time.sleep(0.1)


def kill(server: str) -> None:
    """Let a database die at once, without a last word."""
    import psycopg

    with psycopg.connect(f"{server}postgres") as connection:
        row = connection.execute("SHOW data_directory").fetchone()
        assert row is not None
    postmaster = Path(row[0], "postmaster.pid").read_text().split()[0]
    os.kill(int(postmaster), signal.SIGQUIT)


def promote(standby: str) -> float:
    """Make the standby the database; return the milliseconds that took."""
    import psycopg

    start = time.perf_counter()
    with psycopg.connect(f"{standby}postgres", autocommit=True) as connection:
        connection.execute("SELECT pg_promote()")
    return 1000 * (time.perf_counter() - start)


def read_from(standby: Place, made: dict[str, Any]) -> None:
    """Say which pages a process answers whose database is the standby."""
    table = made["tables"][0]
    pages: dict[str, tuple[str, dict[str, str]]] = {
        "the public ranking": (f"/p/{made['public']}/", {}),
        "the board": (f"/b/{made['public']}/", {}),
        "a table's sheet": (
            f"/api/v1/games/{table['game']}",
            {"Authorization": f"Bearer {table['token']}"},
        ),
    }
    with gunicorn(standby, PROGRAM, workers=1) as (port, _pid):
        for name, (address, headers) in pages.items():
            with closing(Asker(port, headers)) as asker:
                status, _content = asker.ask(address)
            say(f"     {status} {name}, read from the standby")


def play(phones: Sequence[Phone], primary: str, place: Place) -> None:
    """Let all tables write, and kill the database in the middle."""
    with (
        gunicorn(place, PROGRAM, workers=PROCESSES) as (port, _pid),
        ThreadPoolExecutor(TABLES) as threads,
    ):
        written = [threads.submit(phone.write, port) for phone in phones]
        end = time.monotonic() + PATIENCE
        while count(phones) < KILLED_AFTER:
            assert time.monotonic() < end, "nobody writes"
            time.sleep(0.01)
        kill(primary)
        for one in written:
            one.result()


def main() -> None:
    """Play, kill, promote, go on, and look for every acknowledged hand."""
    with new_places(1) as (data,), postgres() as primary:
        name = urlsplit(new_database(primary, "belote")).path.strip("/")
        place = Place(data, f"{primary}{name}")
        made = place.ask("tests.journeys.hall", "make", str(2 * TABLES), str(HANDS))
        phones = [Phone(table) for table in made["tables"]]
        with standby_of(primary) as standby:
            read_from(Place(data, f"{standby}{name}"), made)
            play(phones, primary, place)
            before, died_at = count(phones), time.monotonic()
            known = [key for phone in phones for key in phone.acknowledged]
            times = [time for phone in phones for time in phone.times]
            tell_count("hands acknowledged when the database died", before)
            tell(
                "a hand, 50 tables at once, each commit at the standby too: median",
                percentile(times, 50),
            )
            tell("the standby is promoted", promote(standby))
            after = Place(data, f"{standby}{name}")
            hold(known, after.ask("tests.journeys.hall", "recount"))
            with (
                gunicorn(after, PROGRAM, workers=PROCESSES) as (port, _pid),
                ThreadPoolExecutor(TABLES) as threads,
            ):
                list(threads.map(lambda phone: phone.write(port), phones))
            again = min(phone.first_at for phone in phones if phone.first_at)
            tell(
                "from its death to the first hand after it, recount and start inside",
                1000 * (again - died_at),
            )
            tell_count(f"hands acknowledged in the end, of {TABLES * HANDS}", count(phones))
            hold(
                [key for phone in phones for key in phone.keys],
                after.ask("tests.journeys.hall", "recount"),
            )


def hold(acknowledged: Sequence[str], found: dict[str, Any]) -> None:
    """Say how many acknowledged hands are there, and whether the log is whole."""
    there = [key for sheet in found["sheets"] for key in sheet["keys"]]
    lost = set(acknowledged) - set(there)
    twice = len(there) - len(set(there))
    say(f"     {len(acknowledged) - len(lost)} of {len(acknowledged)} acknowledged hands found")
    note(f"{twice} doubled; the log {'verifies' if found['log_is_whole'] else 'IS BROKEN'}")


if __name__ == "__main__":
    main()
