"""What a paired computer asks: values of another kind are refused, and nothing is led elsewhere."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from scorekeeper import running
from scorekeeper.standby import server as answering
from scorekeeper.standby.client import Asker
from scorekeeper.standby.errors import PairingError, PairingProblem
from scorekeeper.standby.followers import followers
from scorekeeper.standby.node import change, forget, node_state
from scorekeeper.standby.sealing import open_answer, seal_question
from tests.pages import visitor
from tests.table import NOW

CODE = "A" * 20
KEY = "00000000-0000-4000-8000-000000000001"
DEAD = "http://192.168.1.20:8000/"


@pytest.fixture
def _hall(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: None
) -> Iterator[None]:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(running._Running, "is_expected", True)
    running.begin(running.Running("0.0.0.0", 8000, NOW))
    forget()
    change(peers={DEAD: CODE})
    yield
    running.end()
    followers.forget()
    answering.end_changes()
    forget()


class Questions:
    """Another computer, which asks one thing after the other."""

    count = 0

    def sent(self, **asked: Any) -> Any:
        """Return what the program answers."""
        Questions.count += 1
        own = {"computer": "other", "run": "run", "session": answering._Asked.session}
        values = {**own, "count": Questions.count, **asked}
        return self.answered(json.dumps(values).encode())

    def answered(self, text: bytes) -> Any:
        question = seal_question(CODE, text)
        self.mark = question.mark
        return visitor().post(
            "/second/stream/", question.sealed, content_type="application/octet-stream"
        )

    def first_part(self, answer: Any) -> dict[str, Any]:
        content = b"".join(answer.streaming_content)
        length = int.from_bytes(content[:4], "big")
        found: dict[str, Any] = json.loads(open_answer(CODE, self.mark, content[4 : 4 + length]))
        return found


@pytest.mark.usefixtures("_hall")
class TestValuesOfAnotherKind:
    def test_a_question_is_answered(self) -> None:
        other = Questions()
        assert (
            other.first_part(other.sent(ask="who", port=8000, number=0))["role"]
            == node_state().role
        )
        assert other.first_part(
            other.sent(ask="lacks", hands=[[1, "key", "tag"], [1, KEY, "tag"]])
        )["lacks"] == [0, 1]

    @pytest.mark.parametrize(
        "asked",
        [
            {"ask": "who", "number": "x"},
            {"ask": "who", "number": None},
            {"ask": "who", "port": "x"},
            {"ask": "who", "port": 99_999_999},
            {"ask": "who", "port": [8000]},
            {"ask": "news"},
            {"ask": "news", "stream": "", "number": []},
            {"ask": "news", "stream": "", "number": 0, "age": "x"},
            {"ask": "news", "stream": "", "number": 0, "age": 1e300},
            {"ask": "news", "stream": "", "number": 0, "trouble": []},
            {"ask": "news", "stream": "", "number": 0, "port": "99999999999"},
            {"ask": "lacks"},
            {"ask": "lacks", "hands": 7},
            {"ask": "lacks", "hands": [7]},
            {"ask": "lacks", "hands": [[1]]},
            {"ask": "lacks", "hands": [[[], "key", "tag"]]},
            {"ask": []},
            {"ask": "who", "count": "x"},
        ],
        ids=str,
    )
    def test_are_refused_without_a_fault(self, asked: dict[str, Any]) -> None:
        assert Questions().sent(**asked).status_code == 404
        assert node_state().peers == {DEAD: CODE}

    @pytest.mark.parametrize("text", [b"[]", b"7", b"null", b"[" * 100_000, b"\xff", b"{}"])
    def test_what_is_no_question_is_refused(self, text: bytes) -> None:
        assert Questions().answered(text).status_code == 404

    def test_a_length_that_is_no_number_is_refused(self) -> None:
        answer = visitor().generic(
            "POST", "/second/stream/", b"x", "application/octet-stream", CONTENT_LENGTH="x"
        )
        assert answer.status_code == 404


def test_a_follower_is_led_nowhere_else() -> None:
    """Whoever answers at the first one's address sends no questions to a third."""
    asked: list[str] = []

    class Leading(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.path)
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(302)
            self.send_header("Location", "/elsewhere/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            self.close_connection = True

        def log_message(self, *_args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Leading) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        asker = Asker(f"http://127.0.0.1:{server.server_port}/", CODE, computer="other")
        with pytest.raises(PairingError) as refused:
            asker.who()
        server.shutdown()
    assert refused.value.code is PairingProblem.OTHER
    assert asked == ["/second/stream/"]
