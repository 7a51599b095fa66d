"""Ratings over all clubs: who stands there, under which name, the same from documents alone."""

import csv
import json
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.urls import reverse
from pytest_django import Settings

from scorekeeper.models import Club, Player
from scorekeeper.models.initials import initials_of
from scorekeeper.roles import Role
from tests.pages import count_queries, member_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.extensions.interclub.world import (
    TEAMS,
    club_taking_part,
    contest_of,
    player_named,
)
from tournaments.contests.services import finish_tournament, resume_tournament
from tournaments.entries.services.substitutes import Substitute, substitute
from tournaments.extensions.club_export.services import erase_club
from tournaments.extensions.interclub import services as ratings
from tournaments.extensions.interclub.documents import rated_folder
from tournaments.extensions.interclub.queries import People, people_together, write_folder
from tournaments.extensions.interclub.rating import Entered
from tournaments.extensions.interclub.services import bring_up_to_date, keep_up_to_date
from tournaments.lineups import Left
from tournaments.models import NationalLine, NationalTable, SamePerson
from tournaments.people.services.merges import merge_players
from tournaments.people.services.names import anonymise_player, show_name

pytestmark = pytest.mark.django_db

SINGLES = tuple((name,) for team in TEAMS for name in team)
LIST = "tournaments:national-ratings"


def shown(**query: str) -> str:
    answer = visitor().get(reverse(LIST, query=query))
    assert answer.status_code == 200
    return words_on(answer)


def table_text() -> str:
    """Return the page without what stands under the list."""
    return shown().split("What the list says")[0]


def same(one: Player, other: Player) -> None:
    first, second = sorted((one, other), key=lambda player: player.pk)
    SamePerson.objects.create(
        one=first, other=second, asked_by=one.club, asked_at=NOW, answered_at=NOW
    )


def test_there_is_no_page_until_a_club_takes_part() -> None:
    club = make_club()
    contest_of(club)
    assert visitor().get(reverse(LIST)).status_code == 404
    owner = member_of(club)
    page = reverse("tournaments:club-together")
    assert "Take part" in words_on(owner.get(page))
    assert member_of(club, "odile", Role.ORGANISER).get(page).status_code == 403
    assert "Choose the first day that counts." in words_on(owner.post(page, {"since": ""}))
    owner.post(page, {"since": "2026-09-01"})
    assert "8 games" not in table_text()
    assert "1 club takes part · 4 games of finished contests" in table_text()
    owner.post(page, {"leave": "1"})
    assert visitor().get(reverse(LIST)).status_code == 404
    assert not NationalTable.objects.exists()


def test_no_club_takes_part_before_a_mail_address_is_confirmed(settings: Settings) -> None:
    settings.SENDS_MAIL, settings.FOUNDING = True, "open"
    owner, page = member_of(make_club()), reverse("tournaments:club-together")
    said = words_on(owner.post(page, {"since": "2026-09-01"}, follow=True))
    assert "Confirm your email address first" in said
    assert Club.objects.get().together_from is None
    User.objects.update(email="anne@example.org")
    owner.post(page, {"since": "2026-09-01"})
    assert Club.objects.get().together_from == date(2026, 9, 1)


def test_only_finished_contests_from_that_day_on_count() -> None:
    club = club_taking_part("Club A")
    contest_of(club, day=date(2026, 8, 31))
    contest_of(club, is_over=False)
    assert "No contest counts yet" in shown()
    contest = contest_of(club, day=date(2026, 9, 1))
    assert "4 games of finished contests" in table_text()
    resume_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    assert "No contest counts yet" in shown()


def test_names_stand_as_clubs_and_players_show_them() -> None:
    opened, shut = club_taking_part("Open"), club_taking_part("Shut", is_open=False)
    contest_of(opened)
    contest_of(shut, tuple((f"{a} Martin", f"{b} Martin") for a, b in TEAMS))
    Player.objects.filter(club=opened, name="Anne").update(licence="77", categories=["ladies"])
    Player.objects.filter(club=shut, name="Anne Martin").update(licence="88")
    Player.objects.filter(club=opened, name="Bruno").update(licence="99")
    show_name(player_id=player_named(opened, "Bruno").pk, shown=Player.Shown.INITIALS)
    anonymise_player(player_id=player_named(opened, "Chloé").pk, author=SCORER, now=NOW)
    text = table_text()
    assert "Anne 77 · Ladies" in text
    assert "Bruno" not in text
    assert "99" not in text
    assert "Chloé" not in text
    assert "Anonymous" not in text
    assert "Anne Martin" not in text
    assert initials_of("Anne Martin") in text
    assert "88" not in text
    assert NationalLine.objects.count() == 15


