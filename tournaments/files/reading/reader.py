"""What a file says as lines of text. A workbook is read by a child, which may fail without harm."""

import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any, Final

from tournaments.files.reading.faults import LARGEST_FILE, ListFault, UnreadableListError

# The child counts the seconds that it computes; a machine that is busy is not its fault.
SECONDS: Final = 15.0 if sys.platform != "win32" else 5.0
SECONDS_IN_TURN: Final = 10.0
# Two cores: the others wait, and never so many that no thread is left for the phones.
AT_ONCE: Final = 2
WAITING: Final = 2

# A built program is no Python: it is started with this to be the child (`.packaging/launcher.py`).
ARGUMENT: Final = "--read-workbook"
ROOT: Final = Path(__file__).resolve().parents[3]

_WORKBOOKS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
# No text holds these; the end of a file of old DOS programs is none of them.
_NO_TEXT: Final = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f]")

_reading = BoundedSemaphore(AT_ONCE)
_admitted = BoundedSemaphore(AT_ONCE + WAITING)
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileText:
    """What a file says. `sheet` is the one that was read, `others` hold something too."""

    text: str
    sheet: str = ""
    others: tuple[str, ...] = ()


def read_file(data: bytes) -> FileText:
    """Return what a CSV file or a workbook holds as lines of text, a row a line, as in the file.

    Raises UnreadableListError.
    """
    if len(data) > LARGEST_FILE:
        raise UnreadableListError(ListFault.TOO_LARGE)
    if data.startswith(_WORKBOOKS):
        return _read_workbook(data)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return FileText(text=data.decode("utf-16", errors="replace"))
    if _NO_TEXT.search(data):
        raise UnreadableListError(ListFault.NOT_A_LIST)
    try:
        return FileText(text=data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return FileText(text=data.decode("cp1252", errors="replace"))


def _read_workbook(data: bytes) -> FileText:
    with _turn():
        answer, end = _answer_of_child(data)
    try:
        found: dict[str, Any] = json.loads(answer)
    except ValueError:
        logger.warning("The reader of a workbook of %d bytes ended with %s.", len(data), end)
        raise UnreadableListError(ListFault.TOO_COSTLY) from None
    if "fault" in found:
        raise UnreadableListError(ListFault(found.pop("fault")), **found)
    return FileText(text=found["text"], sheet=found["sheet"], others=tuple(found["others"]))


@contextmanager
def _turn() -> Iterator[None]:
    """Wait until one of the children may start; raise UnreadableListError where too many wait."""
    if not _admitted.acquire(blocking=False):
        raise UnreadableListError(ListFault.BUSY)
    try:
        if not _reading.acquire(timeout=SECONDS_IN_TURN):
            raise UnreadableListError(ListFault.BUSY)
        try:
            yield
        finally:
            _reading.release()
    finally:
        _admitted.release()


def _answer_of_child(data: bytes) -> tuple[bytes, str]:
    """Return what the child wrote, and with what it ended; it is ended when its time is over."""
    try:
        ended = subprocess.run(
            child_command(),
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            timeout=SECONDS,
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except subprocess.TimeoutExpired:
        return b"", "its time over"
    except OSError as error:
        return b"", str(error)
    return ended.stdout, f"code {ended.returncode}"


def child_command() -> list[str]:
    """Return how the child is started: a new process, never a copy of one that has threads."""
    if getattr(sys, "frozen", False):
        return [sys.executable, ARGUMENT]
    return [sys.executable, "-P", "-m", "tournaments.files.reading.child"]


def _environment() -> dict[str, str]:
    """Return the environment of the child, which finds this program wherever it is started."""
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
