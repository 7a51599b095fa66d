"""Changes to the primary's database, collected for standbys.

A read transaction is always open, so that SQLite does not restart its write-ahead log before it was
read. Changes are kept for a while: a standby that was away for a minute gets what it missed, one
that was away for longer copies everything.
"""

import hashlib
import logging
import os
import secrets
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.db import connection

from scorekeeper.standby.wal import LogPlace, LostTrackError, WrittenPages, read_log

logger = logging.getLogger(__name__)

KEPT_BYTES: Final = 32_000_000
AT_ONCE_BYTES: Final = 4_000_000
"""Writers wait while this much of the log is read; any excess is read before."""
PAGE_BYTES: Final = 4096
"""SQLite's default page size, for estimating the size of a frame."""
_JUST_NOW: Final = 100_000_000
LONG_LOG: Final = 1000
"""Frames after which the log is checkpointed, as by SQLite itself."""


Alone = Callable[[], AbstractContextManager[object]]


def turn_at_writing() -> AbstractContextManager[object]:
    """Return the lock under which this thread may write the program's database."""
    connection.ensure_connection()
    turn: AbstractContextManager[object] = connection.turn_for("UPDATE")  # type: ignore[attr-defined]
    return turn


@dataclass(frozen=True, slots=True)
class ChangeStep:
    """The changes between two looks; `witness` is a digest of the last row of each table."""

    number: int
    written: WrittenPages
    witness: str


@dataclass(frozen=True, slots=True)
class Since:
    """Everything that a standby lacks, up to the step `number`."""

    number: int
    written: WrittenPages
    witness: str


def witness_of(database: sqlite3.Connection) -> str:
    """Return a digest that changes with the last row of any table, such as a chained log's.

    Its cost does not depend on the amount of data, and each table's tree is read down to a leaf.
    """
    digest = hashlib.sha256()
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    for (name,) in tables.fetchall():
        row = database.execute(f'SELECT * FROM "{name}" ORDER BY rowid DESC LIMIT 1').fetchone()
        digest.update(repr((name, row)).encode())
    return digest.hexdigest()


class Changes:
    """The changes of one database; a `stream` is an uninterrupted sequence of steps."""

    def __init__(self, file: Path, alone: Alone = turn_at_writing) -> None:
        """Collect the changes of a file; nobody else writes while `alone` is held."""
        self._file = file
        self._alone = alone
        self._log = file.with_name(f"{file.name}-wal")
        self._lock = threading.RLock()
        self._open: sqlite3.Connection | None = None
        self._place = LogPlace()
        self._seen = (0, 0)
        self._steps: deque[ChangeStep] = deque()
        self._bytes = 0
        self.stream = ""
        self.number = 0

    @property
    def is_watched(self) -> bool:
        return self._open is not None

    def end(self) -> None:
        """Drop all changes and let SQLite manage its log again."""
        with self._lock:
            if self._open is not None:
                self._open.close()
            self._open, self.stream, self._seen = None, "", (0, 0)
            self._steps.clear()
            self._bytes = 0

    def look(self) -> int:
        """Collect the changes since the last look; return the number of the last step."""
        with self._lock:
            if self._open is None:
                return self.number
            try:
                self._gather()
            except LostTrackError:
                logger.warning("the log of the database began anew: second computers begin anew")
                self._begin_anew()
            return self.number

    def since(self, stream: str, number: int) -> Since | None:
        """Return the changes after a step, None if they are no longer known."""
        with self._lock:
            last = self.look()
            first = self._steps[0].number if self._steps else last + 1
            if not self.stream or stream != self.stream or not first - 1 <= number <= last:
                return None
            merged, witness = WrittenPages(), ""
            for step in self._steps:
                if step.number > number:
                    merged.pages |= step.written.pages
                    merged.page_bytes, merged.count = step.written.page_bytes, step.written.count
                    witness = step.witness
            return Since(last, merged, witness)

    def take_whole(self, target: Path) -> tuple[str, int]:
        """Copy the database page by page; return the stream and the step that continue it."""
        with closing(self._connect()) as source:
            with self._lock, self._alone():
                if self._open is None:
                    self._begin_anew()
                self.look()
                _hold(source)
                stream, number = self.stream, self.number
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            with closing(sqlite3.connect(target)) as copied:
                source.backup(copied)
        return stream, number

    def _connect(self) -> sqlite3.Connection:
        address = f"{self._file.absolute().as_uri()}?mode=rw"
        return sqlite3.connect(
            address, uri=True, isolation_level=None, timeout=5, check_same_thread=False
        )

    def _begin_anew(self) -> None:
        """Start a new stream: from here on no change is missed."""
        with self._alone():
            self.end()
            opened = self._connect()
            _hold(opened)
            _nothing, self._place = read_log(self._log, LogPlace())
            self._open, self.stream, self.number = opened, secrets.token_hex(8), 0

    def _gather(self) -> None:
        if self._log_is_as_it_was():
            return
        written = WrittenPages()
        if self._log_now()[0] - self._place.frames * PAGE_BYTES > AT_ONCE_BYTES:
            written, self._place = read_log(self._log, self._place)
        # Nobody is writing: the log is complete.
        with self._alone():
            self._seen = self._log_now()
            more, self._place = read_log(self._log, self._place)
            opened = self._hold_anew()
            if self._place.frames > LONG_LOG:
                opened = self._shorten_log()
        if more.pages:
            written.pages |= more.pages
            written.page_bytes, written.count = more.page_bytes, more.count
        if written.pages:
            self._keep(ChangeStep(self.number + 1, written, witness_of(opened)))

    def _log_now(self) -> tuple[int, int]:
        try:
            found = self._log.stat()
        except OSError:
            return 0, 0
        return found.st_size, found.st_mtime_ns

    def _log_is_as_it_was(self) -> bool:
        """Return whether nothing was written; a write in progress may look the same."""
        now = self._log_now()
        return now == self._seen and time.time_ns() - now[1] > _JUST_NOW

    def _shorten_log(self) -> sqlite3.Connection:
        """Checkpoint the log, all of which was read: the next writer restarts it."""
        with suppress(sqlite3.OperationalError), closing(self._connect()) as other:
            other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        # Readers of the database file itself do not prevent the log's restart.
        return self._hold_anew()

    def _hold_anew(self) -> sqlite3.Connection:
        """Open a new read transaction before closing the old one."""
        opened = self._connect()
        _hold(opened)
        before, self._open = self._open, opened
        if before is not None:
            before.close()
        return opened

    def _keep(self, step: ChangeStep) -> None:
        self.number = step.number
        self._steps.append(step)
        self._bytes += sum(map(len, step.written.pages.values()))
        while self._bytes > KEPT_BYTES and self._steps:
            gone = self._steps.popleft()
            self._bytes -= sum(map(len, gone.written.pages.values()))


def _hold(opened: sqlite3.Connection) -> None:
    opened.execute("BEGIN")
    opened.execute("SELECT count(*) FROM sqlite_master").fetchone()
