"""The database before the program starts: can it be used, must it be brought up to date."""

import os
import sqlite3
import tempfile
from contextlib import closing
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory, NodeNotFoundError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from scorekeeper.startup.problems import StartProblemError


def check_folders() -> None:
    """Make the data's folders where missing; raise StartProblemError if they take no writing."""
    for folder in data_folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # Tried rather than asked: rights, quotas and read-only disks all answer the same way.
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            raise StartProblemError(
                _(
                    "The folder %(folder)s cannot be written: change its rights, or name another "
                    "one in BELOTE_DATA_DIR."
                )
                % {"folder": folder}
            ) from None
    file = database_file()
    if file and file.exists() and not os.access(file, os.W_OK):
        raise StartProblemError(
            _("The database %(name)s cannot be written: change its rights.") % {"name": file}
        )


def data_folders() -> list[Path]:
    """Return where the program writes: its folder, and that of an SQLite database elsewhere."""
    file = database_file()
    return list(dict.fromkeys([Path(settings.DATA_DIR), *([file.parent] if file else [])]))


def no_club() -> StartProblemError:
    """Return the problem of whoever wants to read where nothing was ever prepared."""
    return StartProblemError(
        _(
            "There is no club here yet (%(name)s): run “python manage.py start” once, or name the "
            "club’s folder in BELOTE_DATA_DIR."
        )
        % {"name": _database_name()}
    )


def prepare_database(*, now: datetime, may_be_new: bool = True) -> Path | None:
    """Bring the database up to date; return the copy made of an older one before, or None.

    Raise StartProblemError when a newer version of the program wrote it or it cannot be read, and
    where there is none unless it `may_be_new`.
    """
    try:
        if database_file():
            _check_pages()
        executor = MigrationExecutor(connection)
        executor.loader.check_consistent_history(connection)
        _refuse_newer(executor.loader)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
        is_new = not executor.loader.applied_migrations
        if is_new and not may_be_new:
            raise no_club()
        if not pending:
            return None
        copy = None if is_new else _copy_database(now)
        call_command("migrate", interactive=False, verbosity=0)
    except (DatabaseError, InconsistentMigrationHistory, NodeNotFoundError, sqlite3.Error) as error:
        raise StartProblemError(
            _("The database %(name)s cannot be used (%(reason)s): put a good copy in its place.")
            % {"name": _database_name(), "reason": " ".join(str(error).split())}
        ) from None
    return copy


def database_file() -> Path | None:
    """Return the file of an SQLite database, None for any other one."""
    if connection.vendor != "sqlite":
        return None
    name = str(connection.settings_dict["NAME"])
    is_file = name and not name.startswith((":memory:", "file:"))
    return Path(name) if is_file else None


def _database_name() -> str:
    return str(database_file() or connection.settings_dict["NAME"])


def _check_pages() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (verdict,) = cursor.fetchone()
    if verdict != "ok":
        raise DatabaseError(verdict)


def _refuse_newer(loader: MigrationLoader) -> None:
    known = set(loader.disk_migrations)
    for migration in loader.disk_migrations.values():
        # The recorded steps of a squashed migration stay in the database after their files went.
        known |= {(step[0], step[1]) for step in migration.replaces}
    unknown = sorted(set(loader.applied_migrations or ()) - known)
    if unknown:
        raise StartProblemError(
            _(
                "The database was written by a newer version of the program (%(step)s): update "
                "the program, then start again."
            )
            % {"step": ".".join(unknown[-1])}
        )


def _copy_database(now: datetime) -> Path | None:
    """Copy an SQLite file beside itself, consistently even while somebody writes to it."""
    file = database_file()
    if file is None:
        return None
    copy = file.with_name(f"{file.stem}-{now:%Y%m%d-%H%M%S}.backup.sqlite3")
    # A connection of the plain module: the copy must not depend on this program's own tables.
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy
