"""A team has a name of its own: it stands before those of its people, where there is one."""

import json
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.models import Club, Player
from tests.contest import make_contest, play_round
from tests.pages import member_of, words_on
from tests.table import NOW
from tests.tournaments.audit_log.replay.eventful import BY, organiser
from tests.tournaments.audit_log.test_verify import verified
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.services import import_tournament
from tournaments.entries.services.entries import NewEntry, change_entry
from tournaments.models import Tournament
from tournaments.people.services.names import anonymise_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def contest(club: Club) -> Tournament:
    """Return a contest with one round played, whose first team has a name."""
    tournament = make_contest(club, teams=4, rounds=2, hands=2)
    play_round(tournament)
    named = NewEntry(names=("Player 1", "Player 2"), team_name="Les As de Player 1")
    change_entry(tournament_id=tournament.pk, number=1, changed=named, **BY)
    return Tournament.objects.get(pk=tournament.pk)


def test_an_organiser_types_it_and_pages_show_it_before_the_people(contest: Tournament) -> None:
    member = member_of(contest.club)
    edit = reverse("tournaments:entry-edit", args=[contest.pk, 2])
    typed = {"name_1": "Player 3", "name_2": "Player 4", "team_name": " Les  Rois "}
    assert member.post(edit, typed).status_code == 302
    assert 'value="Les Rois"' in member.get(edit).content.decode()
    title = "Les Rois · Player 3 & Player 4"

    def shown(name: str, *args: Any) -> str:
        return unescape(words_on(member.get(reverse(f"tournaments:{name}", args=args))))

    for page in ("entry-list", "ranking", "tournament-log"):
        assert title in shown(page, contest.pk)
    assert title in shown("round-detail", contest.pk, 1)
    assert title in shown("public-entry", contest.token, 2)
    found = member.get(reverse("tournaments:entry-list", args=[contest.pk]), {"q": "rois"})
    assert "Player 3" in words_on(found)
    assert "Player 5" not in words_on(found).split("Player 3")[1].split("Player 4")[0]


def test_the_document_holds_it_only_where_there_is_one(contest: Tournament) -> None:
    document = document_of(contest)
    assert [entry.get("team_name") for entry in document["entries"]] == [
        "Les As de Player 1",
        None,
        None,
        None,
    ]
    text = document_text(document)
    other = Club.objects.create(name="Elsewhere", created_at=NOW)
    brought = import_tournament(document=json.loads(text), club=other, now=NOW)
    assert document_text(document_of(brought)) == text
    assert verified(contest)[0] == verified(brought)[0] == 0


def test_a_name_taken_away_goes_from_the_name_of_the_team(contest: Tournament, club: Club) -> None:
    player = Player.objects.get(name="Player 1")
    anonymise_player(player_id=player.pk, **organiser(club))
    assert contest.entries.get(number=1).team_name == f"Les As de Anonymous {player.pk}"
    contest.refresh_from_db()
    assert "de Player 1" not in document_text(document_of(contest))
    assert verified(contest)[0] == 0
