"""The log: one line for everything, nothing secret in it, never too large, never in the way."""

import errno
import logging
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from scorekeeper.models.codes import new_token
from scorekeeper.monitoring import logs
from scorekeeper.monitoring.failures import last_failures
from scorekeeper.monitoring.logs import clean, hide_codes, place_of
from tests.pages import visitor
from tests.troubles import disk_full, failing, system_error

ours = logging.getLogger("scorekeeper.services.restore")


def text_of_log(log: Path) -> str:
    return log.read_text(encoding="utf-8")


class TestWhatIsWritten:
    @pytest.mark.parametrize("name", ["scorekeeper.a.b", "tournaments.services"])
    def test_news_of_ours(self, log: Path, name: str) -> None:
        logging.getLogger(name).info("restored from %s", "évening.zip")
        (line,) = text_of_log(log).splitlines()
        assert line.endswith(f" INFO {name}: restored from évening.zip")
        assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d INFO ", line)

    def test_nothing_before_there_is_anything(self, log: Path) -> None:
        assert not log.parent.exists()

    def test_what_the_program_failed_at_by_itself(self, log: Path) -> None:
        try:
            raise disk_full()
        except OSError:
            ours.exception("%s failed", "copies")
        (failure,) = last_failures()
        assert (failure.method, failure.path, failure.trouble) == ("", "", "disk_full")
        assert f"{failure.number} disk_full - copies failed - OSError" in text_of_log(log)
        # How a disk came to be full is nothing that a program's lines explain.
        assert len(text_of_log(log).splitlines()) == 1

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such rights")
    def test_for_its_owner_alone(self, log: Path) -> None:
        ours.info("once")
        assert stat.S_IMODE(log.stat().st_mode) == 0o600
        assert stat.S_IMODE(log.parent.stat().st_mode) == 0o700


class TestNobodyForgesALine:
    @pytest.mark.parametrize("evil", ["\n", "\r", "\x1b[2J", "\u2028", "\x85", "\u202e", "\0"])
    def test_with_a_letter_that_is_none(self, log: Path, evil: str) -> None:
        ours.info("name “%s”", f"a{evil}2026-11-20 21:30:00+01:00 ERROR b: 1")
        text = text_of_log(log)
        assert len(text.splitlines()) == 1
        assert evil not in text.removesuffix("\n")

    def test_in_the_name_of_a_refused_sign_in(self, db: None, log: Path) -> None:
        forged = "x\n2026-11-20 21:30:00+01:00 ERROR django.request: 123-456 mistake GET / E: e"
        visitor().post("/accounts/login/", {"username": forged, "password": "not this one"})
        (line,) = text_of_log(log).splitlines()
        assert r"sign-in refused: name “x\n2026-11-20" in line
        assert "from 127.0.0.1" in line
        assert "not this one" not in line
        assert last_failures() == []

    def test_with_what_an_error_says(self, log: Path) -> None:
        try:
            raise ValueError("\n2026-11-20 21:30:00+01:00 ERROR a: 123-456 mistake GET / E: e")
        except ValueError:
            ours.exception("odd")
        assert [failure.number for failure in last_failures()] != ["123-456"]
        assert len(last_failures()) == 1

    def test_by_being_long(self, log: Path) -> None:
        ours.info("x" * 100_000)
        assert len(text_of_log(log)) < 1000


