"""Django's SQLite backend, whose writers wait in a queue: named in `DATABASES["ENGINE"]`.

SQLite's own busy handler sleeps and tries again, so under load the unlucky wait a second and more.
Here the threads of a process write in the order in which they came; other processes wait by
SQLite's timeout. This is the one place that overrides private methods of Django, which has no
public hook for the beginning and the end of a transaction.
"""

import itertools
import os
import re
import sqlite3
import threading
from collections import deque
from collections.abc import Iterable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any, Final, Self, cast

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.features import DatabaseFeatures
from django.db.utils import OperationalError

from scorekeeper.server.instances import is_serving

DEFAULT_TIMEOUT: Final = 20.0
WRITING = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


class TurnTimeoutError(Exception):
    """The wait for a turn lasted longer than the caller allowed."""


_numbers = itertools.count(1)


class Turn:
    """The right to write, from `FairLock.enter` until `leave`."""

    def __init__(self, lock: "FairLock") -> None:
        self._lock = lock
        self.number = next(_numbers)
        self.thread = threading.get_ident()
        self.granted = threading.Event()

    def leave(self) -> None:
        """End the turn and let the next one in; a second call does nothing."""
        self._lock.end(self)

    def __del__(self) -> None:
        """End the turn of a connection that was dropped in the middle of a transaction."""
        self.leave()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.leave()


class FairLock:
    """A lock that goes to whoever has waited longest.

    A thread that already has its turn is let through again: two connections of one thread would
    otherwise wait for each other for ever (SQLite then reports the second writer as locked out).
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Start afresh, as a forked child must: it inherits no thread and no lock of its parent."""
        # Reentrant, because the garbage collector may end a dropped turn inside the guarded lines.
        self._mutex = threading.RLock()
        self._waiting: deque[Turn] = deque()
        # Numbers, not the turn itself: the lock must not keep a dropped turn alive.
        self._holder = 0
        self._holder_thread = 0

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def is_taken(self) -> bool:
        return self._holder != 0

    def enter(self, timeout: float) -> Turn:
        """Return a turn once it has come; raise TurnTimeoutError after `timeout` seconds."""
        turn = Turn(self)
        with self._mutex:
            if self.is_taken and self._holder_thread == turn.thread:
                return turn
            self._waiting.append(turn)
            self._call_next()
        try:
            if not turn.granted.wait(timeout):
                raise TurnTimeoutError
        except BaseException:
            turn.leave()
            raise
        return turn

    def end(self, turn: Turn) -> None:
        """End `turn`, whether it was granted or still waits, and call the next one."""
        with self._mutex:
            if self._holder == turn.number:
                self._holder = self._holder_thread = 0
            elif turn in self._waiting:
                self._waiting.remove(turn)
            self._call_next()

    def _call_next(self) -> None:
        if not self.is_taken and self._waiting:
            turn = self._waiting.popleft()
            self._holder, self._holder_thread = turn.number, turn.thread
            turn.granted.set()


_locks: dict[str, FairLock] = {}


def lock_for(database: str | os.PathLike[str]) -> FairLock:
    """Return the one lock of this process for the file `database`."""
    return _locks.setdefault(os.path.realpath(database), FairLock())


def _after_fork() -> None:
    for lock in _locks.values():
        lock.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class TurnCursor(base.SQLiteCursorWrapper):
    """A cursor whose writes outside a transaction take a turn of their own."""

    wrapper: "DatabaseWrapper"

    def execute(self, query: str, params: Any = None) -> Any:
        with self.wrapper.turn_for(query):
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Iterable[Any]) -> Any:
        with self.wrapper.turn_for(query):
            return super().executemany(query, param_list)


class Features(DatabaseFeatures):
    """SQLite's features: since 3.32 a statement takes 32 766 parameters; Django assumes 999."""

    max_query_params = 32_766 if sqlite3.sqlite_version_info >= (3, 32) else 999


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that takes its turn when a transaction begins and ends it with the transaction.

    The methods missing from the type stubs are private to Django, which has no public hook here.
    """

    features_class = Features

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turn: Turn | None = None
        self._found: tuple[object, FairLock | None] | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open the file, after creating a new club's folder if needed."""
        self._refuse_lost_file()
        name = str(self.settings_dict["NAME"])
        if not self.is_in_memory_db() and not name.startswith("file:"):
            # If that fails, SQLite reports that it cannot open the file.
            with suppress(OSError):
                Path(name).parent.mkdir(parents=True, exist_ok=True)
        return super().get_new_connection(conn_params)

    def _refuse_lost_file(self) -> None:
        """Refuse to create an empty database in place of one moved away from a running program.

        Writing through the open connections would go to the moved file.
        """
        name = str(self.settings_dict["NAME"])
        is_file = not self.is_in_memory_db() and not name.startswith("file:")
        if is_file and is_serving() and not os.path.exists(name):
            # SQLite's own message and error code, for handlers that explain them.
            lost = sqlite3.OperationalError("unable to open database file")
            lost.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise OperationalError(str(lost)) from lost

    def turn_for(self, query: str) -> "Turn | nullcontext[None]":
        """Return a turn for a `query` that writes outside a transaction, else a null context."""
        in_transaction = self._turn is not None or self.in_atomic_block
        if in_transaction or not WRITING.match(query):
            return nullcontext()
        return self._enter() or nullcontext()

    def create_cursor(self, name: str | None = None) -> TurnCursor:
        cursor = cast(TurnCursor, self.connection.cursor(factory=TurnCursor))
        cursor.wrapper = self
        return cursor

    def _start_transaction_under_autocommit(self) -> None:
        turn = self._enter()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            if turn is not None:
                turn.leave()
            raise
        self._turn = turn

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        # Only now: after a failed commit the transaction is still open, and a rollback follows.
        self._leave()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._leave()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._leave()

    def _lock(self) -> FairLock | None:
        name = self.settings_dict["NAME"]
        if self._found is None or self._found[0] != name:
            # A database in memory belongs to this process, and its threads share one connection.
            self._found = name, None if self.is_in_memory_db() else lock_for(name)
        return self._found[1]

    def _enter(self) -> Turn | None:
        lock = self._lock()
        if lock is None:
            return None
        self._refuse_lost_file()
        timeout = self.settings_dict["OPTIONS"].get("timeout", DEFAULT_TIMEOUT)
        try:
            return lock.enter(timeout)
        except TurnTimeoutError:
            # SQLite's own message, for code that looks for it.
            raise OperationalError("database is locked") from None

    def _leave(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.leave()
