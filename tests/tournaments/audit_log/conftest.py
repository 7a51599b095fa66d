"""A contest's document of which nothing is stored any more."""

from typing import Any

import pytest

from tests.contest import make_contest, play_round
from tests.table import make_club
from tests.tournaments.audit_log.mutations import Document
from tests.undone import undone
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.services import read_document
from tournaments.models import Tournament


def exported(tournament: Tournament) -> Document:
    """Return the document as it is read elsewhere."""
    found: Document = read_document(document_text(document_of(tournament)))
    return found


@pytest.fixture(scope="package")
def document(django_db_setup: None, django_db_blocker: Any) -> Document:
    """Return the document of a contest of which nothing is stored any more."""
    with django_db_blocker.unblock(), undone():
        tournament = make_contest(make_club(), teams=5, rounds=2, hands=3)
        play_round(tournament)
        play_round(tournament, seed=2)
        found = exported(Tournament.objects.get(pk=tournament.pk))
    return found
