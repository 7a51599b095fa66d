"""Restores a backup: checks it, migrates it and puts it in place, in this order.

Everything that can fail happens in a working folder; the club's data are touched last, and moved
aside instead of deleted.
"""

import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from scorekeeper.backups.archive import DATABASE, KEY, unpack
from scorekeeper.backups.erasures import (
    FILE,
    Erasures,
    erase_again,
    erasures_file,
    erasures_in,
    note_erasures,
    stored_erasures,
)
from scorekeeper.backups.making import not_writable
from scorekeeper.backups.places import (
    SPARE_BYTES,
    aside_folder,
    check_room,
    key_file,
    sync_folder,
    working_folder,
    write_whole,
)
from scorekeeper.backups.problems import BackupError, BackupProblem
from scorekeeper.backups.snapshots import (
    BESIDE,
    faults,
    holds_something,
    mend_indexes,
    open_database,
    parts_of,
)
from scorekeeper.models.computers import TakeOver, count_one_more
from scorekeeper.server.database import bring_up_to_date, database_file
from scorekeeper.server.errors import StartProblemError
from scorekeeper.server.instances import nobody_serving
from scorekeeper.server.preparing import alone

logger = logging.getLogger(__name__)

SQLITE_BEGINNING: Final = b"SQLite format 3\0"
WORKING: Final = ".restoring-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """The result: the folder of the former data, and how many names were erased again."""

    aside: Path | None
    names: int
    has_key: bool
    """Whether the backup contained a key: without one everybody must sign in again."""


def restore(copy: Path, *, replace: bool, now: datetime) -> Restored:
    """Replace the database and the key by those of a backup.

    Raises StartProblemError and BackupError; then nothing has changed.
    """
    file = database_file()
    if file is None:
        raise StartProblemError(
            _("The database of this program is not a file: nothing is restored.")
        )
    if not copy.is_file():
        raise BackupError(BackupProblem.NO_FILE, place=copy)
    # Locked: nobody may migrate the database while it is replaced.
    with alone(), nobody_serving(Path(settings.DATA_DIR)), _errors_explained(file):
        if holds_something(file):
            _check_replacing(file, replace=replace)
        with working_folder(file.parent, WORKING) as working:
            taken = working / DATABASE
            _unpack(copy, working)
            erased = _erased_since(copy, file)
            former = _number_in(file)
            with _connected_to(taken):
                bring_up_to_date()
                names = erase_again(erased, now=now)
                # The higher number tells phones to send again the hands that this backup lacks.
                count_one_more(now=now, above=former)
            _close_up(taken)
            has_key = (working / KEY).is_file()
            aside = _put_in_place(working, file, now)
        note_erasures()
    logger.info("restored %s, set aside: %s, names taken away again: %d", copy, aside, names)
    return Restored(aside=aside, names=names, has_key=has_key)


@contextmanager
def _errors_explained(file: Path) -> Iterator[None]:
    """Convert errors of the system or the database, such as a full disk, to StartProblemError."""
    try:
        yield
    except OSError as error:
        place = Path(error.filename) if error.filename else file.parent
        raise not_writable(place, error) from None
    except (sqlite3.Error, DatabaseError) as error:
        reason = " ".join(str(error).split())
        raise BackupError(BackupProblem.NOT_WRITABLE, place=file.parent, reason=reason) from None


def _check_replacing(file: Path, *, replace: bool) -> None:
    if not replace:
        raise StartProblemError(
            _(
                "There is a club in %(folder)s. With --replace the copy takes its place, and "
                "what is there now is set aside."
            )
            % {"folder": settings.DATA_DIR}
        )
    if _is_open_elsewhere(file):
        raise StartProblemError(
            _("Another program has the database %(name)s open: stop it first.") % {"name": file}
        )


def _is_open_elsewhere(file: Path) -> bool:
    """Return whether another process has the database open, be it a server or a tool."""
    connection.close()
    try:
        with open_database(file) as database:
            database.execute("PRAGMA busy_timeout = 0")
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            database.execute("BEGIN EXCLUSIVE")
            database.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        return "locked" in str(error)
    except sqlite3.Error:
        return False  # damaged: all the more reason to replace it
    return False


def _unpack(copy: Path, working: Path) -> None:
    """Put the checked content of a backup into the working folder."""
    try:
        with copy.open("rb") as file:
            beginning = file.read(len(SQLITE_BEGINNING))
    except OSError as error:
        reason = error.strerror or str(error)
        raise BackupError(BackupProblem.DAMAGED, place=copy, reason=reason) from None
    if beginning == SQLITE_BEGINNING:
        _take_plain(copy, working)
    else:
        room = shutil.disk_usage(working).free - SPARE_BYTES
        unpack(copy, working, room=max(room, 0))
    if faults(working / DATABASE):
        mend_indexes(working / DATABASE)
    if found := faults(working / DATABASE):
        raise BackupError(BackupProblem.DAMAGED, place=copy, reason="; ".join(found))


def _take_plain(copy: Path, working: Path) -> None:
    """Copy a plain database file with the files that SQLite left beside it."""
    for end in ("", *BESIDE):
        part = copy.with_name(f"{copy.name}{end}")
        if part.is_file() and end != "-shm":
            check_room(working, part.stat().st_size)
            shutil.copyfile(part, working / f"{DATABASE}{end}")
            os.chmod(working / f"{DATABASE}{end}", 0o600)


def _erased_since(copy: Path, file: Path) -> Erasures:
    """Return every known erasure: from the lists and from the database being replaced."""
    lists = stored_erasures(erasures_file()) | stored_erasures(copy.absolute().parent / FILE)
    return lists | (erasures_in(file) if holds_something(file) else Erasures())


def _number_in(file: Path) -> int:
    """Return the number of the data being replaced; the restored data get a higher one."""
    if not holds_something(file):
        return 0
    try:
        with open_database(file) as database:
            query = f"SELECT max(number) FROM {TakeOver._meta.db_table}"
            (number,) = database.execute(query).fetchone()
    except sqlite3.Error:
        return 0  # damaged, or older than the number
    return number or 0


@contextmanager
def _connected_to(file: Path) -> Iterator[None]:
    """Connect the program to another database temporarily."""
    connection.close()
    usual = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = file
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual


def _close_up(file: Path) -> None:
    """Merge the database into a single file on disk, without traces of what was just erased."""
    with open_database(file) as database:
        database.execute("VACUUM")
        database.execute("PRAGMA journal_mode = DELETE").fetchone()
    with file.open("r+b") as written:
        os.fsync(written.fileno())


def _put_in_place(working: Path, file: Path, now: datetime) -> Path | None:
    """Move the existing data aside and the new data in; return the folder of the former ones."""
    former = parts_of(file)
    key = working / KEY
    replaces_key = key.is_file() and key_file().is_file()
    aside = aside_folder("restore", now) if former or replaces_key else None
    moved: list[tuple[Path, Path]] = []
    try:
        if aside and replaces_key:
            shutil.copyfile(key_file(), aside / KEY)
            os.chmod(aside / KEY, 0o600)
        for path in former:
            assert aside is not None
            shutil.move(path, aside / path.name)
            moved.append((path, aside / path.name))
        (working / DATABASE).replace(file)
        if key.is_file():
            write_whole(key_file(), key.read_text(encoding="ascii"))
    except BaseException:
        file_is_new = not (working / DATABASE).exists()
        if file_is_new:
            file.unlink(missing_ok=True)
        for path, kept in reversed(moved):
            shutil.move(kept, path)
        raise
    sync_folder(file.parent)
    return aside
