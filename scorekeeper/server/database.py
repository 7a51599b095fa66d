"""Checks and migrates the database at start."""

import logging
import os
import shlex
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.exceptions import InconsistentMigrationHistory, NodeNotFoundError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.backups.choosing import BackupChoice, how_to_restore, restorable_backups
from scorekeeper.backups.making import make_backup
from scorekeeper.backups.places import backups_folder, backups_in, key_file, newest_of, thin
from scorekeeper.backups.problems import BackupError
from scorekeeper.backups.snapshots import damage, is_damage
from scorekeeper.backups.snapshots import database_file as database_file
from scorekeeper.server.errors import StartProblemError
from scorekeeper.server.instances import nobody_serving
from scorekeeper.terminal import typed

logger = logging.getLogger(__name__)

OLD_COPIES_KEPT = 3


def check_folders() -> None:
    """Create missing data folders; raise StartProblemError if they are not writable."""
    for folder in data_folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # Try to write: permissions, quotas and read-only disks all show up this way.
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            raise StartProblemError(
                _(
                    "Cannot write to the folder %(folder)s: change its rights, or name another "
                    "one in BELOTE_DATA_DIR."
                )
                % {"folder": folder}
            ) from None
    file = database_file()
    if file and file.exists() and not os.access(file, os.W_OK):
        raise StartProblemError(
            _("Cannot write to the database %(name)s: change its rights.") % {"name": file}
        )


def data_folders() -> list[Path]:
    """Return the folders that the program writes to: the data folder and that of SQLite's file."""
    file = database_file()
    return list(dict.fromkeys([Path(settings.DATA_DIR), *([file.parent] if file else [])]))


def no_club() -> StartProblemError:
    """Return the error for a command that needs a club if there is none."""
    return StartProblemError(
        _(
            "There is no club here yet (%(name)s): run “%(command)s” once, or name the club’s "
            "folder in BELOTE_DATA_DIR."
        )
        % {"name": _database_name(), "command": typed("start")}
    )


def prepare_database(
    *, now: datetime, may_be_new: bool = True, new_club: bool = False
) -> Path | None:
    """Migrate the database; return the backup made of an older one before, or None.

    Raise StartProblemError if a newer version of the program wrote it; if it cannot be read; if
    there is none, unless it `may_be_new`; if a club's database is missing, unless a `new_club` is
    wanted; and if another process serves a database that must be migrated.
    """
    with _errors_explained():
        if database_file():
            _check_pages()
        executor = _checked_executor()
        is_new = not executor.loader.applied_migrations
        if is_new and not may_be_new:
            raise no_club()
        _refuse_lost_club(is_new=is_new, new_club=new_club, now=now)
        if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return None
        if is_new:
            _migrate(None)
            return None
        # A process that is serving only knows the old tables.
        with nobody_serving(Path(settings.DATA_DIR)):
            copy = _back_up_before_update(now)
            _migrate(copy)
            return copy


def bring_up_to_date() -> None:
    """Migrate a database that has been backed up already; raises StartProblemError."""
    with _errors_explained():
        executor = _checked_executor()
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            _migrate(None)


@contextmanager
def _errors_explained() -> Iterator[None]:
    try:
        yield
    except (DatabaseError, InconsistentMigrationHistory, NodeNotFoundError, sqlite3.Error) as error:
        reason = _("The database %(name)s cannot be used (%(reason)s).") % {
            "name": _database_name(),
            "reason": " ".join(str(error).split()),
        }
        now = timezone.now()
        remedy = (
            salvage_database(now=now)
            if is_damage(error)
            else _good_backup_text(restorable_backups(now=now))
        )
        raise StartProblemError(f"{reason} {remedy}") from None


def salvage_database(*, now: datetime) -> str:
    """Back up the readable rows of a damaged database and return how to restore them.

    If only indexes are damaged, nothing is lost.
    """
    try:
        made = make_backup(now=now, only_if_changed=True, mended=True)
    except BackupError:
        return _good_backup_text(restorable_backups(now=now))
    if made:
        thin(backups_folder(), now=now, made=made)
    newest = newest_of(backups_in(backups_folder()), now=now)
    copies = restorable_backups(now=now)
    if not newest or [newest.path] != [one.path for one in copies[:1]]:
        return _good_backup_text(copies)
    text = _(
        "Its contents can be read: here is a repaired copy, to be put in its place: %(restore)s."
    )
    return text % {"restore": how_to_restore(copies, replaced=True)}


def _good_backup_text(copies: Iterable[BackupChoice]) -> str:
    text = _("Put a good copy in its place: %(restore)s.")
    return text % {"restore": how_to_restore(copies, replaced=True)}


def _checked_executor() -> MigrationExecutor:
    executor = MigrationExecutor(connection)
    executor.loader.check_consistent_history(connection)
    _refuse_newer(executor.loader)
    return executor


