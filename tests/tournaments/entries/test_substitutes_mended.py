"""Substitutes where it gets crowded: two sides of a table, two entries, moments put right."""

import json

import pytest

from scorekeeper.models import Club
from tests.tournaments.audit.test_verify import verified
from tests.tournaments.entries.test_substitutes import at_table, contest, sits_in
from tests.tournaments.replay.eventful import BY
from tournaments.audit.pages.documents import document_of, document_text
from tournaments.entries.services.entries import NewEntry, PersonTakenError, add_entries
from tournaments.lineups import TO_COME
from tournaments.models import Entry, Tournament
from tournaments.transfer.services.transfer import DocumentError, import_tournament

__all__ = ["contest"]

pytestmark = pytest.mark.django_db


def test_who_left_one_side_of_a_table_sits_in_on_the_other(contest: Tournament) -> None:
    game = at_table(contest, 1, 2)
    other = Entry.objects.exclude(number=1).get(seats__match=game.match)
    left = other.names[0]
    sits_in(contest, other.number, "Nadia", 2, 2)
    sits_in(contest, 1, left, 2, 3)
    assert contest.entries.get(number=1).names == [left, "Player 2"]
    assert verified(contest)[0] == 0


def test_one_of_a_team_at_least_has_come(contest: Tournament, club: Club) -> None:
    with pytest.raises(PersonTakenError):
        add_entries(tournament_id=contest.pk, entries=[NewEntry(names=(TO_COME, TO_COME))], **BY)
    document = json.loads(document_text(document_of(contest)))
    document["entries"][0]["players"] = [TO_COME, TO_COME]
    with pytest.raises(DocumentError):
        import_tournament(document=document, club=club, now=BY["now"])
