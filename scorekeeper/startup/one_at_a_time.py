"""One program at a time prepares the data, though several may be started on it at once."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from django.db import connection
from django.utils.translation import gettext as _

from scorekeeper.startup import stopping
from scorekeeper.startup.problems import StartProblemError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_FILE: Final = "preparing.lock"
POSTGRESQL_LOCK: Final = 0x62656C6F7465
"""Any number that nobody else takes: "belote" in bytes."""

PATIENCE_SECONDS: Final = 300.0
"""Bringing a big club's database up to date on an old laptop takes minutes."""

NAP_SECONDS: Final = 0.05


@contextmanager
def one_at_a_time(*folders: Path, patience: float = PATIENCE_SECONDS) -> Iterator[None]:
    """Hold off other programs that would prepare `folders`, or the database of several machines.

    Raise StartProblemError when another one is not done in time, StopAskedError when asked to stop.
    """
    with ExitStack() as held:
        for folder in sorted(set(folders)):
            held.enter_context(alone_in(folder, patience))
        if connection.vendor == "postgresql":
            held.enter_context(_locked_postgresql(patience))
        yield


@contextmanager
def alone_in(folder: Path, patience: float = PATIENCE_SECONDS) -> Iterator[None]:
    """Hold off other programs that would prepare that folder; raises what `one_at_a_time` does."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _wait_for(lambda: _lock(descriptor), folder, patience)
        # Closing the file gives the lock back, and so does the end of a program that was killed.
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
        # Some network drives know no locks: nothing can be done about a second program there.
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
        # A connection that was closed has given it back already.
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
