"""The real program in a hall, and a phone's connection to it."""

import json
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.benchmarks import collector

if TYPE_CHECKING:
    from tests.journeys.hall import Hall
    from tests.journeys.program import Program

TEAMS: Final = 40
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

    def look(self, address: str) -> float:
        """Return how many milliseconds a page takes."""
        start = time.perf_counter()
        status, content = self.ask(address)
        spent = 1000 * (time.perf_counter() - start)
        assert status == 200, (status, content[:400])
        return spent

    def write_hand(self, game: int, number: int) -> float:
        """Write a hand at a table whose code is shown; return the milliseconds that it takes."""
        hand = {"number": number, "base": None, "entry": {"taker": "A1", "card_points": 92}}
        start = time.perf_counter()
        status, content = self.ask(f"/api/v1/games/{game}/hands/{uuid.uuid4()}", "PUT", hand)
        spent = 1000 * (time.perf_counter() - start)
        assert status == 201, content
        return spent

    def close(self) -> None:
        """Hang up."""
        self.line.close()


def phone_at(port: int, token: str) -> Asker:
    """Return a phone at the table of that code."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return Asker(port, headers)


@contextmanager
def running_hall(teams: int = TEAMS) -> Iterator[tuple["Program", "Hall"]]:
    """Serve a contest by the real program."""
    from tests.journeys.hall import make_hall
    from tests.journeys.program import START, Program

    with tempfile.TemporaryDirectory(prefix="belote-hall-", ignore_cleanup_errors=True) as folder:
        program = Program(Path(folder))
        hall = make_hall(program.data, teams=teams, hands=HANDS)
        program.start(*collector.command(*START))
        try:
            yield program, hall
        finally:
            program.stop()