def test_what_was_hidden_since_is_not_shown_nor_found() -> None:
    club = club_taking_part("Club A")
    contest_of(club)
    made = bring_up_to_date(now=NOW)
    # It takes long: nobody who looks at the page waits for it.
    NationalTable.objects.update(seconds=60)
    anne, bruno = player_named(club, "Anne"), player_named(club, "Bruno")
    anonymise_player(player_id=anne.pk, author=SCORER, now=NOW)
    assert not NationalLine.objects.filter(sought__contains="anne").exists()
    show_name(player_id=bruno.pk, shown=Player.Shown.INITIALS)
    text = table_text()
    assert "Anne" not in text
    assert "Anonymous" not in text
    assert "Bruno" not in text
    assert "No names found" in shown(q="bruno")
    assert NationalTable.objects.get() == made
    NationalTable.objects.update(seconds=0)
    keep_up_to_date()
    assert NationalTable.objects.get() != made
    assert NationalLine.objects.count() == 7


def test_found_by_name_club_and_category() -> None:
    for name in ("Lyon", "Nantes"):
        contest_of(club_taking_part(name))
    Player.objects.filter(name="Fanny").update(categories=["ladies", "Over 80"])
    assert "Émile" in shown(q="emile lyo")
    Player.objects.filter(name="Gaston", club__name="Lyon").update(categories=["juniors"])
    assert "Gaston" in shown(category="juniors").split("What the list says")[0]
    assert "Nantes" not in shown(q="emile lyo").split("What the list says")[0]
    ladies = shown(category="ladies").split("What the list says")[0]
    assert ladies.count("Fanny") == 2
    assert "Anne" not in ladies
    assert "No names found" in shown(q="nobody")
    assert "Fanny" in shown(q="nobody\0", category="none")
    for sort in ("name", "-rating", "games", "-won_share", "clubs", "-contests_won", "nonsense"):
        assert "Fanny" in shown(sort=sort)


def test_sorted_by_the_rating_the_best_stands_first() -> None:
    contest_of(club_taking_part("Lyon"), SINGLES, rounds=5, is_melee=True)
    shown()
    lines = list(NationalLine.objects.order_by("place"))
    strengths = [line.mu - 3 * line.sigma for line in lines]
    assert strengths == sorted(strengths, reverse=True)
    best, worst = (Player.objects.get(pk=line.players[0]).name for line in (lines[0], lines[-1]))
    for query, first, last in (({}, best, worst), ({"sort": "-rating"}, best, worst)):
        text = shown(**query).split("What the list says")[0]
        assert text.index(first) < text.index(last)
    text = shown(sort="rating").split("What the list says")[0]
    assert text.index(worst) < text.index(best)


def test_partners_who_played_with_nobody_else_are_told() -> None:
    contest_of(club_taking_part("Lyon"))
    assert table_text().count("of both partners") == 8
    contest_of(club_taking_part("Nantes"), SINGLES, rounds=3, is_melee=True)
    assert table_text().count("of both partners") == 8
    assert "2 circles that never met, the largest of 8 players" in shown()


def test_the_list_takes_as_many_queries_however_long_it_is() -> None:
    club = club_taking_part("Lyon")
    contest_of(club)
    page = visitor()
    address = reverse(LIST)
    page.get(address)
    few = count_queries(lambda: page.get(address))
    for number in range(4):
        other = club_taking_part(f"Club {number}")
        contest_of(other, tuple((f"{a} {number}", f"{b} {number}") for a, b in TEAMS))
    page.get(address)
    assert count_queries(lambda: page.get(address)) <= few


