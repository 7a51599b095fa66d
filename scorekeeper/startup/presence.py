"""Who is at work in the data's folder: programs that serve it, or one that puts a copy back.

A lock of the system on a file, which ends with its process however that ends: a note of a number
would outlive a program that was killed.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _

from scorekeeper.startup.problems import StartProblemError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_FILE: Final = "running.lock"
DUTIES_FILE: Final = "duties.lock"
PLACES: Final = 64
"""On Windows, where a lock cannot be shared: so many programs may serve one folder."""


class _Served:
    count = 0


@contextmanager
def serving(folder: Path) -> Iterator[None]:
    """Say that this process serves it; raises StartProblemError while a copy is put back."""
    refusal = _("A copy is just being put back in %(folder)s: start again when that is done.")
    # Its own name for it: what a process holds until its end is given back without the module's.
    served = _Served
    with _locked(folder, _lock_shared, refusal):
        served.count += 1
        try:
            yield
        finally:
            served.count -= 1


def is_serving() -> bool:
    """Return whether this process serves a club, whose data were there when it began."""
    return _Served.count > 0


def nobody_serving(folder: Path) -> AbstractContextManager[None]:
    """Keep everybody from serving the folder; raises StartProblemError while somebody does."""
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
    """Say that this process serves the folder as long as it lives, under whatever server."""
    held = serving(folder)
    held.__enter__()
    _held.append(held)


_held: list[object] = []


def lock_for_duties(folder: Path) -> int | None:
    """Return a file that is closed to give the duties back; None while another process has them."""
    try:
        return lock_alone(folder, DUTIES_FILE)
    except BlockingIOError:
        return None


def lock_alone(folder: Path, name: str) -> int | None:
    """Return a lock file that is closed to give it back, None where the folder takes none.

    Raises BlockingIOError while another process has it.
    """
    lock = _open(folder, name)
    if lock is not None and not _lock_alone(lock):
        os.close(lock)
        raise BlockingIOError
    return lock


def _open(folder: Path, name: str = LOCK_FILE) -> int | None:
    """Return the lock file, None where the folder takes none: then it takes no data either."""
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
        return _lock(lock, fcntl.LOCK_SH)

    def _lock_alone(lock: int) -> bool:
        return _lock(lock, fcntl.LOCK_EX)

    def _lock(lock: int, kind: int) -> bool:
        try:
            fcntl.flock(lock, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # Some network drives know no locks: whoever uses them has to look.
            return True
        return True
