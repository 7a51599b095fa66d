"""Check of the database file."""

from collections.abc import Iterator

from django.db import connection

from tournaments.doctor.findings import Finding, Spot
from tournaments.doctor.labels import database_text, foreign_key_text


def check_database() -> Iterator[Finding]:
    """Yield problems of SQLite's database file; other databases check themselves."""
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
