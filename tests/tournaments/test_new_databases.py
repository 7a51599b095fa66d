"""A new database is made by few steps, and is like one that went through all of them."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import DjangoDbBlocker

from scorekeeper.config.settings import SQLITE_ENGINE
from scorekeeper.server.database import bring_up_to_date
from tests.stepping import ChainLoader, step_by_step
from tournaments.extensions.club_export.club_file import migrations_here

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        settings.DATABASES["default"]["ENGINE"] != SQLITE_ENGINE, reason="compares SQLite’s schema"
    ),
]
# In the middle of what version 0.5 had.
OLDER = ("tournaments", "0007_end_of_the_log")


@contextmanager
def opened(file: Path) -> Iterator[BaseDatabaseWrapper]:
    """Let everything be stored in that file; where there is none, it is made."""
    usual = connections["default"]
    own = connections.create_connection("default")
    own.settings_dict = {**usual.settings_dict, "NAME": str(file)}
    connections["default"] = own
    try:
        yield own
    finally:
        own.close()
        connections["default"] = usual


def schema() -> set[tuple[str, ...]]:
    """Return all that the database has, each as SQLite was told to make it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master")
        return set(cursor.fetchall())


def applied() -> set[tuple[str, str]]:
    return set(MigrationRecorder(connection).applied_migrations())


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Path:
    """Return the file of a new database, made once."""
    file = tmp_path_factory.mktemp("new") / "club.sqlite3"
    with django_db_blocker.unblock(), opened(file):
        bring_up_to_date()
    return file


@pytest.fixture
def copy(new: Path, tmp_path: Path) -> Path:
    """Return a copy of it, which the test may change."""
    return Path(shutil.copy(new, tmp_path / "club.sqlite3"))


def test_a_new_database_is_like_an_older_one_that_was_brought_up_to_date(
    copy: Path, tmp_path: Path
) -> None:
    chain = set(ChainLoader(None).disk_migrations)
    at_once = set(MigrationLoader(None).disk_migrations) - chain
    assert {app for app, _name in at_once} == {"scorekeeper", "tournaments"}
    with opened(copy):
        made, told = schema(), migrations_here()
        assert applied() == chain | at_once
    with opened(tmp_path / "older.sqlite3"):
        with step_by_step():
            call_command("migrate", *OLDER, verbosity=0)
        assert OLDER in applied()
        assert applied() < chain
        bring_up_to_date()
        assert (schema(), migrations_here()) == (made, told)


def test_a_database_that_went_through_all_steps_needs_none(copy: Path) -> None:
    with opened(copy) as database:
        before = migrations_here()
        # As every version before left it.
        recorder = MigrationRecorder(database)
        recorder.migration_qs.filter(name__contains="_squashed_").delete()
        steps = applied()
        bring_up_to_date()
        assert applied() == steps
        assert migrations_here() == before


def test_a_new_database_can_be_emptied(copy: Path) -> None:
    with opened(copy):
        call_command("migrate", "scorekeeper", "zero", verbosity=0)
        left = {table.partition("_")[0] for table in connection.introspection.table_names()}
    assert left.isdisjoint({"scorekeeper", "tournaments"})
