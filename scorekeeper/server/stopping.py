"""A request to stop the program, by Ctrl-C or a signal: recorded at once, checked at safe points.

No exception is raised in the signal handler: Python drops exceptions raised inside a finalizer, a
weak reference's callback or a function called by SQLite, and the request would be lost. This module
needs only the standard library, so that it can listen before anything else is imported.
"""

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Final

ENOUGH: Final = 3
"""After this many requests the program stops without waiting for the current step."""

SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGBREAK")


class StopAskedError(Exception):
    """Raised by `check`, at a point where stopping is safe."""


class _Stopping:
    times = 0
    starts_again = False
    wake: Callable[[], None] | None = None


def listen() -> None:
    """Install the signal handlers; only possible in the main thread."""
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
    """Ask the program to stop serving and to restart in its new role."""
    _Stopping.starts_again = True
    if _Stopping.wake:
        _Stopping.wake()


def starts_again() -> bool:
    """Return whether the program restarts, and clear the request; False if it must stop too."""
    again, _Stopping.starts_again = _Stopping.starts_again, False
    return again and not _Stopping.times


def is_asked() -> bool:
    return _Stopping.times > 0 or _Stopping.starts_again


def check() -> None:
    """Raise StopAskedError if the program was asked to stop."""
    if is_asked():
        raise StopAskedError


def wake_by(wake: Callable[[], None] | None) -> None:
    """Call `wake` when a stop is requested, at any point of execution; None clears it."""
    _Stopping.wake = wake


def forget() -> None:
    _Stopping.times = 0
    _Stopping.starts_again = False
    _Stopping.wake = None
