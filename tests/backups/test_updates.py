"""Databases of before are brought up to date wholly or not at all, copied first."""

from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, migrations
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.models import Club
from scorekeeper.server import database, instances
from scorekeeper.server.errors import StartProblemError
from tests.backups.putting_back import contents, copy_of, refused
from tests.table import NOW
from tests.tournaments.people.named import everything_stored

NEWEST_OF_AUTH = "0012_alter_user_first_name_max_length"


@pytest.fixture
def failing_update(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be two steps behind; the second one breaks down after it has changed something."""
    call_command("migrate", "auth", "0010", verbosity=0)
    connection.close()
    module = __import__(f"django.contrib.auth.migrations.{NEWEST_OF_AUTH}", fromlist=["Migration"])

    def break_down(*_arguments: object) -> None:
        raise RuntimeError("a step that nobody foresaw")

    operations = [
        *module.Migration.operations,
        migrations.RunSQL("DELETE FROM scorekeeper_club"),
        migrations.RunPython(break_down),
    ]
    monkeypatch.setattr(module.Migration, "operations", operations)


@pytest.mark.usefixtures("failing_update")
def test_an_update_that_fails_leaves_the_database_as_it_was(folder: Path) -> None:
    before = everything_stored()
    steps = set(MigrationRecorder(connection).applied_migrations())
    with pytest.raises(StartProblemError) as told:
        database.prepare_database(now=NOW)
    (copy,) = (folder / "copies").glob("*-before-update.zip")
    for said in ("a step that nobody foresaw", "as it was", f"restore --replace {copy}"):
        assert said in str(told.value)
    assert everything_stored() == before
    assert set(MigrationRecorder(connection).applied_migrations()) == steps
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA foreign_keys").fetchone() == (1,)


@pytest.mark.usefixtures("failing_update")
def test_a_copy_that_cannot_be_brought_up_to_date_is_not_put_back(folder: Path) -> None:
    copy = copy_of(folder)
    before = contents(folder)
    assert "a step that nobody foresaw" in refused(copy, replace=True)
    assert contents(folder) == before


def test_copies_made_before_updates_are_pruned_and_the_former_kind_too(
    club: Club, folder: Path
) -> None:
    former = [folder / f"belote-2026010{day}-203000.backup.sqlite3" for day in range(1, 7)]
    for path in former:
        path.touch()
    for step in ("0011", "0010", "0009", "0008", "0007"):
        call_command("migrate", "auth", step, verbosity=0)
        assert database.prepare_database(now=NOW)
    assert len(list((folder / "copies").glob("*-before-update.zip"))) == 3
    assert [path for path in former if path.exists()] == former[-3:]


def test_a_clock_that_runs_behind_costs_no_copy_made_before_an_update(
    club: Club, folder: Path
) -> None:
    (folder / "copies").mkdir()
    for day in (1, 2, 3):
        (folder / "copies" / f"belote-2031-01-0{day}-203000-before-update.zip").touch()
    call_command("migrate", "auth", "0011", verbosity=0)
    copy = database.prepare_database(now=NOW)
    assert copy
    assert copy.is_file(), "its name is printed"
    call_command("migrate", "auth", "0010", verbosity=0)
    assert database.prepare_database(now=NOW + timedelta(minutes=1))
    assert len(list((folder / "copies").iterdir())) == 3


def test_no_command_updates_the_database_of_a_program_that_is_running(
    club: Club, folder: Path
) -> None:
    call_command("migrate", "auth", "0011", verbosity=0)
    errors = StringIO()
    with instances.serving(folder), pytest.raises(SystemExit):
        call_command("doctor", stdout=StringIO(), stderr=errors)
    assert "Ctrl-C" in errors.getvalue()
    assert ("auth", NEWEST_OF_AUTH) not in MigrationRecorder(connection).applied_migrations()
    assert not (folder / "copies").exists()
    call_command("doctor", stdout=StringIO(), stderr=errors)
    assert ("auth", NEWEST_OF_AUTH) in MigrationRecorder(connection).applied_migrations()
