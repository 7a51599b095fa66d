"""Django's SQLite backend, with a turn taken for every write: named in `DATABASES["ENGINE"]`.

Turns are first come, first served, within and between processes. SQLite's own busy handler sleeps
and tries again, so under load the unlucky wait a second and more. Here threads queue for a turn,
and processes queue through a lock file where the system has one.
"""

import itertools
import os
import re
import sqlite3
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, cast

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.features import DatabaseFeatures
from django.db.utils import OperationalError

from scorekeeper.startup.presence import is_serving

if sys.platform != "win32":
    import fcntl

DEFAULT_TIMEOUT: Final = 20.0
WRITING = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)

# Two bytes of the lock file. A process waits for the doorstep first and keeps it until it is
# inside, so one with many writers cannot slip in again before another one that already waits.
DOORSTEP: Final = 0
INSIDE: Final = 1
SHORTEST_NAP: Final = 0.0005
LONGEST_NAP: Final = 0.004

OTHERS_SEEN_AFTER: Final = 0.05
"""Seconds after which it is asked anew whether another process has written."""


class TurnTimeoutError(Exception):
    """The wait for a turn lasted longer than the caller allowed."""


_numbers = itertools.count(1)


class Turn:
    """The right to write, from `Gate.enter` until `leave`."""

    def __init__(self, gate: "Gate") -> None:
        self._gate = gate
        self.number = next(_numbers)
        self.thread = threading.get_ident()
        self.granted = threading.Event()

    def leave(self) -> None:
        """End the turn and let the next one in; a second call does nothing."""
        self._gate.end(self)

    def __del__(self) -> None:
        """End the turn of a connection that was dropped in the middle of a transaction."""
        self.leave()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.leave()


class SeenRows(NamedTuple):
    """What stands for all rows as a thread found them, after so many turns; up to when it holds."""

    turns: int = 0
    state: object = None
    until: float = 0.0


