"""Three hundred phones in one hall: python -m tests.benchmarks.phones [PHONES [SECONDS]].

Each phone opens seven connections, as a browser does for one page, within the first minute, and
then follows its table, while one sender keeps two hundred requests half open. Again and again a new
visitor comes: how long does the answer take? It lasts two minutes, all on this machine.
"""

import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Final

from tests.benchmarks.figures import note, tell, tell_count
from tests.journeys.hall import Table, make_hall
from tests.journeys.program import Program

PHONES: Final = 300
LINES: Final = 7
JOINING_SECONDS: Final = 60.0
FOLLOWING_SECONDS: Final = 60.0
POLL_SECONDS: Final = 3.0
VISITS_EVERY: Final = 0.5
HALF_OPEN: Final = 200
TEAMS: Final = 120
PATIENCE: Final = 60.0
STATIC: Final = re.compile(rb'(?:href|src)="(/static/[^"]+)"')
BEGINNINGS: Final = (
    b"GET /" + b"x" * 10,
    b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 100000\r\n\r\nhand",
)


@dataclass
class Line:
    """A connection of a browser: kept open, opened again where it was closed."""

    port: int
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def ask(self, path: str, headers: str = "") -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and content of an answer; a kept connection may be tried twice."""
        was_open = self.writer is not None
        try:
            return await asyncio.wait_for(self._ask(path, headers), PATIENCE)
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            if not was_open:
                raise
            return await asyncio.wait_for(self._ask(path, headers), PATIENCE)

    async def _ask(self, path: str, headers: str) -> tuple[int, dict[str, str], bytes]:
        if self.reader is None or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: hall\r\n{headers}\r\n".encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        told = {name.lower(): text for name, _, text in (line.partition(": ") for line in head[1:])}
        content = await self.reader.readexactly(int(told.get("content-length", 0)))
        return int(head[0].split()[1]), told, content

    def close(self) -> None:
        """Hang up."""
        if self.writer:
            self.writer.close()
        self.reader = self.writer = None


@dataclass
class Times:
    """How long answers took, in milliseconds, and what went wrong."""

    name: str
    taken: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Take one time; what goes wrong is counted and not raised."""
        start = time.perf_counter()
        try:
            yield
        except (OSError, asyncio.IncompleteReadError, TimeoutError, AssertionError) as error:
            self.failures.append(type(error).__name__)
        else:
            self.taken.append(1000 * (time.perf_counter() - start))

    def tell(self) -> None:
        """Print what was found."""
        tell_count(f"{self.name}: answers", len(self.taken))
        tell_count(f"{self.name}: none {set(self.failures) or ''}", len(self.failures))
        if len(self.taken) > 1:
            hundredths = quantiles(self.taken, n=100, method="inclusive")
            tell(f"{self.name}: median", hundredths[49])
            tell(f"{self.name}: 95 of 100 within", hundredths[94])
            tell(f"{self.name}: 99 of 100 within", hundredths[98])
            tell(f"{self.name}: longest", max(self.taken))


async def phone(
    port: int, table: Table, delay: float, end: float, joins: Times, polls: Times
) -> None:
    """Open the page of a table with all that belongs to it, then follow the table."""
    await asyncio.sleep(delay)
    lines = [Line(port) for _ in range(LINES)]
    async with joins.one():
        _status, _told, page = await lines[0].ask(f"/c/{table.token}/")
        files = [match.decode() for match in STATIC.findall(page)]
        wanted = [files[place % len(files)] for place in range(LINES - 1)]
        await asyncio.gather(
            *(line.ask(path) for line, path in zip(lines[1:], wanted, strict=True))
        )
    headers, tag = f"Authorization: Bearer {table.token}\r\n", ""
    while time.monotonic() < end:
        async with polls.one():
            known = f"If-None-Match: {tag}\r\n" if tag else ""
            status, told, _sheet = await lines[0].ask(
                f"/api/v1/games/{table.game}", headers + known
            )
            assert status in {200, 304}, status
            tag = told.get("etag", tag)
        await asyncio.sleep(POLL_SECONDS)
    for line in lines:
        line.close()


async def half_open(port: int, beginning: bytes, end: float) -> None:
    """Begin a request and never end it, letter by letter; begin another when it was given up."""
    while time.monotonic() < end:
        with suppress(OSError):
            _reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(beginning)
            while time.monotonic() < end and not writer.is_closing():
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(1)
            writer.close()
        await asyncio.sleep(0.1)


async def visit(port: int, end: float, visits: Times) -> None:
    """Come as somebody new, again and again."""
    while time.monotonic() < end:
        line = Line(port)
        async with visits.one():
            status, _told, page = await line.ask("/")
            assert status == 200, status
            assert page
        line.close()
        await asyncio.sleep(VISITS_EVERY)


async def evening(port: int, tables: Sequence[Table], phones: int, seconds: float) -> None:
    """Let everybody come, and tell how it was."""
    end = time.monotonic() + JOINING_SECONDS + seconds
    joins, polls, visits = Times("a page joined"), Times("a table followed"), Times("a new visitor")
    await asyncio.gather(
        visit(port, end, visits),
        *(
            phone(
                port,
                tables[number % len(tables)],
                JOINING_SECONDS * number / phones,
                end,
                joins,
                polls,
            )
            for number in range(phones)
        ),
        *(half_open(port, BEGINNINGS[number % 2], end) for number in range(HALF_OPEN)),
    )
    for times in (joins, polls, visits):
        times.tell()


def cpu_of_children() -> float:
    """Return the seconds that ended children computed, whatever else the machine did."""
    times = os.times()
    return times.children_user + times.children_system


def main() -> None:
    """Serve a contest by the real program, and let the phones come."""
    phones, seconds = [int(text) for text in sys.argv[1:]] + [PHONES, FOLLOWING_SECONDS][
        len(sys.argv) - 1 :
    ]
    with tempfile.TemporaryDirectory(prefix="belote-hall-", ignore_cleanup_errors=True) as folder:
        program = Program(Path(folder))
        hall = make_hall(program.data, teams=TEAMS, hands=12)
        before = cpu_of_children()
        program.start()
        try:
            note(f"{phones} phones of {LINES} connections, {HALF_OPEN} requests kept half open")
            asyncio.run(evening(program.port, hall.tables, int(phones), seconds))
        finally:
            program.stop()
        if before:
            tell("computed by the server, starting included", 1000 * (cpu_of_children() - before))
        note(f"said by the server: {program.errors.strip() or 'nothing'}")


if __name__ == "__main__":
    main()
