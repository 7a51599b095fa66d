"""The server lets one more visitor in, whatever others leave open: real sockets, small limits."""

import errno
import logging
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
from waitress.adjustments import Adjustments

from scorekeeper.startup import hall_server, stopping
from scorekeeper.startup.hall_server import HallServer
from scorekeeper.startup.open_files import KEPT_FILES
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

    def __init__(self, port: int, server: HallServer, pages: Pages, kept: ExitStack) -> None:
        self.port, self.server, self.pages, self._kept = port, server, pages, kept

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

    def rest(self) -> None:
        """Wait until the server, too, knows that every answer was taken."""
        channels = self.server.active_channels
        wait_until(lambda: not any(channel.is_served for channel in [*channels.values()]))

    def wait_for_queue(self, length: int) -> None:
        """Wait until so many requests wait for a thread."""
        wait_until(lambda: len(self.server.task_dispatcher.queue) == length)

    def allow(self, count: int) -> None:
        self.pages.allowed.release(count)

    def stop(self) -> None:
        stopping.note(signal.SIGINT, None)


@contextmanager
def hall(
    *, limit: int = LIMIT, listener: socket.socket | None = None, **adjustments: int
) -> Iterator[Hall]:
    """Serve until the test is done with it."""
    listener = listener or socket.create_server(("127.0.0.1", 0), backlog=256)
    pages = Pages()
    server = HallServer(pages, listener, limit=limit, adjustments=Adjustments(**adjustments))
    thread = threading.Thread(target=server.run)
    with listener, ExitStack() as kept:
        thread.start()
        try:
            yield Hall(listener.getsockname()[1], server, pages, kept)
        finally:
            stopping.note(signal.SIGINT, None)
            pages.allowed.release(100)
            thread.join(PATIENCE)
            stopping.forget()
    assert not thread.is_alive()


def test_a_new_visitor_is_answered_beside_more_idle_connections_than_fit() -> None:
    with hall() as here:
        for _ in range(3 * LIMIT):
            assert here.visitor().is_answered()
        assert here.visitor().is_answered()


def test_a_new_visitor_is_answered_beside_connections_that_never_said_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hall_server, "FRESH_SECONDS", 0.1)
    with hall() as here:
        for _ in range(3 * LIMIT):
            here.visitor()
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


def test_the_connection_that_rested_longest_makes_room() -> None:
    with hall(limit=4) as here:
        first, second, third, fourth = (here.visitor() for _ in range(4))
        for visitor in (first, second, third, fourth, first):
            assert visitor.is_answered()
            here.rest()
        assert here.visitor().is_answered()
        assert second.is_closed()
        assert all(visitor.is_answered() for visitor in (third, fourth, first))


def test_requests_that_are_stuck_make_room_before_idle_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hall_server, "HALF_OPEN_SECONDS", 0.0)
    with hall(limit=3) as here:
        idle = here.visitor()
        assert idle.is_answered()
        stuck = here.visitor()
        stuck.socket.sendall(b"GET /eveni")
        assert here.visitor().is_answered()
        assert here.visitor().is_answered()
        assert stuck.is_closed()
        assert idle.is_answered()


def test_who_is_being_served_is_not_closed() -> None:
    with hall(limit=4, threads=4) as here:
        served = here.served(2)
        for _ in range(3 * LIMIT):
            assert here.visitor().is_answered()
        here.allow(2)
        assert [visitor.answer() for visitor in served] == [200, 200]


