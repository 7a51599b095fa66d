"""The real program and others, served in processes of their own on this machine only."""

import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from tests.benchmarks import collector
from tests.benchmarks.ratios import CannotMeasureError
from tests.journeys.program import ROOT, START, Program, environment, free_port

PATIENCE: Final = 60.0
POSTGRES_PLACES: Final = tuple(f"/usr/lib/postgresql/{number}/bin" for number in range(18, 12, -1))
OWNER: Final = "postgres"
"""PostgreSQL does not run as root."""
PROGRAM: Final = "scorekeeper.config.wsgi:application"
BARE: Final = "tests.benchmarks.bare_hands"
BARE_FILE: Final = "tests/benchmarks/bare_hands.py"
DUTIES_AFTER: Final = 4.0
"""By then a server has begun its regular duties."""
RESTS: Final = 0.05


@dataclass(frozen=True, slots=True)
class Place:
    """A folder of the program, and its database where that is not SQLite in the folder."""

    data: Path
    database: str = ""

    @property
    def environment(self) -> dict[str, str]:
        """Return what a process finds around it."""
        own = {"ALLOWED_HOSTS": "*", "DATABASE_URL": self.database}
        return environment(self.data) | {name: text for name, text in own.items() if text}

    def ask(self, *arguments: str) -> Any:
        """Run a module of Python on this place; return the JSON that it printed."""
        command = [sys.executable, "-m", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, check=False, text=True
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


@contextmanager
def new_places(count: int) -> Iterator[list[Path]]:
    """Work in folders that are thrown away."""
    with tempfile.TemporaryDirectory(prefix="belote-", ignore_cleanup_errors=True) as folder:
        yield [Path(folder) / str(number) for number in range(count)]


@contextmanager
def postgres(*options: str) -> Iterator[str]:
    """Run a PostgreSQL of its own; yield the address of its server, to which a name is added.

    `options` are settings of its own: `fsync=off` for data that nobody misses.
    """
    if importlib.util.find_spec("psycopg") is None:
        raise CannotMeasureError("psycopg is needed: pip install belote[postgres]")
    initdb, served_by = tool("initdb"), tool("postgres")
    owner = OWNER if os.geteuid() == 0 else None
    folder, port = Path(tempfile.mkdtemp(prefix="belote-pg-")), free_port()
    if owner:
        shutil.chown(folder, owner)
    data = str(folder / "data")
    try:
        begin = [initdb, "-D", data, "-U", "belote", "-A", "trust", "-E", "UTF8"]
        subprocess.run(begin, user=owner, check=True, capture_output=True, cwd="/")
        place = ("listen_addresses=127.0.0.1", f"unix_socket_directories={folder}")
        told = [text for option in (*place, *options) for text in ("-c", option)]
        command = [served_by, "-D", data, "-p", str(port), *told]
        with ended(subprocess.Popen(command, user=owner, cwd="/", stderr=subprocess.DEVNULL)):
            wait_for(port)
            yield f"postgres://belote@127.0.0.1:{port}/"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def tool(name: str) -> str:
    """Return where one of PostgreSQL's own programs lies."""
    found = shutil.which(name, path=os.pathsep.join(POSTGRES_PLACES))
    if found is None:
        raise CannotMeasureError("PostgreSQL is needed")
    return found


def new_database(server: str, name: str) -> str:
    """Make a database on a server; return its address."""
    address = urlsplit(server)
    place = ("-h", address.hostname or "", "-p", str(address.port), "-U", address.username or "")
    end = time.monotonic() + PATIENCE
    # It listens already while it still starts.
    while subprocess.run(
        (tool("createdb"), *place, name), check=False, capture_output=True
    ).returncode:
        if time.monotonic() > end:
            raise CannotMeasureError("PostgreSQL makes no database")
        time.sleep(0.2)
    return f"{server}{name}"


@contextmanager
def gunicorn(place: Place, application: str, *, workers: int) -> Iterator[tuple[int, int]]:
    """Serve by gunicorn with that many processes; yield the port and the first process."""
    if importlib.util.find_spec("gunicorn") is None:
        raise CannotMeasureError("gunicorn is needed")
    port = free_port()
    options = ("--bind", f"127.0.0.1:{port}", "--workers", str(workers), "--log-level", "error")
    command = [sys.executable, "-m", "gunicorn", application, *options]
    with ended(subprocess.Popen(command, cwd=ROOT, env=place.environment)) as process:
        wait_for(port)
        yield port, process.pid


@contextmanager
def waitress(place: Place, *, bare: bool) -> Iterator[tuple[int, int]]:
    """Serve by the program's own server, the program or the bare view; yield port and process."""
    if bare:
        port = free_port()
        command = [sys.executable, *collector.command(BARE_FILE, str(port))]
        around = place.environment | {"PYTHONPATH": str(ROOT)}
        with ended(subprocess.Popen(command, cwd=ROOT, env=around)) as process:
            wait_for(port)
            yield port, process.pid
        return
    program = Program(place.data)
    program.start(*collector.command(*START))
    assert program.process
    try:
        yield program.port, program.process.pid
    finally:
        program.stop()


def wait_until_at_rest(*processes: int) -> None:
    """Wait until servers rest: their regular duties begin with them."""
    end = time.monotonic() + PATIENCE
    before = -1.0
    time.sleep(DUTIES_AFTER)
    while (spent := sum(map(seconds_of, processes))) - before > RESTS and time.monotonic() < end:
        before = spent
        time.sleep(1)


def seconds_of(pid: int) -> float:
    """Return how long a process had a processor so far."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        raise CannotMeasureError("no /proc on this system") from None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def ended(process: "subprocess.Popen[bytes]") -> Iterator["subprocess.Popen[bytes]"]:
    """End a process that was started here once it is not needed any more."""
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(port: int) -> None:
    """Wait until somebody listens there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise CannotMeasureError(f"nobody listens at port {port}")


def processor_seconds(name: str) -> float:
    """Return what the processes below this one took so far whose command has that name in it."""
    parents, ticks = {}, {}
    for place in Path("/proc").glob("[0-9]*"):
        # One may end while it is looked at.
        with suppress(OSError):
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            parents[place.name] = fields[1]
            if name in (place / "cmdline").read_text():
                ticks[place.name] = int(fields[11]) + int(fields[12])
    return sum(ticks[pid] for pid in ticks if _is_below(pid, parents)) / os.sysconf("SC_CLK_TCK")


def _is_below(pid: str, parents: dict[str, str]) -> bool:
    while pid in parents and pid != str(os.getpid()):
        pid = parents[pid]
    return pid in parents
