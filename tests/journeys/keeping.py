"""Phones that know two computers: they keep what was acknowledged, and send it again where needed.

As the real ones do: a larger number on an answer means that another computer has taken over. Then
each hand that the phone keeps is sent there once more, under its old key and in its order.
"""

import json
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import Any, Final

from scorekeeper.standby.failover import NUMBER
from tests.journeys.hall import Table
from tests.journeys.phones import Door, Sent
from tests.journeys.program import PATIENCE

PAUSE: Final = 0.2
"""Seconds after which a phone asks again where nobody answered, or only the other computer did."""
WRITTEN: Final = {HTTPStatus.OK, HTTPStatus.CREATED}


class NoAnswerError(Exception):
    """Nobody answers there who may write, or only a computer that counts no more."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and the number of the take-over by which that computer counts."""

    status: int
    number: int
    content: Any


@dataclass
class KeepingPhone:
    """The phone of one table: `ports` are those of the computers that it knows, in use first."""

    ports: list[int]
    table: Table
    door: Door
    number: int = 0
    """The largest number of a take-over that it has heard of, and sent everything after."""
    kept: list[Sent] = field(default_factory=list)
    again: int = 0
    """How many hands another computer lacked."""
    longest: float = 0.0
    """How many seconds it waited at most."""

    def play(self, hands: Sequence[Sent], *, until: int) -> None:
        """Send some hands, and look at the sheet until that number has been heard of."""
        try:
            for hand in hands:
                self._do(hand)
                self.kept.append(hand)
                self.door.acknowledge()
            while self.number < until:
                self._do(None)
        except BaseException as failure:
            self.door.give_up(failure)
            raise

    def _do(self, hand: Sent | None) -> None:
        """Write a hand, or look at the sheet, wherever that can be done."""
        begun = time.monotonic()
        while True:
            try:
                status = self._ask(hand)
            except NoAnswerError:
                self.ports.reverse()
                assert time.monotonic() - begun < PATIENCE, "nobody took over"
                time.sleep(PAUSE)
                continue
            if status in WRITTEN:
                break
        self.longest = max(self.longest, time.monotonic() - begun)

    def _ask(self, hand: Sent | None) -> int:
        """Return how it was answered; after a take-over what is lacking there goes first."""
        answer = self._answer(hand)
        if answer.number < self.number:
            raise NoAnswerError  # it was replaced, and does not know yet
        if answer.number > self.number:
            self._send_again(answer.number)
        else:
            assert hand is None or answer.status in WRITTEN, (hand, answer)
        return answer.status

    def _send_again(self, number: int) -> None:
        there = {one["id"] for one in self._answer(None).content["hands"]}
        for hand in self.kept:
            if hand.key not in there:
                answer = self._answer(hand)
                if answer.number != number:
                    raise NoAnswerError
                assert answer.status in WRITTEN, (hand, answer)
                self.again += 1
        self.number = number

    def _answer(self, hand: Sent | None) -> Answer:
        """Put a hand, or read the sheet; raises NoAnswerError."""
        path = f"/api/v1/games/{self.table.game}"
        headers = {"Authorization": f"Bearer {self.table.token}"}
        with closing(HTTPConnection("127.0.0.1", self.ports[0], timeout=PATIENCE)) as line:
            try:
                if hand:
                    headers["Content-Type"] = "application/json"
                    line.request("PUT", f"{path}/hands/{hand.key}", hand.body, headers)
                else:
                    line.request("GET", path, headers=headers)
                answer = line.getresponse()
                content = answer.read()
            except (OSError, HTTPException):
                raise NoAnswerError from None
        if answer.status == HTTPStatus.SERVICE_UNAVAILABLE:
            raise NoAnswerError
        return Answer(answer.status, int(answer.headers.get(NUMBER, 0)), json.loads(content))