def routes(patterns: list[Any], before: str = "") -> Iterator[str]:
    """Yield every route of the program that has a code in its address."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern) and "<slug:token>" in route:
            yield route


class TestCodesAreHidden:
    def test_in_every_address(self) -> None:
        found = list(routes(get_resolver().url_patterns))
        assert len(found) > 10
        for route in found:
            token = new_token()
            path = "/" + re.sub(r"<\w+:\w+>", "7", route.replace("<slug:token>", token))
            assert token not in place_of(RequestFactory().get(path))
            # Whoever typed one letter too many has given nothing away either.
            assert token not in place_of(RequestFactory().post(path.replace(token, f"{token}x")))

    @pytest.mark.parametrize("text", ["/t/{}", "arguments '('{}',)'", "(token)=({}) exists", "{}"])
    def test_in_what_an_error_says(self, text: str) -> None:
        for _ in range(200):
            token = new_token()
            assert token not in hide_codes(text.format(token))

    def test_and_sessions_too(self) -> None:
        assert "abc" not in hide_codes("sessionid=abcdefghijklmnopqrstuvwxyz012345")

    @pytest.mark.parametrize(
        "text",
        [
            "no such table: scorekeeper_hand",
            "/contests/12/rounds/3/certificate.json",
            '  File "/srv/belote/scorekeeper/selectors/verification.py", line 12',
            "UNIQUE constraint failed: scorekeeper_game.token",
        ],
    )
    def test_but_nothing_else(self, text: str) -> None:
        assert clean(text) == text

    def test_when_a_page_behind_one_breaks(
        self, db: None, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        token = new_token()
        error = ValueError(f"of {token}")
        monkeypatch.setattr("scorekeeper.games.views.games.get_object_or_404", failing(error))
        guest = Client(raise_request_exception=False)
        assert guest.get(f"/t/{token}/").status_code == 500
        assert "mistake GET /t/…/ ValueError: of …" in text_of_log(log)
        assert token not in text_of_log(log)


class TestItsSize:
    @pytest.fixture(autouse=True)
    def _small(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(logs, "LARGEST", 2000)
        monkeypatch.setattr(logs, "FOREVER", 8000)

    def test_is_bounded(self, log: Path) -> None:
        for number in range(400):
            ours.info("line %s of many, which are long enough to fill files", number)
        files = sorted(log.parent.iterdir())
        assert [file.name for file in files] == [
            "belote.log",
            *(f"belote.log.{n}" for n in range(1, 5)),
        ]
        assert all(file.stat().st_size < 2200 for file in files)
        assert "line 399 " in text_of_log(log)
        kept = "".join(file.read_text() for file in (files[1], files[0]))
        numbers = [int(found) for found in re.findall(r"line (\d+) ", kept)]
        assert numbers == list(range(numbers[0], 400))

    def test_is_bounded_where_no_file_can_be_put_aside(
        self, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """On Windows, while another program has the file open."""
        monkeypatch.setattr(Path, "replace", failing(PermissionError()))
        for number in range(400):
            ours.info("line %s of many, which are long enough to fill files", number)
        assert [file.name for file in log.parent.iterdir()] == ["belote.log"]
        assert 2000 < log.stat().st_size < 8200

    def test_is_kept_by_many_processes_at_once(self, log: Path) -> None:
        """Each line of each is there once, in a whole piece, however often a file was begun."""
        monkey = "from scorekeeper.monitoring import logs; logs.LARGEST, logs.FILES = 5000, 1000"
        code = (
            "import django, logging, sys; django.setup(); from django.conf import settings;"
            f"settings.LOG_FILE = {str(log)!r}; {monkey};"
            "log = logging.getLogger('scorekeeper.a');"
            "[log.info('from %s: %s, and some more text', sys.argv[1], n) for n in range(150)]"
        )
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
        processes = [
            subprocess.Popen([sys.executable, "-c", code, str(name)], env=environment)
            for name in range(4)
        ]
        assert [process.wait(120) for process in processes] == [0] * 4
        files = [file for file in log.parent.iterdir() if not file.name.endswith(".lock")]
        lines = [line for file in files for line in file.read_text().splitlines()]
        found = [re.search(r"from (\d): (\d+), and some more text$", line) for line in lines]
        assert None not in found
        said = sorted((int(one[1]), int(one[2])) for one in found if one)
        assert said == [(name, number) for name in range(4) for number in range(150)]
        assert len(files) > 2

    def test_takes_no_line_for_torn_that_another_process_is_writing(
        self, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ours.info("first")
        reading, ends = os.read, iter((b"f", b"\n"))
        monkeypatch.setattr(os, "read", lambda *seen: reading(*seen) and next(ends))
        ours.info("second")
        monkeypatch.undo()
        first, second = text_of_log(log).splitlines()
        assert first.endswith("first")
        assert second.endswith("second")


class TestAFullDisk:
    def test_fails_nothing_and_keeps_what_is_to_be_said(
        self, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(os, "write", failing(disk_full()))
            ours.error("while full", exc_info=disk_full())
            (failure,) = last_failures()
        ours.info("there is room")
        assert re.search("while full.*\n.*there is room", text_of_log(log))
        assert [failure.number] == [known.number for known in last_failures()]

    def test_is_told_at_the_end_of_the_program(
        self, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(os, "write", failing(disk_full()))
            ours.info("while full")
        # As `logging.shutdown` does.
        for handler in logging.getLogger().handlers:
            handler.flush()
        assert "while full" in text_of_log(log)

    def test_tears_a_line_but_not_the_next(
        self, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        whole = os.write
        with monkeypatch.context() as patched:
            patched.setattr(os, "write", lambda file, content: whole(file, content[:20]))
            ours.info("torn")
        ours.info("whole")
        torn, again, line = text_of_log(log).splitlines()
        assert len(torn) == 20
        assert again.endswith(": torn")
        assert line.endswith(": whole")

    def test_waits_with_so_much_and_no_more(
        self, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(os, "open", failing(system_error(errno.EROFS)))
            for number in range(1000):
                ours.info("%s", number)
        ours.info("end")
        assert len(text_of_log(log).splitlines()) == logs.MOST_WAITING


def test_the_log_lies_with_the_data(settings: Settings) -> None:
    assert Path(settings.LOG_FILE).is_relative_to(settings.DATA_DIR)


def test_the_console_hears_of_failures_alone() -> None:
    consoles = [h for h in logging.getLogger().handlers if type(h) is logging.StreamHandler]
    assert [console.level for console in consoles] == [logging.WARNING]
