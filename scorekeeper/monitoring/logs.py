"""The log in the data folder: one line a failure, with the number that its page shows.

    2026-11-22 21:47:03+01:00 ERROR django.request: 483-217 disk_full POST /games/12/pass/ …

Programming errors are followed by a traceback, indented, each line with the number. The files are
limited in size, readable by their owner only, and written by any number of processes.
"""

import errno
import hashlib
import json
import logging
import os
import re
import secrets
import shutil
import sqlite3
import time
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest


class FailureKind(StrEnum):
    """Why something failed."""

    MISTAKE = "mistake"
    """A programming error."""
    DISK_FULL = "disk_full"
    """There is no room for what is to be stored."""
    NOT_WRITABLE = "not_writable"
    """The data cannot be read or written: permissions, a broken disk, no database connection."""
    BUSY = "busy"
    """Another process has held the write lock for too long."""

    @property
    def status(self) -> HTTPStatus:
        return STATUSES[self]


STATUSES: Final = {
    FailureKind.MISTAKE: HTTPStatus.INTERNAL_SERVER_ERROR,
    FailureKind.DISK_FULL: HTTPStatus.INSUFFICIENT_STORAGE,
    FailureKind.NOT_WRITABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    FailureKind.BUSY: HTTPStatus.SERVICE_UNAVAILABLE,
}

# Windows has its own numbers for some of these, which Python translates.
SYSTEM: Final = {
    errno.ENOSPC: FailureKind.DISK_FULL,
    errno.EROFS: FailureKind.NOT_WRITABLE,
    errno.EIO: FailureKind.NOT_WRITABLE,
    **({errno.EDQUOT: FailureKind.DISK_FULL} if hasattr(errno, "EDQUOT") else {}),
}
SQLITE: Final = {
    sqlite3.SQLITE_FULL: FailureKind.DISK_FULL,
    sqlite3.SQLITE_READONLY: FailureKind.NOT_WRITABLE,
    sqlite3.SQLITE_IOERR: FailureKind.NOT_WRITABLE,
    sqlite3.SQLITE_CANTOPEN: FailureKind.NOT_WRITABLE,
    sqlite3.SQLITE_BUSY: FailureKind.BUSY,
}
# By class and by code: https://www.postgresql.org/docs/current/errcodes-appendix.html
POSTGRESQL: Final = {
    "53100": FailureKind.DISK_FULL,
    "58030": FailureKind.NOT_WRITABLE,
    "25006": FailureKind.NOT_WRITABLE,
    "57P": FailureKind.NOT_WRITABLE,
    "08": FailureKind.NOT_WRITABLE,
    "55P03": FailureKind.BUSY,
}
LOCKED: Final = "database is locked"
"""SQLite's message for a writer that waited too long."""

SMALLEST_ROOM: Final = 256 * 1024
"""Bytes without which no hand can be written: a page of each table, and the database's log."""


def failure_kind(error: BaseException | None) -> FailureKind:
    """Return the kind of failure that an exception means; MISTAKE if it is unknown."""
    for cause in _causes(error):
        if trouble := _named(cause):
            return trouble
    return FailureKind.MISTAKE


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception and its causes: Django wraps database errors."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _named(error: BaseException) -> FailureKind | None:
    if isinstance(error, sqlite3.Error):
        # The upper bits hold details that are not needed.
        code = getattr(error, "sqlite_errorcode", None) or 0
        trouble = SQLITE.get(code & 0xFF)
        if trouble is FailureKind.NOT_WRITABLE and not has_room(Path(settings.DATA_DIR)):
            # Without room for its index, SQLite reports errors of reading, writing and opening.
            return FailureKind.DISK_FULL
        return trouble
    if isinstance(error, OSError):
        return SYSTEM.get(error.errno or 0)
    if state := getattr(error, "sqlstate", None):
        return next((POSTGRESQL[part] for part in POSTGRESQL if state.startswith(part)), None)
    return FailureKind.BUSY if str(error) == LOCKED else None


def has_room(folder: Path) -> bool:
    """Return whether that folder's disk has room for a hand; True if unknown."""
    try:
        return shutil.disk_usage(folder).free >= SMALLEST_ROOM
    except OSError:
        return True


LARGEST: Final = 1_000_000
"""Bytes after which a new file is started."""
FILES: Final = 5
FOREVER: Final = 4 * LARGEST
"""Bytes after which logging stops if no new file can be started."""
MOST_WAITING: Final = 100
OWNER_ONLY: Final = 0o600
STALE_SECONDS: Final = 60.0

# Without O_BINARY, Windows would write each line end as two characters.
WRITING: Final = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)


