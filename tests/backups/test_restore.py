"""A copy that is put back brings back every value; nothing that was there is lost."""

import logging
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse

from scorekeeper.backups import archive, choosing
from scorekeeper.backups.making import make_backup
from scorekeeper.backups.problems import BackupError
from scorekeeper.backups.snapshots import faults, open_database
from scorekeeper.demo import fill_demo
from scorekeeper.engine.hand import Seat
from scorekeeper.models import Club, Game, Hand
from scorekeeper.models.computers import last_number
from scorekeeper.onboarding.services import erase_trial
from scorekeeper.server import database, instances
from scorekeeper.server.errors import StartProblemError
from tests.backups.putting_back import contents, copy_of, played, put_back, refused
from tests.pages import member_of, words_on
from tests.table import NOW, make_club, make_game, make_member, takes, write
from tests.tournaments.people.named import everything_stored

COUNTED = ("TakeOver",)
"""How often a copy was put back counts on."""
NEWEST_OF_AUTH = "0012_alter_user_first_name_max_length"


def test_every_value_and_page_comes_back(club: Club, folder: Path) -> None:
    game = played(club)
    address = reverse("scorekeeper:game-detail", args=[game.pk])
    client = member_of(club)
    page = words_on(client.get(address))
    before, copy = everything_stored(but=COUNTED), copy_of(folder)
    (folder / "secret_key").write_text("a key made later", encoding="ascii")
    write(game, takes(Seat.A2, 80))
    later = everything_stored(but=COUNTED)
    assert later != before

    told = put_back(copy, replace=True)
    assert everything_stored(but=COUNTED) == before
    assert words_on(client.get(address)) == page
    assert (folder / "secret_key").read_text(encoding="ascii") == "the key of this club"
    (aside,) = folder.glob("before-restore-*")
    assert str(aside) in told
    assert (aside / "secret_key").read_text(encoding="ascii") == "a key made later"

    # What was set aside can be put back in its turn.
    put_back(aside / "belote.sqlite3", replace=True)
    assert everything_stored(but=COUNTED) == later
    assert last_number() == 2, "phones are told each time that the data are others than before"


def test_into_an_empty_folder(club: Club, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    played(club)
    before, copy = everything_stored(but=COUNTED), copy_of(folder)
    connection.close()
    shutil.rmtree(folder)
    with caplog.at_level(logging.INFO):
        put_back(copy)
    assert f"restored {copy}" in caplog.text
    assert everything_stored(but=COUNTED) == before
    assert (folder / "secret_key").read_text(encoding="ascii") == "the key of this club"
    assert not list(folder.glob("before-restore-*"))
    assert not list(folder.glob(".restoring-*"))


def test_a_club_that_is_there_is_not_replaced_unasked(club: Club, folder: Path) -> None:
    copy = copy_of(folder)
    before = contents(folder)
    assert "--replace" in refused(copy)
    assert contents(folder) == before


def test_what_was_left_of_another_database_does_not_get_into_the_copy(
    club: Club, folder: Path
) -> None:
    before, copy = everything_stored(but=COUNTED), copy_of(folder)
    connection.close()
    (folder / "belote.sqlite3").unlink()
    (folder / "belote.sqlite3-wal").write_bytes(b"left over from somewhere else")
    put_back(copy)
    assert everything_stored(but=COUNTED) == before
    (aside,) = folder.glob("before-restore-*")
    assert (aside / "belote.sqlite3-wal").read_bytes() == b"left over from somewhere else"


def test_a_plain_database_with_what_lies_beside_it(club: Club, folder: Path) -> None:
    plain = folder.parent / "club-20261120-203000.backup.sqlite3"
    connection.close()
    shutil.copyfile(folder / "belote.sqlite3", plain)
    with closing(sqlite3.connect(plain)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("UPDATE scorekeeper_club SET name = 'Club of the log'")
        other.commit()
        # Not closed: the name stands in the log beside the file only.
        assert plain.with_name(f"{plain.name}-wal").stat().st_size
        told = put_back(plain, replace=True)
    assert Club.objects.get().name == "Club of the log"
    assert "no key" in told
    assert (folder / "secret_key").read_text(encoding="ascii") == "the key of this club"


def cut(content: bytes, dice: random.Random) -> bytes:
    return content[: dice.randrange(len(content))]


def flip(content: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(60, len(content) // 2)
    return content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :]


@pytest.mark.parametrize("damage", [cut, flip])
@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_copy_changes_nothing(
    club: Club, folder: Path, damage: Callable[[bytes, random.Random], bytes], seed: int
) -> None:
    copy = copy_of(folder)
    copy.write_bytes(damage(copy.read_bytes(), random.Random(seed)))
    before = contents(folder)
    assert str(copy) in refused(copy, replace=True)
    assert contents(folder) == before


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"hello, this is a letter", id="a letter"),
        pytest.param(b"SQLite format 3\0" + bytes(5000), id="no database after all"),
    ],
)
def test_another_file_is_no_copy(club: Club, folder: Path, content: bytes) -> None:
    other = folder.parent / "other"
    other.write_bytes(content)
    before = contents(folder)
    assert str(other) in refused(other, replace=True)
    assert contents(folder) == before


