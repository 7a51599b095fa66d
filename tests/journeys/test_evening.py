"""An evening of twenty tables: killed, out of room, copied; no acknowledged hand is lost."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.journeys.disks import NoDiskError, SmallDisk, small_disk
from tests.journeys.evening import (
    Evening,
    begin,
    check_backup,
    examine,
    go_wrong,
    hold_against_what_was_typed,
)
from tests.journeys.program import Program

TABLES = 20
MEGABYTES = 60


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk | None]:
    """Return a disk that can be filled; None where this machine gives none away."""
    place = tmp_path / "disk"
    place.mkdir()
    with ExitStack() as mounted:
        try:
            yield mounted.enter_context(small_disk(place, megabytes=MEGABYTES))
        except NoDiskError:
            yield None


@pytest.fixture
def evening(tmp_path: Path, disk: SmallDisk | None) -> Iterator[Evening]:
    program = Program((disk.place if disk else tmp_path) / "club")
    evening = begin(program, tables=TABLES, stick=tmp_path / "stick")
    yield evening
    program.stop()


def test_everything_goes_wrong_and_nothing_is_lost(
    evening: Evening, disk: SmallDisk | None, tmp_path: Path
) -> None:
    def pause(hands: int) -> None:
        evening.door.wait_for_hands(evening.door.acknowledged + hands)

    with evening.playing():
        go_wrong(evening, disk, pause)
    assert "same" in {done for phone in evening.phones for done in phone.done}, "no answer was lost"
    for phone in evening.phones:
        sheet = evening.sheet_of(phone.table)
        assert [hand["id"] for hand in sheet["hands"]] == [sent.key for sent in phone.hands]
    evening.program.stop()

    with closing(sqlite3.connect(evening.program.database)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    hold_against_what_was_typed(evening)
    examine(evening.program.data)
    for number, copy in enumerate(evening.copies):
        check_backup(evening, copy, tmp_path / f"copy {number}")
