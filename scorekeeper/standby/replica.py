"""The database on a standby: copied whole, then updated page by page, atomically.

Only this module writes it, and never while a page is being rendered. Pages to be written are saved
in a journal first: after a crash the next start writes them again.
"""

import os
import shutil
import sqlite3
import struct
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from scorekeeper.backups.snapshots import BESIDE, faults, open_database
from scorekeeper.standby.changes import witness_of
from scorekeeper.standby.wal import WrittenPages

_HEAD: Final = struct.Struct(">8s3I")
_MARK: Final = b"belote2\n"
_KINDS: Final = slice(18, 20)
"""Header bytes that say whether there is a write-ahead log. A read-only database has none."""


class DamagedError(Exception):
    """Raised if the received data are corrupt or inconsistent."""


class Turns:
    """A readers-writer lock that prefers the writer."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._readers = 0
        self._writing = False

    @contextmanager
    def reading(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: not self._writing)
            self._readers += 1
        try:
            yield
        finally:
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    @contextmanager
    def writing(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: not self._writing)
            self._writing = True
            self._changed.wait_for(lambda: not self._readers)
        try:
            yield
        finally:
            with self._changed:
                self._writing = False
                self._changed.notify_all()


turns: Final = Turns()
"""The lock of this process, for rendering pages from a replicated database."""


class Replica:
    """The database file of a standby."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._waiting = file.with_name(f"{file.name}-arrived")

    def take_whole(self, arrived: Path) -> None:
        """Install a whole database. Raises DamagedError and OSError."""
        with arrived.open("r+b") as file:
            file.seek(_KINDS.start)
            file.write(b"\x01\x01")
            file.flush()
            os.fsync(file.fileno())
        if found := faults(arrived):
            raise DamagedError("; ".join(found))
        with turns.writing():
            self._waiting.unlink(missing_ok=True)
            for end in BESIDE:
                self.file.with_name(f"{self.file.name}{end}").unlink(missing_ok=True)
            arrived.replace(self.file)

    def take(self, written: WrittenPages, witness: str) -> None:
        """Write received pages. Raises DamagedError and OSError, also on a full disk."""
        if shutil.disk_usage(self.file.parent).free < 3 * len(written.pages) * written.page_bytes:
            raise OSError(28, os.strerror(28), str(self.file.parent))
        packed = self._waiting.with_name(f"{self._waiting.name}-new")
        with packed.open("wb") as file:
            os.chmod(packed, 0o600)
            file.write(pack(written))
            file.flush()
            os.fsync(file.fileno())
        with turns.writing():
            packed.replace(self._waiting)
            self._write(written)
            self._waiting.unlink()
        if witness and self.witness() != witness:
            raise DamagedError("witness")

    def mend(self) -> None:
        """Repeat a write that may have been interrupted."""
        if self._waiting.exists():
            self._write(unpack(self._waiting.read_bytes()))
            self._waiting.unlink()

    def witness(self) -> str:
        try:
            with turns.reading(), open_database(self.file) as database:
                return witness_of(database)
        except sqlite3.Error as error:
            raise DamagedError(str(error)) from None

    def _write(self, written: WrittenPages) -> None:
        # While it is locked no other process reads, a command for example.
        with closing(sqlite3.connect(self.file, isolation_level=None, timeout=20)) as locked:
            locked.execute("BEGIN EXCLUSIVE")
            with self.file.open("r+b") as file:
                for number, page in written.pages.items():
                    if number == 1:
                        page = page[: _KINDS.start] + b"\x01\x01" + page[_KINDS.stop :]
                    file.seek((number - 1) * written.page_bytes)
                    file.write(page)
                file.truncate(written.count * written.page_bytes)
                file.flush()
                os.fsync(file.fileno())


def pack(written: WrittenPages) -> bytes:
    """Return the pages as bytes, for sending and for the journal."""
    head = _HEAD.pack(_MARK, written.page_bytes, written.count, len(written.pages))
    numbers = struct.pack(f">{len(written.pages)}I", *written.pages)
    return head + numbers + b"".join(written.pages.values())


def unpack(packed: bytes) -> WrittenPages:
    """Return the pages from the bytes of `pack`; raises DamagedError."""
    try:
        mark, page_bytes, count, length = _HEAD.unpack_from(packed)
        numbers = struct.unpack_from(f">{length}I", packed, _HEAD.size)
    except struct.error:
        raise DamagedError("length") from None
    begin = _HEAD.size + 4 * length
    if mark != _MARK or len(packed) != begin + length * page_bytes or 0 in numbers:
        raise DamagedError("length")
    pages = {
        number: packed[begin + at * page_bytes : begin + (at + 1) * page_bytes]
        for at, number in enumerate(numbers)
    }
    return WrittenPages(page_bytes, pages, count)
