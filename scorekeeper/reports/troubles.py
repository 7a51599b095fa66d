"""What kind of trouble an exception means: a full disk is no mistake of the program."""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from enum import StrEnum
from http import HTTPStatus
from pathlib import Path
from typing import Final

from django.conf import settings


class Trouble(StrEnum):
    """Why something failed."""

    MISTAKE = "mistake"
    """The program is wrong somewhere."""
    DISK_FULL = "disk_full"
    """There is no room for what is to be stored."""
    NOT_WRITABLE = "not_writable"
    """The data cannot be read or written: rights, a broken disk, a database that is away."""
    BUSY = "busy"
    """Somebody else has been writing for too long."""

    @property
    def status(self) -> HTTPStatus:
        return STATUSES[self]


STATUSES: Final = {
    Trouble.MISTAKE: HTTPStatus.INTERNAL_SERVER_ERROR,
    Trouble.DISK_FULL: HTTPStatus.INSUFFICIENT_STORAGE,
    Trouble.NOT_WRITABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    Trouble.BUSY: HTTPStatus.SERVICE_UNAVAILABLE,
}

# Windows names some of them by numbers of its own, which Python translates.
SYSTEM: Final = {
    errno.ENOSPC: Trouble.DISK_FULL,
    errno.EROFS: Trouble.NOT_WRITABLE,
    errno.EIO: Trouble.NOT_WRITABLE,
    **({errno.EDQUOT: Trouble.DISK_FULL} if hasattr(errno, "EDQUOT") else {}),
}
SQLITE: Final = {
    sqlite3.SQLITE_FULL: Trouble.DISK_FULL,
    sqlite3.SQLITE_READONLY: Trouble.NOT_WRITABLE,
    sqlite3.SQLITE_IOERR: Trouble.NOT_WRITABLE,
    sqlite3.SQLITE_CANTOPEN: Trouble.NOT_WRITABLE,
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
}
# By class and by code: https://www.postgresql.org/docs/current/errcodes-appendix.html
POSTGRESQL: Final = {
    "53100": Trouble.DISK_FULL,
    "58030": Trouble.NOT_WRITABLE,
    "25006": Trouble.NOT_WRITABLE,
    "57P": Trouble.NOT_WRITABLE,
    "08": Trouble.NOT_WRITABLE,
    "55P03": Trouble.BUSY,
}
LOCKED: Final = "database is locked"
"""What a writer raises whose turn never came, in the words of SQLite."""

SMALLEST_ROOM: Final = 256 * 1024
"""Bytes without which no hand can be written: a page of each table, and the log of the database."""


def trouble_of(error: BaseException | None) -> Trouble:
    """Return what kind of trouble an exception comes from; what is not known is a mistake."""
    for cause in _causes(error):
        if trouble := _named(cause):
            return trouble
    return Trouble.MISTAKE


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception and those that it came from: Django wraps those of databases."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _named(error: BaseException) -> Trouble | None:
    if isinstance(error, sqlite3.Error):
        # The upper bits say more than is of use here.
        code = getattr(error, "sqlite_errorcode", None) or 0
        trouble = SQLITE.get(code & 0xFF)
        if trouble is Trouble.NOT_WRITABLE and not has_room(Path(settings.DATA_DIR)):
            # Where no room is left for its index, SQLite speaks of reading, writing and opening.
            return Trouble.DISK_FULL
        return trouble
    if isinstance(error, OSError):
        return SYSTEM.get(error.errno or 0)
    if state := getattr(error, "sqlstate", None):
        return next((POSTGRESQL[part] for part in POSTGRESQL if state.startswith(part)), None)
    return Trouble.BUSY if str(error) == LOCKED else None


def has_room(folder: Path) -> bool:
    """Return whether that folder's disk has room for a hand; True where nobody can say."""
    try:
        return shutil.disk_usage(folder).free >= SMALLEST_ROOM
    except OSError:
        return True
