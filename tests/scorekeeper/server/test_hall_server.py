"""The server of a hall beside connections that others leave open: real sockets, small limits."""

import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from typing import Any

import pytest

from scorekeeper.server import stopping, web_server
from scorekeeper.server.web_server import KEPT_FILES, serve
from tests.journeys.program import ROOT

PATIENCE = 120
LIMIT = 20
BIG = 1_000_000


def wait_until(condition: Callable[[], bool]) -> None:
    """Look again and again; the test fails when it never comes true."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


class Pages:
    """What the server answers: `/` at once, `/slow` when allowed, `/big` long, `/204` none."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.allowed = threading.Semaphore(0)
        self.asked: list[str] = []

    def __call__(self, environ: dict[str, Any], respond: Callable[..., Any]) -> Iterable[bytes]:
        self.asked.append(environ["PATH_INFO"])
        if environ["PATH_INFO"] == "/slow":
            self.begun.release()
            assert self.allowed.acquire(timeout=PATIENCE)
        if environ["PATH_INFO"] in {"/204", "/304"}:
            respond(f"{environ['PATH_INFO'][1:]} Nothing new", [("Content-Length", "0")])
            return []
        content = b"x" * (BIG if environ["PATH_INFO"] == "/big" else 10)
        respond("200 OK", [("Content-Length", str(len(content)))])
        return [content]


class Visitor:
    """A browser's connection, which stays open until the test ends."""

    def __init__(self, port: int) -> None:
        self.line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.line.connect()

    @property
    def socket(self) -> socket.socket:
        assert isinstance(self.line.sock, socket.socket)
        return self.line.sock

    def ask(self, path: str = "/", **headers: str) -> None:
        self.line.request("GET", path, headers=headers)

    def answer(self) -> int:
        answer = self.line.getresponse()
        assert answer.read()
        return answer.status

    def is_answered(self) -> bool:
        self.ask()
        return self.answer() == 200

    def is_closed(self) -> bool:
        """Wait until the server says something, and tell whether it hung up."""
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True


class Hall:
    """A server on this machine and the visitors that came."""

    def __init__(self, port: int, pages: Pages, kept: ExitStack) -> None:
        self.port, self.pages, self._kept = port, pages, kept

    def visitor(self) -> Visitor:
        visitor = Visitor(self.port)
        self._kept.callback(visitor.line.close)
        return visitor

    def served(self, count: int) -> list[Visitor]:
        """Return visitors whose answers are being made."""
        visitors = [self.visitor() for _ in range(count)]
        for visitor in visitors:
            visitor.ask("/slow")
            assert self.pages.begun.acquire(timeout=PATIENCE)
        return visitors

    def allow(self, count: int) -> None:
        self.pages.allowed.release(count)

    def stop(self) -> None:
        stopping.note(signal.SIGINT, None)


