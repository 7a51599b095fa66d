"""A read-only snapshot of the database."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def one_state() -> Iterator[None]:
    """Run the block on one snapshot of the database; it must not write.

    Does not block writers, neither with SQLite's write-ahead log nor with a snapshot of PostgreSQL.
    """
    if connection.in_atomic_block:
        yield  # already within a snapshot or transaction
        return
    is_sqlite = connection.vendor == "sqlite"
    # Django's atomic() would take SQLite's write lock.
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
