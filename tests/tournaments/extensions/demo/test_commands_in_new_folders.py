"""Commands in a folder where there is no club yet, an older one, a newer one."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.journeys.program import SQLITE_FILE, end_of, run

# Each starts the whole program.
pytestmark = pytest.mark.slow

ANNE = ("--username", "anne", "--email", "anne@example.org")
TINY = ("demo", "--teams", "4", "--rounds", "1", "--hands", "2")


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a contest played in a folder that was not there before."""
    data = tmp_path_factory.mktemp("first") / "club"
    number = run(data, "manage.py", *TINY).strip()
    assert run(data, "manage.py", "verify_tournament", number).startswith("The log matches")
    return run(data, "manage.py", "export_tournament", number)


def test_a_contest_is_played_in_a_new_folder(document: str) -> None:
    assert len(json.loads(document)["entries"]) == 4


def test_a_contest_is_read_into_a_new_folder(tmp_path: Path, document: str) -> None:
    file = tmp_path / "contest.json"
    file.write_text(document, encoding="utf-8")
    number = run(tmp_path / "club", "manage.py", "import_tournament", str(file)).strip()
    assert run(tmp_path / "club", "manage.py", "export_tournament", number) == document


@pytest.mark.parametrize(
    "command", [("export_tournament", "1"), ("verify_tournament", "1"), ("rebuild_ratings",)]
)
def test_what_needs_a_club_says_that_there_is_none(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    data = tmp_path / "misspelt"
    ended = end_of(data, "manage.py", *command)
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert line.startswith("There is no club here yet")
    assert str(data) in line
    assert not data.exists(), "a folder that was misspelt is not made"


def test_a_command_of_django_says_so_too(tmp_path: Path) -> None:
    ended = end_of(tmp_path, "manage.py", "createsuperuser", "--noinput", *ANNE)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert ended.stderr.splitlines()[-1].startswith("There is no club here yet")


def test_a_command_of_django_may_come_first(tmp_path: Path) -> None:
    data = tmp_path / "deep" / "club"
    run(data, "manage.py", "migrate", "--verbosity", "0")
    assert run(data, "manage.py", *TINY).strip() == "1"


def test_a_sheet_is_scored_without_leaving_anything(tmp_path: Path) -> None:
    data = tmp_path / "nothing"
    assert "contest" in run(data, "manage.py", "score", "--list")
    assert not data.exists()


def test_an_older_club_is_copied_and_brought_up_to_date(tmp_path: Path) -> None:
    run(tmp_path, "manage.py", "migrate", "--verbosity", "0", "scorekeeper")
    ended = end_of(tmp_path, "manage.py", *TINY)
    assert ended.returncode == 0, ended.stderr
    (copy,) = (tmp_path / "copies").glob("belote-*-before-update.zip")
    assert f"copied to {copy} first" in ended.stderr
    assert ended.stdout.strip() == "1", "who reads the number of the contest reads nothing else"


def test_a_newer_club_is_left_alone(tmp_path: Path) -> None:
    run(tmp_path, "manage.py", "migrate", "--verbosity", "0")
    with closing(sqlite3.connect(tmp_path / SQLITE_FILE)) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('scorekeeper', '9999_from_the_future', '2030-01-01')"
        )
        database.commit()
    ended = end_of(tmp_path, "manage.py", *TINY)
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert "9999_from_the_future" in line
