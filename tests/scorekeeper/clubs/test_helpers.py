"""A second phone that helps: a code is scanned, a name typed, and it is signed in for the desk."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scorekeeper.clubs.services.members import helper_code
from scorekeeper.clubs.views import helpers
from scorekeeper.models import Club, Membership
from scorekeeper.qr import qr_svg
from scorekeeper.roles import Role
from tests.contest import make_contest, start_round
from tests.pages import member_of, text_of, visitor, words_on
from tests.table import make_club

pytestmark = pytest.mark.django_db

CODE = "/account/helper/"
SAID = "With the other phone: scan this code, type your name, done."


@pytest.fixture
def owner(club: Club) -> Client:
    return member_of(club)


def scanned(client: Client, page: str = "") -> str:
    """Return the address in the code that is shown, without its host."""
    addresses: list[str] = []

    def drawn(address: str) -> Any:
        addresses.append(address)
        return qr_svg(address)

    with patch.object(helpers, "qr_svg", drawn):
        assert SAID in words_on(client.get(CODE, {"next": page}))
    return addresses[0].removeprefix("http://testserver")


def test_the_way_to_it_has_the_same_words_wherever_a_second_phone_helps(
    club: Club, owner: Client
) -> None:
    contest = make_contest(club, teams=4)
    start_round(contest)
    pages = f"/contests/{contest.pk}/"
    desk = member_of(club, "desk", Role.DESK)
    wherever = ("checkin/", "rounds/1/", "")
    for page in ("/", "/account/", "/roles/", *(pages + one for one in wherever)):
        assert f"{CODE}?next={page}" in text_of(owner.get(page)), page
        assert "Help from another phone" in words_on(owner.get(page))
        assert CODE not in text_of(desk.get(page))


def test_a_phone_that_helps_with_the_list_opens_the_check_in(club: Club, owner: Client) -> None:
    pages = f"/contests/{make_contest(club, teams=4).pk}/"
    link = f"{CODE}?next={pages}checkin/&amp;back={pages}entries/"
    assert f'href="{link}"' in text_of(owner.get(f"{pages}entries/"))
    answer = owner.get(CODE, {"next": f"{pages}checkin/", "back": f"{pages}entries/"})
    assert f'href="{pages}entries/">Back<' in text_of(answer)
    elsewhere = owner.get(CODE, {"next": "/contests/", "back": "https://example.org/"})
    assert 'href="/contests/">Back<' in text_of(elsewhere)


def test_a_phone_scans_it_types_a_name_and_checks_in(club: Club, owner: Client) -> None:
    door = f"/contests/{make_contest(club, teams=2).pk}/checkin/"
    address = scanned(owner, door)
    phone = visitor()
    # Looking does not use it up: messengers open links for previews.
    for _ in range(2):
        assert "Type your name" in words_on(phone.get(address))
    assert "Type the name that people know you by." in words_on(phone.post(address, {"name": " "}))
    answer = phone.post(address, {"name": "Rose"})
    assert answer.headers["location"] == door
    assert phone.get(door).status_code == 200
    assert phone.get("/account/invite/").status_code == 403
    assert Membership.objects.get(user__first_name="Rose").role == Role.DESK
    assert "Élise invited Rose: Desk." in words_on(owner.get("/roles/"))
    # Nothing speaks of a password as the next step.
    assert "password" not in words_on(phone.get("/"))
    # Scanned once more on this phone it just goes on; another phone needs another code.
    assert phone.get(address).headers["location"] == door
    for answer in (visitor().get(address), visitor().post(address, {"name": "Max"})):
        assert answer.status_code == 410
        assert "Ask for another one" in words_on(answer)
    assert not User.objects.filter(first_name="Max").exists()


def test_whoever_is_signed_in_already_helps_under_the_own_name(club: Club, owner: Client) -> None:
    address = scanned(owner, "/contests/")
    assert owner.get(address).headers["location"] == "/contests/"
    assert visitor().post(address, {"name": "Rose"}).status_code == 302
    # Of another club, it is somebody new here.
    stranger = member_of(make_club("Les Autres"), "autre")
    assert "Type your name" in words_on(stranger.get(scanned(owner)))


def test_it_leads_to_no_other_site(owner: Client) -> None:
    address = scanned(owner, "https://example.org/")
    assert "example" not in address
    answer = visitor().post(f"{address}?next=https://example.org/", {"name": "Rose"})
    assert answer.headers["location"] == "/"


@pytest.mark.parametrize("change", ["role", "away", "old", "made up"])
def test_it_works_only_while_whoever_showed_it_may_invite(
    club: Club, owner: Client, change: str
) -> None:
    inviter = User.objects.get()
    token = helper_code(club=club, inviter=inviter)
    if change == "role":
        Membership.objects.update(role=Role.REFEREE)
    elif change == "away":
        Membership.objects.all().delete()
    elif change == "made up":
        token = token[:-1] + ("A" if token[-1] != "A" else "B")
    lifetime = timedelta(seconds=-1) if change == "old" else timedelta(hours=12)
    with patch("scorekeeper.clubs.services.members.HELPER_CODE_LIFETIME", lifetime):
        assert visitor().post(f"/helper/{token}/", {"name": "Rose"}).status_code == 410
    assert User.objects.count() == 1
