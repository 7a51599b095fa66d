"""The real program, its database lost in the middle of an evening, and everything back again."""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest

from scorekeeper.backups.archive import read_manifest
from scorekeeper.backups.places import backups_in
from tests.journeys.hall import make_hall
from tests.journeys.program import PATIENCE, NotStartedError, Program, end_of, run

# Each starts the whole program.
pytestmark = pytest.mark.slow


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "club")
    yield program
    program.stop()


def refused(data: Path, *arguments: str) -> str:
    """Run a command that is refused; return its one line."""
    done = end_of(data, "manage.py", *arguments)
    assert done.returncode == 1, done.stderr
    (line,) = done.stderr.splitlines()
    return line


def page(program: Program, path: str, **headers: str) -> str:
    request = Request(f"{program.url}{path}", headers={"Accept-Language": "en", **headers})
    with urlopen(request, timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
    return text


def wait_until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_last_minutes_of_an_evening_are_copied_when_the_program_ends(
    program: Program, tmp_path: Path
) -> None:
    stick = tmp_path / "stick" / "belote-copies-abcd"
    stick.mkdir(parents=True)
    place = {"folder": str(stick.parent), "mark": "abcd"}
    program.data.mkdir()
    (program.data / "second_place.json").write_text(json.dumps(place), encoding="utf-8")
    program.start()
    wait_until(lambda: backups_in(program.data / "copies"))
    change = "from scorekeeper.models import Club; Club.objects.update(name='The last hand')"
    run(program.data, "manage.py", "shell", "-c", change)
    program.stop()
    for folder in (program.data / "copies", stick):
        assert read_manifest(backups_in(folder)[0].path).clubs == ("The last hand",), folder


def test_an_evening_whose_database_is_lost(program: Program, tmp_path: Path) -> None:
    hall = make_hall(program.data, teams=4, hands=2)
    session = {"Cookie": f"sessionid={hall.session}"}
    table = {"Authorization": f"Bearer {hall.tables[0].token}"}
    sheet = f"/api/v1/games/{hall.tables[0].game}"
    program.start()
    assert "/copies/" in page(program, "/", **session)
    before = json.loads(page(program, sheet, **table))

    # While it serves a copy can be taken, and none be put back.
    copy = Path(run(program.data, "manage.py", "backup", str(tmp_path / "copy.zip")).strip())
    assert "Ctrl-C" in refused(program.data, "restore", "--replace", str(copy))
    program.kill()
    assert backups_in(program.data / "copies"), "none was made by itself"

    shutil.rmtree(program.data / "copies")
    for file in program.data.glob("belote.sqlite3*"):
        file.unlink()
    with pytest.raises(NotStartedError) as lost:
        program.start()
    assert "restore" in str(lost.value)
    assert "--new-club" in str(lost.value)

    # One that was killed hard is in nobody's way.
    run(program.data, "manage.py", "restore", str(copy))
    program.start()
    assert "/copies/" in page(program, "/", **session), "the key did not come along"
    assert json.loads(page(program, sheet, **table)) == before


def test_a_folder_that_is_moved_away_and_comes_back(program: Program, tmp_path: Path) -> None:
    hall = make_hall(program.data, teams=4, hands=2)
    table, away = hall.tables[0], tmp_path / "away"
    program.start()

    def write() -> tuple[int, str]:
        request = Request(
            f"{program.url}/api/v1/games/{table.game}/hands/{uuid4()}",
            json.dumps({"number": 1, "entry": {"taker": "A1", "card_points": 92}}).encode(),
            {"Authorization": f"Bearer {table.token}", "Content-Type": "application/json"},
            method="PUT",
        )
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, ""
        except HTTPError as refused:
            return refused.code, json.loads(refused.read())["code"]

    program.data.rename(away)
    assert write() == (503, "not_writable")
    with pytest.raises(HTTPError):
        page(program, "/healthz")
    assert not program.data.exists()
    away.rename(program.data)
    assert write() == (201, "")
    assert page(program, "/healthz") == "ok"


def test_a_new_club_where_one_was_lost(program: Program) -> None:
    program.data.mkdir()
    (program.data / "secret_key").write_text("a key without a database " * 3, encoding="ascii")
    assert "--new-club" in refused(program.data, "start", "--port", str(program.port))
    program.start("manage.py", "start", "--new-club")
    assert page(program, "/help/")
    program.stop()
    assert "already" in refused(program.data, "start", "--new-club", "--port", str(program.port))


def test_a_mere_look_at_the_settings_leaves_no_trace_of_a_club(tmp_path: Path) -> None:
    run(tmp_path, "manage.py", "check")
    assert not (tmp_path / "secret_key").exists()
