"""A demonstration moves by the commands alone: from a laptop's SQLite to a server's PostgreSQL."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.serving import new_database
from tests.postgres import own_postgres

server_of_postgres = pytest.fixture(scope="module")(own_postgres)
ROOT = Path(__file__).parents[2]


class Installation:
    """A folder of data, and the database that belongs to it."""

    def __init__(self, folder: Path, database: str = "") -> None:
        folder.mkdir()
        self._environment = {
            **{name: value for name, value in os.environ.items() if name != "BELOTE_TESTS_DIR"},
            "BELOTE_DATA_DIR": str(folder),
            "DATABASE_URL": database,
            "LC_ALL": "en_GB.UTF-8",
        }
        self._environment.pop("DJANGO_SETTINGS_MODULE", None)

    def run(self, *command: str, code: int = 0) -> str:
        """Run a command of the program; return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self._environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout if code == 0 else done.stderr


@pytest.fixture
def server(server_of_postgres: str, tmp_path: Path) -> Installation:
    return Installation(tmp_path / "server", new_database(server_of_postgres, "moves"))


def contests_in(file: Path) -> list[Any]:
    """Return the documents of a club's contests, in their order."""
    with zipfile.ZipFile(file) as archive:
        names = [name for name in archive.namelist() if name.startswith("contests/")]
        return [json.loads(archive.read(name)) for name in names]


def test_a_demonstration_moves_to_postgresql(server: Installation, tmp_path: Path) -> None:
    laptop = Installation(tmp_path / "laptop")
    demo = ("demo", "--season", "--teams", "4", "--rounds", "1", "--hands", "2", "--evenings")
    laptop.run(*demo, "2")
    # Where it comes there is a club already, with keys of its own.
    server.run(*demo, "1")
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    laptop.run("export_club", "1", "--output", str(first))

    told = server.run("import_club", str(first))
    assert "club 2" in told
    assert "/sign-in/" in told
    assert "Everything adds up" in server.run("doctor")
    assert "is already here" in server.run("import_club", str(first), code=1)
    server.run("export_club", "2", "--output", str(second))
    assert contests_in(second) == contests_in(first) != []

    refused = server.run("erase_club", "2", code=1)
    assert "Nothing was erased" in refused
    name = refused.split("“")[1].split("”")[0]
    assert "is erased" in server.run("erase_club", "2", "--sure", name)