def _refuse_lost_club(*, is_new: bool, new_club: bool, now: datetime) -> None:
    """Refuse to create an empty database in a folder whose club's database is missing.

    A key file is a sign of a club: it is created after the database, by the first signed page.
    """
    if not is_new and new_club:
        raise StartProblemError(
            _("There is already a club in this folder: start without --new-club.")
        )
    if not is_new or new_club or database_file() is None:
        return
    copies = restorable_backups(now=now)
    if copies or key_file().exists():
        raise StartProblemError(
            _(
                "There was a club in %(folder)s, but its database is no longer there. Put a "
                "copy in its place: %(restore)s. Or begin a new club: %(new)s."
            )
            % {
                "folder": settings.DATA_DIR,
                "restore": how_to_restore(copies),
                "new": typed("start", "--new-club"),
            }
        )


def _migrate(copy: Path | None) -> None:
    """Run the migrations; on SQLite in one transaction."""
    try:
        if connection.vendor == "sqlite":
            _migrate_at_once()
        else:
            call_command("migrate", interactive=False, verbosity=0)
    except Exception as error:
        logger.exception("the update of the database failed")
        sentences = [
            _("The database could not be brought up to date (%(reason)s).")
            % {"reason": " ".join(str(error).split()) or type(error).__name__}
        ]
        if connection.vendor == "sqlite":
            sentences.append(
                _("It is as it was: the previous version of the program can continue with it.")
            )
        if copy:
            sentences.append(
                _("A copy from before: %(command)s.")
                % {"command": typed("restore", "--replace", copy)}
            )
        raise StartProblemError(" ".join(sentences)) from None


def _migrate_at_once() -> None:
    # Constraint checks cannot be disabled inside a transaction, and altering tables needs that.
    connection.disable_constraint_checking()
    try:
        with transaction.atomic():
            call_command("migrate", interactive=False, verbosity=0)
    finally:
        connection.enable_constraint_checking()


def _database_name() -> str:
    return str(database_file() or connection.settings_dict["NAME"])


def _check_pages() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (verdict,) = cursor.fetchone()
    if verdict != "ok":
        raise damage(verdict)


FORMER_APPS: Final = frozenset({"axes"})
"""Third-party apps that older versions used: their migrations do not mean a newer version."""


def _refuse_newer(loader: MigrationLoader) -> None:
    known = set(loader.disk_migrations)
    for migration in loader.disk_migrations.values():
        # The recorded names of squashed migrations stay in the database after their files are gone.
        known |= {(step[0], step[1]) for step in migration.replaces}
    applied = set(loader.applied_migrations or ())
    unknown = sorted(step for step in applied - known if step[0] not in FORMER_APPS)
    if unknown:
        raise StartProblemError(
            _(
                "The database was written by a newer version of the program (%(step)s): update "
                "the program, then try again."
            )
            % {"step": ".".join(unknown[-1])}
        )


def _back_up_before_update(now: datetime) -> Path | None:
    """Back up the database in the backups folder and remove older backups of this kind."""
    file = database_file()
    if file is None:
        return None
    try:
        copy = make_backup(now=now, before_update=True)
    except BackupError as problem:
        raise StartProblemError(str(problem)) from None
    thin(backups_folder(), now=now, made=copy)
    # Backups from before there was a backups folder.
    former = sorted(file.parent.glob(f"{file.stem}-*.backup.sqlite3"), reverse=True)
    for older in former[OLD_COPIES_KEPT:]:
        older.unlink(missing_ok=True)
    return copy


BACKUP: Final = "backup"


def refuse_other_database(act: str, file: Path) -> None:
    """Raise StartProblemError naming the database's own command, if it is not SQLite."""
    if connection.vendor == "sqlite":
        return
    settings = connection.settings_dict
    name = str(settings["NAME"])
    if connection.vendor != "postgresql":
        raise StartProblemError(
            _("The database %(name)s is not a file: use its own tools for copies.") % {"name": name}
        )
    if act == BACKUP:
        command = ["pg_dump", "--format=custom", *_address(settings), f"--file={file}", name]
        text = _(
            "The data are in a PostgreSQL database, which makes its copies itself: %(command)s"
        )
    else:
        command = ["pg_restore", "--clean", "--if-exists", *_address(settings), f"--dbname={name}"]
        command.append(str(file))
        text = _(
            "The data are in a PostgreSQL database, which restores its copies itself. Stop the "
            "program first, on every computer that serves it, then type: %(command)s"
        )
    raise StartProblemError(text % {"command": shlex.join(command)})


def _address(settings: dict[str, Any]) -> list[str]:
    """Return the options that name the server; the database's own tools ask for credentials."""
    options = {"--host": "HOST", "--port": "PORT", "--username": "USER"}
    return [f"{option}={settings[key]}" for option, key in options.items() if settings.get(key)]