def test_a_file_that_is_not_there(club: Club, folder: Path) -> None:
    assert "nowhere.zip" in refused(folder / "nowhere.zip", replace=True)


def test_a_database_with_lost_rows_is_refused(club: Club, folder: Path) -> None:
    make_member(club)
    connection.close()
    with open_database(folder / "belote.sqlite3") as file:
        file.execute("PRAGMA foreign_keys = OFF")
        file.execute("DELETE FROM scorekeeper_club")
    copy = copy_of(folder)
    assert "scorekeeper_membership" in refused(copy, replace=True)


def test_a_copy_of_a_newer_version_is_refused(club: Club, folder: Path) -> None:
    MigrationRecorder(connection).record_applied("scorekeeper", "9999_from_the_future")
    copy = copy_of(folder)
    before = contents(folder)
    assert "9999_from_the_future" in refused(copy, replace=True)
    assert contents(folder) == before


def test_a_copy_of_an_older_version_is_brought_up_to_date(club: Club, folder: Path) -> None:
    call_command("migrate", "auth", "0011", verbosity=0)
    copy = copy_of(folder)
    call_command("migrate", "auth", verbosity=0)
    put_back(copy, replace=True)
    assert ("auth", NEWEST_OF_AUTH) in MigrationRecorder(connection).applied_migrations()
    assert Club.objects.get().name == "Club des Tilleuls"


