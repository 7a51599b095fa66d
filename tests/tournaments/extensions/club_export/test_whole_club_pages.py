"""The owner takes the club's data along, and erases the club."""

from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club, Membership
from scorekeeper.roles import Role
from tests.contest import make_contest
from tests.pages import member_of, words_on
from tests.table import NOW, make_club
from tests.tournaments.extensions.club_export.clubs import manifest_of
from tournaments.extensions.club_export.services import bring_in_club

pytestmark = pytest.mark.django_db

DATA, FILE, ERASE = (reverse(f"tournaments:club-{name}") for name in ("data", "file", "erase"))


def test_the_owner_finds_the_data_beside_the_people(club: Club, member: Client) -> None:
    make_contest(club, teams=4)
    assert DATA in member.get(reverse("scorekeeper:member-list")).content.decode()
    page = member.get(DATA)
    assert "8 players" in words_on(page)
    assert {FILE, ERASE} <= {address for address in (FILE, ERASE) if address in str(page.content)}
    organiser = member_of(club, "marc", Role.ORGANISER)
    assert DATA not in organiser.get(reverse("scorekeeper:member-list")).content.decode()


def test_the_file_that_is_saved_is_one_that_is_taken(club: Club, member: Client) -> None:
    make_contest(club, teams=4, name="Saint-Martin")
    answer = member.get(FILE)
    assert "club-des-tilleuls-" in answer["Content-Disposition"]
    file = BytesIO(b"".join(answer))
    assert manifest_of(file)["club"] == "Club des Tilleuls"
    Club.objects.all().delete()
    here = bring_in_club(source=file, now=NOW).club
    assert here.tournaments.get().name == "Saint-Martin"


@pytest.mark.parametrize("typed", ["", "Club des tilleul", "yes"])
def test_a_club_is_not_erased_by_a_slip_of_the_finger(
    club: Club, member: Client, typed: str
) -> None:
    answer = member.post(ERASE, {"name": typed})
    assert "error-summary" in answer.content.decode()
    assert FILE in answer.content.decode()
    assert Club.objects.filter(pk=club.pk).exists()


def test_who_erases_the_only_club_is_signed_out(club: Club, member: Client) -> None:
    answer = member.post(ERASE, {"name": "  club des  Tilleuls "}, follow=True)
    assert "Club des Tilleuls is erased, for ever." in words_on(answer)
    assert not Club.objects.exists()
    assert not User.objects.exists()
    assert member.get(DATA).status_code == 302


def test_who_has_another_club_goes_on_there(club: Club, member: Client) -> None:
    other = make_club("Voisins")
    user = User.objects.get()
    Membership.objects.create(club=other, user=user, role=Role.DESK, created_at=NOW)
    answer = member.post(ERASE, {"name": club.name}, follow=True)
    assert "Voisins" in words_on(answer)
    assert [*Club.objects.all()] == [other]
