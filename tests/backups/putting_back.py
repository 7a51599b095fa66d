"""Copies for tests: made, put back at a terminal, refused there."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from scorekeeper.backups.making import make_backup
from scorekeeper.engine.hand import Seat
from scorekeeper.models import Club, Game
from tests.contest import make_contest, play_round
from tests.table import NOW, make_game, takes, write


def put_back(copy: Path, *, replace: bool = False) -> str:
    """Put a copy back as somebody does at a terminal; return what was printed."""
    out = StringIO()
    call_command("restore", str(copy), replace=replace, stdout=out, stderr=out)
    return out.getvalue()


def refused(copy: Path, *, replace: bool = False) -> str:
    """Return the one line with which it is refused."""
    errors = StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("restore", str(copy), replace=replace, stdout=StringIO(), stderr=errors)
    assert stop.value.code == 1
    (line,) = errors.getvalue().splitlines()
    return line


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of the club's folder, but for what only says who is at work."""
    connection.close()
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(("-turns", "-shm", "-wal", ".lock"))
    }


def played(club: Club) -> Game:
    contest = make_contest(club, teams=4, rounds=1, hands=2)
    play_round(contest)
    game = make_game(club)
    write(game, takes(Seat.A1, 92), takes(Seat.B1, 110))
    return game


def copy_of(folder: Path) -> Path:
    copy = make_backup(now=NOW)
    assert copy
    return copy.replace(folder.parent / "copy.zip")
