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
"""Sent with the `status` of an answer and the `seconds` that it took."""


MORNING: Final = time(6)
"""When an evening is over at the latest: what failed before is yesterday's."""
FILES_READ: Final = 2
"""The file that is being written, and the one before: it may have been begun a moment ago."""

# "- … -" is what the program did by itself.
LINE = re.compile(
    r"^(?P<at>\S+ \S+) (?:ERROR|CRITICAL) \S+: (?P<number>\d{3}-\d{3}) "
    rf"(?P<trouble>{'|'.join(FailureKind)}) (?:- .*? -|(?P<method>[A-Z]+) (?P<path>/\S*)) ",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Something that failed; `method` and `path` are empty where no page was asked for."""

    at: datetime
    number: str
    trouble: FailureKind
    method: str
    path: str

    @property
    def second(self) -> int:
        """Return when it failed, as a number that a page can hold."""
        return int(self.at.timestamp())

    @property
    def is_writing(self) -> bool:
        """Return whether somebody sent something that may not be stored."""
        return self.method not in {"", "GET", "HEAD"}


def failures_of_tonight(now: datetime) -> list[Failure]:
    """Return what failed since this morning, or yesterday's in the small hours; newest first.

    `now` is in the time of the hall.
    """
    day = now.date() if now.time() >= MORNING else now.date() - timedelta(days=1)
    morning = datetime.combine(day, MORNING, tzinfo=now.tzinfo)
    return [failure for failure in last_failures() if failure.at >= morning]


def last_failures() -> list[Failure]:
    """Return what failed, as far as the newest files know, each once, the newest first."""
    files = reversed(log_files()[:FILES_READ])
    written = [failure for path in files for failure in _read(path)]
    # What failed again while it was reported has the same number.
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
    """Read a file once for as long as it does not change: every organiser's page asks."""
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
