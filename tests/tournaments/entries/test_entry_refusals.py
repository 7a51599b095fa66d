"""Entries that are refused: without a name, after the end; numbers and lists that are kept safe."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from scorekeeper.refusals import Refused
from tests.contest import make_contest, play_round
from tests.pages import words_on
from tests.table import NOW, SCORER
from tournaments.audit_log.locks import FinishedError
from tournaments.contests.services import finish_tournament, resume_tournament
from tournaments.entries.services.entries import (
    NewEntry,
    add_entries,
    change_entry,
    join_entries,
    remove_entry,
)
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def contest(club: Club) -> Tournament:
    return make_contest(club, teams=3)


def page(tournament: Tournament, name: str, *args: int) -> str:
    return reverse(f"tournaments:entry-{name}", args=[tournament.pk, *args])


def add(tournament: Tournament, *names: str) -> int:
    wanted = [NewEntry(names=names)]
    (added,) = add_entries(tournament_id=tournament.pk, entries=wanted, author=SCORER, now=NOW)
    return added.number


def remove(tournament: Tournament, number: int) -> None:
    remove_entry(tournament_id=tournament.pk, number=number, author=SCORER, now=NOW)


@pytest.mark.parametrize("name", ["\u202e", "\u200b\u200b", " \u00ad "])
def test_a_name_that_nobody_sees_is_none(member: Client, contest: Tournament, name: str) -> None:
    for address in (page(contest, "new"), page(contest, "edit", 1)):
        assert "Type a name." in words_on(member.post(address, {"name_1": name}, follow=True))
    for names in ((name,), (), ("Zoé", name)):
        with pytest.raises(Refused, match="at least one letter"):
            add(contest, *names)
        with pytest.raises(Refused, match="at least one letter"):
            change_entry(
                tournament_id=contest.pk,
                number=1,
                changed=NewEntry(names=names),
                author=SCORER,
                now=NOW,
            )
    assert contest.entries.count() == 3


def test_the_number_of_a_removed_entry_is_never_given_again(contest: Tournament) -> None:
    assert add(contest, "Zoé", "Max") == 4
    remove(contest, 4)
    assert add(contest, "Rose", "Ali") == 5
    for number in (5, 3, 2, 1):
        remove(contest, number)
    assert add(contest, "Rose", "Ali") == 6


def test_the_number_of_one_who_joined_another_is_not_given_again(contest: Tournament) -> None:
    one, other = add(contest, "Zoé"), add(contest, "Max")
    join_entries(tournament_id=contest.pk, one=one, other=other, author=SCORER, now=NOW)
    assert add(contest, "Rose", "Ali") == other + 1


@pytest.fixture
def finished(club: Club) -> Tournament:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    for name in ("Zoé", "Max"):
        add(tournament, name)
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    return tournament


@pytest.mark.parametrize(
    ("name", "args", "data"),
    [
        ("new", (), {"name_1": "Rose", "name_2": "Ali"}),
        ("paste", (), {"text": "Rose & Ali", "enter": "1"}),
        ("join", (), {"one": "5", "other": "6"}),
        ("remove", (5,), {}),
        ("withdraw", (1,), {"from_round": "2"}),
        ("return", (1,), {}),
    ],
)
def test_nobody_enters_or_leaves_a_finished_contest(
    member: Client, finished: Tournament, name: str, args: tuple[int, ...], data: dict[str, str]
) -> None:
    acts = finished.log.count()
    answer = words_on(member.post(page(finished, name, *args), data, follow=True))
    assert "The contest is finished. Open it again first." in answer
    assert finished.log.count() == acts


@pytest.mark.parametrize("name", ["new", "paste", "join"])
def test_pages_to_enter_lead_back_once_it_is_finished(
    member: Client, finished: Tournament, name: str
) -> None:
    answer = member.get(page(finished, name), follow=True)
    home = reverse("tournaments:tournament-detail", args=[finished.pk])
    assert answer.redirect_chain == [(home, 302)]
    assert "The contest is finished. Open it again first." in words_on(answer)


def test_once_it_is_open_again_entries_come_and_go(finished: Tournament) -> None:
    with pytest.raises(FinishedError):
        add(finished, "Rose", "Ali")
    with pytest.raises(FinishedError):
        remove(finished, 5)
    with pytest.raises(FinishedError):
        join_entries(tournament_id=finished.pk, one=5, other=6, author=SCORER, now=NOW)
    resume_tournament(tournament_id=finished.pk, author=SCORER, now=NOW)
    assert add(finished, "Rose", "Ali") == 7
    remove(finished, 7)


def test_a_fee_is_still_noted_in_a_finished_contest_and_no_name_changed(
    member: Client, finished: Tournament
) -> None:
    address = page(finished, "edit", 5)
    assert "Number 5 is changed." in words_on(
        member.post(address, {"name_1": "Zoé", "has_paid": "on"}, follow=True)
    )
    renamed = member.post(address, {"name_1": "Rose"})
    assert renamed.status_code == 409
    assert finished.entries.get(number=5).names == ["Zoé"]


def test_a_list_of_one_endless_line_is_bad(member: Client, contest: Tournament) -> None:
    text = "Anne & Paul\n" + "a" * 200_000
    preview = member.post(page(contest, "paste"), {"text": text}).context["checked"].preview
    assert [bool(line.reasons) for line in preview.lines] == [False, True]


@pytest.mark.parametrize(
    "long", ["abcdefghij" * 30, " & ".join(["Jean Dupont", "Rose Ali", "Max"])]
)
def test_lines_that_are_wrong_are_compared_to_nobody(
    member: Client, contest: Tournament, long: str
) -> None:
    text = f"{long} & Bob Petit\n{long} & Bob Petyt"
    preview = member.post(page(contest, "paste"), {"text": text}).context["checked"].preview
    assert all(line.reasons and not line.questions for line in preview.lines)
