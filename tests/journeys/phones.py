"""Phones at the tables of a hall whose server comes and goes: each sends until it is answered."""

import json
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import Any

from scorekeeper.engine.hand import HandEntry
from tests.journeys.hall import Table
from tests.journeys.program import PATIENCE

FORGETS_EVERY = 5
REPEATS_EVERY = 7


@dataclass(slots=True)
class Sent:
    """A hand as a phone keeps it until the server has it."""

    number: int
    entry: dict[str, Any]
    key: str = field(default_factory=lambda: str(uuid.uuid4()))

    @property
    def body(self) -> str:
        """Return what goes over the line."""
        return json.dumps({"number": self.number, "base": None, "entry": self.entry})


def plain_entry(entry: HandEntry) -> dict[str, Any]:
    """Return an entry under rules without bids as the interface takes it."""
    names = ("taker", "card_points", "belote", "belote_seat", "capot", "penalty")
    return {name: getattr(entry, name) for name in names}


class GivenUpError(Exception):
    """Raised for whoever waits when something went wrong elsewhere, with what it was."""


class Door:
    """Whether the server is there, and how many hands it has acknowledged in all.

    Each opening has a number: whoever was refused waits for a later one.
    """

    def __init__(self) -> None:
        """Begin without a server."""
        self._changed = threading.Condition()
        self._is_open = False
        self._failure: BaseException | None = None
        self._openings = 0
        self._begun = 0
        self._most: int | None = None
        self.acknowledged = 0
        self.refused = 0

    def open(self) -> None:
        """Say that the server answers."""
        with self._changed:
            self._is_open = True
            self._openings += 1
            self._changed.notify_all()

    def close(self) -> None:
        """Say that it does not answer any more."""
        with self._changed:
            self._is_open = False

    @contextmanager
    def few_hands(self, count: int) -> Iterator[None]:
        """Let the phones begin so few hands meanwhile: some must be left after slow work."""
        with self._changed:
            self._most = self._begun + count
        try:
            yield
        finally:
            with self._changed:
                self._most = None
                self._changed.notify_all()

    def begin_hand(self) -> None:
        """Wait until one more hand may be begun."""
        with self._changed:
            self._wait_for(lambda: self._most is None or self._begun < self._most)
            self._begun += 1

    def give_up(self, failure: BaseException) -> None:
        """Let nobody wait any longer: something went wrong."""
        with self._changed:
            self._failure = self._failure or failure
            self._changed.notify_all()

    def acknowledge(self) -> None:
        """Count one more hand of which a phone was told that it is written."""
        with self._changed:
            self.acknowledged += 1
            self._changed.notify_all()

    def refuse(self) -> None:
        """Count one more hand for which there was no room: its phone waits for the next opening."""
        with self._changed:
            self.refused += 1
            self._changed.notify_all()

    def wait(self, *, after: int = 0) -> int:
        """Return the number of an opening later than `after`, once the server is there."""
        self._wait_for(lambda: self._is_open and self._openings > after)
        return self._openings

    def wait_for_hands(self, count: int) -> None:
        """Wait until so many hands are acknowledged."""
        self._wait_for(lambda: self.acknowledged >= count)

    def wait_for_refusals(self, count: Callable[[], int]) -> None:
        """Wait until so many hands found no room; fewer where a phone's last hand found some."""
        self._wait_for(lambda: self.refused >= count())

    def _wait_for(self, condition: Callable[[], bool]) -> None:
        with self._changed:
            came = self._changed.wait_for(lambda: self._failure or condition(), PATIENCE)
            if self._failure:
                raise GivenUpError from self._failure
            assert came, "nobody came"


@dataclass
class Phone:
    """The phone of one table. `hands` are typed beforehand, and sent one after the other."""

    port: int
    table: Table
    door: Door
    hands: Sequence[Sent]
    done: list[str] = field(default_factory=list)

    def play(self) -> None:
        """Send every hand until the server has acknowledged it."""
        try:
            for hand in self.hands:
                self.door.begin_hand()
                if (self.table.number + hand.number) % FORGETS_EVERY == 0:
                    self._send(hand, is_read=False)
                self.done.append(self._send_until_answered(hand))
                self.door.acknowledge()
                if (self.table.number + hand.number) % REPEATS_EVERY == 0:
                    assert self._send_until_answered(hand) == "same"
        except BaseException as failure:
            self.door.give_up(failure)
            raise

    def _send_until_answered(self, hand: Sent) -> str:
        seen = 0
        while True:
            seen = self.door.wait(after=seen)
            try:
                answer = self._send(hand)
            except ConnectionRefusedError:
                continue  # nobody there: wait until the server is started again
            except (OSError, HTTPException):
                seen -= 1  # cut off in the middle: try again at once
                continue
            assert answer is not None
            status, content = answer
            if status == HTTPStatus.INSUFFICIENT_STORAGE:
                self.door.refuse()
                continue
            if status == HTTPStatus.SERVICE_UNAVAILABLE:
                seen -= 1  # no answer either: a phone tries again
                continue
            assert status in {200, 201}, content
            told = json.loads(content)
            assert told["sheet"]["hands"][hand.number - 1]["id"] == hand.key
            return str(told["done"])

    def _send(self, hand: Sent, *, is_read: bool = True) -> tuple[int, bytes] | None:
        """Put a hand; hang up before the answer unless `is_read`. Raises what the line raises."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as line:
            try:
                line.request(
                    "PUT",
                    f"/api/v1/games/{self.table.game}/hands/{hand.key}",
                    hand.body,
                    {
                        "Authorization": f"Bearer {self.table.token}",
                        "Content-Type": "application/json",
                    },
                )
                if not is_read:
                    return None
                answer = line.getresponse()
                return answer.status, answer.read()
            except OSError:
                if is_read:
                    raise
                return None


@dataclass
class Follower:
    """One more phone at a table: it reads the sheet again and again, until it is told to stop."""

    port: int
    table: Table
    door: Door
    seconds: float = 1.0
    looks: int = 0
    _end: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        """Look no more."""
        self._end.set()

    def follow(self) -> None:
        """Ask whether anything is new; a server that does not answer is asked the next time."""
        headers = {"Authorization": f"Bearer {self.table.token}"}
        while not self._end.wait(self.seconds):
            with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as line:
                try:
                    line.request("GET", f"/api/v1/games/{self.table.game}", headers=headers)
                    answer = line.getresponse()
                    answer.read()
                except (OSError, HTTPException):
                    continue
                headers["If-None-Match"] = answer.headers.get("ETag", "")
                self.looks += 1