class LogFileHandler(logging.Handler):
    """Appends each record to the file `settings.LOG_FILE`.

    The file is opened for each record, of which there are few, so that any process can rotate it,
    on Windows too. A record is written in one call, so that those of several processes do not mix.
    Records that cannot be written, as on a full disk, wait for the next one; logging never fails.
    """

    def __init__(self) -> None:
        """Create no file yet: commands that log nothing leave none behind."""
        super().__init__()
        self.waiting: deque[str] = deque(maxlen=MOST_WAITING)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, after those that are waiting."""
        try:
            self.waiting.append(self.format(record))
        except Exception:
            self.handleError(record)
            return
        self.flush()

    def flush(self) -> None:
        """Write the waiting records, if possible; also called at exit."""
        with self.lock or nullcontext(), suppress(OSError):
            path = Path(settings.LOG_FILE)
            _begin_anew(path)
            while self.waiting:
                _append(path, self.waiting[0])
                self.waiting.popleft()


def waiting_lines() -> list[str]:
    """Return the lines that this process could not write so far."""
    handlers = [h for h in logging.getLogger().handlers if isinstance(h, LogFileHandler)]
    return [text for handler in handlers for text in list(handler.waiting)]


def log_files() -> list[Path]:
    """Return the paths of the log files, the newest first."""
    path = Path(settings.LOG_FILE)
    return [path, *(_older(path, number) for number in range(1, FILES))]


def _older(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.{number}")


def _append(path: Path, text: str) -> None:
    content = f"{text}\n".encode(errors="replace")
    try:
        descriptor = os.open(path, WRITING, OWNER_ONLY)
    except FileNotFoundError:
        # Do not create the data folder: if it was moved away, records wait until it is back.
        path.parent.mkdir(mode=0o700, exist_ok=True)
        descriptor = os.open(path, WRITING, OWNER_ONLY)
    try:
        size = os.lseek(descriptor, 0, os.SEEK_END)
        if size > FOREVER:
            return
        if size and _is_torn(descriptor):
            content = b"\n" + content
        if os.write(descriptor, content) < len(content):
            raise OSError("the line is torn")
    finally:
        os.close(descriptor)


def _is_torn(descriptor: int) -> bool:
    """Return whether the last line was cut off by a full disk.

    A line that another process is writing looks the same, but only for a moment.
    """
    for wait in (0, 0.001, 0.01, 0.1):
        time.sleep(wait)
        os.lseek(descriptor, -1, os.SEEK_END)
        if os.read(descriptor, 1) == b"\n":
            return False
    return True


def _begin_anew(path: Path) -> None:
    """Rotate the files once the current one is large enough."""
    if not _is_large(path):
        return
    with suppress(OSError), _alone(path.with_name(f"{path.name}.lock")):
        # Another process may have rotated them just now.
        if _is_large(path):
            for number in range(FILES - 1, 1, -1):
                with suppress(FileNotFoundError):
                    _older(path, number - 1).replace(_older(path, number))
            path.replace(_older(path, 1))


def _is_large(path: Path) -> bool:
    try:
        return path.stat().st_size >= LARGEST
    except OSError:
        return False


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Hold a lock file, which works on every system; raises FileExistsError if it is held."""
    with suppress(OSError):
        # Whoever held it for so long was killed.
        if time.time() - lock.stat().st_mtime > STALE_SECONDS:
            lock.unlink()
    os.close(os.open(lock, os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()


HIDDEN: Final = "…"
MOST_NUMBERS: Final = 1_000_000
LONGEST: Final = 500
"""The maximum length of a line's message; names can be of any length."""

# Codes of tables and evenings have 22 letters, sign-in links and sessions 32: see `new_token` and
# `create_sign_in_link`. In an address, anything that long may be a mistyped one.
CODE = re.compile(
    r"(?<=/)[\w-]{20,}(?=[/?#\s]|$)"
    r"|(?<![\w-])(?=[a-z\d_-]*[A-Z\d])(?=[A-Z\d_-]*[a-z])[\w-]{22}(?:[\w-]{10})?(?![\w-])",
    re.ASCII,
)


def new_number() -> str:
    """Return a number for a failure that is easy to read out on the phone: "483-217"."""
    return number_of(secrets.randbelow(MOST_NUMBERS))


def number_of(digest: int) -> str:
    digits = f"{digest % MOST_NUMBERS:06}"
    return f"{digits[:3]}-{digits[3:]}"


def failure_number(request: HttpRequest) -> str:
    """Return the number of failures in this request: the page and the log line show the same."""
    number: str = getattr(request, "failure_number", "") or new_number()
    request.failure_number = number  # type: ignore[attr-defined]
    return number


def hide_codes(text: str) -> str:
    """Return a text without codes that open tables, evenings and accounts."""
    return CODE.sub(HIDDEN, text)


def clean(text: str) -> str:
    """Return a text as one line, without codes and control characters."""
    shown = hide_codes(text[: 2 * LONGEST])[:LONGEST]
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in shown
    )


def place_of(request: HttpRequest) -> str:
    """Return the request's method and path, as in "POST /games/12/hands/new/", without its data."""
    return f"{request.method} {clean(request.path)}"


class OnlyFailures(logging.Filter):
    """Passes only exceptions: a 503 of `/healthz`, for example, is not a failure."""

    def filter(self, record: logging.LogRecord) -> bool:
        return bool(record.exc_info)


class LineFormatter(logging.Formatter):
    """Formats a record as one line; a failure with its number, its kind and its place."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, followed by a traceback for a programming error."""
        at = datetime.fromtimestamp(record.created).astimezone()
        head = f"{at.isoformat(sep=' ', timespec='seconds')} {record.levelname} {record.name}:"
        error = failed(record)
        if error is None:
            return f"{head} {clean(record.getMessage())}"
        number, trouble = number_of_record(record), failure_kind(error)
        said = clean(f"{type(error).__name__}: {error}")
        line = f"{head} {number} {trouble.value} {_place(record)} {said}"
        if trouble is not FailureKind.MISTAKE:
            # For other failures a traceback is of no use.
            return line
        traced = "".join(traceback.format_exception(error)).splitlines()
        return "\n".join([line, *(f"    {number} {clean(text)}" for text in traced)])


def failed(record: logging.LogRecord) -> BaseException | None:
    """Return the exception of a record, None for a message or a bad request."""
    is_failure = record.levelno >= logging.ERROR and not record.name.startswith("django.security")
    return record.exc_info[1] if is_failure and record.exc_info else None


def request_of(record: logging.LogRecord) -> HttpRequest | None:
    request = getattr(record, "request", None)
    return request if isinstance(request, HttpRequest) else None


def number_of_record(record: logging.LogRecord) -> str:
    """Return the number of a failure, the same for every handler."""
    if request := request_of(record):
        return failure_number(request)
    number: str = getattr(record, "failure_number", "") or new_number()
    record.failure_number = number
    return number


def _place(record: logging.LogRecord) -> str:
    """Return where it failed: an address, or the task in the program."""
    request = request_of(record)
    return place_of(request) if request else f"- {clean(record.getMessage())} -"


GIVEN: Final = re.compile(r"[\w.:-]{1,64}", re.ASCII)

logger = logging.getLogger("scorekeeper.requests")


@dataclass(frozen=True, slots=True)
class Answering:
    """The request's number, as the failure page shows it, and the one given by the proxy."""

    number: str
    given: str = ""


_current: ContextVar[Answering | None] = ContextVar("answering", default=None)


def current() -> Answering | None:
    return _current.get()


@contextmanager
def answering(request: HttpRequest, given: str) -> Iterator[Answering]:
    """Give the request its number, derived from a trusted proxy's request id, if there is one.

    So a number from a page leads to the proxy's log lines too.
    """
    known = given if GIVEN.fullmatch(given) else ""
    if known:
        digest = int.from_bytes(hashlib.sha256(known.encode()).digest()[:8])
        request.failure_number = number_of(digest)  # type: ignore[attr-defined]
    answer = Answering(failure_number(request), known)
    token = _current.set(answer)
    try:
        yield answer
    finally:
        _current.reset(token)


def note_answer(request: HttpRequest, *, status: int, seconds: float) -> None:
    """Log a response, if requests are logged."""
    fields = {"request": request, "status": status, "milliseconds": round(seconds * 1000)}
    logger.info("answered", extra=fields)


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON, as free of secrets as the log file."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; unknown values are left out."""
        fields: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": clean(record.getMessage()),
        }
        if answering := current():
            fields |= {"number": answering.number, "request": answering.given}
        if request := request_of(record):
            fields |= {"method": request.method, "path": clean(request.path)}
        fields |= {name: getattr(record, name, "") for name in ("status", "milliseconds")}
        if error := failed(record):
            fields |= {
                "number": number_of_record(record),
                "trouble": failure_kind(error).value,
                "error": clean(f"{type(error).__name__}: {error}"),
                "trace": [
                    clean(line)
                    for text in traceback.format_exception(error)
                    for line in text.splitlines()
                ],
            }
        known = {name: value for name, value in fields.items() if value != ""}
        return json.dumps(known, ensure_ascii=False)
