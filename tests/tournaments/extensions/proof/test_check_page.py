"""The page on which anybody checks a contest."""

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse

from scorekeeper.models import Club
from tests.contest import make_contest, play_round, start_round
from tests.pages import visitor, words_on
from tests.table import NOW, SCORER
from tournaments.contests.services import finish_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def contest(club: Club) -> Tournament:
    tournament = make_contest(club, teams=4, rounds=2, hands=2)
    play_round(tournament)
    return tournament


def page_of(tournament: Tournament) -> str:
    address = reverse("tournaments:contest-check", args=[tournament.token])
    return visitor().get(address).content.decode()


def test_a_finished_contest_leads_to_its_check(contest: Tournament) -> None:
    address = reverse("tournaments:contest-check", args=[contest.token])
    public = reverse("tournaments:public", args=[contest.token])
    assert address not in visitor().get(public).content.decode()
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    assert address in visitor().get(public).content.decode()


def test_without_scripts_it_says_how_and_offers_both_files(contest: Tournament) -> None:
    page = page_of(contest)
    assert reverse("tournaments:public-document", args=[contest.token]) in page
    assert "proof/check.py" in page
    assert finders.find("proof/check.py")
    address = reverse("tournaments:contest-check", args=[contest.token])
    assert "neither payments nor wishes" in words_on(visitor().get(address))


def test_while_a_table_plays_there_is_no_document(contest: Tournament) -> None:
    start_round(contest, seed=2)
    assert reverse("tournaments:public-document", args=[contest.token]) not in page_of(contest)
