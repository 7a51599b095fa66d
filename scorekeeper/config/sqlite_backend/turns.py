"""Turns at writing one database file: first come, first served, within and between processes.

SQLite's own busy handler sleeps and tries again, so under load the unlucky wait a second and more.
Here threads queue for a turn, and processes queue through a lock file where the system has one.
"""

import itertools
import os
import sys
import threading
import time
from collections import deque
from pathlib import Path
from typing import Final, Self

if sys.platform != "win32":
    import fcntl

# Two bytes of the lock file. A process waits for the doorstep first and keeps it until it is
# inside, so one with many writers cannot slip in again before another one that already waits.
DOORSTEP: Final = 0
INSIDE: Final = 1
SHORTEST_NAP: Final = 0.0005
LONGEST_NAP: Final = 0.004


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
            if self._holder == turn.number:
                self._unlock_processes()
                self._holder = self._holder_thread = 0
            elif turn in self._waiting:
                self._waiting.remove(turn)
            self._call_next()

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
