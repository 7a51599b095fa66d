"""How many questions whether something is new a process answers, where nothing is."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email.message import Message
from typing import TYPE_CHECKING, Final

from tests.benchmarks import collector
from tests.benchmarks.ratios import CannotMeasureError, Figure, Measure, Reached, ratio_of

if TYPE_CHECKING:
    from tests.journeys.hall import Hall
    from tests.journeys.program import Program

ASKERS: Final = 8
QUESTIONS: Final = 40
"""Of each asker in a turn: short, so that both sides of a ratio see the same machine."""
TURNS: Final = 11
GOAL: Final = 0.8
SAME: Final = (b" 204 ", b" 304 ")

Question = tuple[int, bytes]


def ask_what_is_new() -> Reached:
    """Ask board, tables page and sheet by the real program, and a bare view, in turns."""
    from tests.benchmarks.halls import running_hall
    from tests.benchmarks.serving import wait_until_at_rest

    with running_hall() as (program, hall), bare_project() as port:
        assert program.process
        wait_until_at_rest(program.process.pid)
        bare = (port, b'GET / HTTP/1.1\r\nHost: x\r\nIf-None-Match: "as it was"\r\n\r\n')
        figures: list[Figure] = []
        said: list[str] = []
        for name, question in questions(program, hall).items():
            mine, other = [], []
            rate(question), rate(bare)
            for _ in range(TURNS):
                mine.append(rate(question))
                other.append(rate(bare))
            ours = Figure(f"{name}: answers a second", tuple(mine), "/s")
            theirs = Figure("a bare view", tuple(other), "/s")
            ratio = ratio_of(ours, theirs)
            figures += [ours, theirs, Figure(f"{name}: ratio", ratio.values, "×")]
            said.append(f"{name} {ratio.median:.2f}")
        meets = all(f.median >= GOAL for f in figures if f.unit == "×")
        profile = "" if meets else where_it_goes(program, hall)
        return Reached(", ".join(said), meets, tuple(figures), profile)


def questions(program: "Program", hall: "Hall") -> dict[str, Question]:
    """Return what is asked of the program, each answered by "nothing new"."""
    from tests.benchmarks.figures import version_on

    table = hall.tables[0]
    session = {"Cookie": f"sessionid={hall.session}"}
    board, tables = f"/b/{hall.public}/", f"/contests/{hall.contest}/rounds/1/"
    sheet, code = f"/api/v1/games/{table.game}", {"Authorization": f"Bearer {table.token}"}
    asked: dict[str, Question] = {}
    for name, address, headers in (("board", board, {}), ("tables", tables, session)):
        _headers, page = fetch(program.port, address, headers)
        asked[name] = (program.port, as_sent(f"{address}?board={version_on(page)}", headers))
    head, _body = fetch(program.port, sheet, code)
    known = {**code, "If-None-Match": head["ETag"]}
    return {**asked, "sheet": (program.port, as_sent(sheet, known))}


def fetch(port: int, address: str, headers: dict[str, str]) -> tuple[Message, bytes]:
    """Return headers and content of a page."""
    from http.client import HTTPConnection

    line = HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", address, headers=headers)
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer.headers, body


def as_sent(address: str, headers: dict[str, str]) -> bytes:
    """Return a request as a browser writes it."""
    lines = [f"GET {address} HTTP/1.1", "Host: 127.0.0.1", "Accept-Language: fr"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def rate(question: Question) -> float:
    """Return how many answers a second eight askers get, each on a connection that it keeps."""
    with ThreadPoolExecutor(ASKERS) as askers:
        start = time.perf_counter()
        list(askers.map(ask_often, [question] * ASKERS))
        return ASKERS * QUESTIONS / (time.perf_counter() - start)


def ask_often(question: Question) -> None:
    """Ask again and again; an answer without content ends with its headers."""
    port, sent = question
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(QUESTIONS):
            line.sendall(sent)
            answer = line.recv(8192)
            while b"\r\n\r\n" not in answer:
                answer += line.recv(8192)
            if answer[8:13] not in SAME:
                raise AssertionError(answer[:200])


@contextmanager
def bare_project() -> Iterator[int]:
    """Serve a bare Django project; give its port."""
    from tests.journeys.program import ROOT, free_port

    port = free_port()
    command = [sys.executable, *collector.command("tests/benchmarks/bare.py", str(port))]
    around = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=ROOT, env=around, stdout=subprocess.PIPE) as serving:
        assert serving.stdout
        serving.stdout.readline()
        try:
            wait_for(port)
            yield port
        finally:
            serving.terminate()


def wait_for(port: int) -> None:
    """Wait until somebody listens at a port of this machine."""
    for _ in range(2000):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.01)
        else:
            return
    raise CannotMeasureError("the bare project does not start")


def where_it_goes(program: "Program", hall: "Hall") -> str:
    """Return the profile of the board's question, without server and network."""
    from tests.journeys.program import run

    return run(program.data, "-m", "tests.benchmarks.measures.unchanged", f"/b/{hall.public}/")


def main() -> None:
    """Print where the time of a board's question goes that is named on the command line."""
    import django

    django.setup()
    from django.test import Client

    from tests.benchmarks.ratios import profiled
    from tournaments.hall.queries.boards import board_version
    from tournaments.models import Tournament

    client, version = Client(), board_version(Tournament.objects.get())
    asked = f"{sys.argv[1]}?board={version}"
    client.get(asked), client.get(asked)
    sys.stdout.write(profiled(lambda: client.get(asked), times=200))


MEASURES = (
    Measure(
        row=70,
        name="unchanged",
        what="unchanged board, tables, sheet (conditional), answers a second to 8 askers",
        how="by sockets, both by `start`'s server, beside a bare view without middleware that "
        "answers 304",
        goal="0.8",
        take=ask_what_is_new,
        twice=True,
    ),
)

if __name__ == "__main__":
    main()
