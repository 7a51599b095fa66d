"""Signing in by a link, one's name and password, other organisers."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from scorekeeper import __version__
from scorekeeper.clubs.queries import organisers_helped_by
from scorekeeper.clubs.services.accounts import create_first_organiser, create_sign_in_link
from scorekeeper.models import Club, Membership, SignInLink
from tests.pages import member_of, text_of, visitor
from tests.table import NOW, make_club, make_member

pytestmark = pytest.mark.django_db

ACCOUNT = "/account/"
INVITE = "/account/invite/"
PASSWORD = "atout pique et belote"


@pytest.fixture
def club() -> Club:
    return make_club()


def link(token: str) -> str:
    return reverse("scorekeeper:signin-link", args=[token])


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def first_token() -> str:
    token = create_first_organiser(now=timezone.now())
    assert token
    return token


def test_the_first_organiser_signs_in() -> None:
    client, token = visitor(), first_token()
    # Looking does not use it up.
    assert "Welcome, organiser" in text_of(client.get(link(token)))
    assert not is_signed_in(client)
    answer = client.post(link(token))
    assert answer.headers["location"] == "/"
    assert is_signed_in(client)


def test_the_page_to_sign_in_has_the_frame_of_every_page(club: Club) -> None:
    """Django's view gives a `site` of its own."""
    assert f"Belote {__version__}" in text_of(visitor().get("/accounts/login/"))
    assert "My account" in text_of(member_of(club).get("/accounts/login/"))


def test_who_was_invited_says_a_name_first_but_needs_no_password(club: Club) -> None:
    user = make_member(club)
    token = create_sign_in_link(user=user, now=timezone.now())
    assert visitor().post(link(token)).headers["location"] == "/"
    user.first_name = ""
    user.save()
    token = create_sign_in_link(user=user, now=timezone.now())
    assert visitor().post(link(token)).headers["location"] == ACCOUNT


def test_a_link_works_once() -> None:
    token = first_token()
    visitor().post(link(token))
    second = visitor()
    for answer in (second.get(link(token)), second.post(link(token))):
        assert answer.status_code == 410
        assert "start --sign-in" in text_of(answer)
    assert not is_signed_in(second)


def test_an_old_link_does_not_work(club: Club) -> None:
    user = make_member(club)
    token = create_sign_in_link(user=user, now=timezone.now() - timedelta(days=3))
    assert visitor().get(link(token)).status_code == 410
    assert visitor().get(link("never-made")).status_code == 410


def test_who_is_known_goes_home(club: Club) -> None:
    user = make_member(club)
    user.set_password(PASSWORD)
    user.save()
    token = create_sign_in_link(user=user, now=timezone.now())
    client = visitor()
    page = text_of(client.get(link(token)))
    assert "Welcome, Élise" in page
    assert "Club des Tilleuls" in page
    assert client.post(link(token)).headers["location"] == "/"


def details(**changed: str) -> dict[str, str]:
    known = {"name": "Élise", "username": "elise", "club_name": "Club des Tilleuls"}
    return {"part": "details", **known, **changed}


def test_changing_names(club: Club) -> None:
    client = member_of(club)
    client.post(ACCOUNT, details(name=" Élise  Roy ", username="roy", club_name="Les Tilleuls"))
    user = User.objects.get()
    club.refresh_from_db()
    assert (user.get_full_name(), user.username, club.name) == ("Élise Roy", "roy", "Les Tilleuls")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", " "),
        ("name", "x" * 61),
        ("username", ""),
        ("username", "a b"),
        ("username", "TAKEN"),
        ("club_name", ""),
        ("club_name", "x" * 81),
    ],
)
def test_bad_details_lose_nothing(club: Club, field: str, value: str) -> None:
    User.objects.create_user("taken")
    data = details(**{"name": "Typed", field: value})
    form = member_of(club).post(ACCOUNT, data).context["details_form"]
    assert set(form.errors) == {field}
    assert form[field].value() == value
    assert User.objects.get(username="elise").get_full_name() == "Élise"


def test_the_first_password_needs_no_old_one() -> None:
    client = visitor()
    client.post(link(first_token()))
    assert "old_password" not in text_of(client.get(ACCOUNT))
    data = {"part": "password", "new_password1": PASSWORD, "new_password2": PASSWORD}
    client.post(ACCOUNT, data)
    assert is_signed_in(client)
    assert "old_password" in text_of(client.get(ACCOUNT))
    other = visitor()
    other.post("/accounts/login/", {"username": "organisation", "password": PASSWORD})
    assert is_signed_in(other)


@pytest.mark.parametrize("typed", ["organisation-4c136686", "rose@example.org", "Rose@Example.org"])
def test_a_confirmed_mail_address_signs_in_as_the_name_does(club: Club, typed: str) -> None:
    User.objects.create_user("organisation-4c136686", "rose@example.org", PASSWORD)
    other = visitor()
    other.post("/accounts/login/", {"username": typed, "password": PASSWORD})
    assert is_signed_in(other)


