"""Background tasks while the program serves: backups, addresses, keeping the computer awake.

On a server with several processes one of them runs the tasks: see `leader`.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import connections

logger = logging.getLogger(__name__)

PATIENCE_SECONDS: Final = 20.0
"""How long stopping waits for running tasks: a USB stick may be slow."""


@dataclass(frozen=True, slots=True)
class Duty:
    """A repeated task; `seconds` is the pause between one run's end and the next run's start.

    `at_end` releases what the task holds, or runs it a last time, in the same thread.
    """

    name: str
    seconds: float
    act: Callable[[], object]
    at_end: Callable[[], None] | None = None
    is_halls: bool = False
    """Run only on a computer in a hall, which `start` serves."""
    needs_file: bool = False
    """Run only if the database is a file."""
    reads_only: bool = False
    """Run on a standby too: nothing is written."""

    def is_due(self, *, in_hall: bool, on_file: bool) -> bool:
        return (in_hall or not self.is_halls) and (on_file or not self.needs_file)


class Duties:
    """The background tasks of a running program, one thread each, so that none delays another."""

    def __init__(self, duties: Sequence[Duty]) -> None:
        """Create the threads; nothing runs before `start`."""
        self._end = threading.Event()
        self._threads = [
            threading.Thread(target=self._repeat, args=[duty], name=duty.name, daemon=True)
            for duty in duties
        ]

    def start(self) -> None:
        """Run every task now, then repeatedly."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Start no more tasks, and wait for the running ones up to PATIENCE_SECONDS."""
        self._end.set()
        deadline = time.monotonic() + PATIENCE_SECONDS
        for thread in self._threads:
            thread.join(max(deadline - time.monotonic(), 0))

    def _repeat(self, duty: Duty) -> None:
        while not self._end.is_set():
            self._do(duty.name, duty.act)
            self._end.wait(duty.seconds)
        if duty.at_end:
            self._do(duty.name, duty.at_end)

    def _do(self, name: str, act: Callable[[], object]) -> None:
        try:
            act()
        except Exception:
            # It may succeed next time, for example when the stick is plugged in again.
            logger.exception("%s failed", name)
        finally:
            connections.close_all()