@pytest.mark.django_db(transaction=True)
def test_two_visitors_at_once_both_see_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    club = club_taking_part("Lyon")
    contest_of(club)
    first = bring_up_to_date(now=NOW)
    contest_of(club, day=date(2026, 10, 4))
    write, seen = ratings._write_lines, []

    def slowly(*args: Any) -> list[str]:
        seen.append(bring_up_to_date(now=NOW))
        return write(*args)

    monkeypatch.setattr(ratings, "_write_lines", slowly)
    assert "8 games of finished contests" in shown()
    assert seen == [first]


@pytest.mark.django_db(transaction=True)
def test_a_table_deleted_while_it_is_made_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    club = club_taking_part("Lyon")
    contest_of(club)
    write = ratings._write_lines

    def too_late(*args: Any) -> list[str]:
        faster = NationalTable.objects.create(basis="", begun_at=NOW, finished_at=NOW)
        NationalTable.objects.exclude(pk=faster.pk).delete()
        return write(*args)

    monkeypatch.setattr(ratings, "_write_lines", too_late)
    assert bring_up_to_date(now=NOW) == NationalTable.objects.get()


def test_a_table_that_another_process_makes_stays_for_an_hour() -> None:
    contest_of(club_taking_part("Lyon"))
    abandoned = NationalTable.objects.create(basis="", begun_at=NOW - timedelta(hours=2))
    made_elsewhere = NationalTable.objects.create(basis="", begun_at=NOW)
    made = bring_up_to_date(now=NOW)
    assert abandoned not in NationalTable.objects.all()
    assert set(NationalTable.objects.all()) == {made_elsewhere, made}


def test_a_contest_that_ends_meanwhile_waits_for_the_next_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = club_taking_part("Lyon")
    contest_of(club)
    people = people_together

    def later() -> People:
        if club.tournaments.count() == 1:
            contest_of(club, day=date(2026, 10, 4))
        return people()

    monkeypatch.setattr(ratings, "people_together", later)
    assert "4 games of finished contests" in shown()
    assert "8 games of finished contests" in shown()


def filled() -> list[Club]:
    """Fill three clubs: people of two clubs, a merge, a name that is two people in turn."""
    clubs = [club_taking_part(name) for name in ("Lyon", "Nantes", "Brest")]
    contest_of(clubs[0])
    contest_of(clubs[1], SINGLES, rounds=3, is_melee=True, day=date(2026, 10, 4))
    contest_of(clubs[2], day=date(2026, 10, 4))
    # In Brest another Anne comes once the first is called Annie.
    Player.objects.filter(club=clubs[2], name="Anne").update(name="Annie")
    contest_of(clubs[2], (("Anne", "Brice"), ("Carl", "Dora"), *TEAMS[2:]), day=date(2026, 10, 11))
    gone, kept = player_named(clubs[2], "Brice"), player_named(clubs[2], "Bruno")
    merge_players(kept_id=kept.pk, gone_id=gone.pk, author=SCORER, now=NOW)
    same(player_named(clubs[0], "Anne"), player_named(clubs[1], "Anne"))
    same(player_named(clubs[1], "David"), player_named(clubs[2], "David"))
    return clubs


def numbers_of(source: Path) -> list[tuple[float, ...]]:
    """Return the numbers of everybody from a folder, by place."""
    return [
        (own.strength.mu, own.strength.sigma, own.games, own.won, own.contests, own.contests_won)
        for rated in [rated_folder(source)]
        for own in map(rated.figures.__getitem__, rated.ranking)
    ]


def test_who_left_a_place_has_the_rounds_until_then(tmp_path: Path) -> None:
    club = club_taking_part("Lyon")
    # Another Anne, who left a place of the same name.
    contest_of(club, day=date(2026, 9, 5))
    Player.objects.filter(club=club, name="Anne").update(name="Annie")
    contest = contest_of(club, is_over=False, rounds=3)
    nadia = Substitute(place=1, name="Nadia", from_round=2)
    substitute(tournament_id=contest.pk, number=1, wanted=nadia, author=SCORER, now=NOW)
    paul = Substitute(place=2, name="Paul", from_round=3, from_hand=2)
    substitute(tournament_id=contest.pk, number=2, wanted=paul, author=SCORER, now=NOW)
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    write_folder(tmp_path)
    made = bring_up_to_date(now=NOW)
    assert made
    lines = list(made.lines.order_by("place"))
    games = {player_of(line).name: line.games for line in lines}
    assert games == {name: 5 for team in TEAMS for name in team} | {
        "Annie": 2,
        "Anne": 1,
        "Nadia": 2,
        "David": 4,
        "Paul": 1,
    }
    assert numbers_of(tmp_path) == [
        (line.mu, line.sigma, line.games, line.won, line.contests, line.contests_won)
        for line in lines
    ]
    (told,) = json.loads((tmp_path / "people.json").read_text())["apart"]
    assert told[2:4] + told[5:] == [1, 1, 2, 1]


