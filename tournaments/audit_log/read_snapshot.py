"""The database as it is at one moment, whatever is written meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


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
