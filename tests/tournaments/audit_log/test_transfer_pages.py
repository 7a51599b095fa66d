"""The whole contest as a document from its page, and brought in on another computer."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.pages import member_of, visitor, words_on
from tests.table import make_club
from tests.tournaments.audit_log.replay.eventful import eventful_teams
from tournaments.audit_log import forms
from tournaments.audit_log import views as audit_log
from tournaments.audit_log.queries.documents import document_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ADDRESS = reverse("tournaments:contest-import")


def saved(member: Client, tournament: Tournament) -> bytes:
    return member.get(reverse("tournaments:contest-document", args=[tournament.pk])).content


def bring_in(member: Client, data: bytes, **ticked: str) -> str:
    file = SimpleUploadedFile("contest.json", data, "application/json")
    return words_on(member.post(ADDRESS, {"file": file, **ticked}, follow=True))


def test_a_contest_goes_from_one_club_to_another(club: Club) -> None:
    tournament = eventful_teams(club)
    data = saved(member_of(club), tournament)
    other = make_club("Les voisins")
    said = bring_in(member_of(other, "max"), data)
    assert f"{tournament.name} is imported, as it was left." in said
    arrived = Tournament.objects.get(club=other)
    assert document_of(arrived) == document_of(tournament)


def test_a_document_that_was_changed_is_refused_in_words(club: Club) -> None:
    member = member_of(club)
    document = json.loads(saved(member, eventful_teams(club)))
    document["entries"][0]["players"][0] = "Somebody else"
    said = bring_in(member, json.dumps(document).encode())
    assert "Nothing was stored: there " in said
    assert "Somebody else" in said
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "Nothing was stored"),
        (b"[1, 2", "Nothing was stored"),
        (b"\xff\xfe\x00\x01", "This file is not text"),
        (b"a;b;c", "Nothing was stored"),
    ],
    ids=["empty", "cut off", "no text", "a list"],
)
def test_a_file_that_is_no_document_says_what_helps(member: Client, data: bytes, said: str) -> None:
    assert said in bring_in(member, data)
    assert not Tournament.objects.exists()


def test_no_file_and_one_too_large(member: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Choose the file." in words_on(member.post(ADDRESS, {}))
    monkeypatch.setattr(forms, "LARGEST_DOCUMENT", 3)
    assert "megabytes: it is not the document" in bring_in(member, b"{    }")


def test_a_document_without_a_log_is_taken_only_by_who_says_so(club: Club) -> None:
    member = member_of(club)
    document = json.loads(saved(member, eventful_teams(club)))
    del document["log"]
    data = json.dumps(document).encode()
    said = bring_in(member, data)
    assert "It has no log: tick this if that is why." in said
    assert "--without-log" not in said
    assert "is imported" in bring_in(member, data, without_log="on")


def test_one_document_at_a_time(club: Club) -> None:
    member = member_of(club)
    tournament = eventful_teams(club)
    data = saved(member, tournament)
    with audit_log._at_work:
        assert "Another document is being processed" in bring_in(member, data)
        address = reverse("tournaments:contest-document", args=[tournament.pk])
        said = words_on(member.get(address, follow=True))
        assert "Another document is being processed" in said
    assert "is imported" in bring_in(member, data)


def test_the_pages_lead_there_and_strangers_get_nothing(club: Club) -> None:
    tournament = eventful_teams(club)
    member = member_of(club)
    address = reverse("tournaments:contest-document", args=[tournament.pk])
    for page in ("export-list", "tournament-list"):
        args = [tournament.pk] if page == "export-list" else []
        said = member.get(reverse(f"tournaments:{page}", args=args)).content.decode()
        assert ADDRESS in said
    assert visitor().get(address).status_code == 302
    assert member_of(make_club("Les voisins"), "max").get(address).status_code == 404