@contextmanager
def hall(*, limit: int = 10 * LIMIT, **options: int) -> Iterator[Hall]:
    """Serve until the test is done with it."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    pages = Pages()
    options["connection_limit"] = limit
    thread = threading.Thread(target=serve, args=(pages, listener), kwargs=options)
    with listener, ExitStack() as kept:
        thread.start()
        try:
            yield Hall(listener.getsockname()[1], pages, kept)
        finally:
            stopping.note(signal.SIGINT, None)
            pages.allowed.release(100)
            thread.join(PATIENCE)
            stopping.forget()
    assert not thread.is_alive()


def test_a_new_visitor_is_answered_beside_idle_connections() -> None:
    with hall() as here:
        for _ in range(3 * LIMIT):
            assert here.visitor().is_answered()
        assert here.visitor().is_answered()


def test_a_new_visitor_is_answered_beside_connections_that_never_said_anything() -> None:
    with hall() as here:
        for _ in range(3 * LIMIT):
            here.visitor()
        assert here.visitor().is_answered()


def test_where_all_places_are_taken_an_idle_connection_ends_for_the_next_visitor() -> None:
    with hall(limit=LIMIT) as here:
        for _ in range(2 * LIMIT):
            assert here.visitor().is_answered()


@pytest.mark.parametrize(
    "beginning",
    [
        pytest.param(b"GET /eveni", id="a request line that never ends"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: hall\r\n", id="headers that never end"),
        pytest.param(
            b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 50\r\n\r\nhand=", id="half a body"
        ),
        pytest.param(
            b"POST / HTTP/1.1\r\nHost: hall\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhand=",
            id="pieces that never end",
        ),
    ],
)
def test_half_open_requests_disturb_nobody(beginning: bytes) -> None:
    with hall() as here:
        phone = here.visitor()
        for _ in range(3 * LIMIT):
            here.visitor().socket.sendall(beginning)
            assert phone.is_answered()
        assert here.visitor().is_answered()


def test_half_requests_that_take_all_places_wait_no_longer_than_idle_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(web_server, "IDLE_SECONDS", 0.5)
    with hall(limit=LIMIT, channel_timeout=10 * PATIENCE) as here:
        for _ in range(2 * LIMIT):
            here.visitor().socket.sendall(b"GET /eveni")
        assert here.visitor().is_answered()


def test_who_is_being_served_is_not_closed() -> None:
    with hall(threads=4, cleanup_interval=0) as here:
        served = here.served(2)
        for _ in range(3 * LIMIT):
            assert here.visitor().is_answered()
        here.allow(2)
        assert [visitor.answer() for visitor in served] == [200, 200]


def test_a_burst_of_visitors_is_answered_to_the_last() -> None:
    with hall() as here, ThreadPoolExecutor(5 * LIMIT) as phones:
        together = threading.Barrier(5 * LIMIT)

        def visit() -> bool:
            together.wait(PATIENCE)
            return here.visitor().is_answered()

        assert all(answer.result() for answer in [phones.submit(visit) for _ in range(5 * LIMIT)])


def test_idle_connections_are_closed_after_a_while() -> None:
    with hall(channel_timeout=0, cleanup_interval=0) as here:
        visitors = [here.visitor(), here.visitor()]
        visitors[1].socket.sendall(b"POST / HTTP/1.1\r\nContent-Length: 50\r\n\r\nhand=")
        assert all(visitor.is_closed() for visitor in visitors)


def test_half_a_request_is_waited_for_longer_than_an_idle_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with hall() as here:
        idle, slow = here.visitor(), here.visitor()
        slow.socket.sendall(b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 4\r\n\r\nha")
        # Once the next one is answered, the half was read.
        assert idle.is_answered()
        monkeypatch.setattr(web_server, "IDLE_SECONDS", 0.0)
        assert idle.is_closed()
        slow.socket.sendall(b"nd")
        assert slow.socket.recv(100).startswith(b"HTTP/1.1 200")


def test_whoever_never_reads_the_answers_holds_no_thread() -> None:
    with hall(threads=1) as here:
        deaf = here.visitor()
        # Several at once: more than waitress usually keeps for one visitor.
        deaf.socket.sendall(b"GET /big HTTP/1.1\r\nHost: hall\r\n\r\n" * 40)
        wait_until(lambda: "/big" in here.pages.asked)
        assert here.visitor().is_answered()


def test_answers_that_are_being_made_are_finished_at_the_end() -> None:
    with hall(threads=4) as here:
        idle = here.visitor()
        assert idle.is_answered()
        served = here.served(2)
        here.stop()
        here.allow(2)
        assert [visitor.answer() for visitor in served] == [200, 200]
        assert idle.is_closed()
        with pytest.raises(OSError):  # noqa: PT011 - refused, or reset: as the system likes
            here.visitor().is_answered()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit on Windows")
@pytest.mark.parametrize(
    ("soft", "hard", "files", "connections"),
    [
        pytest.param(256, 2048, 2048, 2048 - KEPT_FILES, id="as far as it goes"),
        pytest.param(256, 10000, 4096 + KEPT_FILES, 4096, id="as far as needed"),
        pytest.param(8000, 10000, 8000, 4096, id="enough already"),
        pytest.param(100, 100, 100, 50, id="hardly any"),
    ],
)
def test_the_limit_on_open_files_is_raised(
    soft: int, hard: int, files: int, connections: int
) -> None:
    code = (
        "import resource; from scorekeeper.server.web_server import raise_connection_limit;"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}));"
        "print(raise_connection_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert told.stdout.split() == [str(connections), str(files)]
