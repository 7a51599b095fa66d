"""What is written on one computer stands on the other, page by page, whole or not at all."""

import random
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.standby import changes as changes_module
from scorekeeper.standby import replica as replica_module
from scorekeeper.standby.changes import Changes
from scorekeeper.standby.replica import DamagedError, Replica, pack, unpack

TRANSACTIONS = 120


class Pair:
    """A database that somebody writes, and another one that follows it."""

    def __init__(self, folder: Path) -> None:
        self.turn = threading.RLock()
        self.first = folder / "first.sqlite3"
        self.written = sqlite3.connect(self.first, isolation_level=None, check_same_thread=False)
        self.written.executescript(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA wal_autocheckpoint=20;"
            "CREATE TABLE hands (points INTEGER, text TEXT); CREATE INDEX texts ON hands (text)"
        )
        self.changes = Changes(self.first, lambda: self.turn)
        self.replica = Replica(folder / "second.sqlite3")
        self.stream, self.number = self.changes.take_whole(folder / "arrived")
        self.replica.take_whole(folder / "arrived")

    def write(self, dice: random.Random, *, kept: bool = True) -> None:
        with self.turn:
            self.written.execute("BEGIN IMMEDIATE")
            for _row in range(dice.randint(1, 8)):
                row = (dice.randint(0, 162), dice.randbytes(dice.randint(1, 900)).hex())
                self.written.execute("INSERT INTO hands VALUES (?, ?)", row)
            self.written.execute("DELETE FROM hands WHERE rowid % 7 = ?", [dice.randint(0, 90)])
            self.written.execute("COMMIT" if kept else "ROLLBACK")

    def follow(self) -> None:
        since = self.changes.since(self.stream, self.number)
        assert since is not None, "nothing was missed"
        if since.written.pages:
            self.replica.take(unpack(pack(since.written)), since.witness)
        self.number = since.number

    def rows(self, file: Path) -> list[tuple[object, ...]]:
        with sqlite3.connect(file) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            rows = database.execute("SELECT rowid, points, text FROM hands ORDER BY rowid")
            return rows.fetchall()


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    return Pair(tmp_path)


def test_everything_follows_while_the_log_begins_anew_again_and_again(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes_module, "LONG_LOG", 30)
    dice = random.Random(5)

    def write_on() -> None:
        for _transaction in range(TRANSACTIONS):
            pair.write(dice, kept=dice.random() < 0.8)

    writing = threading.Thread(target=write_on)
    writing.start()
    while writing.is_alive():
        pair.follow()
    writing.join()
    pair.follow()
    assert pair.rows(pair.replica.file) == pair.rows(pair.first)


def test_who_was_away_for_long_begins_anew(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes_module, "KEPT_BYTES", 20_000)
    dice = random.Random(5)
    for _round in range(20):
        pair.write(dice)
        pair.changes.look()
    assert pair.changes.since(pair.stream, pair.number) is None
    assert pair.changes.since("another run", 0) is None


def test_the_cost_follows_what_was_written_and_not_what_is_stored(pair: Pair) -> None:
    dice = random.Random(5)
    for _round in range(100):
        pair.write(dice)
    pair.follow()
    pair.written.execute("INSERT INTO hands VALUES (1, 'one')")
    since = pair.changes.since(pair.stream, pair.number)
    assert since is not None
    assert 0 < len(since.written.pages) < 10 < since.written.count


def cut(packed: bytes) -> bytes:
    return packed[:-1]


def no_mark(packed: bytes) -> bytes:
    return b"another!" + packed[8:]


@pytest.mark.parametrize("damage", [cut, no_mark])
def test_pages_that_are_damaged_are_refused(pair: Pair, damage: Callable[[bytes], bytes]) -> None:
    pair.write(random.Random(5))
    since = pair.changes.since(pair.stream, pair.number)
    assert since is not None
    with pytest.raises(DamagedError):
        unpack(damage(pack(since.written)))


def test_a_copy_that_is_not_the_first_ones_is_found_out(pair: Pair) -> None:
    dice = random.Random(5)
    pair.write(dice)
    missed = pair.changes.since(pair.stream, pair.number)
    assert missed is not None
    pair.write(dice)
    later = pair.changes.since(pair.stream, missed.number)
    assert later is not None
    with pytest.raises(DamagedError):
        pair.replica.take(later.written, "what stood there")


def test_what_the_end_of_the_program_cut_short_is_written_again(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair.write(random.Random(5))
    with monkeypatch.context() as patched:

        def dies(*_arguments: object) -> None:
            raise KeyboardInterrupt

        patched.setattr(replica_module.Replica, "_write", dies)
        with pytest.raises(KeyboardInterrupt):
            pair.follow()
    pair.replica.mend()
    assert pair.rows(pair.replica.file) == pair.rows(pair.first)


def test_a_full_disk_is_told_before_anything_is_written(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = pair.rows(pair.replica.file)
    pair.write(random.Random(5))
    usage = type("Usage", (), {"free": 0})
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    with pytest.raises(OSError, match="No space"):
        pair.follow()
    assert pair.rows(pair.replica.file) == before
