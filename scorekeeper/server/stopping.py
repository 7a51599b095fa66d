"""A request to stop: Ctrl-C, or the system's. It is noted wherever it arrives, and obeyed in time.

Nothing is raised where it arrives: Python drops what is raised inside a finalizer, the callback of
a weak reference or a function that SQLite calls, and the program then went on as if nobody had
asked. This module needs the standard library alone, so that it can listen before anything else.
"""

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Final

ENOUGH: Final = 3
"""Whoever asks so often does not want to wait for the step that is being done."""

SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGBREAK")


class StopAskedError(Exception):
    """Raised by `check`, at a place where it can be borne."""


class _Stopping:
    times = 0
    starts_again = False
    wake: Callable[[], None] | None = None


def listen() -> None:
    """Take notice of requests from now on; signals reach the main thread only."""
    if threading.current_thread() is threading.main_thread():
        for name in SIGNALS:
            if number := getattr(signal, name, None):
                signal.signal(number, note)


def note(signal_number: int, frame: FrameType | None) -> None:
    _Stopping.times += 1
    if _Stopping.times >= ENOUGH:
        raise KeyboardInterrupt
    if _Stopping.wake:
        _Stopping.wake()


def ask() -> None:
    """Ask the program to stop, as Ctrl-C does, from whatever thread."""
    _Stopping.times = max(_Stopping.times, 1)
    if _Stopping.wake:
        _Stopping.wake()


def ask_to_start_again() -> None:
    """Ask the program to stop serving, and to start again as what it is from now on."""
    _Stopping.starts_again = True
    if _Stopping.wake:
        _Stopping.wake()


def starts_again() -> bool:
    """Return whether it starts again, and forget that: not where somebody asked it to stop too."""
    again, _Stopping.starts_again = _Stopping.starts_again, False
    return again and not _Stopping.times


def is_asked() -> bool:
    return _Stopping.times > 0 or _Stopping.starts_again


def check() -> None:
    """Raise StopAskedError if somebody asked the program to stop."""
    if is_asked():
        raise StopAskedError


def wake_by(wake: Callable[[], None] | None) -> None:
    """Call `wake` at a request, which may come in the middle of anything; None: nobody waits."""
    _Stopping.wake = wake


def forget() -> None:
    _Stopping.times = 0
    _Stopping.starts_again = False
    _Stopping.wake = None
