"""The log in the data folder: bounded, for its owner alone, written by any number of processes."""

import logging
import os
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Final

from django.conf import settings

LARGEST: Final = 1_000_000
"""Bytes after which a new file is begun."""
FILES: Final = 5
FOREVER: Final = 4 * LARGEST
"""Bytes after which nothing is written any more, where no new file can be begun."""
MOST_WAITING: Final = 100
OWNER_ONLY: Final = 0o600
STALE_SECONDS: Final = 60.0

# Windows would write every line's end as two letters.
WRITING: Final = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)


class LogFileHandler(logging.Handler):
    """Appends each record to the file `settings.LOG_FILE`.

    The file is opened for each record, of which there are few: it can be renamed at any time by
    whichever process finds it too large, on Windows too. A record is written at once, so those of
    several processes do not mix. What cannot be written, as on a full disk, waits here for the
    next record; logging never fails.
    """

    def __init__(self) -> None:
        """Write nothing yet: commands that report nothing leave no file behind."""
        super().__init__()
        self.waiting: deque[str] = deque(maxlen=MOST_WAITING)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, after those that wait."""
        try:
            self.waiting.append(self.format(record))
        except Exception:
            self.handleError(record)
            return
        self.flush()

    def flush(self) -> None:
        """Write what waits, if it can be written by now; the end of the program asks for it too."""
        with self.lock or nullcontext(), suppress(OSError):
            path = Path(settings.LOG_FILE)
            _begin_anew(path)
            while self.waiting:
                _append(path, self.waiting[0])
                self.waiting.popleft()


def waiting_lines() -> list[str]:
    """Return what this process could not write so far."""
    handlers = [h for h in logging.getLogger().handlers if isinstance(h, LogFileHandler)]
    return [text for handler in handlers for text in list(handler.waiting)]


def log_files() -> list[Path]:
    """Return where the log lies, the newest file first."""
    path = Path(settings.LOG_FILE)
    return [path, *(_older(path, number) for number in range(1, FILES))]


def _older(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.{number}")


def _append(path: Path, text: str) -> None:
    content = f"{text}\n".encode(errors="replace")
    try:
        descriptor = os.open(path, WRITING, OWNER_ONLY)
    except FileNotFoundError:
        # Not the data's own folder: where that was moved away, lines wait until it is back.
        path.parent.mkdir(mode=0o700, exist_ok=True)
        descriptor = os.open(path, WRITING, OWNER_ONLY)
    try:
        size = os.lseek(descriptor, 0, os.SEEK_END)
        if size > FOREVER:
            return
        if size and _is_torn(descriptor):
            content = b"\n" + content
        if os.write(descriptor, content) < len(content):
            raise OSError("the line is torn")
    finally:
        os.close(descriptor)


def _is_torn(descriptor: int) -> bool:
    """Return whether a disk that was full tore the last line.

    A line that another process is writing looks like it too, but only for a moment.
    """
    for wait in (0, 0.001, 0.01, 0.1):
        time.sleep(wait)
        os.lseek(descriptor, -1, os.SEEK_END)
        if os.read(descriptor, 1) == b"\n":
            return False
    return True


def _begin_anew(path: Path) -> None:
    """Put a file that is large enough aside, and let the oldest one go."""
    if not _is_large(path):
        return
    with suppress(OSError), _alone(path.with_name(f"{path.name}.lock")):
        # Another process may have done it a moment ago.
        if _is_large(path):
            for number in range(FILES - 1, 1, -1):
                with suppress(FileNotFoundError):
                    _older(path, number - 1).replace(_older(path, number))
            path.replace(_older(path, 1))


def _is_large(path: Path) -> bool:
    try:
        return path.stat().st_size >= LARGEST
    except OSError:
        return False


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Hold a lock that every system knows; raises FileExistsError while another one holds it."""
    with suppress(OSError):
        # Whoever held it for so long was killed.
        if time.time() - lock.stat().st_mtime > STALE_SECONDS:
            lock.unlink()
    os.close(os.open(lock, os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()
