"""One command starts the program, and what stands in its way is said in one line."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from scorekeeper import addresses
from scorekeeper.backups.archive import read_manifest
from scorekeeper.config import secret_key
from scorekeeper.config.secret_key import stored_secret_key
from scorekeeper.server import database, stopping
from scorekeeper.server.errors import StartProblemError
from scorekeeper.server.language import console_language
from scorekeeper.server.web_server import open_port
from scorekeeper.terminal import HALF_BLOCKS, qr_text, survive_narrow_alphabets

# Each starts the whole program.
pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
PATIENCE = 240
LINK = re.compile(r"http://localhost:\d+/sign-in/[\w-]+/")


@pytest.fixture
def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def manage(data: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    kept = {name: text for name, text in os.environ.items() if name not in {"SECRET_KEY", "DEBUG"}}
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={
            **kept,
            "BELOTE_DATA_DIR": str(data),
            "DJANGO_SETTINGS_MODULE": "scorekeeper.config.settings",
            "LANG": "en_GB.UTF-8",
            "LC_ALL": "en_GB.UTF-8",
            "PYTHONIOENCODING": "utf-8",
            **environment,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


@dataclass
class Running:
    """A started program and the lines it printed before it began to serve."""

    port: int
    lines: list[str]
    errors: str = ""

    @property
    def text(self) -> str:
        return "".join(self.lines)

    def get(self, path: str) -> Any:
        return urllib.request.urlopen(f"http://localhost:{self.port}{path}", timeout=PATIENCE)


@contextmanager
def started(data: Path, port: int, *arguments: str, **environment: str) -> Iterator[Running]:
    """Start the program on this machine alone; stop it as Ctrl-C does, and expect a quiet end."""
    place = ("--host", "127.0.0.1", "--port", str(port))
    process = manage(data, "start", *place, *arguments, **environment)
    running = Running(port, [])
    with process:
        assert process.stdout
        assert process.stderr
        try:
            for line in process.stdout:
                running.lines.append(line)
                if "Ctrl-C" in line:
                    break
            else:
                pytest.fail(process.stderr.read())
            yield running
        finally:
            process.send_signal(signal.SIGINT)
            _rest, running.errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert running.errors == ""


def test_the_printed_link_leads_to_the_public_address_and_opens_there(
    tmp_path: Path, free_port: int
) -> None:
    public = "https://belote.example"
    with started(tmp_path, free_port, "--no-qr", BELOTE_PUBLIC_URL=public) as program:
        (link,) = re.findall(rf"{public}(/sign-in/[\w-]+/)", program.text)
        asked = urllib.request.Request(
            f"http://localhost:{free_port}{link}", headers={"Host": "belote.example"}
        )
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            assert answer.status == 200


def test_a_link_that_would_be_refused_is_told_to_be_so(tmp_path: Path, free_port: int) -> None:
    with started(tmp_path, free_port, "--no-qr", ALLOWED_HOSTS="belote.example") as program:
        assert "set BELOTE_PUBLIC_URL" in program.text


def refusal(data: Path, *arguments: str, **environment: str) -> str:
    """Return the one line with which a start is refused."""
    process = manage(data, "start", *arguments, **environment)
    _output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert len(errors.splitlines()) == 1, errors
    return errors


def test_first_start_second_start_and_a_fresh_link(tmp_path: Path, free_port: int) -> None:
    data = tmp_path / "club"
    with started(data, free_port) as first:
        assert f"http://localhost:{free_port}/" in first.text
        (link,) = LINK.findall(first.text)
        page = first.get("/")
        assert page.status == 200
        assert "default-src 'self'" in page.headers["Content-Security-Policy"]
        html = page.read().decode()
        (style,) = re.findall(r'href="(/static/scorekeeper/app\.[0-9a-f]{12}\.css)"', html)
        assert "immutable" in first.get(style).headers["Cache-Control"]
        assert first.get(link.partition(str(free_port))[2]).status == 200
    assert (data / "belote.sqlite3").exists()

    with started(data, free_port) as second:
        assert LINK.findall(second.text) == []
        assert "--sign-in" in second.text
        assert second.get("/").status == 200

    with started(data, free_port, "--sign-in") as third:
        (fresh,) = LINK.findall(third.text)
        assert fresh != link


def test_an_older_database_is_copied_first(tmp_path: Path, free_port: int) -> None:
    with manage(tmp_path, "migrate", "auth", "0011") as migration:
        migration.communicate(timeout=PATIENCE)
    assert migration.returncode == 0
    with started(tmp_path, free_port) as running:
        (copy,) = (tmp_path / "copies").glob("belote-*-before-update.zip")
        assert str(copy) in running.text
    steps = read_manifest(copy).migrations
    assert "auth.0011_update_proxy_permissions" in steps
    assert "auth.0012_alter_user_first_name_max_length" not in steps


def test_a_broken_database_is_named(tmp_path: Path, free_port: int) -> None:
    (tmp_path / "belote.sqlite3").write_bytes(b"This was a database before the coffee. " * 200)
    line = refusal(tmp_path, "--port", str(free_port))
    assert "belote.sqlite3" in line
    assert "not a database" in line


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, free_port: int) -> None:
    (tmp_path / "file").write_text("no folder")
    assert str(tmp_path / "file") in refusal(tmp_path / "file" / "data", "--port", str(free_port))


def test_a_read_only_database_is_named(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "belote.sqlite3"
    file.touch()
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(database, "database_file", lambda: file)
    # Asked in its place, because the administrator of a machine may write everything.
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(StartProblemError, match=re.escape(str(file))):
        database.check_folders()


def test_a_port_in_use_is_named_with_another_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    # Ctrl-C still belongs to whoever runs the tests.
    monkeypatch.setattr(stopping, "listen", lambda: None)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(SystemExit) as stop:
            call_command("start", host="127.0.0.1", port=port)
    assert stop.value.code == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert str(port) in line
    assert f"--port {port + 1}" in line


@pytest.mark.parametrize(
    ("host", "port", "remedy"),
    [
        pytest.param("127.0.0.1", 70000, "65536", id="no such port"),
        pytest.param("127.0.0.1", -1, "65536", id="negative port"),
        pytest.param("192.0.2.77", 8000, "--host", id="somebody else's address"),
        pytest.param("no such name", 8000, "--host", id="no address"),
    ],
)
def test_a_place_that_cannot_be_had(host: str, port: int, remedy: str) -> None:
    with pytest.raises(StartProblemError, match=re.escape(remedy)):
        open_port(host, port)


def test_a_port_kept_for_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(StartProblemError, match="8000"):
        open_port("127.0.0.1", 80)


@pytest.mark.django_db
def test_a_newer_database_is_refused() -> None:
    MigrationRecorder(connection).record_applied("scorekeeper", "9999_from_the_future")
    with pytest.raises(StartProblemError, match="9999_from_the_future"):
        database.prepare_database(now=NOW)


@pytest.mark.django_db
def test_the_steps_of_an_app_that_older_versions_used_are_not_newer_ones() -> None:
    MigrationRecorder(connection).record_applied("axes", "0010_accessattemptexpiration")
    assert database.prepare_database(now=NOW) is None


@pytest.mark.django_db
def test_a_database_of_today_is_left_alone() -> None:
    assert database.prepare_database(now=NOW) is None


def test_the_demonstration_fills_once(tmp_path: Path, free_port: int) -> None:
    sizes = []
    for _ in range(2):
        with started(tmp_path, free_port, "--demo") as running:
            assert "emonstration" in running.text
        with closing(sqlite3.connect(tmp_path / "belote.sqlite3")) as club:
            sizes.append(club.execute("SELECT count(*) FROM scorekeeper_hand").fetchone())
    assert sizes[0] == sizes[1]
    assert sizes[0] > (0,)


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        pytest.param({}, "fr", id="nothing said"),
        pytest.param({"LANG": "C.UTF-8"}, "fr", id="no language"),
        pytest.param({"LANG": "fr_CH.UTF-8"}, "fr", id="Swiss French"),
        pytest.param({"LANG": "en_US.UTF-8"}, "en", id="English"),
        pytest.param({"LANG": "en_US.UTF-8", "LC_ALL": "fr_FR"}, "fr", id="LC_ALL is stronger"),
        pytest.param({"LANG": "de_DE@euro"}, "fr", id="a language we lack"),
    ],
)
def test_the_language_of_the_terminal(environment: dict[str, str], code: str) -> None:
    assert console_language(environment) == code


def test_addresses_that_a_phone_can_reach() -> None:
    found = ["192.168.1.20", "127.0.0.1", "169.254.3.4", "0.0.0.0", "10.42.0.1", "192.168.1.20"]
    assert addresses.reachable(found) == ["192.168.1.20", "10.42.0.1"]


@pytest.mark.parametrize(
    ("host", "expected"),
    [("localhost", []), ("127.0.0.1", []), ("192.168.1.20", ["192.168.1.20"])],
)
def test_addresses_of_a_named_host(host: str, expected: list[str]) -> None:
    assert addresses.lan_addresses(host) == expected


def test_addresses_of_this_machine_are_reachable_ones() -> None:
    found = addresses.lan_addresses("0.0.0.0")
    assert found == addresses.reachable(found)


def test_no_network_means_this_machine_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo")])
    monkeypatch.setattr(socket, "gethostbyname_ex", refuse)
    assert addresses.lan_addresses("0.0.0.0") == []


def test_addresses_as_they_are_typed() -> None:
    assert addresses.page_address("192.168.1.20", 8000) == "http://192.168.1.20:8000/"
    assert addresses.page_address("fd00::1", 8000) == "http://[fd00::1]:8000/"


def test_qr_code_in_every_alphabet() -> None:
    address = "http://192.168.1.20:8000/"
    blocks = qr_text(address, "utf-8")
    assert set(blocks) <= set(HALF_BLOCKS + " \n")
    plain = qr_text(address, "cp1252")
    assert set(plain) == set("# \n")
    # Half blocks hold two rows a line and one column a character.
    assert len(plain.splitlines()) == pytest.approx(2 * len(blocks.splitlines()), abs=1)
    assert len(plain.splitlines()[0]) == 2 * len(blocks.splitlines()[0])


def test_an_old_console_gets_question_marks() -> None:
    written = BytesIO()
    console = TextIOWrapper(written, encoding="cp1252")
    survive_narrow_alphabets(console, StringIO())
    console.write("Équipe ♠")
    console.flush()
    assert written.getvalue().decode("cp1252") == "Équipe ?"


def test_a_start_in_french_says_everything_without_accents(tmp_path: Path, free_port: int) -> None:
    narrow = {"LC_ALL": "fr_FR.UTF-8", "PYTHONIOENCODING": "ascii"}
    with started(tmp_path, free_port, "--demo", **narrow) as running:
        assert LINK.search(running.text)
        assert "Un club de d?monstration" in running.text


@pytest.mark.parametrize("alphabet", ["ascii", "cp850"])
def test_help_is_shown_in_every_alphabet(tmp_path: Path, alphabet: str) -> None:
    """Help is written before a command begins; that of `score` has characters which DOS lacks."""
    with manage(tmp_path, "score", "--help", PYTHONIOENCODING=alphabet) as process:
        out, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    assert "--rules-file" in out


def test_the_secret_key_is_made_once_and_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "data" / "secret_key"
    key = stored_secret_key(path)
    assert len(key) >= 50
    assert stored_secret_key(path) == key
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o600


def test_programs_that_make_the_key_at_once_end_up_with_one(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    together = threading.Barrier(16)

    def make(_number: int) -> str:
        together.wait(PATIENCE)
        return stored_secret_key(path)

    with ThreadPoolExecutor(16) as programs:
        (key,) = set(programs.map(make, range(16)))
    assert path.read_text(encoding="ascii") == key
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("left", ["secret_key", "secret_key.new"])
def test_a_program_killed_while_it_made_the_key_hinders_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: str
) -> None:
    monkeypatch.setattr(secret_key, "PATIENCE_SECONDS", 0.0)
    (tmp_path / left).touch()
    path = tmp_path / "secret_key"
    assert (
        stored_secret_key(path) == stored_secret_key(path) == path.read_text(encoding="ascii") != ""
    )


def test_a_key_that_cannot_be_read_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret_key"
    kept = stored_secret_key(path)

    def refuse(*_: object, **__: object) -> str:
        raise PermissionError

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_text", refuse)
        assert stored_secret_key(path) != kept
    assert stored_secret_key(path) == kept


def test_a_secret_key_without_a_place(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    path = tmp_path / "file" / "secret_key"
    assert stored_secret_key(path) != stored_secret_key(path)
