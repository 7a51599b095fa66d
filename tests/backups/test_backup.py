"""A copy holds everything that was acknowledged before it began, while the tables go on writing."""

import os
import sqlite3
import stat
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.db import connections

from scorekeeper.backups import making, places, schedule
from scorekeeper.backups.archive import DATABASE, KEY, read_manifest, unpack
from scorekeeper.backups.making import make_backup
from scorekeeper.backups.places import backups_folder, backups_in, names_at, thin
from scorekeeper.backups.problems import BackupError, BackupProblem
from scorekeeper.backups.snapshots import faults, open_database
from scorekeeper.clubs.services.players import find_or_add_player
from scorekeeper.engine.hand import Seat
from scorekeeper.models import Club, Game
from tests.table import NOW, make_game, takes, write

WRITERS = 6
COPIES = 4


@contextmanager
def tables_that_write(games: list[Game]) -> Iterator[list[str]]:
    """Let every game be written at by a thread of its own; yield the keys of acknowledged hands."""
    acknowledged: list[str] = []
    end = threading.Event()

    def go_on(game: Game) -> None:
        try:
            while not end.is_set():
                for hand in write(game, takes(Seat.A1, 92)):
                    acknowledged.append(str(hand.submission_key))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=go_on, args=[game]) for game in games]
    for thread in threads:
        thread.start()
    try:
        yield acknowledged
    finally:
        end.set()
        for thread in threads:
            thread.join()


def hands_in(database: Path) -> set[str]:
    with open_database(database) as file:
        rows = file.execute("SELECT submission_key FROM scorekeeper_hand").fetchall()
    return {f"{key[:8]}-{key[8:12]}-{key[12:16]}-{key[16:20]}-{key[20:]}" for (key,) in rows}


def test_a_copy_taken_while_tables_write_is_whole(club: Club, tmp_path: Path) -> None:
    from scorekeeper.engine.rulesets import GameFormat

    games = [make_game(club, game_format=GameFormat(hands=99)) for _ in range(WRITERS)]
    with tables_that_write(games) as acknowledged:
        for number in range(COPIES):
            already = len(acknowledged)
            while len(acknowledged) < already + WRITERS:
                threading.Event().wait(0.01)
            before = set(acknowledged)
            copy = make_backup(now=NOW + timedelta(seconds=number))
            assert copy
            out = tmp_path / f"out-{number}"
            out.mkdir()
            unpack(copy, out, room=100_000_000)
            assert faults(out / DATABASE) == []
            assert before <= hands_in(out / DATABASE)
    assert len(backups_in(backups_folder())) == COPIES


def test_what_a_copy_holds(club: Club, folder: Path) -> None:
    out = StringIO()
    call_command("backup", stdout=out, stderr=StringIO())
    copy = Path(out.getvalue().strip())
    assert copy.parent == folder / "copies"
    assert places.NAME.fullmatch(copy.name)
    manifest = read_manifest(copy)
    assert manifest.clubs == ("Club des Tilleuls",)
    assert "scorekeeper.0001_initial" in manifest.migrations
    with zipfile.ZipFile(copy) as packed:
        assert packed.read(KEY) == b"the key of this club"
    if sys.platform != "win32":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700


def test_names_that_were_erased_do_not_linger_in_copies(club: Club) -> None:
    player = find_or_add_player(club=club, name="Zébulon Quelconque", now=NOW)
    player.name = "Anonymous"
    player.save()
    copy = make_backup(now=NOW)
    assert copy
    with zipfile.ZipFile(copy) as packed:
        assert b"bulon" not in packed.read(DATABASE)


def test_two_copies_of_one_second_have_two_names(club: Club) -> None:
    first, second = make_backup(now=NOW), make_backup(now=NOW)
    assert first
    assert second
    assert first != second
    assert [copy.path for copy in backups_in(backups_folder())] == [second, first]
    names = names_at(NOW)
    assert [next(names), next(names)] == [first.name, second.name]
    thin(backups_folder(), now=NOW)
    assert [copy.path for copy in backups_in(backups_folder())] == [second]


