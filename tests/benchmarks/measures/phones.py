"""Three hundred phones in one hall, and a new visitor beside the connections they leave open."""

import asyncio
import json
import re
import time
import uuid
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tests.benchmarks.halls import running_hall
from tests.benchmarks.ratios import Figure, Measure, Reached, percentile
from tests.benchmarks.serving import seconds_of, wait_until_at_rest

if TYPE_CHECKING:
    from tests.journeys.hall import Table

PHONES: Final = 300
LINES: Final = 7
"""A browser opens so many connections for one page, and leaves them open."""
TEAMS: Final = 120
JOINING_SECONDS: Final = 20.0
FOLLOWING_SECONDS: Final = 40.0
POLL_SECONDS: Final = 3.0
HANDS_A_SECOND: Final = 3.0
VISITS: Final = 30
VISITS_EVERY: Final = 0.2
PATIENCE: Final = 60.0
Answer = tuple[int, dict[str, str], bytes]
STATIC: Final = re.compile(rb'(?:href|src)="(/static/[^"]+)"')


@dataclass
class Line:
    """A connection of a browser: kept open, opened again where it was closed."""

    port: int
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def ask(
        self, path: str, headers: str = "", method: str = "GET", body: str = ""
    ) -> Answer:
        """Return status, headers and content of an answer; a kept connection may be tried twice."""
        was_open = self.writer is not None
        sent = f"{method} {path} HTTP/1.1\r\nHost: hall\r\n{headers}"
        if body:
            sent += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        request = f"{sent}\r\n{body}".encode()
        try:
            return await asyncio.wait_for(self._ask(request), PATIENCE)
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            if not was_open:
                raise
            return await asyncio.wait_for(self._ask(request), PATIENCE)

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return the connection, opened where it is not."""
        if self.reader is None or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self.reader, self.writer

    async def _ask(self, request: bytes) -> Answer:
        reader, writer = await self.open()
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        told = {name.lower(): text for name, _, text in (line.partition(": ") for line in head[1:])}
        content = await reader.readexactly(int(told.get("content-length", 0)))
        return int(head[0].split()[1]), told, content

    def close(self) -> None:
        """Hang up."""
        if self.writer:
            self.writer.close()
        self.reader = self.writer = None


@dataclass
class Hall:
    """Phones that come one after the other and follow their tables, while hands are written."""

    port: int
    pid: int
    tables: "Sequence[Table]"
    polls: list[float] = field(default_factory=list)
    hands: list[float] = field(default_factory=list)
    share: float = 0.0
    """Of one core, while all follow."""

    async def play(self) -> None:
        """Let everybody come, then take times until the end."""
        self.begin = time.monotonic() + JOINING_SECONDS
        self.end = self.begin + FOLLOWING_SECONDS
        async with asyncio.TaskGroup() as group:
            for number in range(PHONES):
                table = self.tables[number % len(self.tables)]
                group.create_task(self._phone(table, JOINING_SECONDS * number / PHONES))
            group.create_task(self._count_processor())
            many = int(FOLLOWING_SECONDS * HANDS_A_SECOND)
            for number in range(many):
                at, table = number / HANDS_A_SECOND, self.tables[number % len(self.tables)]
                group.create_task(self._write(table, 1 + number // len(self.tables), at))

    async def _count_processor(self) -> None:
        await asyncio.sleep(JOINING_SECONDS)
        before, start = seconds_of(self.pid), time.monotonic()
        await asyncio.sleep(FOLLOWING_SECONDS - 1)
        self.share = (seconds_of(self.pid) - before) / (time.monotonic() - start)

    async def _phone(self, table: "Table", delay: float) -> None:
        """Open the page of a table with all that belongs to it, then follow the table."""
        await asyncio.sleep(delay)
        lines = [Line(self.port) for _ in range(LINES)]
        _status, _told, page = await lines[0].ask(f"/c/{table.token}/")
        files = [match.decode() for match in STATIC.findall(page)]
        wanted = [files[place % len(files)] for place in range(LINES - 1)]
        await asyncio.gather(
            *(line.ask(path) for line, path in zip(lines[1:], wanted, strict=True))
        )
        headers, tag = f"Authorization: Bearer {table.token}\r\n", ""
        while time.monotonic() < self.end:
            known = f"If-None-Match: {tag}\r\n" if tag else ""
            asked = lines[0].ask(f"/api/v1/games/{table.game}", headers + known)
            (status, told, _sheet), spent = await _timed(asked)
            assert status in {200, 304}, status
            tag = told.get("etag", tag)
            if time.monotonic() > self.begin:
                self.polls.append(spent)
            await asyncio.sleep(POLL_SECONDS)
        for line in lines:
            line.close()

    async def _write(self, table: "Table", number: int, delay: float) -> None:
        await asyncio.sleep(JOINING_SECONDS + delay)
        hand = {"number": number, "base": None, "entry": {"taker": "A1", "card_points": 92}}
        address = f"/api/v1/games/{table.game}/hands/{uuid.uuid4()}"
        line, headers = Line(self.port), f"Authorization: Bearer {table.token}\r\n"
        (status, _told, answer), spent = await _timed(
            line.ask(address, headers, "PUT", json.dumps(hand))
        )
        assert status == 201, answer
        self.hands.append(spent)
        line.close()


async def _timed(asked: Awaitable[Answer]) -> tuple[Answer, float]:
    start = time.perf_counter()
    answer = await asked
    return answer, 1000 * (time.perf_counter() - start)


def three_hundred_follow() -> Reached:
    """Let three hundred phones follow sixty tables at which hands are written."""
    with running_hall(TEAMS) as (program, made):
        assert program.process
        hall = Hall(program.port, program.process.pid, made.tables)
        asyncio.run(hall.play())
    within = percentile(hall.hands, 95)
    said = (
        f"{hall.share:.2f} of a core; a hand 95 % {within:.0f} ms; "
        f"a question 95 % {percentile(hall.polls, 95):.0f} ms"
    )
    figures = (
        Figure("of a core", (hall.share,), "cores"),
        Figure("a hand", tuple(hall.hands)),
        Figure("a question", tuple(hall.polls)),
    )
    meets = hall.share <= 0.5 and within <= 300
    return Reached(said, meets=meets, figures=figures)


def come_beside_the_idle() -> Reached:
    """Come as somebody new again and again while 2 100 connections say nothing."""
    with running_hall() as (program, _hall):
        assert program.process
        wait_until_at_rest(program.process.pid)
        alone, _open = asyncio.run(_visits(program.port, 0))
        beside, still_open = asyncio.run(_visits(program.port, PHONES * LINES))
    within = percentile(beside, 95)
    pair = Figure("beside them", tuple(beside)), Figure("alone", tuple(alone))
    said = (
        f"95 % {within:.0f} ms, median {pair[0].median:.0f} ms (alone {pair[1].median:.0f} ms); "
        f"{still_open} of them still open in the end"
    )
    return Reached(said, meets=within <= 1000, figures=pair)


async def _visits(port: int, idle: int) -> tuple[list[float], int]:
    """Return what the first page takes for each visitor, and how many idle ones were kept."""
    lines = [Line(port) for _ in range(idle)]
    for first in range(0, idle, LINES):
        await asyncio.gather(*(line.open() for line in lines[first : first + LINES]))
    found = []
    for _ in range(VISITS):
        visitor = Line(port)
        (status, _told, _page), spent = await _timed(visitor.ask("/"))
        assert status == 200, status
        found.append(spent)
        visitor.close()
        await asyncio.sleep(VISITS_EVERY)
    still_open = sum(line.reader is not None and not line.reader.at_eof() for line in lines)
    for line in lines:
        line.close()
    return found, still_open


MEASURES = (
    Measure(
        row=32,
        name="phones",
        what=f"{PHONES} phones ask every {POLL_SECONDS:.0f} s whether their table has news, "
        f"{HANDS_A_SECOND:.0f} hands a second are written",
        how=f"by sockets, {LINES} of each phone, against `start`; the processor of its process "
        f"for {FOLLOWING_SECONDS:.0f} s",
        goal="half of a core; a hand 95 % 300 ms",
        take=three_hundred_follow,
    ),
    Measure(
        row=33,
        name="visitor",
        what=f"a new visitor beside {PHONES * LINES:,} idle connections".replace(",", " "),
        how="the first page by a new socket, against `start`, beside the same alone",
        goal="95 % 1 s",
        take=come_beside_the_idle,
    ),
)
