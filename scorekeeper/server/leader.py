"""One process of all that serve a club looks after what must be done once; another, if it ends."""

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
"""Any number that nobody else takes: "beloted" in bytes."""
LOOK_SECONDS: Final = 15.0

Elects = Callable[[], bool]
"""Asked whether this process is still the one."""


class Elected:
    """Does the duties as long as this process is the one that does them."""

    def __init__(self, duties: Sequence[Duty], *, seconds: float = LOOK_SECONDS) -> None:
        """Prepare; nothing is done before `start`."""
        self._duties = duties
        self._seconds = seconds
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._stand, name="duties", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Begin no duty any more, wait for those that are being done, let another one do them."""
        self._end.set()
        self._thread.join()

    def _stand(self) -> None:
        while not self._end.is_set():
            try:
                with _election() as is_still_elected:
                    if is_still_elected():
                        self._serve(is_still_elected)
            except Exception:
                # The database may be away: it is asked again.
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
    """Stand for election among all processes on this database, or on this folder's."""
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
    """Hold the lock on a connection of its own: the server takes it back when that ends."""
    own = connection.copy()

    def is_held() -> bool:
        try:
            with own.cursor() as cursor:
                # Had once more by whoever has it; a connection that was lost has nothing any more.
                cursor.execute("SELECT pg_try_advisory_lock(%s)", [POSTGRESQL_LOCK])
                return bool(cursor.fetchone()[0])
        except Error:
            own.close()
            return False

    try:
        yield is_held
    finally:
        own.close()