def test_into_a_named_file_and_into_a_folder(club: Club, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    for target in (stick / "mine.zip", stick):
        out = StringIO()
        call_command("backup", str(target), stdout=out, stderr=StringIO())
        assert read_manifest(Path(out.getvalue().strip())).clubs
    assert (stick / "mine.zip").is_file()
    assert len(list(stick.iterdir())) == 2


@pytest.mark.parametrize("language", ["en_GB.UTF-8", "fr_FR.UTF-8"])
def test_a_file_that_is_there_already_is_kept(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    taken = tmp_path / "mine.zip"
    taken.write_text("something else")
    errors = StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("backup", str(taken), stderr=errors)
    assert stop.value.code == 1
    (line,) = errors.getvalue().splitlines()
    assert str(taken) in line
    assert taken.read_text() == "something else"


def test_a_folder_that_is_not_there(club: Club, tmp_path: Path) -> None:
    with pytest.raises(BackupError) as refusal:
        make_backup(now=NOW, target=tmp_path / "stick" / "copy.zip")
    assert refusal.value.problem == BackupProblem.NO_FOLDER


def test_a_full_disk_is_said_in_words_and_leaves_nothing(
    club: Club, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = make_backup(now=NOW)
    assert good
    disk = SimpleNamespace(free=1_000_000)
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: disk)
    with pytest.raises(BackupError, match="full") as refusal:
        make_backup(now=NOW + timedelta(minutes=5))
    assert refusal.value.problem == BackupProblem.NO_ROOM
    assert list((folder / "copies").iterdir()) == [good]


def test_a_disk_that_fills_in_the_middle_leaves_nothing(
    club: Club, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(making, "pack", fill)
    with pytest.raises(BackupError, match="No space left"):
        make_backup(now=NOW)
    assert list((folder / "copies").iterdir()) == []


def test_a_damaged_database_makes_no_copy_and_costs_none(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert schedule.back_up_now()
    club.name = "Another name"
    club.save()

    def refuse(*_arguments: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    monkeypatch.setattr(making, "take_snapshot", refuse)
    assert schedule.back_up_now() is None
    assert "malformed" in str(schedule.problem())
    assert len(backups_in(backups_folder())) == 1


def test_nothing_is_copied_again_when_nothing_was_written(club: Club) -> None:
    assert schedule.back_up_now()
    assert not schedule.is_anything_new()
    assert schedule.back_up_now() is None
    assert schedule.problem() is None
    club.name = "Another name"
    club.save()
    assert schedule.is_anything_new()
    assert schedule.back_up_now()
    # The same bytes again, by a program that was started anew and knows nothing.
    schedule._BackupsDone.copied = None
    assert schedule.back_up_now() is None
    assert not schedule.is_anything_new()


def test_an_idle_database_is_looked_at_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.name = "Another name"
    club.save()
    assert schedule.back_up_now()
    monkeypatch.setattr(schedule, "make_backup", None)
    assert not schedule.is_anything_new()
    assert schedule.back_up_now() is None


def test_a_key_from_before_the_time_of_zips_is_copied(club: Club, folder: Path) -> None:
    # Some programs that unpack an archive date every file so; so does a clock that died.
    os.utime(folder / "secret_key", (0, 0))
    copy = make_backup(now=NOW)
    assert copy
    assert KEY in read_manifest(copy).members


def test_a_copy_that_goes_while_the_folder_is_read_hides_no_other(tmp_path: Path) -> None:
    there = tmp_path / "belote-2026-11-20-213000.zip"
    there.touch()
    (tmp_path / "belote-2026-11-20-213500.zip").symlink_to(tmp_path / "thinned out")
    assert [copy.path for copy in backups_in(tmp_path)] == [there]


def test_what_goes_from_beside_the_database_meanwhile_stops_no_copy(
    club: Club, folder: Path
) -> None:
    # SQLite takes its -wal away when the last reader leaves: listed, and gone when looked at.
    (folder / "belote.sqlite3-gone").symlink_to(folder / "taken away")
    assert make_backup(now=NOW)


def test_what_another_program_has_cleared_away_meanwhile_stops_no_copy(club: Club) -> None:
    backups_folder().mkdir(exist_ok=True)
    (backups_folder() / ".making-gone").symlink_to(backups_folder() / "cleared away")
    assert make_backup(now=NOW)


def test_no_club_no_copy(folder: Path) -> None:
    connections.close_all()
    (folder / "belote.sqlite3").unlink()
    with pytest.raises(BackupError) as refusal:
        make_backup(now=NOW)
    assert refusal.value.problem == BackupProblem.NO_CLUB


def test_thinning_leaves_other_files_and_copies_made_before_updates(tmp_path: Path) -> None:
    names = [
        "belote-2026-11-20-213000.zip",
        "belote-2026-11-20-212930.zip",
        "belote-2026-11-20-212910.zip",
        "belote-2024-01-01-120000.zip",
        "belote-2021-01-01-120000-before-update.zip",
        "belote-2022-01-01-120000-before-update.zip",
        "belote-2023-01-01-120000-before-update.zip",
        "belote-2023-01-01-120000-2-before-update.zip",
        "belote-9999-99-99-999999.zip",
        "the copy of Jean.zip",
    ]
    for name in names:
        (tmp_path / name).touch()
    thin(tmp_path, now=NOW)
    assert {path.name for path in tmp_path.iterdir()} == set(names) - {
        "belote-2026-11-20-212910.zip",
        "belote-2024-01-01-120000.zip",
        "belote-2021-01-01-120000-before-update.zip",
    }
