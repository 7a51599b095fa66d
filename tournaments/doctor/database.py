"""The database itself: one state of it to read, and whether its file is whole."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from tournaments.doctor.findings import Finding, Spot
from tournaments.doctor.labels import database_text, foreign_key_text


@contextmanager
def one_state() -> Iterator[None]:
    """Read everything as it is now, whatever is written meanwhile, and write nothing.

    Nobody waits for it: a reader of SQLite's log of writes holds nobody up, and neither does a
    snapshot of PostgreSQL.
    """
    if connection.in_atomic_block:
        yield  # whoever opened it reads one state already
        return
    is_sqlite = connection.vendor == "sqlite"
    # Not Django's own transaction: that takes the turn to write.
    begin = "BEGIN DEFERRED" if is_sqlite else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    with connection.cursor() as cursor:
        if is_sqlite:
            cursor.execute("PRAGMA query_only = ON")
        cursor.execute(begin)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ROLLBACK")
            if is_sqlite:
                cursor.execute("PRAGMA query_only = OFF")


def check_database() -> Iterator[Finding]:
    """Yield what is wrong with the file of the database; other databases look after themselves."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        for (line,) in cursor.execute("PRAGMA integrity_check").fetchall():
            if line != "ok":
                text = database_text(line)
                yield Finding(spot=Spot(), what="integrity", stored=line, text=text)
        rows = cursor.execute("PRAGMA foreign_key_check").fetchall()
    for table, row, parent, _key in rows:
        text = foreign_key_text(table, row, parent)
        spot = Spot(path=f"{table}.{row}")
        yield Finding(spot=spot, what="foreign_key", stored=parent, text=text)