def player_of(line: NationalLine) -> Player:
    return Player.objects.get(pk=line.players[0])


def test_a_contest_won_is_theirs_who_played_half_of_its_rounds() -> None:
    entry = Entered(["Nadia", "Bruno"], [Left(1, 3, 1, "Anne"), Left(2, 2, 2, "Paul")])
    assert [entry.at(number) for number in (1, 2, 3)] == [
        ["Anne", "Paul"],
        ["Anne", "Bruno"],
        ["Nadia", "Bruno"],
    ]
    assert entry.who_won([1, 2, 3]) == {"Anne", "Bruno"}
    assert entry.who_won([2, 3]) == {"Anne", "Nadia", "Bruno"}


def test_documents_alone_give_the_numbers_of_the_page(tmp_path: Path) -> None:
    filled()
    out = StringIO()
    call_command("national_ratings", stdout=out)
    call_command("national_ratings", export=str(tmp_path), stdout=out)
    assert "4 documents written." in out.getvalue()
    expected = [
        (line.mu, line.sigma, line.games, line.won, line.contests, line.contests_won)
        for line in NationalLine.objects.order_by("place")
    ]
    assert len(expected) > 20
    # No row is left to read: the documents say it all.
    Club.objects.update(together_from=None)
    printed = StringIO()
    call_command("national_ratings", source=str(tmp_path), stdout=printed)
    rows = list(csv.DictReader(printed.getvalue().splitlines()))
    found = [
        (
            float(row["mu"]),
            float(row["sigma"]),
            *(int(row[name]) for name in ("games", "won", "contests", "contests_won")),
        )
        for row in rows
    ]
    assert found == expected
    both = [row for row in rows if row["name"] == "anne" and row["contests"] == "2"]
    assert len(both) == 1


def test_documents_without_a_list_of_people_go_by_names(tmp_path: Path) -> None:
    club = club_taking_part("Lyon")
    contest_of(club)
    contest_of(club, SINGLES, rounds=2, is_melee=True, day=date(2026, 11, 1))
    out = StringIO()
    call_command("national_ratings", export=str(tmp_path), stdout=out)
    assert json.loads((tmp_path / "people.json").read_text()) == {"same": [], "apart": []}
    (tmp_path / "people.json").unlink()
    call_command("national_ratings", source=str(tmp_path), stdout=out)
    bring_up_to_date(now=NOW)
    for line in NationalLine.objects.all():
        assert repr(line.mu) in out.getvalue()


def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("national_ratings", source=str(tmp_path / "none"))
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "x.json").write_text("{}")
    with pytest.raises(CommandError, match=r"x\.json is neither a document"):
        call_command("national_ratings", source=str(tmp_path))
    (tmp_path / "club" / "x.json").unlink()
    (tmp_path / "people.json").write_text("[]")
    with pytest.raises(CommandError, match=r"people\.json"):
        call_command("national_ratings", source=str(tmp_path))
    with pytest.raises(CommandError, match="No club takes part"):
        call_command("national_ratings")


def test_documents_alone_need_no_club(tmp_path: Path) -> None:
    filled()
    call_command("national_ratings", stdout=StringIO())
    call_command("national_ratings", export=str(tmp_path), stdout=StringIO())
    expected = NationalLine.objects.count()
    NationalLine.objects.all().delete()
    for club in list(Club.objects.all()):
        erase_club(club_id=club.pk)
    assert not Club.objects.exists()
    printed = StringIO()
    call_command("national_ratings", source=str(tmp_path), stdout=printed)
    assert len(list(csv.DictReader(printed.getvalue().splitlines()))) == expected