def test_what_fails_at_the_very_end_is_taken_back(
    club: Club, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = copy_of(folder)
    club.name = "As it is now"
    club.save()

    def fill(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("scorekeeper.server.restoring.write_whole", fill)
    assert "No space left" in refused(copy, replace=True)
    assert Club.objects.get().name == "As it is now"
    assert faults(folder / "belote.sqlite3") == []


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(sqlite3.OperationalError("database or disk is full"), id="of SQLite"),
        pytest.param(DatabaseError("database or disk is full"), id="of Django"),
        pytest.param(OSError(28, "database or disk is full"), id="of the system"),
    ],
)
def test_a_disk_without_room_for_the_work_on_a_copy_is_said_in_one_line(
    club: Club, folder: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    copy = copy_of(folder)
    before = contents(folder)

    def fill(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr("scorekeeper.server.restoring._close_up", fill)
    assert "disk is full" in refused(copy, replace=True)
    assert contents(folder) == before


def test_a_copy_that_may_not_be_read_is_said_in_one_line(
    club: Club, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, usual = copy_of(folder), Path.open

    def refuse(path: Path, *arguments: Any, **options: Any) -> Any:
        # Asked in its place, because the administrator of a machine may read everything.
        if path == copy:
            raise PermissionError(13, "Permission denied", str(path))
        return usual(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", refuse)
    assert f"{copy} is damaged (Permission denied)" in refused(copy, replace=True)


# While somebody is at work.


def test_not_while_somebody_serves_the_folder(club: Club, folder: Path) -> None:
    copy = copy_of(folder)
    with instances.serving(folder), instances.serving(folder):
        before = contents(folder)
        assert "Ctrl-C" in refused(copy, replace=True)
        assert contents(folder) == before
    put_back(copy, replace=True)


def test_nobody_begins_to_serve_meanwhile(folder: Path) -> None:
    with (
        instances.nobody_serving(folder),
        pytest.raises(StartProblemError, match="being restored"),
        instances.serving(folder),
    ):
        pass


def test_not_while_another_program_has_the_database_open(club: Club, folder: Path) -> None:
    copy = copy_of(folder)
    connection.close()
    with open_database(folder / "belote.sqlite3") as elsewhere:
        elsewhere.execute("SELECT count(*) FROM scorekeeper_club").fetchall()
        assert "belote.sqlite3" in refused(copy, replace=True)
    put_back(copy, replace=True)


# A club that was there.


def test_a_key_without_a_database_starts_no_empty_club(club: Club, folder: Path) -> None:
    connection.close()
    (folder / "belote.sqlite3").unlink()
    with pytest.raises(StartProblemError) as told:
        database.prepare_database(now=NOW)
    assert "restore FILE" in str(told.value)
    assert "--new-club" in str(told.value)
    # Neither the second time, nor where only copies are left, whose newest is named then.
    with pytest.raises(StartProblemError):
        database.prepare_database(now=NOW)
    (folder / "secret_key").unlink()
    (folder / "copies").mkdir()
    copy = folder / "copies" / "belote-2026-11-20-213000.zip"
    copy.touch()
    with pytest.raises(StartProblemError, match="213000"):
        database.prepare_database(now=NOW)


class KilledError(BaseException):
    """Raised where the program is killed: nothing is taken back any more."""


def test_killed_between_its_two_renames_the_whole_club_is_named(
    club: Club, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, usual = make_backup(now=NOW), shutil.move
    assert copy
    played(club)

    def kill(source: Path, target: Path) -> None:
        usual(source, target)
        monkeypatch.setattr(shutil, "move", lambda *_moved: None)
        raise KilledError

    monkeypatch.setattr(shutil, "move", kill)
    with pytest.raises(KilledError):
        put_back(copy, replace=True)
    assert not (folder / "belote.sqlite3").exists()
    (aside,) = folder.glob("before-restore-*")
    told = lost(NOW)
    assert f"restore {aside / 'belote.sqlite3'}" in told
    assert "6 hands" in told
    assert copy.name not in told, "it holds no hand"
    put_back(aside / "belote.sqlite3")
    assert Hand.objects.count() == 6


def lost(now: datetime) -> str:
    """Return what is said where the database is gone."""
    with pytest.raises(StartProblemError) as told:
        database.prepare_database(now=now)
    return str(told.value)


def test_the_newest_readable_copy_with_hands_is_named_and_a_fuller_one_beside_it(
    club: Club, folder: Path
) -> None:
    played(club)
    fuller = make_backup(now=NOW)
    Hand.objects.filter(number__gt=1).delete()
    newest = make_backup(now=NOW + timedelta(minutes=5))
    damaged = make_backup(now=NOW + timedelta(minutes=10))
    Hand.objects.all().delete()
    empty = make_backup(now=NOW + timedelta(minutes=15))
    assert fuller
    assert newest
    assert damaged
    assert empty
    damaged.write_bytes(damaged.read_bytes()[:-2000])
    connection.close()
    (folder / "belote.sqlite3").unlink()
    told = lost(NOW + timedelta(hours=1))
    assert told.index(newest.name) < told.index(fuller.name)
    assert damaged.name not in told
    assert empty.name not in told
    # A fuller one that cannot be read helps nobody.
    fuller.write_bytes(b"")
    assert fuller.name not in lost(NOW + timedelta(hours=1))


@pytest.mark.parametrize("is_counted", [True, False], ids=["counted", "as before they counted"])
def test_no_copy_is_unpacked_twice_to_name_it(
    club: Club, folder: Path, monkeypatch: pytest.MonkeyPatch, *, is_counted: bool
) -> None:
    played(club)
    fuller = make_backup(now=NOW)
    Hand.objects.filter(number__gt=1).delete()
    newest = make_backup(now=NOW + timedelta(minutes=5))
    assert fuller
    assert newest
    connection.close()
    (folder / "belote.sqlite3").unlink()
    if not is_counted:
        monkeypatch.setattr(choosing, "read_manifest", lambda _path: SimpleNamespace(written=None))
    unpacked: list[str] = []

    def unpack(path: Path, *args: Any, **kwargs: Any) -> Any:
        unpacked.append(path.name)
        return archive.unpack(path, *args, **kwargs)

    monkeypatch.setattr(choosing, "unpack", unpack)
    told = lost(NOW + timedelta(hours=1))
    assert told.index(newest.name) < told.index(fuller.name)
    assert unpacked == [newest.name, fuller.name]


def test_a_new_club_only_where_none_is(club: Club) -> None:
    with pytest.raises(StartProblemError, match="without --new-club"):
        database.prepare_database(now=NOW, new_club=True)


# Databases that are no file.


@pytest.mark.parametrize(
    ("act", "command"),
    [
        ("backup", "pg_dump --format=custom --host=db.hall --port=5433 --username=club"),
        ("restore", "pg_restore --clean --if-exists --host=db.hall --port=5433 --username=club"),
    ],
)
def test_postgresql_names_its_own_command(
    monkeypatch: pytest.MonkeyPatch, act: str, command: str
) -> None:
    address = {
        "HOST": "db.hall",
        "PORT": 5433,
        "USER": "club",
        "PASSWORD": "nobody’s business",
        "NAME": "the club",
    }
    elsewhere = SimpleNamespace(vendor="postgresql", settings_dict=address)
    monkeypatch.setattr(database, "connection", elsewhere)
    errors = StringIO()
    with pytest.raises(SystemExit):
        call_command(act, "evening.dump", stderr=errors)
    assert command in errors.getvalue()
    assert "evening.dump" in errors.getvalue()
    assert "the club'" in errors.getvalue()
    assert "business" not in errors.getvalue()
    # A program that serves meanwhile goes on showing what was there before.
    assert ("Stop the program first" in errors.getvalue()) == (act == "restore")


def test_another_database_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = SimpleNamespace(vendor="oracle", settings_dict={"NAME": "hall"})
    monkeypatch.setattr(database, "connection", elsewhere)
    with pytest.raises(StartProblemError, match="hall"):
        database.refuse_other_database("backup", Path("x"))


def test_accounts_come_back_too(club: Club, folder: Path) -> None:
    make_member(club)
    copy = copy_of(folder)
    User.objects.all().delete()
    make_club("Another")
    put_back(copy, replace=True)
    assert User.objects.get().username == "elise"
    assert os.listdir(folder)


def test_reasons_are_said_in_the_reader_s_language(folder: Path) -> None:
    from django.utils import translation

    with pytest.raises(BackupError) as refusal:
        make_backup(now=NOW, target=folder / "nowhere" / "x.zip")
    with translation.override("fr"):
        french = str(refusal.value)
    with translation.override("en"):
        assert str(refusal.value) != french


def test_a_trial_that_comes_back_is_one_and_never_mixes_with_the_club(folder: Path) -> None:
    assert fill_demo(now=NOW)
    (trial,) = Club.objects.all()
    copy = copy_of(folder)
    erase_trial(club_id=trial.pk)
    make_game(trial)
    put_back(copy, replace=True)
    assert Club.objects.get().is_trial
    assert Game.objects.count() == 7
    # What was entered since lies aside, as with every copy that takes the place of a club.
    (aside,) = folder.glob("before-restore-*")
    put_back(aside / "belote.sqlite3", replace=True)
    assert not Club.objects.get().is_trial
    assert Game.objects.count() == 1
