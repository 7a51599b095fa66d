"""Founding a club by a page: by everybody, by a link, or not at all."""

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from scorekeeper.clubs.services.accounts import create_sign_in_link
from scorekeeper.clubs.services.clubs import usual_codes
from scorekeeper.clubs.services.members import create_invitation
from scorekeeper.models import Club, FoundingInvitation, MemberEvent, Membership
from scorekeeper.roles import Role
from tests.pages import member_of, text_of, visitor, words_on

pytestmark = pytest.mark.django_db

FOUND = "/found/"
DATA = {
    "name": "Belote des Érables",
    "person": "Anne Petit",
    "username": "anne",
    "password": "atout pique et belote",
}


@pytest.fixture
def _is_open(settings: Settings) -> None:
    settings.FOUNDING = "open"


def errors_of(answer: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = answer.context["form"].errors
    return found


def test_usually_nobody_founds_a_club_by_a_page(settings: Settings) -> None:
    assert settings.FOUNDING == "off"
    assert visitor().get(FOUND).status_code == 404
    assert visitor().post(FOUND, DATA).status_code == 404
    token = create_invitation(now=timezone.now())
    assert visitor().get(f"{FOUND}{token}/").status_code == 404
    assert FOUND not in text_of(visitor().get("/accounts/login/"))
    with pytest.raises(CommandError, match="BELOTE_FOUNDING"):
        call_command("invite_club")


@pytest.mark.usefixtures("_is_open")
def test_a_newcomer_founds_a_club_and_owns_it() -> None:
    client = visitor()
    assert FOUND in text_of(client.get("/accounts/login/"))
    answer = client.post(FOUND, DATA, follow=True)
    assert "Belote des Érables is founded: you are its owner." in words_on(answer)
    club = Club.objects.get()
    member = Membership.objects.get()
    assert (member.club, member.role) == (club, Role.OWNER)
    assert member.user.get_full_name() == "Anne Petit"
    assert not member.user.is_staff
    assert client.get("/").context["site"].club == club
    assert "Anne Petit founded the club." in words_on(client.get("/roles/"))
    again = visitor()
    sign_in = {"username": "anne", "password": DATA["password"]}
    assert again.post("/accounts/login/", sign_in).status_code == 302


@pytest.mark.usefixtures("_is_open")
@pytest.mark.parametrize(
    ("typed", "stored"), [("usual", usual_codes()), ("all", None), (None, None)], ids=str
)
def test_whoever_founds_a_club_says_what_it_wants_to_see(
    typed: str | None, stored: list[str] | None
) -> None:
    client = visitor()
    page = client.get(FOUND).content.decode()
    assert re.search(r'value="usual"[^>]* checked', page)
    client.post(FOUND, DATA if typed is None else {**DATA, "uses_all": typed})
    assert Club.objects.get().uses == stored
    client.post(FOUND, {"name": "Les Tilleuls", "uses_all": "usual"})
    assert Club.objects.get(name="Les Tilleuls").uses == usual_codes()


@pytest.mark.usefixtures("_is_open")
@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("name", " ", "Type the name of the club."),
        ("person", "", "Type the name that people know you by."),
        ("username", "TAKEN", "Somebody else uses that name"),
        ("password", "1234", "too short"),
        ("password", "password", "too common"),
        ("password", "", "Choose a password."),
    ],
)
def test_what_is_wrong_is_said_and_the_rest_is_kept(field: str, typed: str, said: str) -> None:
    User.objects.create_user("taken")
    answer = visitor().post(FOUND, {**DATA, field: typed})
    assert said in " ".join(errors_of(answer)[field])
    kept = {"name", "person", "username"} - {field}
    assert all(f'value="{DATA[name]}"' in text_of(answer) for name in kept)
    assert not Club.objects.exists()
    assert User.objects.count() == 1


@pytest.mark.usefixtures("_is_open")
def test_somebody_signed_in_founds_further_clubs_up_to_a_number(
    club: Club, settings: Settings
) -> None:
    settings.CLUBS_PER_FOUNDER = 2
    client = member_of(club, role=Role.READER)
    for name in ("Un", "Deux"):
        assert client.post(FOUND, {"name": name}).headers["location"] == "/"
    assert client.get("/").context["site"].club.name == "Deux"
    answer = client.post(FOUND, {"name": "Trois"})
    assert "as many clubs as one person may" in words_on(answer)
    assert Membership.objects.filter(role=Role.OWNER).count() == 2
    assert Club.objects.count() == 3


@pytest.mark.usefixtures("_is_open")
def test_a_link_from_another_club_opens_no_founders_account(club: Club) -> None:
    client = member_of(club, role=Role.READER)
    token = create_sign_in_link(user=User.objects.get(), now=timezone.now())
    client.post(FOUND, {"name": "Un"})
    assert visitor().post(f"/sign-in/{token}/").status_code == 410


@pytest.mark.usefixtures("_is_open")
def test_an_address_founds_a_few_clubs_at_a_time() -> None:
    for number in range(5):
        visitor().post(FOUND, {**DATA, "username": f"anne{number}", "password": "short"})
    answer = visitor().post(FOUND, DATA)
    assert answer.status_code == 429
    assert "Try again in ten minutes" in words_on(answer)
    assert f'value="{DATA["name"]}"' in text_of(answer)
    assert not Club.objects.exists()


def test_an_invitation_founds_one_club(settings: Settings) -> None:
    settings.FOUNDING, settings.PUBLIC_URL = "invitation", "https://belote.example"
    assert visitor().get(FOUND).status_code == 404
    printed = StringIO()
    call_command("invite_club", stdout=printed)
    base, _found, path = printed.getvalue().strip().partition("/found/")
    assert base == "https://belote.example"
    address = f"{FOUND}{path}"
    assert visitor().get(address).status_code == 200
    assert visitor().post(address, DATA).status_code == 302
    assert Club.objects.count() == 1
    second = visitor().post(address, {**DATA, "username": "other"})
    assert second.status_code == 404
    assert MemberEvent.objects.get().kind == MemberEvent.Kind.FOUNDED
    assert FoundingInvitation.objects.get().used_at


def test_an_old_invitation_founds_nothing(settings: Settings) -> None:
    settings.FOUNDING = "invitation"
    token = create_invitation(now=timezone.now() - timedelta(days=15))
    assert visitor().get(f"{FOUND}{token}/").status_code == 404
    assert visitor().get(f"{FOUND}nonsense/").status_code == 404


@pytest.mark.usefixtures("_is_open")
@pytest.mark.parametrize("field", ["name", "person"])
def test_letters_that_turn_a_name_round_are_refused_in_founding_too(field: str) -> None:
    answer = visitor().post(FOUND, DATA | {field: "Anne \u202e titeP"})
    assert set(errors_of(answer)) == {field}
    assert not Club.objects.exists()
