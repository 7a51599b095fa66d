"""Names that were taken away after a copy was made do not come back with it."""

import sqlite3
from pathlib import Path

import pytest
from django.db import connection

from scorekeeper.backups.erasures import FILE, Erasures, erasures_file, erasures_in, stored_erasures
from scorekeeper.backups.making import make_backup
from scorekeeper.backups.schedule import back_up_now
from scorekeeper.backups.snapshots import open_database
from scorekeeper.models import Club, Player
from scorekeeper.standby.changes import Changes
from tests.backups.putting_back import copy_of, put_back
from tests.contest import play_round
from tests.table import NOW, SCORER
from tests.tournaments.people.named import TEAMS, contest_with, everything_stored, forget, player
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.models import Tournament
from tournaments.people.services.merges import merge_players, undo_merge
from tournaments.people.services.names import show_name


@pytest.fixture
def contest(club: Club) -> Tournament:
    contest = contest_with(club, *TEAMS)
    play_round(contest)
    return contest


def hide(who: Player) -> None:
    show_name(player_id=who.pk, shown=Player.Shown.INITIALS)


def test_by_what_the_replaced_database_knows(club: Club, contest: Tournament, folder: Path) -> None:
    copy = copy_of(folder)
    forget(player(club, "Anne Petit"))
    hide(player(club, "Rose"))
    # Nothing but the database that is replaced knows of it.
    (folder / FILE).unlink()
    told = put_back(copy, replace=True)
    assert "2" in told
    assert "anne petit" not in everything_stored().casefold()
    connection.close()
    with open_database(folder / "belote.sqlite3") as file:
        assert "anne petit" not in "\n".join(file.iterdump()).casefold()
    assert b"Anne Petit" not in (folder / "belote.sqlite3").read_bytes()
    assert Player.objects.get(name="Rose").shown == Player.Shown.INITIALS
    assert Player.objects.get(name="Paul").shown == Player.Shown.FULL
    assert verify_tournament(Tournament.objects.get()).is_whole


def test_by_the_list_in_an_emptied_folder(club: Club, contest: Tournament, folder: Path) -> None:
    copy = copy_of(folder)
    forget(player(club, "Anne Petit"))
    hide(player(club, "Rose"))
    connection.close()
    (folder / "belote.sqlite3").unlink()
    put_back(copy)
    assert "anne petit" not in everything_stored().casefold()
    assert Player.objects.get(name="Rose").shown == Player.Shown.INITIALS


def test_by_the_list_beside_the_copies(club: Club, contest: Tournament, folder: Path) -> None:
    stick = folder.parent / "stick"
    stick.mkdir()
    copy = make_backup(now=NOW, target=stick / "copy.zip")
    assert copy
    forget(player(club, "Anne Petit"))
    erasures_file().replace(stick / FILE)
    connection.close()
    (folder / "belote.sqlite3").unlink()
    put_back(copy)
    assert "anne petit" not in everything_stored().casefold()


def test_the_list_holds_no_names_and_follows(club: Club, folder: Path) -> None:
    anne, rose = player(club, "Anne Petit"), player(club, "Rose Grand")
    forget(anne)
    hide(rose)
    text = erasures_file().read_text(encoding="utf-8").casefold()
    assert "anne" not in text
    assert "rose" not in text
    listed = stored_erasures(erasures_file())
    assert len(listed.anonymous) == len(listed.initials) == 1
    show_name(player_id=rose.pk, shown=Player.Shown.FULL)
    assert not stored_erasures(erasures_file()).initials
    assert stored_erasures(erasures_file()).anonymous == listed.anonymous


def test_somebody_shown_in_full_again_is_not_hidden(club: Club, folder: Path) -> None:
    rose = player(club, "Rose Grand")
    hide(rose)
    show_name(player_id=rose.pk, shown=Player.Shown.FULL)
    copy = copy_of(folder)
    put_back(copy, replace=True)
    assert Player.objects.get().shown == Player.Shown.FULL


def test_who_wanted_no_page_has_none_again(club: Club, folder: Path) -> None:
    rose, paul = player(club, "Rose Grand"), player(club, "Paul Blanc")
    copy = copy_of(folder)
    show_name(player_id=rose.pk, shown=Player.Shown.FULL, has_page=False)
    show_name(player_id=paul.pk, shown=Player.Shown.INITIALS, has_page=False)
    told = put_back(copy, replace=True)
    assert "2" in told
    found = {one.name: (one.shown, one.has_page) for one in Player.objects.all()}
    assert found == {"Rose Grand": ("full", False), "Paul Blanc": ("initials", False)}


