"""Whoever asks the program to stop is obeyed, at whatever moment it happens to be."""

import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener, urlopen

import pytest

from scorekeeper.backups.archive import read_manifest
from scorekeeper.server import stopping
from tests.journeys.program import (
    PATIENCE,
    ROOT,
    START,
    Program,
    end_of,
    environment,
    free_port,
)

DICE = random.Random(2026)
CALLS = 250_000
"""A little less than the functions called from the beginning until it serves."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = Program(tmp_path_factory.mktemp("club"))
    program.start()
    program.stop()
    return program.data


@pytest.mark.parametrize(
    "moment",
    [
        # What is raised in these three, Python writes down and forgets.
        pytest.param("_weakrefset.py:_remove", id="in the callback of a weak reference"),
        pytest.param("weakref.py:__call__", id="in a finalizer"),
        pytest.param("base.py:__del__", id="when an object goes away"),
        pytest.param("web_server.py:serve", id="just before it serves"),
        *(str(DICE.randrange(CALLS)) for _ in range(3)),
    ],
)
def test_a_request_to_stop_is_obeyed_wherever_it_arrives(club: Path, moment: str) -> None:
    place = ("--host", "127.0.0.1", "--port", str(free_port()), "--no-qr", "--sign-in")
    ended = end_of(club, "-m", "tests.journeys.interrupted", moment, "start", *place)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines()[-1].startswith("Stopped.")
    # Nothing but where it was asked.
    (line,) = ended.stderr.splitlines()
    assert line.startswith("asked in ")


def test_a_program_to_which_nobody_listens_serves_and_stops(club: Path) -> None:
    port = free_port()
    place = ("--host", "127.0.0.1", "--port", str(port))
    program = subprocess.Popen(
        [sys.executable, *START, *place],
        cwd=ROOT,
        env=environment(club),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdout
    program.stdout.close()
    program.stdout = None
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as answer:
                assert answer.status == 200
            break
        except (URLError, ConnectionResetError):
            assert program.poll() is None, program.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.05)
    program.send_signal(signal.SIGINT)
    _output, errors = program.communicate(timeout=PATIENCE)
    assert (program.returncode, errors) == (0, b"")


def test_a_new_club_may_be_given_up_and_started_again(tmp_path: Path) -> None:
    place = ("--host", "127.0.0.1", "--port", str(free_port()), "--no-qr")
    moment = "database.py:prepare_database"
    ended = end_of(tmp_path, "-m", "tests.journeys.interrupted", moment, "start", *place)
    assert ended.returncode == 0, ended.stderr
    program = Program(tmp_path)
    program.start()
    program.stop()
    assert program.errors == ""


def test_the_button_stops_it_with_a_last_copy(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.start()
    browser = build_opener(HTTPCookieProcessor())
    browser.addheaders = [("Accept-Language", "en")]

    def press(page: str, button: str) -> str:
        """Open a page and send its form to `button`; return what comes."""
        html = browser.open(program.url + page, timeout=PATIENCE).read().decode()
        (token, *_) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', html)
        sent = urlencode({"csrfmiddlewaretoken": token, "name": "Les Tilleuls"}).encode()
        return str(browser.open(program.url + button, sent, PATIENCE).read().decode())

    (door,) = re.findall(r"/sign-in/[\w-]+/", "".join(program.lines))
    press(door, door)
    press("/begin/", "/begin/")
    assert "switch the computer off" in press("/computer/", "/computer/stop/")
    assert program.wait() == 0
    assert program.errors == ""
    newest = max((tmp_path / "copies").glob("belote-*.zip"))
    assert read_manifest(newest).clubs == ("Les Tilleuls",)


def test_asking_twice_is_asking_once_and_thrice_means_now() -> None:
    try:
        stopping.note(2, None)
        stopping.note(2, None)
        with pytest.raises(stopping.StopAskedError):
            stopping.check()
        with pytest.raises(KeyboardInterrupt):
            stopping.note(2, None)
    finally:
        stopping.forget()
    stopping.check()
