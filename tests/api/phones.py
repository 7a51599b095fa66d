"""Phones for tests: what they send to the interface, and what they get."""

import json
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from scorekeeper.models import Game
from tests.pages import visitor

BASE = "/api/v1"
PROBLEM = "application/problem+json"


@dataclass
class Phone:
    """A phone at a table: it has a code, or the browser of somebody who is signed in."""

    game: Game
    token: str = ""
    client: Client = field(default_factory=visitor)

    @property
    def url(self) -> str:
        return f"{BASE}/games/{self.game.pk}"

    def get(self, path: str = "", **headers: str) -> Any:
        return self.client.get(self.url + path, headers=self.headers(**headers))

    def elsewhere(self, path: str, **headers: str) -> Any:
        """Return what stands at an address that is not of the game."""
        return self.client.get(BASE + path, headers=self.headers(**headers))

    def send(self, method: str, path: str, body: Any) -> Any:
        text = body if isinstance(body, bytes) else json.dumps(body)
        return self.client.generic(
            method, self.url + path, text, "application/json", headers=self.headers()
        )

    def headers(self, **more: str) -> dict[str, str]:
        return {**({"authorization": f"Bearer {self.token}"} if self.token else {}), **more}

    def put(self, key: uuid.UUID | str, number: int, *, confirmed: Any = (), **entry: Any) -> Any:
        body = {"number": number, "confirmed": list(confirmed), "entry": entry}
        return self.send("PUT", f"/hands/{key}", body)

    def write(self, points: int = 92, *, number: int | None = None) -> str:
        """Write a hand that A1 took; return its key."""
        key = str(uuid.uuid4())
        number = number or self.sheet["next_number"]
        answer = self.put(key, number, taker="A1", card_points=points)
        assert answer.status_code == 201, answer.content
        return key

    def correct(self, key: uuid.UUID | str, base: str, **entry: Any) -> Any:
        body = {"number": 1, "base": base, "entry": entry}
        return self.send("PUT", f"/hands/{key}", body)

    def withdraw(self, key: uuid.UUID | str, base: str) -> Any:
        return self.send("DELETE", f"/hands/{key}?base={base}", b"")

    def pass_deals(self, number: int, count: int, base: int | None = None) -> Any:
        body = {"number": number, "count": count, "base": base}
        return self.send("PUT", "/passed-deals", body)

    @property
    def sheet(self) -> Any:
        answer = self.get()
        assert answer.status_code == 200, answer.content
        return answer.json()

    def tag(self, number: int = 1) -> str:
        return str(self.sheet["hands"][number - 1]["tag"])


def phone_of(game: Game) -> Phone:
    """Return a phone with the code of a game outside contests."""
    return Phone(game, game.token)


def code_of(answer: Any) -> str:
    """Return the code of a refusal, which is a problem in every respect."""
    assert answer["Content-Type"] == PROBLEM
    body = answer.json()
    assert body["status"] == answer.status_code
    assert body["type"] == "about:blank"
    assert body["title"]
    assert body["detail"]
    return str(body["code"])


def refused(answer: Any, status: int) -> str:
    """Return the code of an answer that refuses with that status."""
    assert answer.status_code == status, answer.content
    return code_of(answer)


def done(answer: Any) -> str:
    """Return what became of what was sent."""
    assert answer.status_code in {200, 201}, answer.content
    return str(answer.json()["done"])


def hands_of(game: Game) -> list[int | None]:
    """Return the card points of the stored hands, in order."""
    return list(game.hands.order_by("number").values_list("card_points", flat=True))
