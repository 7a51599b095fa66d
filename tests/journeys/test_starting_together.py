"""Several programs are started at the same moment on a folder where there is nothing yet."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from scorekeeper.server import stopping
from scorekeeper.server.errors import StartProblemError
from scorekeeper.server.instances import one_at_a_time
from tests.journeys.program import PATIENCE, ROOT, NotStartedError, Program, environment, run
from tests.tries import tries

TOGETHER = 3
SIGN_IN = """
import django
django.setup()
from django.contrib.auth.models import User
from django.test import Client
organiser = Client()
organiser.force_login(User.objects.get())
print(organiser.cookies["sessionid"].value)
"""
PREPARE = """
import sys
from pathlib import Path
import django
django.setup()
from scorekeeper.server.instances import one_at_a_time
with one_at_a_time(Path(sys.argv[1])):
    print("begun", flush=True)
    sys.stdin.read()
"""


def begin(program: Program) -> None:
    """Start a program that may find another one there."""
    with suppress(NotStartedError):
        program.start()


@pytest.mark.parametrize("attempt", range(tries(3)))
def test_one_of_them_serves_and_the_others_name_it(tmp_path: Path, attempt: int) -> None:
    programs = [Program(tmp_path) for _ in range(TOGETHER)]
    try:
        with ThreadPoolExecutor(TOGETHER) as threads:
            list(threads.map(begin, programs))
        (serving,) = [program for program in programs if program.process]
        for program in programs:
            names = [line for line in program.lines if f"http://localhost:{serving.port}/" in line]
            assert names, program.lines
        assert [line for line in serving.lines if "/sign-in/" in line]
        # What was signed with its key, it believes.
        session = run(tmp_path, "-c", SIGN_IN).strip()
        asked = Request(f"{serving.url}/evenings/new/", headers={"Cookie": f"sessionid={session}"})
        with urlopen(asked, timeout=PATIENCE) as answer:
            assert answer.url.endswith("/evenings/new/"), "not sent to sign in"
    finally:
        for program in programs:
            program.stop()
    assert programs[0].errors == ""


@contextmanager
def preparing(folder: Path) -> Iterator[None]:
    """Let another program prepare a folder."""
    other = subprocess.Popen(
        [sys.executable, "-c", PREPARE, str(folder)],
        cwd=ROOT,
        env=environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with other:
        assert other.stdin
        assert other.stdout
        assert other.stdout.readline() == b"begun\n"
        yield
        other.stdin.close()


def test_who_waits_too_long_is_told_so(tmp_path: Path) -> None:
    with (
        preparing(tmp_path),
        pytest.raises(StartProblemError, match=str(tmp_path)),
        one_at_a_time(tmp_path, patience=0),
    ):
        pass
    with one_at_a_time(tmp_path, patience=0):
        pass  # the other one is done


def test_who_waits_can_be_stopped(tmp_path: Path) -> None:
    try:
        with preparing(tmp_path):
            stopping.note(2, None)
            with pytest.raises(stopping.StopAskedError), one_at_a_time(tmp_path):
                pass
    finally:
        stopping.forget()
