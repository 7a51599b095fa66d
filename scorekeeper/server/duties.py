"""What the program looks after by itself while it serves: copies, addresses, the computer's sleep.

On a server with several processes one of them does what is to be done there: `elected`.
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
"""How long the end of the program waits for what its duties still do: a stick may be slow."""


@dataclass(frozen=True, slots=True)
class Duty:
    """Something done again and again; `seconds` lie between its end and its next beginning.

    `at_end` gives back what it holds, or does it a last time, in the same thread.
    """

    name: str
    seconds: float
    act: Callable[[], object]
    at_end: Callable[[], None] | None = None
    is_halls: bool = False
    """Done only by the computer in a hall, which `start` serves."""
    needs_file: bool = False
    """Done only where the database is a file."""
    reads_only: bool = False
    """Done on a second computer too: nothing is written."""

    def is_due(self, *, in_hall: bool, on_file: bool) -> bool:
        return (in_hall or not self.is_halls) and (on_file or not self.needs_file)


class Duties:
    """The duties of a running program, each in a thread of its own: a slow one delays no other."""

    def __init__(self, duties: Sequence[Duty]) -> None:
        """Prepare the duties; nothing is done before `start`."""
        self._end = threading.Event()
        self._threads = [
            threading.Thread(target=self._repeat, args=[duty], name=duty.name, daemon=True)
            for duty in duties
        ]

    def start(self) -> None:
        """Begin: every duty is done once at once."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Begin no duty any more, and wait a while for those that are being done."""
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
            # What goes wrong once may go right the next time: the stick is put in again.
            logger.exception("%s failed", name)
        finally:
            connections.close_all()
