"""Parses untrusted input in a child process with limited memory and time. Pure.

The child limits itself, reads standard input, writes JSON to standard output and exits: its memory
is freed, and a crash affects nothing else.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any, Final

# A built program has no Python interpreter: this argument makes it run as a child
# (`.packaging/launcher.py`).
ARGUMENT: Final = "--child"
ROOT: Final = Path(__file__).resolve().parents[1]
SECONDS_IN_TURN: Final = 10.0
USUAL_BEGINNING: Final = 20_000_000


class NoAnswerError(Exception):
    """Raised with the cause if a child ended without an answer."""


class BusyError(Exception):
    """Raised if too many callers wait for a child, or too many of one club."""


class Child:
    """A module whose `main` runs in a child process, at most `at_once` of them at a time.

    At most `waiting` callers wait, so that threads remain for the phones. `seconds` is the limit in
    real time; the child limits its own CPU time, so that a busy machine is not counted. `in_turn`
    is how many seconds a caller waits, and `of_club` how many callers of a club are admitted.
    """

    def __init__(
        self,
        module: str,
        *,
        seconds: float,
        at_once: int,
        waiting: int,
        in_turn: float = SECONDS_IN_TURN,
        of_club: int = 1,
    ) -> None:
        self.module, self.seconds, self.in_turn = module, seconds, in_turn
        self.at_once, self.waiting, self.of_club = at_once, waiting, of_club
        self._running = BoundedSemaphore(at_once)
        self._admitted = BoundedSemaphore(at_once + waiting)
        self._asking: Counter[int] = Counter()
        self._mutex = Lock()

    @property
    def is_full(self) -> bool:
        """Return whether no more callers may wait."""
        return not self._admitted._value

    def answer_to(self, data: bytes, club: int | None = None) -> Any:
        """Return the child's answer; raises NoAnswerError and BusyError.

        Only `of_club` callers of a club are admitted at a time, so that places remain for others.
        """
        with self._few_of(club), self._turn():
            content, end = self.run(data)
        try:
            return json.loads(content)
        except ValueError:
            raise NoAnswerError(end) from None

    @contextmanager
    def _few_of(self, club: int | None) -> Iterator[None]:
        if club is None:
            yield
            return
        with self._mutex:
            if self._asking[club] >= self.of_club:
                raise BusyError
            self._asking[club] += 1
        try:
            yield
        finally:
            with self._mutex:
                self._asking[club] -= 1

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
        """Return the child's output and its exit status; it is killed after the time limit."""
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
        """Return the child's command line; no fork, because this process has threads."""
        if getattr(sys, "frozen", False):
            return [sys.executable, ARGUMENT, self.module]
        return [sys.executable, "-P", "-m", self.module]


def _environment() -> dict[str, str]:
    """Return the child's environment, in which it can import this program."""
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def answer(read: Callable[[bytes], object], *, memory: int, seconds: int) -> None:
    """In the child: write the result of `read` on standard input; nothing without memory."""
    limit_itself(memory=memory, seconds=seconds)
    try:
        sys.stdout.buffer.write(json.dumps(read(sys.stdin.buffer.read())).encode())
    except MemoryError:
        sys.exit(1)


def limit_itself(*, memory: int, seconds: int) -> bool:
    """Limit memory and CPU time, and lower the priority; return whether memory is limited.

    `memory` is in bytes beyond what the process uses at its start, which differs between systems;
    `seconds` is CPU time. All of it holds on Linux. macOS limits CPU time, but accepts a limit of
    memory without enforcing it; Windows has no such limits for a process to set on itself. There
    `Child.seconds` ends a child, and what reads in it has to bound sizes before it makes room.
    """
    if sys.platform == "win32":
        return False
    import resource

    os.nice(5)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    if sys.platform != "linux":
        return False  # some systems accept the limit without enforcing it
    most = _begun_with() + memory
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    return True


def _begun_with() -> int:
    """Return the address space that this process already uses, in bytes."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return USUAL_BEGINNING
