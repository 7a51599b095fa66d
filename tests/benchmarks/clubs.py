"""Many clubs on one evening, made in one database and played from here, on this machine only.

python -m tests.benchmarks.clubs CLUBS TEAMS makes them, each with a first round that is drawn.
"""

import asyncio
import json
import random
import sys
import time
import uuid
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

HANDS: Final = 12
POLL_SECONDS: Final = 3.0
"""As `follow.js` asks."""
PATIENCE: Final = 20.0
PROBED_EVERY: Final = 5.0
PROBES: Final = 3
LOOKS_EVERY: Final = 0.25

Club = dict[str, Any]


@dataclass
class Evening:
    """What is played and followed, for how long, and how long the answers took, in milliseconds."""

    port: int
    clubs: Sequence[Club]
    hands_a_second: float
    phones: int
    seconds: float
    before: int = 0
    """So many evenings were played at the same tables before, one hand at each table it used."""
    hands: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    stale: list[float] = field(default_factory=list)
    failures: int = 0
    end: float = 0.0
    spent: tuple[float, float] = (0.0, 0.0)
    """Seconds of the processor that the program and PostgreSQL took."""

    async def play(self) -> None:
        """Let every hand come at its time, whether the one before was answered or not."""
        self.end = time.monotonic() + self.seconds
        *played, probed = self.clubs
        tables = [table for club in played for table in club["tables"]]
        dice = random.Random(1)
        followed = [dice.choice(tables) for _phone in range(self.phones)]
        async with asyncio.TaskGroup() as group:
            for table in followed:
                group.create_task(self._follow(table, dice.random() * POLL_SECONDS))
            group.create_task(self._probe(probed))
            many = int(self.seconds * self.hands_a_second)
            for number, table in enumerate(tables[self.before * many :][:many]):
                group.create_task(self._write(table, number / self.hands_a_second))

    async def _timed(
        self, kept: list[float], act: Coroutine[Any, Any, tuple[int, str, bytes]]
    ) -> tuple[int, str, bytes]:
        start = time.perf_counter()
        try:
            found = await asyncio.wait_for(act, PATIENCE)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            self.failures += 1
            return 0, "", b""
        if found[0] >= HTTPStatus.BAD_REQUEST:
            self.failures += 1
        else:
            kept.append(1000 * (time.perf_counter() - start))
        return found

    async def _write(self, table: dict[str, Any], delay: float) -> int:
        await asyncio.sleep(delay)
        hand = {"number": 1, "base": None, "entry": {"taker": "A1", "card_points": 92}}
        address = f"/api/v1/games/{table['game']}/hands/{uuid.uuid4()}"
        status, _tag, _content = await self._timed(
            self.hands, self._ask("PUT", address, table["token"], json.dumps(hand))
        )
        return status

    async def _follow(self, table: dict[str, Any], delay: float) -> None:
        await asyncio.sleep(delay)
        tag = ""
        while time.monotonic() < self.end:
            ask = self._ask("GET", f"/api/v1/games/{table['game']}", table["token"], tag=tag)
            _status, told, _content = await self._timed(self.polls, ask)
            tag = told or tag
            await asyncio.sleep(POLL_SECONDS)

    async def _probe(self, club: Club) -> None:
        """Write the only hand of a table, and look until the public ranking has it."""
        ranking = f"/p/{club['public']}/"
        for table in club["tables"][self.before * PROBES :][:PROBES]:
            _status, tag, _content = await self._timed([], self._ask("GET", ranking))
            start = time.perf_counter()
            if await self._write(table, 0) == 201:
                while time.monotonic() < self.end + PATIENCE:
                    status, _tag, _content = await self._timed(
                        [], self._ask("GET", ranking, tag=tag)
                    )
                    if status == 200:
                        self.stale.append(1000 * (time.perf_counter() - start))
                        break
                    await asyncio.sleep(LOOKS_EVERY)
            await asyncio.sleep(PROBED_EVERY)
            if time.monotonic() > self.end:
                return

    async def _ask(
        self, method: str, address: str, token: str = "", body: str = "", *, tag: str = ""
    ) -> tuple[int, str, bytes]:
        """Return status, tag and content of an answer; each on a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            lines = [f"{method} {address} HTTP/1.1", "Host: localhost", "Connection: close"]
            lines += [f"Authorization: Bearer {token}"] if token else []
            lines += [f"If-None-Match: {tag}"] if tag else []
            lines += (
                ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
            )
            writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
            head, _, content = (await reader.read()).partition(b"\r\n\r\n")
            first, *rest = head.decode("latin-1").split("\r\n")
            told = {name.lower(): text for name, _, text in (one.partition(": ") for one in rest)}
            if not first:
                raise ConnectionResetError
            return int(first.split()[1]), told.get("etag", ""), content
        finally:
            writer.close()


def make_clubs(count: int, teams: int) -> list[Club]:
    """Make clubs with a contest each; the last one plays one hand a round, to be looked at."""
    from django.core.management import call_command

    from tests.contest import games_of, make_contest, start_round
    from tests.table import make_club

    call_command("migrate", interactive=False, verbosity=0)
    found = []
    for number in range(1, count + 1):
        hands = 1 if number == count else HANDS
        contest = make_contest(make_club(f"Club {number}"), teams=teams, rounds=1, hands=hands)
        matches = games_of(start_round(contest))
        codes = dict(contest.codes.values_list("number", "token"))
        tables = [{"game": m.game_id, "token": codes[m.table_number or 0]} for m in matches]
        found.append({"public": contest.token, "tables": tables})
    return found


def main() -> None:
    """Make the clubs, and print what their phones need."""
    import django

    django.setup()
    from django.db import connection

    from scorekeeper.server.static_bundles import gather_static_files

    gather_static_files()
    made = make_clubs(*map(int, sys.argv[1:]))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    sys.stdout.write(json.dumps(made))


if __name__ == "__main__":
    main()
