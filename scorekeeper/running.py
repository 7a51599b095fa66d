"""State of a process that `start` runs, for pages that exist only then."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Running:
    """How the program was started, and when.

    `only_reads`: it is a standby, which shows another computer's data.
    """

    host: str
    port: int
    started_at: datetime
    only_reads: bool = False


class _Running:
    running: Running | None = None
    is_expected = False


def expect() -> None:
    """Declare that this process is going to serve a hall, before its pages are imported."""
    _Running.is_expected = True


def is_expected() -> bool:
    return _Running.is_expected


def begin(running: Running) -> None:
    _Running.running = running


def end() -> None:
    _Running.running = None


def current() -> Running | None:
    """Return how this process serves; None under other servers, in commands and in tests."""
    return _Running.running
