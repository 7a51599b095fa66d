"""Elects one of a club's server processes to run the background tasks."""

import logging
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import Error, connection

from scorekeeper.server.duties import Duties, Duty
from scorekeeper.server.instances import lock_for_duties

logger = logging.getLogger(__name__)

POSTGRESQL_LOCK: Final = 0x62656C6F7465_64
"""An arbitrary number for the advisory lock: "beloted" in bytes."""
LOOK_SECONDS: Final = 15.0

Elects = Callable[[], bool]
"""Returns whether this process still is the leader."""


class Elected:
    """Runs the background tasks while this process is the leader."""

    def __init__(self, duties: Sequence[Duty], *, seconds: float = LOOK_SECONDS) -> None:
        """Prepare; nothing runs before `start`."""
        self._duties = duties
        self._seconds = seconds
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="duties", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Start no more tasks, wait for the running ones, and release the leadership."""
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                with _election() as is_still_elected:
                    if is_still_elected():
                        self._serve(is_still_elected)
            except Exception:
                # The database may be unreachable: try again.
                logger.exception("duties failed")
            self._end.wait(self._seconds)

    def _serve(self, is_still_elected: Elects) -> None:
        duties = Duties(self._duties)
        duties.start()
        try:
            while not self._end.wait(self._seconds) and is_still_elected():
                pass
        finally:
            duties.stop()


@contextmanager
def _election() -> Iterator[Elects]:
    """Compete for leadership among all processes on this database or data folder."""
    with _in_database() if connection.vendor == "postgresql" else _in_folder() as is_elected:
        yield is_elected


@contextmanager
def _in_folder() -> Iterator[Elects]:
    lock = lock_for_duties(Path(settings.DATA_DIR))
    try:
        yield lambda: lock is not None
    finally:
        if lock is not None:
            os.close(lock)


@contextmanager
def _in_database() -> Iterator[Elects]:
    """Hold an advisory lock on a separate connection; the server releases it when that closes."""
    own = connection.copy()

    def is_held() -> bool:
        try:
            with own.cursor() as cursor:
                # The holder acquires it once more; on a new connection after a loss it may fail.
                cursor.execute("SELECT pg_try_advisory_lock(%s)", [POSTGRESQL_LOCK])
                return bool(cursor.fetchone()[0])
        except Error:
            own.close()
            return False

    try:
        yield is_held
    finally:
        own.close()