@pytest.mark.parametrize(
    ("typed", "password"),
    [("rose@example.org", "another one"), ("paul@example.org", PASSWORD), ("@", PASSWORD)],
)
def test_a_mail_address_needs_its_password(club: Club, typed: str, password: str) -> None:
    User.objects.create_user("organisation-4c136686", "rose@example.org", PASSWORD)
    User.objects.create_user("without-mail", "", PASSWORD)
    other = visitor()
    other.post("/accounts/login/", {"username": typed, "password": password})
    assert not is_signed_in(other)


def test_another_password_needs_the_old_one(club: Club) -> None:
    client = member_of(club)
    user = User.objects.get()
    user.set_password(PASSWORD)
    user.save()
    client.force_login(user)
    new = {"part": "password", "new_password1": "dix de der", "new_password2": "dix de der"}
    form = client.post(ACCOUNT, {**new, "old_password": "wrong"}).context["password_form"]
    assert "old_password" in form.errors
    client.post(ACCOUNT, {**new, "old_password": PASSWORD})
    user.refresh_from_db()
    assert user.check_password("dix de der")
    assert is_signed_in(client)


@pytest.mark.parametrize(
    ("first", "second"), [("short", "short"), ("12345678", "12345678"), (PASSWORD, "other")]
)
def test_passwords_that_cannot_be(club: Club, first: str, second: str) -> None:
    data = {"part": "password", "new_password1": first, "new_password2": second}
    answer = member_of(club).post(ACCOUNT, data)
    assert answer.context["password_form"].errors
    # The other form of the page says nothing.
    assert not answer.context["details_form"].errors


def test_a_password_ends_links_that_are_about(club: Club) -> None:
    client = member_of(club)
    token = create_sign_in_link(user=User.objects.get(), now=timezone.now())
    data = {"part": "password", "new_password1": PASSWORD, "new_password2": PASSWORD}
    client.post(ACCOUNT, data)
    assert visitor().get(link(token)).status_code == 410


def test_inviting_an_organiser(club: Club) -> None:
    shown = text_of(member_of(club).post(INVITE, {"name": " Rose "}))
    assert "Link for Rose" in shown
    assert "<svg" in shown
    found = re.search(r"http://testserver(/sign-in/[\w-]+/)", strip_tags(shown))
    assert found
    rose = visitor()
    rose.post(found[1])
    assert is_signed_in(rose)
    assert Membership.objects.filter(club=club, user__first_name="Rose").exists()
    assert not User.objects.get(first_name="Rose").is_superuser


def test_an_invitation_needs_a_name(club: Club) -> None:
    form = member_of(club).post(INVITE, {"name": " "}).context["form"]
    assert "name" in form.errors
    assert User.objects.count() == 1


def test_a_new_link_for_a_helper(club: Club) -> None:
    client, rose = member_of(club), make_member(club, "rose")
    assert "New sign-in link" in text_of(client.get("/roles/"))
    assert "Link for" in text_of(client.post(INVITE, {"again": str(rose.pk)}))
    assert SignInLink.objects.get().user == rose


def test_links_open_no_stronger_account(club: Club) -> None:
    user, strong = make_member(club), make_member(club, "strong")
    strong.is_superuser = True
    strong.save()
    elsewhere = make_member(club, "elsewhere")
    Membership.objects.create(club=make_club("Other"), user=elsewhere, created_at=NOW)
    assert list(organisers_helped_by(user, club)) == []
    assert set(organisers_helped_by(strong, club)) == {user, elsewhere}
    client = visitor()
    client.force_login(user)
    stranger = make_member(make_club("Third"), "stranger")
    for pk in (strong.pk, elsewhere.pk, stranger.pk, "x", "9" * 30):
        assert client.post(INVITE, {"again": pk}).status_code == 404
    assert not SignInLink.objects.exists()


def test_working_for_another_club(club: Club) -> None:
    client = member_of(club)
    other, third = make_club("Les Érables"), make_club("Third")
    assert "My clubs" not in text_of(client.get(ACCOUNT))
    Membership.objects.create(club=other, user=User.objects.get(), created_at=NOW)
    assert "Les Érables" in text_of(client.get(ACCOUNT))
    choose = reverse("scorekeeper:club-choose")
    assert client.post(choose, {"club": other.pk}).headers["location"] == "/"
    assert client.get("/").context["site"].club == other
    assert client.post(choose, {"club": third.pk}).status_code == 404
    assert client.get("/").context["site"].club == other


@pytest.mark.parametrize("address", [ACCOUNT, INVITE])
def test_visitors_are_asked_to_sign_in(address: str) -> None:
    assert visitor().get(address).headers["location"] == f"/accounts/login/?next={address}"
