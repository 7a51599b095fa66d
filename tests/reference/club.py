"""Make the club that is kept: `python -m tests.reference.club` replaces its database."""

import gzip
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from contextlib import closing
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
DATABASE: Final = FOLDER / "club.sqlite3.gz"
NAME: Final = "Les Ajoncs"


def write_shown(folder: Path) -> int:
    """Write into a new folder what is shown of the club, by a process of its own."""
    return subprocess.run([sys.executable, "-m", "tests.reference.shown", folder]).returncode


def make() -> None:
    """Make a club that has one thing of each kind, and contests in every state."""
    from django.core.management import call_command
    from django.db import connection

    from scorekeeper.models import Club
    from tests.access.world import fill, visitors
    from tests.tournaments.test_every_page import STATES

    call_command("migrate", verbosity=0)
    home, away = fill(NAME), fill("Les Genêts")
    visitors(home, away)
    for state in STATES:
        state(Club.objects.get(name=NAME))
    connection.ensure_connection()
    stored = connection.connection
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "club.sqlite3")
        with closing(sqlite3.connect(path)) as copy:
            stored.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            copy.execute("VACUUM")
        DATABASE.write_bytes(gzip.compress(path.read_bytes(), mtime=0))


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    chosen = random.Random(1)
    uuid.uuid4 = lambda: uuid.UUID(int=chosen.getrandbits(128), version=4)  # the same every time
    import django

    django.setup()
    make()
