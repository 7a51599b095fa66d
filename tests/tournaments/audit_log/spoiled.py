"""What becomes of a spoiled document: refused in words, or a contest like any other."""

import json
from collections.abc import Callable
from typing import Any

from django.db import transaction

from scorekeeper.models import Club
from tests.pages import member_of, visitor
from tests.table import NOW, make_club
from tests.tournaments.audit_log.mutations import Document, Mutation
from tests.tournaments.audit_log.replay.eventful import (
    eventful_melee,
    eventful_teams,
    forfeits_in_melee,
)
from tests.tournaments.test_every_page import addresses, public_addresses
from tests.undone import undone
from tournaments.audit_log.labels import document_difference_text, document_problem_text
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.services import DocumentError, import_tournament, read_document
from tournaments.models import Tournament

MAKERS: tuple[Callable[[Club], Tournament], ...] = (
    eventful_teams,
    eventful_melee,
    forfeits_in_melee,
)


def whole_documents() -> list[Document]:
    """Return the documents of eventful contests, of which nothing stays stored."""
    found = []
    with undone():
        for number, make in enumerate(MAKERS):
            contest = make(make_club(f"Club {number}"))
            found.append(json.loads(document_text(document_of(contest))))
    return found


def fate_of(document: Document, seed: int) -> str:
    """Spoil a document and import it; return "refused", "the same" or "taken".

    Fails where a refusal says nothing, or where a contest that was taken does not follow from its
    log, leaves as another document, or has a page that does not open.
    """
    mutation = Mutation(document, seed)
    is_same = mutation.document == document
    with transaction.atomic():
        try:
            read = read_document(json.dumps(mutation.document))
            club = make_club("Elsewhere")
            stored = import_tournament(document=read, club=club, now=NOW)
        except DocumentError as error:
            texts = [document_problem_text(problem) for problem in error.problems]
            texts += [document_difference_text(one) for one in error.differences]
            assert texts, mutation.told
            assert all(texts), mutation.told
            return "refused"
        if not is_same:
            look_at(Tournament.objects.get(pk=stored.pk), read, mutation.told)
        transaction.set_rollback(True)
    return "the same" if is_same else "taken"


def look_at(contest: Tournament, document: Any, told: object) -> None:
    """Verify, export and open every page of a contest that was taken."""
    found = verify_tournament(contest)
    assert found.is_whole, (told, found)
    assert json.loads(document_text(document_of(contest))) == document, told
    member, somebody = member_of(contest.club), visitor()
    pages = {member: addresses(contest), somebody: public_addresses(contest)}
    for browser, found_there in pages.items():
        for address in found_there:
            answer = browser.get(address, follow=True)
            assert answer.status_code in {200, 404}, (told, address)
