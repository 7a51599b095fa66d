"""A folder is served by one `start` at a time: another one finds out where the first one is."""

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
    """Raised with the first page of the program that serves the folder; empty: it says none."""

    def __init__(self, page: str) -> None:
        super().__init__(page)
        self.page = page


@contextmanager
def only_start(folder: Path, page: str) -> Iterator[None]:
    """Say that the folder is served at that page; raises AlreadyStartedError."""
    note = folder / PAGE_FILE
    try:
        lock = lock_alone(folder, LOCK_FILE)
    except BlockingIOError:
        raise AlreadyStartedError(_page_in(note)) from None
    if lock is None:
        # Nobody can say whose the note is: it serves without one.
        yield
        return
    try:
        # On a full disk it serves all the same, and says so on its pages.
        with suppress(OSError):
            write_whole(note, page)
        yield
    finally:
        with suppress(OSError):
            note.unlink()
        os.close(lock)


def _page_in(note: Path) -> str:
    """Return the page that the other one wrote down; it may be about to."""
    for _try in range(20):
        with suppress(OSError):
            return note.read_text("utf-8")
        time.sleep(NAP_SECONDS)
    return ""
