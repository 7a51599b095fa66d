"""Somebody who starts the program before a screen sees the browser open by itself, signed in."""

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scorekeeper.server.browser import has_screen
from tests.journeys.program import PATIENCE, ROOT, START, Program, environment, free_port

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals as Unix has them")

LINK = re.compile(r"http://localhost:\d+/sign-in/[\w-]+/")


def opened_by(data: Path, *arguments: str, ends: bool = False) -> tuple[str, str]:
    """Start the program at a terminal with a screen, stop it; return what it said and opened.

    The browser is a program that writes down the address, and asks the other one to stop unless
    that one ends by itself.
    """
    terminal, end = os.openpty()
    seen = data / "opened.txt"
    script = f'printf %s "$0" > {shlex.quote(str(seen))}'
    script += "" if ends else "; kill -INT $PPID"
    variables = environment(data) | {
        "BROWSER": f"sh -c {shlex.quote(script)} %s &",
        "DISPLAY": ":77",
    }
    for elsewhere in ("CI", "SSH_CONNECTION"):
        variables.pop(elsewhere, None)
    place = ("--host", "127.0.0.1", "--port", str(free_port()), "--no-qr")
    program = subprocess.Popen(
        [sys.executable, *START, *place, *arguments],
        cwd=ROOT,
        env=variables,
        stdin=end,
        stdout=end,
        stderr=end,
    )
    os.close(end)
    # One that nobody asks to stop would wait for ever.
    late = threading.Timer(PATIENCE, program.kill)
    late.start()
    said = b""
    try:
        while piece := os.read(terminal, 1024):
            serves_before, said = b"Ctrl-C" in said, said + piece
            if b"Ctrl-C" in said and not serves_before and "--no-browser" in arguments:
                program.send_signal(signal.SIGINT)
    except OSError:
        pass  # the terminal of a program that has ended
    finally:
        late.cancel()
        os.close(terminal)
    assert program.wait(PATIENCE) == 0, said
    return said.decode(), seen.read_text() if seen.exists() else ""


def test_a_second_start_names_the_first_and_opens_its_page_signed_in(tmp_path: Path) -> None:
    first = Program(tmp_path)
    first.start()
    page = f"http://localhost:{first.port}/"
    try:
        said, opened = opened_by(tmp_path, ends=True)
        assert page in said
        assert "Ctrl-C" not in said, "it does not serve"
        assert opened.startswith(f"{page}sign-in/")
        assert opened.endswith("/#now")
        (tmp_path / "opened.txt").unlink()
        assert opened_by(tmp_path, "--no-browser", ends=True)[1] == ""
    finally:
        first.stop()
    # Where nobody serves any more the next one does, also after one that was killed.
    first.start()
    first.kill()
    first.start()
    first.stop()


def test_the_browser_opens_on_the_organisers_door(tmp_path: Path) -> None:
    said, opened = opened_by(tmp_path)
    (printed,) = LINK.findall(said)
    assert opened == f"{printed}#now"
    # Who has begun long ago is let in by a link that is printed nowhere.
    said, again = opened_by(tmp_path)
    assert LINK.findall(said) == []
    assert LINK.match(again)
    assert again != opened
    (tmp_path / "opened.txt").unlink()
    _said, opened = opened_by(tmp_path, "--no-browser")
    assert opened == ""


@pytest.mark.parametrize(
    ("platform", "variables", "has_one"),
    [
        pytest.param("linux", {}, False, id="a server"),
        pytest.param("linux", {"DISPLAY": ":0"}, True, id="X"),
        pytest.param("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True, id="Wayland"),
        pytest.param("darwin", {}, True, id="macOS"),
        pytest.param("win32", {}, True, id="Windows"),
        pytest.param("darwin", {"SSH_CONNECTION": "192.0.2.1 1"}, False, id="from elsewhere"),
        pytest.param(
            "linux",
            {"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "192.0.2.1 1"},
            False,
            id="ssh -X",
        ),
    ],
)
def test_where_there_is_a_screen(platform: str, variables: dict[str, str], has_one: bool) -> None:
    assert has_screen(platform, variables) is has_one
