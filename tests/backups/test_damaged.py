"""A damaged database: what can be read of it is offered; a program that serves says it too."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection, transaction

from scorekeeper import running
from scorekeeper.backups import schedule
from scorekeeper.backups.making import make_backup
from scorekeeper.backups.snapshots import faults
from scorekeeper.models import Club, Hand
from scorekeeper.monitoring.logs import FailureKind, failure_kind
from scorekeeper.server import database, instances
from scorekeeper.server.errors import StartProblemError
from tests.backups.putting_back import played, put_back
from tests.pages import member_of, visitor, words_on
from tests.table import NOW
from tests.tournaments.people.named import everything_stored

PAGE = 4096
NAMED = re.compile(r"restore --replace (\S+\.zip) \((\d+) hands?, ")


def pages_of(folder: Path, name: str) -> list[int]:
    """Return the first pages of a table's data, or of those of its indexes."""
    connection.close()
    asked = "SELECT rootpage FROM sqlite_master WHERE tbl_name = 'scorekeeper_hand' AND type = ?"
    with closing(sqlite3.connect(folder / "belote.sqlite3")) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return [page for (page,) in file.execute(asked, [name])]


def overwrite(folder: Path, page: int, change: Callable[[bytes], bytes]) -> None:
    with (folder / "belote.sqlite3").open("r+b") as file:
        file.seek((page - 1) * PAGE)
        before = file.read(PAGE)
        after = change(before)
        assert before != after
        assert len(after) == PAGE
        file.seek((page - 1) * PAGE)
        file.write(after)


def garbage(_content: bytes) -> bytes:
    return b"coffee!!" * (PAGE // 8)


def refusal() -> str:
    with pytest.raises(StartProblemError) as told:
        database.prepare_database(now=NOW)
    return str(told.value)


def test_where_only_an_index_is_damaged_nothing_is_lost(club: Club, folder: Path) -> None:
    played(club)
    older = make_backup(now=NOW)
    assert older
    played(club)
    before = everything_stored(but=("TakeOver",))
    for page in pages_of(folder, "index"):
        overwrite(folder, page, garbage)
    told = refusal()
    ((mended, hands),) = NAMED.findall(told)
    assert hands == "12"
    assert older.name not in told
    assert len(list((folder / "copies").iterdir())) == 2
    refusal()
    assert len(list((folder / "copies").iterdir())) == 2, "asked again, no further one is made"
    put_back(Path(mended), replace=True)
    assert everything_stored(but=("TakeOver",)) == before
    assert database.prepare_database(now=NOW) is None


def lead_astray(folder: Path) -> None:
    """Let an index lead to no row, which is found by reading all of them, as the doctor does."""
    key = str(Hand.objects.first().submission_key).replace("-", "").encode()  # type: ignore[union-attr]

    def change(content: bytes) -> bytes:
        return content.replace(key, bytes(reversed(key)))

    changed = 0
    for page in pages_of(folder, "index"):
        try:
            overwrite(folder, page, change)
        except AssertionError:
            continue
        changed += 1
    assert changed


def test_a_copy_of_damaged_indexes_is_put_back_with_new_ones(club: Club, folder: Path) -> None:
    played(club)
    before = everything_stored(but=("TakeOver",))
    lead_astray(folder)
    copy = make_backup(now=NOW)
    assert copy
    put_back(copy, replace=True)
    assert faults(folder / "belote.sqlite3") == []
    assert everything_stored(but=("TakeOver",)) == before


def test_the_doctor_offers_a_mended_copy_too(club: Club, folder: Path) -> None:
    played(club)
    before = everything_stored(but=("TakeOver",))
    lead_astray(folder)
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", stdout=out, stderr=out)
    ((mended, hands),) = NAMED.findall(out.getvalue())
    assert hands == "6"
    put_back(Path(mended), replace=True)
    assert everything_stored(but=("TakeOver",)) == before
    call_command("doctor", stdout=out, stderr=out)


def test_where_hands_are_damaged_an_older_copy_is_named(club: Club, folder: Path) -> None:
    played(club)
    older = make_backup(now=NOW)
    assert older
    played(club)
    (page,) = pages_of(folder, "table")
    overwrite(folder, page, garbage)
    told = refusal()
    assert NAMED.findall(told) == [(str(older), "6")]
    assert "mended" not in told


def test_a_page_damaged_while_it_serves_is_told_with_the_next_copy(
    club: Club, folder: Path
) -> None:
    played(club)
    organiser = member_of(club)
    running.begin(running.Running("0.0.0.0", 8000, NOW))
    try:
        assert visitor().get("/healthz").status_code == 200
        (page,) = pages_of(folder, "table")
        overwrite(folder, page, garbage)
        assert schedule.back_up_now() is None
        answer = visitor().get("/healthz")
        assert (answer.status_code, answer.content) == (503, b"the database is damaged")
        assert "The database is damaged" in words_on(organiser.get("/"))
    finally:
        running.end()


def test_no_empty_database_appears_where_a_folder_was_moved_away(club: Club, folder: Path) -> None:
    elsewhere = folder.with_name("elsewhere")

    def rename(name: str) -> None:
        with transaction.atomic():
            Club.objects.update(name=name)

    with instances.serving(folder):
        rename("Before")
        folder.rename(elsewhere)
        for _opened_before in (True, False):
            with pytest.raises(OperationalError) as refused:
                rename("Nowhere")
            assert failure_kind(refused.value) is FailureKind.NOT_WRITABLE
            assert not folder.exists()
            connection.close()
        assert visitor().get("/healthz").status_code == 503
        elsewhere.rename(folder)
        rename("After")
        assert Club.objects.get().name == "After"
