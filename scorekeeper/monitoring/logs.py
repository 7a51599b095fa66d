"""The log in the data folder: one line a failure, with the number that its page shows.

    2026-11-22 21:47:03+01:00 ERROR django.request: 483-217 disk_full POST /games/12/pass/ …

A traceback follows where the program is wrong, indented, each line with the number. The files are
bounded in size, readable by their owner alone, and written by any number of processes.
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
    FailureKind.MISTAKE: HTTPStatus.INTERNAL_SERVER_ERROR,
    FailureKind.DISK_FULL: HTTPStatus.INSUFFICIENT_STORAGE,
    FailureKind.NOT_WRITABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    FailureKind.BUSY: HTTPStatus.SERVICE_UNAVAILABLE,
}

# Windows names some of them by numbers of its own, which Python translates.
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
"""What a writer raises whose turn never came, in the words of SQLite."""

SMALLEST_ROOM: Final = 256 * 1024
"""Bytes without which no hand can be written: a page of each table, and the log of the database."""


def failure_kind(error: BaseException | None) -> FailureKind:
    """Return what kind of trouble an exception comes from; what is not known is a mistake."""
    for cause in _causes(error):
        if trouble := _named(cause):
            return trouble
    return FailureKind.MISTAKE


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception and those that it came from: Django wraps those of databases."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _named(error: BaseException) -> FailureKind | None:
    if isinstance(error, sqlite3.Error):
        # The upper bits say more than is of use here.
        code = getattr(error, "sqlite_errorcode", None) or 0
        trouble = SQLITE.get(code & 0xFF)
        if trouble is FailureKind.NOT_WRITABLE and not has_room(Path(settings.DATA_DIR)):
            # Where no room is left for its index, SQLite speaks of reading, writing and opening.
            return FailureKind.DISK_FULL
        return trouble
    if isinstance(error, OSError):
        return SYSTEM.get(error.errno or 0)
    if state := getattr(error, "sqlstate", None):
        return next((POSTGRESQL[part] for part in POSTGRESQL if state.startswith(part)), None)
    return FailureKind.BUSY if str(error) == LOCKED else None


def has_room(folder: Path) -> bool:
    """Return whether that folder's disk has room for a hand; True where nobody can say."""
    try:
        return shutil.disk_usage(folder).free >= SMALLEST_ROOM
    except OSError:
        return True


LARGEST: Final = 1_000_000
"""Bytes after which a new file is begun."""
FILES: Final = 5
FOREVER: Final = 4 * LARGEST
"""Bytes after which nothing is written any more, where no new file can be begun."""
MOST_WAITING: Final = 100
OWNER_ONLY: Final = 0o600
STALE_SECONDS: Final = 60.0

# Windows would write every line's end as two letters.
WRITING: Final = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)