class Gate:
    """The queue before one database file.

    A thread that already has its turn is let through again: two connections of one thread would
    otherwise wait for each other for ever (SQLite then reports the second writer as locked out).
    """

    def __init__(self, lock_file: Path | None) -> None:
        self._lock_file = lock_file
        self.clear()

    def clear(self) -> None:
        """Start afresh, as a forked child must: it inherits no thread and no lock of its parent."""
        # Reentrant, because the garbage collector may end a dropped turn inside the guarded lines.
        self._mutex = threading.RLock()
        self._waiting: deque[Turn] = deque()
        # Numbers, not the turn itself: the gate must not keep a dropped turn alive.
        self._holder = 0
        self._holder_thread = 0
        self._descriptor: int | None = None
        self._turns_ended = 0
        self._asking = threading.Lock()
        self._seen = SeenRows()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def is_taken(self) -> bool:
        return self._holder != 0

    def enter(self, timeout: float) -> Turn:
        """Return a turn once it has come; raise TurnTimeoutError after `timeout` seconds."""
        deadline = time.monotonic() + timeout
        turn = Turn(self)
        with self._mutex:
            if self.is_taken and self._holder_thread == turn.thread:
                return turn
            self._waiting.append(turn)
            self._call_next()
        try:
            if not turn.granted.wait(timeout):
                raise TurnTimeoutError
            self._lock_processes(deadline)
        except BaseException:
            turn.leave()
            raise
        return turn

    def end(self, turn: Turn) -> None:
        """End `turn`, whether it was granted or still waits, and call the next one."""
        with self._mutex:
            self._turns_ended += 1
            if self._holder == turn.number:
                self._unlock_processes()
                self._holder = self._holder_thread = 0
            elif turn in self._waiting:
                self._waiting.remove(turn)
            self._call_next()

    def state_of_rows(self, is_as_before: Callable[[], bool]) -> object:
        """Return what is the same object as long as no row of the file changes.

        What this process writes counts at once, what another one writes a moment later: asking
        SQLite lets go of Python's lock, and a thread that did so for every question of a screen
        would wait for all others each time. `is_as_before` says whether the thread that asks finds
        all rows as it found them the last time.
        """
        seen, turns = self._seen, self._turns_ended
        is_known = seen.turns == turns
        if is_known and time.monotonic() < seen.until:
            return seen.state
        if not self._asking.acquire(blocking=not is_known):
            return seen.state  # another thread asks at this very moment
        try:
            # One after the other: an older finding must not take the place of a newer one.
            turns, until = self._turns_ended, time.monotonic() + OTHERS_SEEN_AFTER
            same = is_as_before() and self._seen.turns == turns
            self._seen = SeenRows(turns, self._seen.state if same else object(), until)
            return self._seen.state
        finally:
            self._asking.release()

    def _call_next(self) -> None:
        if not self.is_taken and self._waiting:
            turn = self._waiting.popleft()
            self._holder, self._holder_thread = turn.number, turn.thread
            turn.granted.set()

    def _lock_processes(self, deadline: float) -> None:
        if self._lock_file is None or sys.platform == "win32":
            return
        if self._descriptor is None:
            try:
                self._descriptor = os.open(self._lock_file, os.O_RDWR | os.O_CREAT, 0o666)
            except OSError:
                # A folder that takes no lock file takes no writing either: SQLite says so better.
                return
        self._lock_byte(DOORSTEP, deadline)
        try:
            self._lock_byte(INSIDE, deadline)
        finally:
            fcntl.lockf(self._descriptor, fcntl.LOCK_UN, 1, DOORSTEP)

    def _lock_byte(self, byte: int, deadline: float) -> None:
        if self._descriptor is None or sys.platform == "win32":
            return
        nap = SHORTEST_NAP
        while True:
            try:
                fcntl.lockf(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
            except (BlockingIOError, PermissionError):
                # Asked again rather than waited for in the system, which knows no time limit.
                if time.monotonic() + nap > deadline:
                    raise TurnTimeoutError from None
                time.sleep(nap)
                nap = min(2 * nap, LONGEST_NAP)
            except OSError:
                # Some network drives know no locks; the threads of this process still queue.
                return
            else:
                return

    def _unlock_processes(self) -> None:
        if self._descriptor is not None and sys.platform != "win32":
            fcntl.lockf(self._descriptor, fcntl.LOCK_UN, 1, INSIDE)


_gates: dict[str, Gate] = {}
_gates_mutex = threading.Lock()


def find_gate(database: str | os.PathLike[str]) -> Gate:
    """Return the one gate of this process for the file `database`."""
    path = os.path.realpath(database)
    # A name like "file:…?mode=ro" says nothing certain about where the file lies.
    is_path = not str(database).startswith("file:")
    with _gates_mutex:
        if path not in _gates:
            _gates[path] = Gate(Path(f"{path}-turns") if is_path else None)
        return _gates[path]


def _after_fork() -> None:
    global _gates_mutex  # noqa: PLW0603 - the parent's mutex may be held by a thread that is not here
    _gates_mutex = threading.Lock()
    for gate in _gates.values():
        gate.clear()


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
    """What SQLite can do: since 3.32 a statement takes 32 766 values; Django counts on 999."""

    max_query_params = 32_766 if sqlite3.sqlite_version_info >= (3, 32) else 999


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that takes its turn when a transaction begins and gives it back when it ends.

    The methods that the types do not know are Django's own; it offers no public hook here.
    """

    features_class = Features

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turn: Turn | None = None
        self._opened = object()
        self._counted: tuple[object, ...] = ()
        self._found: tuple[object, Gate | None] | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open the file; a new club's folder is made for it, whichever command comes first."""
        self._refuse_lost_file()
        name = str(self.settings_dict["NAME"])
        if not self.is_in_memory_db() and not name.startswith("file:"):
            # Where that cannot be, SQLite says that the file cannot be opened.
            with suppress(OSError):
                Path(name).parent.mkdir(parents=True, exist_ok=True)
        self._opened = object()
        return super().get_new_connection(conn_params)

    def _refuse_lost_file(self) -> None:
        """Make no empty database in the place of one that was moved away from a running program.

        A connection that is open would go on writing where nobody looks any more.
        """
        name = str(self.settings_dict["NAME"])
        is_file = not self.is_in_memory_db() and not name.startswith("file:")
        if is_file and is_serving() and not os.path.exists(name):
            # In the words of SQLite, and with its number, for whoever tells what it means.
            lost = sqlite3.OperationalError("unable to open database file")
            lost.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise OperationalError(str(lost)) from lost

    def turn_for(self, query: str) -> "Turn | nullcontext[None]":
        """Return a turn for a `query` that writes outside a transaction, else nothing."""
        in_transaction = self._turn is not None or self.in_atomic_block
        if in_transaction or not WRITING.match(query):
            return nullcontext()
        return self._enter() or nullcontext()

    def state_of_rows(self) -> object:
        """Return what is the same as long as no row of the database changes; None where it is open.

        What a transaction has changed may be taken back uncounted.
        """
        gate = None if self.in_atomic_block else self._gate()
        return gate.state_of_rows(self._is_as_before) if gate else None

    def _is_as_before(self) -> bool:
        """Return whether no row changed since this connection asked last.

        SQLite counts the changes of all others for each connection, which counts its own.
        """
        self.ensure_connection()
        stored = cast(sqlite3.Connection, self.connection)
        (others,) = stored.execute("PRAGMA data_version").fetchone()
        before, self._counted = self._counted, (self._opened, others, stored.total_changes)
        return before == self._counted

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
        # Only here: after a failed commit the transaction is still open, and a rollback follows.
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

    def _gate(self) -> Gate | None:
        name = self.settings_dict["NAME"]
        if self._found is None or self._found[0] != name:
            # A database in memory belongs to this process, and its threads share one connection.
            self._found = name, None if self.is_in_memory_db() else find_gate(name)
        return self._found[1]

    def _enter(self) -> Turn | None:
        gate = self._gate()
        if gate is None:
            return None
        self._refuse_lost_file()
        timeout = self.settings_dict["OPTIONS"].get("timeout", DEFAULT_TIMEOUT)
        try:
            return gate.enter(timeout)
        except TurnTimeoutError:
            # The words of SQLite itself, for whoever looks for them.
            raise OperationalError("database is locked") from None

    def _leave(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.leave()
