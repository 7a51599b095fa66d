"""Who founds a club says a mail address, and confirms it before the club opens to everybody."""

import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.urls import reverse
from pytest_django import Settings

from scorekeeper.clubs.services import accounts
from scorekeeper.clubs.services.accounts import wait_for_mails
from scorekeeper.clubs.views.members import founded_by_address
from scorekeeper.models import Club
from tests.pages import member_of, visitor, words_on

pytestmark = pytest.mark.django_db
FOUND, SHARING = "/found/", "tournaments:club-sharing"
ROSE = "rose@example.org"
SERVER = "https://belote.example"
DATA = {
    "name": "Belote des Érables",
    "person": "Anne Petit",
    "username": "anne",
    "password": "atout pique et belote",
    "address": ROSE,
}
REMINDER = "Your email address is not confirmed"


@pytest.fixture(autouse=True)
def _server(settings: Settings) -> None:
    """Let this be a server that sends mail, where anybody founds a club."""
    settings.PUBLIC_URL, settings.SENDS_MAIL, settings.FOUNDING = SERVER, True, "open"
    counters = (
        accounts.by_visitor,
        accounts.by_mail_address,
        accounts.by_everybody,
        founded_by_address,
    )
    for counted in counters:
        counted.clear()


def test_a_founder_works_at_once_and_confirms_the_address_later() -> None:
    founder = visitor()
    page = founder.get(FOUND, headers={"host": "testserver"})
    assert "once an owner’s email address is confirmed" in words_on(page)
    said = words_on(founder.post(FOUND, DATA, follow=True))
    assert f"An email is on its way to {ROSE}" in said
    assert REMINDER in said
    assert founder.get(reverse("scorekeeper:evening-new")).status_code == 200
    assert User.objects.get().email == ""

    said = words_on(founder.post(reverse(SHARING), {"opens_rankings": "on"}, follow=True))
    assert "Confirm your email address first" in said
    assert not Club.objects.get().opens_rankings

    wait_for_mails()
    assert mail.outbox[0].to == [ROSE]
    found = re.search(rf"^{SERVER}(/\S+)$", str(mail.outbox[0].body), re.MULTILINE)
    assert found
    visitor().post(found[1])
    assert User.objects.get().email == ROSE
    assert REMINDER not in words_on(founder.get("/"))
    founder.post(reverse(SHARING), {"opens_rankings": "on"})
    assert Club.objects.get().opens_rankings


@pytest.mark.usefixtures("log")
def test_whether_an_address_is_known_is_not_told() -> None:
    User.objects.create_user("rose", email=ROSE)
    known = words_on(visitor().post(FOUND, DATA, follow=True))
    other = {**DATA, "username": "bruno", "address": "nobody@example.org"}
    unknown = words_on(visitor().post(FOUND, other, follow=True))
    assert known == unknown.replace("nobody@example.org", ROSE)


@pytest.mark.parametrize("typed", ["", "rose", "rose@"])
def test_without_an_address_no_club_is_founded_and_nothing_typed_is_lost(typed: str) -> None:
    page = visitor().post(FOUND, {**DATA, "address": typed})
    assert set(page.context["form"].errors) == {"address"}
    assert page.context["form"]["name"].value() == DATA["name"]
    assert not Club.objects.exists()


def test_where_no_mail_goes_out_none_is_asked_for(settings: Settings) -> None:
    settings.SENDS_MAIL = False
    founder = visitor()
    assert "address" not in founder.get(FOUND).context["form"].fields
    said = words_on(founder.post(FOUND, DATA, follow=True))
    assert REMINDER not in said
    founder.post(reverse(SHARING), {"opens_rankings": "on"})
    assert Club.objects.get().opens_rankings


def test_where_clubs_are_founded_by_invitation_they_open_as_before(
    club: Club, settings: Settings
) -> None:
    settings.FOUNDING = "invitation"
    member_of(club).post(reverse(SHARING), {"opens_rankings": "on"})
    club.refresh_from_db()
    assert club.opens_rankings
