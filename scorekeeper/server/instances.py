"""Locks of processes on one data folder: serving, preparing, restoring.

A lock of the operating system ends with its process; a file with a process number would outlive a
killed program.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Final

from django.db import connection
from django.utils.translation import gettext as _

from scorekeeper.server import stopping
from scorekeeper.server.errors import StartProblemError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PREPARING_FILE: Final = "preparing.lock"
POSTGRESQL_LOCK: Final = 0x62656C6F7465
"""An arbitrary number for the advisory lock: "belote" in bytes."""

PATIENCE_SECONDS: Final = 300.0
"""Migrating a big club's database on an old laptop takes minutes."""

NAP_SECONDS: Final = 0.05


@contextmanager
def one_at_a_time(*folders: Path, patience: float = PATIENCE_SECONDS) -> Iterator[None]:
    """Lock the preparation of `folders`, and of the database if several machines share it.

    Raise StartProblemError if the lock is not free in time, StopAskedError if asked to stop.
    """
    with ExitStack() as held:
        for folder in sorted(set(folders)):
            held.enter_context(alone_in(folder, patience))
        if connection.vendor == "postgresql":
            held.enter_context(_locked_postgresql(patience))
        yield


@contextmanager
def alone_in(folder: Path, patience: float = PATIENCE_SECONDS) -> Iterator[None]:
    """Lock the preparation of that folder; raises the errors of `one_at_a_time`."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / PREPARING_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _wait_for(lambda: _lock(descriptor), folder, patience)
        # Closing the file releases the lock, and so does the end of a killed process.
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        # Some network drives have no locks: a second program there cannot be detected.
        return True
    return True


@contextmanager
def _locked_postgresql(patience: float) -> Iterator[None]:
    def lock() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [POSTGRESQL_LOCK])
            return bool(cursor.fetchone()[0])

    _wait_for(lock, str(connection.settings_dict["NAME"]), patience)
    try:
        yield
    finally:
        # A closed connection has released it already.
        if connection.connection is not None:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [POSTGRESQL_LOCK])


def _wait_for(is_had: Callable[[], bool], place: Path | str, patience: float) -> None:
    deadline = time.monotonic() + patience
    while not is_had():
        stopping.check()
        if time.monotonic() > deadline:
            raise StartProblemError(
                _("Another program is still preparing %(place)s: wait until it is done.")
                % {"place": place}
            )
        time.sleep(NAP_SECONDS)


RUNNING_FILE: Final = "running.lock"
DUTIES_FILE: Final = "duties.lock"
PLACES: Final = 64
"""On Windows, which has no shared locks, the number of programs that may serve one folder."""


class _Served:
    count = 0


@contextmanager
def serving(folder: Path) -> Iterator[None]:
    """Register this process as serving; raises StartProblemError while a backup is restored."""
    refusal = _("A copy is being restored in %(folder)s: start again when that is done.")
    # A local reference: at exit, module globals may be gone before this lock is released.
    served = _Served
    with _locked(folder, _lock_shared, refusal):
        served.count += 1
        try:
            yield
        finally:
            served.count -= 1


def is_serving() -> bool:
    """Return whether this process serves a club whose data existed when it started."""
    return _Served.count > 0


def nobody_serving(folder: Path) -> AbstractContextManager[None]:
    """Prevent serving the folder; raises StartProblemError if a process is serving it."""
    refusal = _("The program is running on %(folder)s: stop it with Ctrl-C first.")
    return _locked(folder, _lock_alone, refusal)


@contextmanager
def _locked(folder: Path, is_had: Callable[[int], bool], refusal: str) -> Iterator[None]:
    lock = _open(folder)
    try:
        if lock is not None and not is_had(lock):
            raise StartProblemError(refusal % {"folder": folder})
        yield
    finally:
        if lock is not None:
            os.close(lock)


def serve_until_the_end(folder: Path) -> None:
    """Register this process as serving the folder until it exits, under any server."""
    held = serving(folder)
    held.__enter__()
    _held.append(held)


_held: list[object] = []


def lock_for_duties(folder: Path) -> int | None:
    """Return a file that holds the background tasks until closed; None if they are taken."""
    try:
        return lock_alone(folder, DUTIES_FILE)
    except BlockingIOError:
        return None


def lock_alone(folder: Path, name: str) -> int | None:
    """Return a lock file whose closing releases the lock, None if the folder is not writable.

    Raises BlockingIOError if another process holds it.
    """
    lock = _open(folder, name)
    if lock is not None and not _lock_alone(lock):
        os.close(lock)
        raise BlockingIOError
    return lock


def _open(folder: Path, name: str = RUNNING_FILE) -> int | None:
    """Return the lock file, None if the folder is not writable."""
    try:
        return os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return None


if sys.platform == "win32":

    def _lock_shared(lock: int) -> bool:
        return any(_lock_place(lock, place) for place in range(PLACES))

    def _lock_alone(lock: int) -> bool:
        return all(_lock_place(lock, place) for place in range(PLACES))

    def _lock_place(lock: int, place: int) -> bool:
        os.lseek(lock, place, os.SEEK_SET)
        try:
            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _lock_shared(lock: int) -> bool:
        return _lock_file(lock, fcntl.LOCK_SH)

    def _lock_alone(lock: int) -> bool:
        return _lock_file(lock, fcntl.LOCK_EX)

    def _lock_file(lock: int, kind: int) -> bool:
        try:
            fcntl.flock(lock, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # Some network drives have no locks: their users have to take care themselves.
            return True
        return True
