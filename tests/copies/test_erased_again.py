"""Names that were taken away after a copy was made do not come back with it."""

from pathlib import Path

import pytest
from django.db import connection

from scorekeeper.copies.erasures import FILE, erasures_file, kept_erasures
from scorekeeper.copies.making import make_copy
from scorekeeper.copies.snapshots import open_database
from scorekeeper.models import Club, Player
from tests.contest import play_round
from tests.copies.putting_back import copy_of, put_back
from tests.table import NOW, SCORER
from tests.tournaments.people.named import TEAMS, contest_with, everything_stored, forget, player
from tournaments.audit.pages.verification import verify_tournament
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
    copy = make_copy(now=NOW, target=stick / "copy.zip")
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
    listed = kept_erasures(erasures_file())
    assert len(listed.anonymous) == len(listed.initials) == 1
    show_name(player_id=rose.pk, shown=Player.Shown.FULL)
    assert not kept_erasures(erasures_file()).initials
    assert kept_erasures(erasures_file()).anonymous == listed.anonymous


def test_somebody_shown_in_full_again_is_not_hidden(club: Club, folder: Path) -> None:
    rose = player(club, "Rose Grand")
    hide(rose)
    show_name(player_id=rose.pk, shown=Player.Shown.FULL)
    copy = copy_of(folder)
    put_back(copy, replace=True)
    assert Player.objects.get().shown == Player.Shown.FULL


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