class LogFileHandler(logging.Handler):
    """Appends each record to the file `settings.LOG_FILE`.

    The file is opened for each record, of which there are few: it can be renamed at any time by
    whichever process finds it too large, on Windows too. A record is written at once, so those of
    several processes do not mix. What cannot be written, as on a full disk, waits here for the
    next record; logging never fails.
    """

    def __init__(self) -> None:
        """Write nothing yet: commands that report nothing leave no file behind."""
        super().__init__()
        self.waiting: deque[str] = deque(maxlen=MOST_WAITING)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, after those that wait."""
        try:
            self.waiting.append(self.format(record))
        except Exception:
            self.handleError(record)
            return
        self.flush()

    def flush(self) -> None:
        """Write what waits, if it can be written by now; the end of the program asks for it too."""
        with self.lock or nullcontext(), suppress(OSError):
            path = Path(settings.LOG_FILE)
            _begin_anew(path)
            while self.waiting:
                _append(path, self.waiting[0])
                self.waiting.popleft()


def waiting_lines() -> list[str]:
    """Return what this process could not write so far."""
    handlers = [h for h in logging.getLogger().handlers if isinstance(h, LogFileHandler)]
    return [text for handler in handlers for text in list(handler.waiting)]


def log_files() -> list[Path]:
    """Return where the log lies, the newest file first."""
    path = Path(settings.LOG_FILE)
    return [path, *(_older(path, number) for number in range(1, FILES))]


def _older(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.{number}")


def _append(path: Path, text: str) -> None:
    content = f"{text}\n".encode(errors="replace")
    try:
        descriptor = os.open(path, WRITING, OWNER_ONLY)
    except FileNotFoundError:
        # Not the data's own folder: where that was moved away, lines wait until it is back.
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
    """Return whether a disk that was full tore the last line.

    A line that another process is writing looks like it too, but only for a moment.
    """
    for wait in (0, 0.001, 0.01, 0.1):
        time.sleep(wait)
        os.lseek(descriptor, -1, os.SEEK_END)
        if os.read(descriptor, 1) == b"\n":
            return False
    return True


def _begin_anew(path: Path) -> None:
    """Put a file that is large enough aside, and let the oldest one go."""
    if not _is_large(path):
        return
    with suppress(OSError), _alone(path.with_name(f"{path.name}.lock")):
        # Another process may have done it a moment ago.
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
    """Hold a lock that every system knows; raises FileExistsError while another one holds it."""
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
"""Letters of what one line says; a name can be as long as somebody likes."""

# Codes of tables and evenings have 22 letters, sign-in links and sessions 32: see `new_token` and
# `create_sign_in_link`. In an address, whatever is that long may be one that was mistyped.
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
    """Return the number of what fails in this request: its page and its line have the same."""
    number: str = getattr(request, "failure_number", "") or new_number()
    request.failure_number = number  # type: ignore[attr-defined]
    return number


def hide_codes(text: str) -> str:
    """Return a text without the codes that open tables, evenings and accounts."""
    return CODE.sub(HIDDEN, text)


def clean(text: str) -> str:
    """Return a text as one line in which nothing can hide: no codes, no control characters."""
    shown = hide_codes(text[: 2 * LONGEST])[:LONGEST]
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in shown
    )


def place_of(request: HttpRequest) -> str:
    """Return what was asked for: "POST /games/12/hands/new/", nothing of what was sent."""
    return f"{request.method} {clean(request.path)}"


class OnlyFailures(logging.Filter):
    """Lets nothing through but exceptions: an answer such as that of `/healthz` is no news."""

    def filter(self, record: logging.LogRecord) -> bool:
        return bool(record.exc_info)


class LineFormatter(logging.Formatter):
    """Writes a record as one line; a failure also with its number, its kind and its place."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and below it the traceback of a mistake."""
        at = datetime.fromtimestamp(record.created).astimezone()
        head = f"{at.isoformat(sep=' ', timespec='seconds')} {record.levelname} {record.name}:"
        error = failed(record)
        if error is None:
            return f"{head} {clean(record.getMessage())}"
        number, trouble = number_of_record(record), failure_kind(error)
        said = clean(f"{type(error).__name__}: {error}")
        line = f"{head} {number} {trouble.value} {_place(record)} {said}"
        if trouble is not FailureKind.MISTAKE:
            # How it came about helps nobody to make room.
            return line
        traced = "".join(traceback.format_exception(error)).splitlines()
        return "\n".join([line, *(f"    {number} {clean(text)}" for text in traced)])


def failed(record: logging.LogRecord) -> BaseException | None:
    """Return what failed, None where a record only tells of something, or of a bad request."""
    is_failure = record.levelno >= logging.ERROR and not record.name.startswith("django.security")
    return record.exc_info[1] if is_failure and record.exc_info else None


def request_of(record: logging.LogRecord) -> HttpRequest | None:
    request = getattr(record, "request", None)
    return request if isinstance(request, HttpRequest) else None


def number_of_record(record: logging.LogRecord) -> str:
    """Return the number of a failure, the same in every place where the record is written."""
    if request := request_of(record):
        return failure_number(request)
    number: str = getattr(record, "failure_number", "") or new_number()
    record.failure_number = number
    return number


def _place(record: logging.LogRecord) -> str:
    """Return where it failed: an address, or else what the program itself was doing."""
    request = request_of(record)
    return place_of(request) if request else f"- {clean(record.getMessage())} -"


GIVEN: Final = re.compile(r"[\w.:-]{1,64}", re.ASCII)

logger = logging.getLogger("scorekeeper.requests")


@dataclass(frozen=True, slots=True)
class Answering:
    """The request's number, as the page of a failure shows it, and the one that the proxy gave."""

    number: str
    given: str = ""


_current: ContextVar[Answering | None] = ContextVar("answering", default=None)


def current() -> Answering | None:
    return _current.get()


@contextmanager
def answering(request: HttpRequest, given: str) -> Iterator[Answering]:
    """Give the request its number, which follows from what a trusted proxy calls it, if it does.

    So whoever has the number from a page finds the proxy's lines too.
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
    """Tell of a request that was answered, where requests are told of at all."""
    said = {"request": request, "status": status, "milliseconds": round(seconds * 1000)}
    logger.info("answered", extra=said)


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON; nothing in it is secret, as in the log of the folder."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line: what is not known is not in it."""
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
