"""The real program in a hall, and a phone's connection to it."""

import json
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from tests.benchmarks import collector

if TYPE_CHECKING:
    from tests.journeys.hall import Hall
    from tests.journeys.program import Program

TEAMS: Final = 40
HANDS: Final = 12
CSRF: Final = "x" * 32


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


def join_table(port: int, token: str) -> dict[str, str]:
    """Join a table by its code, as a phone does; return what its browser shows from then on."""
    headers = {
        "Cookie": f"csrftoken={CSRF}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as line:
        form = urlencode({"name": "Marguerite", "csrfmiddlewaretoken": CSRF})
        line.request("POST", f"/c/{token}/", form, headers)
        answer = line.getresponse()
        answer.read()
    assert answer.status == 302, answer.status
    given = (header.partition(";")[0] for header in answer.headers.get_all("Set-Cookie") or [])
    return {"Cookie": "; ".join(given)}


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
