"""What this process knows of itself while `start` serves: pages ask here what only then holds."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Running:
    """A program that serves: what it was started with, and when.

    `only_reads`: it is a second computer, whose data are another one's.
    """

    host: str
    port: int
    started_at: datetime
    only_reads: bool = False


class _Running:
    running: Running | None = None
    is_expected = False


def expect() -> None:
    """Say that this process is going to serve a hall, before its pages are loaded."""
    _Running.is_expected = True


def is_expected() -> bool:
    return _Running.is_expected


def begin(running: Running) -> None:
    _Running.running = running


def end() -> None:
    _Running.running = None


def current() -> Running | None:
    """Return how this process serves; None under any other server, in commands and in tests."""
    return _Running.running
