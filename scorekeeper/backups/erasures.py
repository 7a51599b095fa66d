"""Names erased since a backup was made, so that restoring it does not bring them back.

The list holds no names: a player is identified by the row's primary key and creation time, which
are the same in every backup of a club's data. It is kept in the data folder and beside the backups
in the second place.
"""

import json
import logging
import sqlite3
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol

from django.conf import settings

from scorekeeper.backups.places import write_whole
from scorekeeper.backups.snapshots import database_file, open_database

logger = logging.getLogger(__name__)

FILE: Final = "erasures.json"
LEFT: Final = "-erased"
"""Suffix of the file that marks a database whose log is still to be emptied."""


@dataclass(frozen=True, slots=True)
class Erasures:
    """Players who are anonymous for ever, those shown by initials, those without a page."""

    anonymous: frozenset[str] = frozenset()
    initials: frozenset[str] = frozenset()
    pageless: frozenset[str] = frozenset()

    def __or__(self, other: "Erasures") -> "Erasures":
        return Erasures(
            self.anonymous | other.anonymous,
            self.initials | other.initials,
            self.pageless | other.pageless,
        )


def player_key(number: int, created_at: datetime) -> str:
    moment = created_at.astimezone(UTC).replace(tzinfo=None)
    return f"{number} {moment.isoformat(timespec='microseconds')}"


def erasures_file() -> Path:
    return Path(settings.DATA_DIR) / FILE


def stored_erasures(file: Path) -> Erasures:
    """Return the content of a list; empty if the file is missing or unreadable."""
    try:
        plain = json.loads(file.read_text(encoding="utf-8"))
        # Older lists do not mention pages.
        pageless = frozenset(plain.get("pageless", ()))
        return Erasures(frozenset(plain["anonymous"]), frozenset(plain["initials"]), pageless)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return Erasures()


def erasures_in(file: Path) -> Erasures:
    """Return the erasures in a database; empty if it is unreadable."""
    return _read(file)[0]


def _read(file: Path) -> tuple[Erasures, frozenset[str]]:
    """Return the erasures in a database, and all its players."""
    try:
        with open_database(file) as database:
            columns = {row[1] for row in database.execute("PRAGMA table_info(scorekeeper_player)")}
            # Older backups have no column for pages.
            page = "has_page" if "has_page" in columns else "1"
            rows = database.execute(f"SELECT id, created_at, shown, {page} FROM scorekeeper_player")
            found = {
                player_key(number, datetime.fromisoformat(created_at).replace(tzinfo=UTC)): how
                for number, created_at, *how in rows
            }
    except (sqlite3.Error, TypeError, ValueError):
        return Erasures(), frozenset()
    erasures = Erasures(
        frozenset(key for key, (shown, _page) in found.items() if shown == "anonymous"),
        frozenset(key for key, (shown, _page) in found.items() if shown == "initials"),
        frozenset(key for key, (_shown, has_page) in found.items() if not has_page),
    )
    return erasures, frozenset(found)


def note_erasures() -> None:
    """Add the erasures in the program's database to the list; called after each erasure.

    Anonymity is final. Initials and a missing page last until the same database shows them again.
    If the list cannot be written, that is reported and it is written with the next backup.
    """
    file = database_file()
    if file is None:
        return
    now, known = _read(file)
    before = stored_erasures(erasures_file())
    initials, pageless = before.initials - known, before.pageless - known
    after = replace(before, initials=initials, pageless=pageless) | now
    if after == before:
        return
    try:
        write_erasures(erasures_file(), after)
    except OSError:
        logger.exception("the list of names taken away could not be written")


def empty_written_log() -> None:
    """Empty SQLite's write-ahead log, which still contains pages from before an erasure.

    A reader can prevent this; nobody waits for it, `empty_log_left` tries again.
    """
    file = database_file()
    if file is None:
        return
    left = _left_beside(file)
    with suppress(OSError):
        left.touch()
    try:
        with open_database(file) as database:
            database.execute("PRAGMA busy_timeout=0")
            is_kept, *_ = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not is_kept:
            left.unlink(missing_ok=True)
    except (OSError, sqlite3.Error):
        logger.exception("the log of what was written could not be emptied")


def empty_log_left() -> None:
    """Empty the log if that failed after an erasure, in whichever process."""
    file = database_file()
    if file is not None and _left_beside(file).exists():
        empty_written_log()


def _left_beside(file: Path) -> Path:
    return file.with_name(f"{file.name}{LEFT}")


def write_erasures(file: Path, erasures: Erasures) -> None:
    plain = {name: sorted(keys) for name, keys in asdict(erasures).items()}
    write_whole(file, json.dumps(plain, indent=1))


class Eraser(Protocol):
    """Erases names in the program's database; returns the number of players."""

    def __call__(self, erasures: Erasures, *, now: datetime) -> int:
        """Erase those of the names that are still there."""


_erasers: list[Eraser] = []


def register(eraser: Eraser) -> None:
    """Register `eraser`, by which contests erase the names that they hold."""
    _erasers[:] = [eraser]


def erase_again(erasures: Erasures, *, now: datetime) -> int:
    """Repeat erasures made after a backup; return the number of players."""
    return sum(eraser(erasures, now=now) for eraser in _erasers)
