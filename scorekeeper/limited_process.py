"""Reading what somebody else wrote in a process that may use only so much memory and time. Pure.

The child limits itself, reads standard input, answers JSON on standard output, and ends: the
memory it took is free again, and whatever ends it ends nothing else.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any, Final

# A built program is no Python: it is started with this to be a child (`.packaging/launcher.py`).
ARGUMENT: Final = "--child"
ROOT: Final = Path(__file__).resolve().parents[1]
SECONDS_IN_TURN: Final = 10.0
USUAL_BEGINNING: Final = 20_000_000


class NoAnswerError(Exception):
    """Raised where a child ended without an answer; says how it ended."""


class BusyError(Exception):
    """Raised where too many wait for a child already, or the club itself does."""


class Child:
    """A module whose `main` is run in a process of its own, `at_once` of them in this process.

    Others wait, `waiting` at most: so many that a thread is left for the phones. `seconds` are
    those of the clock; the child counts the seconds that it computes, as a machine that is busy is
    not its fault. `in_turn` are those that somebody waits.
    """

    def __init__(
        self,
        module: str,
        *,
        seconds: float,
        at_once: int,
        waiting: int,
        in_turn: float = SECONDS_IN_TURN,
    ) -> None:
        self.module, self.seconds, self.in_turn = module, seconds, in_turn
        self.at_once, self.waiting = at_once, waiting
        self._running = BoundedSemaphore(at_once)
        self._admitted = BoundedSemaphore(at_once + waiting)
        self._asking: set[int] = set()
        self._mutex = Lock()

    @property
    def is_full(self) -> bool:
        """Return whether nobody else may wait."""
        return not self._admitted._value

    def answer_to(self, data: bytes, club: int | None = None) -> Any:
        """Return what the child answers; raises NoAnswerError and BusyError.

        Nothing else of the same club is read or waits meanwhile: the other places are for others.
        """
        with self._only_one_of(club), self._turn():
            content, end = self.run(data)
        try:
            return json.loads(content)
        except ValueError:
            raise NoAnswerError(end) from None

    @contextmanager
    def _only_one_of(self, club: int | None) -> Iterator[None]:
        if club is None:
            yield
            return
        with self._mutex:
            if club in self._asking:
                raise BusyError
            self._asking.add(club)
        try:
            yield
        finally:
            with self._mutex:
                self._asking.remove(club)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._admitted.acquire(blocking=False):
            raise BusyError
        try:
            if not self._running.acquire(timeout=self.in_turn):
                raise BusyError
            try:
                yield
            finally:
                self._running.release()
        finally:
            self._admitted.release()

    def run(self, data: bytes) -> tuple[bytes, str]:
        """Return what the child wrote, and how it ended; it is ended when its time is over."""
        try:
            ended = subprocess.run(
                self.command(),
                input=data,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_environment(),
                timeout=self.seconds,
                check=False,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except subprocess.TimeoutExpired:
            return b"", "its time over"
        except OSError as error:
            return b"", str(error)
        return ended.stdout, f"code {ended.returncode}"

    def command(self) -> list[str]:
        """Return how the child is started: a new process, never a copy of one that has threads."""
        if getattr(sys, "frozen", False):
            return [sys.executable, ARGUMENT, self.module]
        return [sys.executable, "-P", "-m", self.module]


def _environment() -> dict[str, str]:
    """Return the environment of the child, which finds this program wherever it is started."""
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def answer(read: Callable[[bytes], object], *, memory: int, seconds: int) -> None:
    """In the child: answer what `read` makes of standard input; say nothing without memory."""
    limit_itself(memory=memory, seconds=seconds)
    try:
        sys.stdout.buffer.write(json.dumps(read(sys.stdin.buffer.read())).encode())
    except MemoryError:
        sys.exit(1)


def limit_itself(*, memory: int, seconds: int) -> bool:
    """Limit memory and time, and step back behind the phones; return whether memory is limited.

    `memory` are the bytes beside those that the process begins with, which some systems fill with
    the languages of the world; `seconds` are those that it computes.
    """
    if sys.platform == "win32":
        return False
    import resource

    os.nice(5)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    if sys.platform != "linux":
        return False  # elsewhere the limit is taken and not kept
    most = _begun_with() + memory
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    return True


def _begun_with() -> int:
    """Return the bytes of address space that this process has already."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return USUAL_BEGINNING