class Heard(logging.Handler):
    """What was logged; a test may wait for it."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.is_said = threading.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())
        self.is_said.set()


def test_who_must_wait_is_logged_once_and_let_in_later() -> None:
    heard = Heard()
    hall_server.logger.addHandler(heard)
    try:
        with hall(limit=3, threads=4) as here:
            served = here.served(3)
            waiting = [here.visitor() for _ in range(5)]
            for visitor in waiting:
                visitor.ask()
            assert heard.is_said.wait(PATIENCE)
            here.allow(3)
            assert [visitor.answer() for visitor in served + waiting] == [200] * 8
    finally:
        hall_server.logger.removeHandler(heard)
    (line,) = heard.said
    assert "3 connections" in line


def test_questions_for_news_let_pages_and_hands_pass_but_not_all_of_them() -> None:
    with hall(threads=1) as here:
        (served,) = here.served(1)
        askers = [here.visitor() for _ in range(3)]
        others = [here.visitor() for _ in range(6)]
        for visitor in askers:
            visitor.ask("/news", **{"If-None-Match": '"1"'})
        here.wait_for_queue(3)
        for visitor in others:
            visitor.ask("/page")
        here.wait_for_queue(9)
        here.allow(1)
        for visitor in [served, *askers, *others]:
            assert visitor.answer() == 200
        assert here.pages.asked[1:] == [*["/page"] * 4, "/news", *["/page"] * 2, *["/news"] * 2]


def test_a_burst_of_visitors_is_answered_to_the_last() -> None:
    with hall() as here, ThreadPoolExecutor(5 * LIMIT) as phones:
        together = threading.Barrier(5 * LIMIT)

        def visit() -> bool:
            together.wait(PATIENCE)
            return here.visitor().is_answered()

        assert all(answer.result() for answer in [phones.submit(visit) for _ in range(5 * LIMIT)])


def test_idle_connections_are_closed_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    with hall(cleanup_interval=0) as here:
        visitors = [here.visitor(), here.visitor()]
        assert visitors[0].is_answered()
        visitors[1].socket.sendall(b"POST / HTTP/1.1\r\nContent-Length: 50\r\n\r\nhand=")
        monkeypatch.setattr(hall_server, "IDLE_SECONDS", -1.0)
        assert all(visitor.is_closed() for visitor in visitors)


@pytest.mark.parametrize("path", ["/304", "/204"])
def test_an_answer_without_content_leaves_the_connection_open(path: str) -> None:
    with hall() as here:
        screen = here.visitor()
        for _ in range(2):
            screen.ask(path)
            answer = screen.line.getresponse()
            assert (f"/{answer.status}", answer.read()) == (path, b"")
            assert answer.headers["Connection"] is None
        assert screen.is_answered()
        screen.ask(path, Connection="close")
        assert screen.line.getresponse().headers["Connection"] == "close"


def test_headers_that_come_letter_by_letter_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_server, "HEADER_SECONDS", -1.0)
    with hall(cleanup_interval=0) as here:
        slow = here.visitor()
        slow.socket.sendall(b"G")
        assert slow.is_closed()


def test_whoever_never_reads_the_answer_holds_no_thread() -> None:
    with hall(cleanup_interval=0, threads=1, outbuf_high_watermark=BIG // 2) as here:
        deaf = here.visitor()
        # Several at once: the second answer waits until the first has gone, and so does its thread.
        deaf.socket.sendall(b"GET /big HTTP/1.1\r\nHost: hall\r\n\r\n" * 40)
        wait_until(lambda: "/big" in here.pages.asked)
        next_one = here.visitor()
        next_one.ask()
        (channel,) = (
            channel
            for channel in [*here.server.active_channels.values()]
            if channel.addr == deaf.socket.getsockname()
        )

        def is_given_up() -> bool:
            channel.last_activity = 0.0  # as if nothing had been taken for years
            return not channel.connected

        wait_until(is_given_up)
        assert next_one.answer() == 200


class ShortOfFiles(socket.socket):
    """A listener in a process that others left only a few files."""

    refused = 0

    def accept(self) -> tuple[socket.socket, Any]:
        if self.refused < 3:
            self.refused += 1
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


def test_fewer_files_than_thought_are_borne() -> None:
    listener = ShortOfFiles()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    with hall(listener=listener, cleanup_interval=100_000) as here:
        for _ in range(3):
            assert here.visitor().is_answered()
        assert here.server.limit < LIMIT


def test_a_moment_without_files_costs_no_place_for_the_whole_evening() -> None:
    with hall(limit=3, cleanup_interval=0) as here:
        here.server.limit = 1  # as it is left where the system has run out of files
        visitors = [here.visitor() for _ in range(3)]
        wait_until(lambda: len(here.server.active_channels) == 3)
        assert all(visitor.is_answered() for visitor in visitors)
        assert here.server.limit == 3


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
        "import resource; from scorekeeper.startup.open_files import raise_connection_limit;"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}));"
        "print(raise_connection_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert told.stdout.split() == [str(connections), str(files)]
