"""The database at start: can it be used, must it be migrated."""

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

from scorekeeper.backups.choosing import CopyChoice, copies_to_put_back, how_to_put_back
from scorekeeper.backups.making import make_copy
from scorekeeper.backups.places import copies_folder, copies_in, key_file, newest_of, thin
from scorekeeper.backups.problems import CopyProblemError
from scorekeeper.backups.snapshots import damage, is_damage
from scorekeeper.backups.snapshots import database_file as database_file
from scorekeeper.server.errors import StartProblemError
from scorekeeper.server.instances import nobody_serving
from scorekeeper.terminal import typed

logger = logging.getLogger(__name__)

OLD_COPIES_KEPT = 3


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
            "There is no club here yet (%(name)s): run “%(command)s” once, or name the club’s "
            "folder in BELOTE_DATA_DIR."
        )
        % {"name": _database_name(), "command": typed("start")}
    )


def prepare_database(
    *, now: datetime, may_be_new: bool = True, new_club: bool = False
) -> Path | None:
    """Bring the database up to date; return the copy made of an older one before, or None.

    Raise StartProblemError when a newer version of the program wrote it or it cannot be read, where
    there is none unless it `may_be_new`, where a club's database is gone, unless a `new_club` is
    wanted, and where one that a program serves would be updated.
    """
    with _unusable_is_told():
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
        # One that serves knows only the tables that it was written for.
        with nobody_serving(Path(settings.DATA_DIR)):
            copy = _copy_before_update(now)
            _migrate(copy)
            return copy


def bring_up_to_date() -> None:
    """Bring a database up to date of which there is a copy; raises StartProblemError."""
    with _unusable_is_told():
        executor = _checked_executor()
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            _migrate(None)


@contextmanager
def _unusable_is_told() -> Iterator[None]:
    try:
        yield
    except (DatabaseError, InconsistentMigrationHistory, NodeNotFoundError, sqlite3.Error) as error:
        told = _("The database %(name)s cannot be used (%(reason)s).") % {
            "name": _database_name(),
            "reason": " ".join(str(error).split()),
        }
        now = timezone.now()
        mend = (
            mended_copy_told(now=now)
            if is_damage(error)
            else _good_copy_told(copies_to_put_back(now=now))
        )
        raise StartProblemError(f"{told} {mend}") from None


def mended_copy_told(*, now: datetime) -> str:
    """Copy what a damaged database holds, if that can be read, and say what to put in its place.

    Where only indexes are damaged nothing is lost.
    """
    try:
        made = make_copy(now=now, only_if_changed=True, mended=True)
    except CopyProblemError:
        return _good_copy_told(copies_to_put_back(now=now))
    if made:
        thin(copies_folder(), now=now, made=made)
    newest = newest_of(copies_in(copies_folder()), now=now)
    copies = copies_to_put_back(now=now)
    if not newest or [newest.path] != [one.path for one in copies[:1]]:
        return _good_copy_told(copies)
    text = _(
        "What it holds can be read: here is a mended copy, to be put in its place: %(restore)s."
    )
    return text % {"restore": how_to_put_back(copies, replaced=True)}


def _good_copy_told(copies: Iterable[CopyChoice]) -> str:
    text = _("Put a good copy in its place: %(restore)s.")
    return text % {"restore": how_to_put_back(copies, replaced=True)}


def _checked_executor() -> MigrationExecutor:
    executor = MigrationExecutor(connection)
    executor.loader.check_consistent_history(connection)
    _refuse_newer(executor.loader)
    return executor


def _refuse_lost_club(*, is_new: bool, new_club: bool, now: datetime) -> None:
    """Stop where a club was in this folder and its database is gone: no empty one takes its place.

    The key is made after the database, by whoever signs the first page.
    """
    if not is_new and new_club:
        raise StartProblemError(
            _("There is a club in this folder already: start without --new-club.")
        )
    if not is_new or new_club or database_file() is None:
        return
    copies = copies_to_put_back(now=now)
    if copies or key_file().exists():
        raise StartProblemError(
            _(
                "There was a club in %(folder)s, but its database is not there any more. Put a "
                "copy in its place: %(restore)s. Or begin a new club: %(new)s."
            )
            % {
                "folder": settings.DATA_DIR,
                "restore": how_to_put_back(copies),
                "new": typed("start", "--new-club"),
            }
        )


def _migrate(copy: Path | None) -> None:
    """Bring the database up to date, on SQLite in one transaction: wholly or not at all."""
    try:
        if connection.vendor == "sqlite":
            _migrate_at_once()
        else:
            call_command("migrate", interactive=False, verbosity=0)
    except Exception as error:
        logger.exception("the update of the database failed")
        told = [
            _("The database could not be brought up to date (%(reason)s).")
            % {"reason": " ".join(str(error).split()) or type(error).__name__}
        ]
        if connection.vendor == "sqlite":
            told.append(_("It is as it was: the version of the program before can go on with it."))
        if copy:
            told.append(
                _("A copy from before: %(command)s.")
                % {"command": typed("restore", "--replace", copy)}
            )
        raise StartProblemError(" ".join(told)) from None


def _migrate_at_once() -> None:
    # Inside a transaction the checks could not be switched off, as changes of tables need.
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
"""Apps of other authors that older versions of the program used: their steps are not newer ones."""


def _refuse_newer(loader: MigrationLoader) -> None:
    known = set(loader.disk_migrations)
    for migration in loader.disk_migrations.values():
        # The recorded steps of a squashed migration stay in the database after their files went.
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


def _copy_before_update(now: datetime) -> Path | None:
    """Copy the database among the other copies; older ones of that kind go."""
    file = database_file()
    if file is None:
        return None
    try:
        copy = make_copy(now=now, before_update=True)
    except CopyProblemError as problem:
        raise StartProblemError(str(problem)) from None
    thin(copies_folder(), now=now, made=copy)
    # As they were made before there were others.
    former = sorted(file.parent.glob(f"{file.stem}-*.backup.sqlite3"), reverse=True)
    for older in former[OLD_COPIES_KEPT:]:
        older.unlink(missing_ok=True)
    return copy


BACKUP: Final = "backup"


def refuse_other_database(act: str, file: Path) -> None:
    """Raise StartProblemError with the command of the database's own that does it."""
    if connection.vendor == "sqlite":
        return
    settings = connection.settings_dict
    name = str(settings["NAME"])
    if connection.vendor != "postgresql":
        raise StartProblemError(
            _("The database %(name)s is no file: use its own means for copies.") % {"name": name}
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
            "The data are in a PostgreSQL database, which puts its copies back itself. Stop the "
            "program first, on every computer that serves it, then type: %(command)s"
        )
    raise StartProblemError(text % {"command": shlex.join(command)})


def _address(settings: dict[str, Any]) -> list[str]:
    """Return where the database is; who may open it is asked for by its own programs."""
    options = {"--host": "HOST", "--port": "PORT", "--username": "USER"}
    return [f"{option}={settings[key]}" for option, key in options.items() if settings.get(key)]
