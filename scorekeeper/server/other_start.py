"""Only one `start` serves a folder at a time; a second one finds the address of the first."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from scorekeeper.backups.places import write_whole
from scorekeeper.server.instances import lock_alone

LOCK_FILE: Final = "start.lock"
PAGE_FILE: Final = "start.txt"
NAP_SECONDS: Final = 0.05


class AlreadyStartedError(Exception):
    """Raised with the home page of the program that serves the folder, empty if unknown."""

    def __init__(self, page: str) -> None:
        super().__init__(page)
        self.page = page


@contextmanager
def only_start(folder: Path, page: str) -> Iterator[None]:
    """Register this program as serving the folder at `page`; raises AlreadyStartedError."""
    note = folder / PAGE_FILE
    try:
        lock = lock_alone(folder, LOCK_FILE)
    except BlockingIOError:
        raise AlreadyStartedError(_page_in(note)) from None
    if lock is None:
        # The note cannot be locked: serve without one.
        yield
        return
    try:
        # A full disk must not prevent serving; the pages report it.
        with suppress(OSError):
            write_whole(note, page)
        yield
    finally:
        with suppress(OSError):
            note.unlink()
        os.close(lock)


def _page_in(note: Path) -> str:
    """Return the address in the other program's note, which may be just being written."""
    for _try in range(20):
        with suppress(OSError):
            return note.read_text("utf-8")
        time.sleep(NAP_SECONDS)
    return ""
