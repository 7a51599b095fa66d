"""The page on which anybody checks a contest."""

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse

from scorekeeper.models import Club, Player
from tests.contest import make_contest, play_round, start_round
from tests.pages import visitor, words_on
from tests.table import NOW, SCORER
from tournaments.audit_log.queries.documents import public_document
from tournaments.audit_log.queries.logs import log_head
from tournaments.contests.services import finish_tournament
from tournaments.models import Tournament
from tournaments.people.services.names import show_name

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


def test_what_only_programmers_need_is_folded_and_says_so(contest: Tournament) -> None:
    before, _, folded = page_of(contest).partition("For those who program")
    assert "check.py" not in before
    assert "PROOF.md" not in before
    assert "Nobody else needs this." in folded


def test_it_says_why_a_document_with_shortened_lines_has_one_more(contest: Tournament) -> None:
    head = log_head(contest)
    assert len(public_document(contest)["log"]) == head.number
    show_name(player_id=Player.objects.get(name="Player 1").pk, shown=Player.Shown.INITIALS)
    assert len(public_document(contest)["log"]) == head.number + 1
    page = page_of(contest)
    assert f"The log has {head.number} lines." in page
    assert "with shortened lines has one line more than the log" in " ".join(page.split())
    assert "one more line at the end of the document certifies them" in page


def test_while_a_table_plays_there_is_no_document(contest: Tournament) -> None:
    start_round(contest, seed=2)
    assert reverse("tournaments:public-document", args=[contest.token]) not in page_of(contest)