def test_who_has_a_page_again_keeps_it(club: Club, folder: Path) -> None:
    rose = player(club, "Rose Grand")
    show_name(player_id=rose.pk, shown=Player.Shown.FULL, has_page=False)
    assert stored_erasures(erasures_file()).pageless
    show_name(player_id=rose.pk, shown=Player.Shown.FULL, has_page=True)
    assert not stored_erasures(erasures_file()).pageless


def test_lists_and_databases_of_before_there_were_pages_are_read(tmp_path: Path) -> None:
    listed = tmp_path / FILE
    listed.write_text('{"anonymous": ["1 x"], "initials": ["2 x"]}', encoding="utf-8")
    assert stored_erasures(listed) == Erasures(frozenset({"1 x"}), frozenset({"2 x"}))
    file = tmp_path / "old.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE scorekeeper_player (id, created_at, shown)")
        row = (1, "2026-11-20 20:30:00", "initials")
        database.execute("INSERT INTO scorekeeper_player VALUES (?, ?, ?)", row)
    database.close()
    found = erasures_in(file)
    assert len(found.initials) == 1
    assert not found.pageless


def test_a_merge_made_later_and_erased_as_one(
    club: Club, contest: Tournament, folder: Path
) -> None:
    copy = copy_of(folder)
    anne, rose = player(club, "Anne Petit"), player(club, "Rose")
    spelled = player(club, "A. Petit-Martin")
    merge_players(kept_id=anne.pk, gone_id=spelled.pk, author=SCORER, now=NOW)
    forget(anne)
    put_back(copy, replace=True)
    stored = everything_stored().casefold()
    assert "anne petit" not in stored
    assert rose.name.casefold() in stored


def test_a_merge_undone_later_and_one_of_both_erased(
    club: Club, contest: Tournament, folder: Path
) -> None:
    anne, paul = player(club, "Anne Petit"), player(club, "Paul")
    marie, rose = player(club, "Marie Aubert"), player(club, "Solange")
    first = merge_players(kept_id=rose.pk, gone_id=marie.pk, author=SCORER, now=NOW)
    second = merge_players(kept_id=anne.pk, gone_id=rose.pk, author=SCORER, now=NOW)
    copy = copy_of(folder)
    undo_merge(merge_id=second.pk)
    undo_merge(merge_id=first.pk)
    forget(marie)
    put_back(copy, replace=True)
    stored = everything_stored()
    assert "Marie Aubert" not in stored
    for name in ("Anne Petit", "Solange", paul.name):
        assert name in stored


def test_another_club_s_people_are_nobody_of_the_list(club: Club, folder: Path) -> None:
    forget(player(club, "Anne Petit"))
    listed = erasures_file().read_bytes()
    Player.objects.all().delete()
    Player.objects.create(club=club, name="Somebody Else", created_at=NOW.replace(year=2027))
    copy = copy_of(folder)
    erasures_file().write_bytes(listed)
    put_back(copy, replace=True)
    assert Player.objects.get().name == "Somebody Else"


def test_the_name_stays_in_no_file_of_the_running_program(
    club: Club, contest: Tournament, folder: Path
) -> None:
    assert any(b"Anne Petit" in file.read_bytes() for file in folder.glob("belote.sqlite3*"))
    forget(player(club, "Anne Petit"))
    left = [file.name for file in folder.iterdir() if file.is_file()]
    assert not [name for name in left if b"Anne Petit" in (folder / name).read_bytes()]


def test_where_somebody_reads_the_next_copy_empties_the_log(
    club: Club, contest: Tournament, folder: Path
) -> None:
    log = folder / "belote.sqlite3-wal"
    with open_database(folder / "belote.sqlite3") as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM scorekeeper_player").fetchone()
        forget(player(club, "Anne Petit"))
        assert b"Anne Petit" in log.read_bytes()
        back_up_now()
        assert b"Anne Petit" in log.read_bytes()
    back_up_now()
    assert b"Anne Petit" not in log.read_bytes()


def test_a_log_is_emptied_after_an_erasure_alone(club: Club, folder: Path) -> None:
    log = folder / "belote.sqlite3-wal"
    forget(player(club, "Anne Petit"))
    assert log.stat().st_size == 0
    player(club, "Rose")
    written = log.read_bytes()
    assert written
    back_up_now()
    make_backup(now=NOW)
    assert log.read_bytes() == written


def test_copies_make_a_second_computer_lose_nothing(
    club: Club, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.standby.changes.LONG_LOG", 0)
    changes = Changes(folder / "belote.sqlite3")
    stream, number = changes.take_whole(folder / "followed.sqlite3")
    player(club, "Anne Petit")
    changes.look()
    back_up_now()
    make_backup(now=NOW)
    player(club, "Rose")
    since = changes.since(stream, number)
    changes.end()
    assert since
    assert since.number == number + 2
