"""An SQLite database accessed without models: copied while in use, inspected, checked.

Uses the plain sqlite3 module, because today's models may not fit the database.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.db import connection

PATIENCE_SECONDS: Final = 20.0
BESIDE: Final = ("-wal", "-shm", "-journal")
"""Files that SQLite keeps beside a database; without them it may be incomplete."""
WRITTEN: Final = ("scorekeeper_hand", "scorekeeper_sliptotals")


def database_file() -> Path | None:
    """Return the file of the program's SQLite database, None for other databases."""
    if connection.vendor != "sqlite":
        return None
    name = str(connection.settings_dict["NAME"])
    is_file = name and not name.startswith((":memory:", "file:"))
    return Path(name) if is_file else None


def parts_of(file: Path) -> list[Path]:
    """Return the file of a database and those beside it, if they exist."""
    found = [file.with_name(f"{file.name}{end}") for end in ("", *BESIDE)]
    return [path for path in found if path.exists()]


@contextmanager
def open_database(file: Path) -> Iterator[sqlite3.Connection]:
    """Open an existing database; never create one."""
    address = f"{file.absolute().as_uri()}?mode=rw"
    with closing(
        sqlite3.connect(address, uri=True, isolation_level=None, timeout=PATIENCE_SECONDS)
    ) as database:
        yield database


def take_snapshot(source: Path, target: Path) -> None:
    """Copy a database as of one moment, without blocking writers.

    Equal contents give byte-identical files, and deleted data are not carried along in unused
    pages. Raises sqlite3.Error, also if the database is damaged.
    """
    # Private from the start; SQLite fills an empty file.
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with open_database(source) as database:
        database.execute("VACUUM INTO ?", [str(target)])
    with open_database(target) as copied:
        (verdict,) = copied.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise damage(verdict)


def take_rows(source: Path, target: Path) -> None:
    """Copy the rows of a database with possibly damaged indexes, and rebuild these.

    VACUUM would copy the indexes as they are. Raises sqlite3.Error if a table is damaged.
    """
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with open_database(target) as copied:
        copied.execute("ATTACH ? AS damaged", [str(source)])
        copied.execute("PRAGMA foreign_keys = OFF")
        copied.execute("BEGIN")
        made = copied.execute(
            "SELECT type = 'table', name, sql FROM damaged.sqlite_master WHERE sql IS NOT NULL "
            "ORDER BY type != 'table', name LIKE 'sqlite_%', rowid"
        )
        for is_table, name, sql in made.fetchall():
            if not name.startswith("sqlite_"):
                copied.execute(sql)
            if is_table:
                # Copying the other tables has filled sqlite_sequence already.
                copied.execute(f'DELETE FROM main."{name}"')
                copied.execute(
                    f'INSERT INTO main."{name}" '
                    f'SELECT * FROM damaged."{name}" NOT INDEXED ORDER BY rowid'
                )
        copied.execute("COMMIT")


def mend_indexes(file: Path) -> None:
    """Rebuild the indexes of a copy: a damaged one is copied with every backup."""
    with suppress(sqlite3.Error), open_database(file) as database:
        database.execute("REINDEX")


def damage(verdict: str) -> sqlite3.DatabaseError:
    """Return SQLite's verdict as the error that it raises itself for damage."""
    error = sqlite3.DatabaseError(verdict)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def is_damage(error: BaseException) -> bool:
    """Return whether an error of SQLite or Django means that the file is damaged."""
    code = getattr(error.__cause__ or error, "sqlite_errorcode", None) or 0
    return code & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def faults(file: Path) -> list[str]:
    """Return the faults in a database, none if it is good."""
    try:
        with open_database(file) as database:
            verdicts = [row[0] for row in database.execute("PRAGMA integrity_check(3)")]
            if verdicts != ["ok"]:
                return [str(verdict) for verdict in verdicts]
            lost = database.execute("PRAGMA foreign_key_check").fetchone()
            return [f"{lost[0]} → {lost[2]}"] if lost else []
    except sqlite3.Error as error:
        return [str(error)]


@dataclass(frozen=True, slots=True)
class Facts:
    """The content of a database: `migrations` as app.name, in the order of application.

    `written` counts the hands and the totals of slips.
    """

    clubs: tuple[str, ...] = ()
    migrations: tuple[str, ...] = ()
    written: int = 0


def database_facts(file: Path) -> Facts:
    with open_database(file) as database:
        tables = _tables(database)
        clubs: tuple[str, ...] = ()
        migrations: tuple[str, ...] = ()
        if "scorekeeper_club" in tables:
            rows = database.execute("SELECT name FROM scorekeeper_club ORDER BY id")
            clubs = tuple(str(name) for (name,) in rows)
        if "django_migrations" in tables:
            rows = database.execute("SELECT app || '.' || name FROM django_migrations ORDER BY id")
            migrations = tuple(str(name) for (name,) in rows)
        counted = [f"SELECT count(*) FROM {table}" for table in WRITTEN if table in tables]
        written = sum(database.execute(count).fetchone()[0] for count in counted)
    return Facts(clubs, migrations, written)


def holds_something(file: Path) -> bool:
    """Return whether there is a database, possibly damaged: an empty file is none."""
    if not file.is_file() or not file.stat().st_size:
        return False
    try:
        with open_database(file) as database:
            return bool(_tables(database))
    except sqlite3.Error:
        return True


def _tables(database: sqlite3.Connection) -> set[str]:
    return {name for (name,) in database.execute("SELECT name FROM sqlite_master")}


def signature(file: Path) -> tuple[tuple[int, int], ...]:
    """Return size and time of the database's files, which change with every write."""
    found = []
    for part in (file, file.with_name(f"{file.name}-wal")):
        try:
            state = part.stat()
        except OSError:
            continue
        found.append((state.st_size, state.st_mtime_ns))
    return tuple(found)
