"""Recent failures, read from the log, and counters for a server's operator."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.dispatch import Signal

from scorekeeper.monitoring.logs import FailureKind, log_files, waiting_lines

hand_written = Signal()
sign_in_refused = Signal()
request_answered = Signal()
"""Sent with the `status` of a response and the `seconds` that it took."""


MORNING: Final = time(6)
"""An evening is over by then: earlier failures belong to yesterday."""
FILES_READ: Final = 2
"""The current file and the one before, because the current one may be new."""

# "- … -" stands for a background task.
LINE = re.compile(
    r"^(?P<at>\S+ \S+) (?:ERROR|CRITICAL) \S+: (?P<number>\d{3}-\d{3}) "
    rf"(?P<trouble>{'|'.join(FailureKind)}) (?:- .*? -|(?P<method>[A-Z]+) (?P<path>/\S*)) ",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A failure; `method` and `path` are empty if it was not in a request."""

    at: datetime
    number: str
    trouble: FailureKind
    method: str
    path: str

    @property
    def second(self) -> int:
        """Return the time of the failure as a number that a page can hold."""
        return int(self.at.timestamp())

    @property
    def is_writing(self) -> bool:
        """Return whether the request was to store something."""
        return self.method not in {"", "GET", "HEAD"}


def failures_of_tonight(now: datetime) -> list[Failure]:
    """Return failures since this morning, or yesterday's in the small hours; newest first.

    `now` is in local time.
    """
    day = now.date() if now.time() >= MORNING else now.date() - timedelta(days=1)
    morning = datetime.combine(day, MORNING, tzinfo=now.tzinfo)
    return [failure for failure in last_failures() if failure.at >= morning]


def last_failures() -> list[Failure]:
    """Return the failures in the newest files, each once, the newest first."""
    files = reversed(log_files()[:FILES_READ])
    written = [failure for path in files for failure in _read(path)]
    # A failure that was logged twice has one number.
    found = {
        failure.number: failure for failure in (*written, *_failures("\n".join(waiting_lines())))
    }
    return sorted(found.values(), key=lambda failure: failure.at)[::-1]


def _read(path: Path) -> Sequence[Failure]:
    try:
        state = os.stat(path)
    except OSError:
        return ()
    return _read_once(path, state.st_mtime_ns, state.st_size, state.st_ino)


@lru_cache(maxsize=FILES_READ)
def _read_once(path: Path, *state: int) -> Sequence[Failure]:
    """Read a file again only when it has changed: every organiser's page needs it."""
    try:
        return tuple(_failures(path.read_text(encoding="utf-8", errors="replace")))
    except OSError:
        return ()


def _failures(text: str) -> Iterator[Failure]:
    for found in LINE.finditer(text):
        try:
            at = datetime.fromisoformat(found["at"])
        except ValueError:
            continue
        yield Failure(
            at=at,
            number=found["number"],
            trouble=FailureKind(found["trouble"]),
            method=found["method"] or "",
            path=found["path"] or "",
        )
