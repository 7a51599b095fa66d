"""As many contests as a server keeps for one club, wherever one would be made."""

import gzip
import json
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from scorekeeper.models import Club
from tests.contest import make_contest
from tests.pages import words_on
from tests.table import NOW, make_club
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.room_left import TooManyContestsError
from tournaments.extensions.sync.errors import DocumentRefusal
from tournaments.extensions.sync.server import DocumentRefusedError
from tournaments.extensions.sync.services.arriving import CONTESTS
from tournaments.extensions.sync.services.pairing import add_computer
from tournaments.extensions.sync.services.taking import take
from tournaments.models import HallComputer, Tournament

pytestmark = pytest.mark.django_db

FULL = "The club has 1 contest, the most that this server allows."


@pytest.fixture
def document(settings: Settings, club: Club) -> str:
    """Return a contest of another club; the own one has one, which is all that it may have."""
    text = document_text(document_of(make_contest(make_club("Elsewhere"), teams=4)))
    make_contest(club, teams=0, name="The only one")
    settings.MOST_CONTESTS = 1
    return text


def test_a_page_says_so_and_keeps_what_was_typed(document: str, club: Club, member: Client) -> None:
    page = member.get(reverse("tournaments:tournament-new"))
    typed = {**page.context["form"].initial, "name": "One too many", "rounds": 3}
    sent = {name: value for name, value in typed.items() if value is not None}
    answer = member.post(reverse("tournaments:tournament-new"), sent)
    assert FULL in words_on(answer)
    assert "One too many" in answer.content.decode()
    assert Tournament.objects.of_club(club).count() == 1


def test_no_document_is_brought_in(document: str, club: Club, member: Client) -> None:
    file = SimpleUploadedFile("contest.json", document.encode())
    answer = member.post(reverse("tournaments:contest-import"), {"file": file})
    assert FULL in words_on(answer)
    assert Tournament.objects.of_club(club).count() == 1


def test_the_command_says_so_too(document: str, club: Club, tmp_path: Path) -> None:
    file = tmp_path / "contest.json"
    file.write_text(document, encoding="utf-8")
    with pytest.raises(CommandError, match=FULL):
        call_command("import_tournament", str(file), club=club.name, stdout=StringIO())


def test_what_a_halls_computer_sends_is_refused_with_the_reason(document: str, club: Club) -> None:
    add_computer(club=club, name="Laptop", now=NOW)
    first = json.loads(document)["log"][0]["hash"]
    computer, sent = HallComputer.objects.get(), BytesIO(gzip.compress(document.encode()))
    with pytest.raises(DocumentRefusedError) as refused:
        take(CONTESTS, computer=computer, key=first, read=sent.read, now=NOW)
    assert refused.value.refusal is DocumentRefusal.FULL
    assert Tournament.objects.of_club(club).count() == 1


def test_the_other_clubs_have_room(document: str, settings: Settings) -> None:
    settings.MOST_CONTESTS = 2
    make_contest(Club.objects.get(name="Elsewhere"), teams=0)
    with pytest.raises(TooManyContestsError):
        make_contest(Club.objects.get(name="Elsewhere"), teams=0)
