"""The people of a club: invited, other roles, removed, leaving, a link issued again is told."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.html import strip_tags

from scorekeeper.models import Club, MemberEvent, Membership, SignInLink
from scorekeeper.roles import Role
from tests.pages import member_of, visitor, words_on
from tests.table import make_club, make_member

pytestmark = pytest.mark.django_db

MEMBERS, INVITE = "/roles/", "/account/invite/"


@pytest.fixture
def owner(club: Club) -> Client:
    return member_of(club)


def membership(username: str) -> Membership:
    return Membership.objects.get(user__username=username)


def role_of(username: str) -> str:
    return membership(username).role


def act(client: Client, username: str, what: str, **data: str) -> str:
    """Press a button beside somebody on the page; return what is read then."""
    address = f"{MEMBERS}{membership(username).pk}/{what}/"
    return words_on(client.post(address, data, follow=True))


def signed_in(user: User) -> Client:
    client = visitor()
    client.force_login(user)
    return client


def test_the_page_shows_everybody_with_their_role(club: Club, owner: Client) -> None:
    reader = make_member(club, "reader", Role.READER)
    words = words_on(owner.get(MEMBERS))
    assert "Owner" in words
    assert "since 20 November 2026" in words
    assert "Remove from the club" in words
    # Others look, and have nothing to press.
    words = words_on(signed_in(reader).get(MEMBERS))
    assert "Reader" in words
    assert "Remove" not in words
    assert "Invite" not in words


def test_an_invitation_says_the_role(club: Club, owner: Client) -> None:
    page = owner.post(INVITE, {"name": "Rose", "role": "desk"})
    found = re.search(r"/sign-in/[\w-]+/", strip_tags(page.content.decode()))
    assert found
    rose = visitor()
    rose.post(found[0])
    assert Membership.objects.get(user__first_name="Rose").role == Role.DESK
    assert rose.get(MEMBERS).status_code == 200
    assert rose.get(INVITE).status_code == 403
    assert "Élise invited Rose: Desk." in words_on(owner.get(MEMBERS))


def test_an_organiser_makes_no_owner(club: Club) -> None:
    organiser = member_of(club, role=Role.ORGANISER)
    form = organiser.post(INVITE, {"name": "Rose", "role": "owner"}).context["form"]
    assert "role" in form.errors
    assert User.objects.count() == 1
    assert "Link for Rose" in words_on(organiser.post(INVITE, {"name": "Rose", "role": "referee"}))


def test_roles_are_given_by_the_owner(club: Club, owner: Client) -> None:
    make_member(club, "rose", Role.READER)
    assert "has this role now: Referee" in act(owner, "rose", "change", role="referee")
    assert role_of("rose") == Role.REFEREE
    assert "Choose one of the roles" in act(owner, "rose", "change", role="king")
    organiser = member_of(club, "max", Role.ORGANISER)
    for what in ("change", "remove", "hand-over"):
        address = f"{MEMBERS}{membership('rose').pk}/{what}/"
        assert organiser.post(address, {"role": "owner"}).status_code == 403
    assert role_of("rose") == Role.REFEREE


def test_the_last_owner_stays(club: Club, owner: Client) -> None:
    make_member(club, "rose", Role.ORGANISER)
    hint = "Make somebody else the owner first"
    assert hint in act(owner, "elise", "change", role="reader")
    assert hint in act(owner, "elise", "remove")
    assert hint in words_on(owner.post(f"{MEMBERS}leave/", follow=True))
    assert role_of("elise") == Role.OWNER
    assert not MemberEvent.objects.exists()
    act(owner, "rose", "change", role="owner")
    owner.post(f"{MEMBERS}leave/")
    assert not Membership.objects.filter(user__username="elise").exists()


def test_handing_the_club_over(club: Club, owner: Client) -> None:
    make_member(club, "rose", Role.READER)
    assert "is the owner now" in act(owner, "rose", "hand-over")
    assert (role_of("rose"), role_of("elise")) == (Role.OWNER, Role.ORGANISER)
    # To oneself it changes nothing.
    act(signed_in(User.objects.get(username="rose")), "rose", "hand-over")
    assert role_of("rose") == Role.OWNER


def test_the_club_is_handed_over_to_nobody_whose_account_is_closed(
    club: Club, owner: Client
) -> None:
    make_member(club, "rose", Role.READER)
    User.objects.filter(username="rose").update(is_active=False)
    assert "A club has an owner" in act(owner, "rose", "hand-over")
    assert (role_of("rose"), role_of("elise")) == (Role.READER, Role.OWNER)


@pytest.mark.parametrize(("what", "role"), [("change", "owner"), ("hand-over", "")])
def test_a_link_of_before_opens_no_owners_account(
    club: Club, owner: Client, what: str, role: str
) -> None:
    organiser, rose = member_of(club, "max", Role.ORGANISER), make_member(club, "rose", Role.DESK)
    page = organiser.post(INVITE, {"again": str(rose.pk)})
    found = re.search(r"/sign-in/[\w-]+/", strip_tags(page.content.decode()))
    assert found
    act(owner, "rose", "change", role="reader")
    assert visitor().get(found[0]).status_code == 200
    act(owner, "rose", what, role=role)
    assert visitor().post(found[0]).status_code == 410


def test_who_is_removed_has_nothing_open_any_more(club: Club, owner: Client) -> None:
    rose = make_member(club, "rose", Role.ORGANISER)
    client = signed_in(rose)
    assert client.get("/players/").status_code == 200
    owner.post(INVITE, {"again": rose.pk})
    assert "no longer in the club" in act(owner, "rose", "remove")
    assert client.get("/players/").status_code == 404
    assert not SignInLink.objects.exists()
    assert "Élise removed Élise from the club." in words_on(owner.get(MEMBERS))


def test_leaving_opens_the_other_club(club: Club) -> None:
    other = make_club("Les Érables")
    rose = make_member(club, "rose", Role.DESK)
    Membership.objects.create(club=other, user=rose, role=Role.READER, created_at=club.created_at)
    client = signed_in(rose)
    assert client.get("/").context["site"].club == club
    client.post(f"{MEMBERS}leave/")
    assert client.get("/").context["site"].club == other


def test_people_of_another_club_are_not_there(club: Club, owner: Client) -> None:
    make_member(make_club("Les Érables"), "rose", Role.READER)
    pk = membership("rose").pk
    for what in ("change", "remove", "hand-over"):
        address = f"{MEMBERS}{pk}/{what}/"
        assert owner.post(address, {"role": "owner"}).status_code == 404
    assert role_of("rose") == Role.READER


def test_a_link_issued_again_is_told_to_the_person_and_to_the_owner(
    club: Club, owner: Client
) -> None:
    rose = make_member(club, "rose", Role.REFEREE)
    anne = make_member(club, "anne", Role.ORGANISER)
    User.objects.filter(pk=anne.pk).update(first_name="Anne")
    signed_in(User.objects.get(pk=anne.pk)).post(INVITE, {"again": rose.pk})
    told = signed_in(rose)
    assert "Anne issued a new sign-in link for your account" in words_on(told.get("/"))
    assert "Anne issued a new sign-in link for Élise" in words_on(owner.get("/"))
    assert "Anne issued a new sign-in link for Élise." in words_on(owner.get(MEMBERS))
    # Neither to who issued it, nor to others; a browser puts it away for itself alone.
    assert "sign-in link" not in words_on(signed_in(anne).get("/"))
    told.post(f"{MEMBERS}links/seen/", {"until": MemberEvent.objects.get().pk})
    assert "new sign-in link" not in words_on(told.get("/"))
    assert "new sign-in link" in words_on(signed_in(rose).get("/"))


@pytest.mark.parametrize(
    ("issuer", "other", "may"),
    [
        (Role.OWNER, Role.OWNER, True),
        (Role.OWNER, Role.READER, True),
        (Role.ORGANISER, Role.OWNER, False),
        (Role.ORGANISER, Role.ORGANISER, True),
        (Role.ORGANISER, Role.DESK, True),
        (Role.REFEREE, Role.DESK, False),
    ],
)
def test_who_may_issue_a_link_for_whom(club: Club, issuer: Role, other: Role, may: bool) -> None:
    person = make_member(club, "other", other)
    client = member_of(club, role=issuer)
    client.post(INVITE, {"again": person.pk})
    assert SignInLink.objects.exists() is may


def test_only_an_owner_names_the_club(club: Club) -> None:
    data = {"part": "details", "name": "Max", "username": "max", "club_name": "Ours"}
    organiser = member_of(club, "max", Role.ORGANISER)
    assert "Name of the club" not in words_on(organiser.get("/account/"))
    organiser.post("/account/", data)
    club.refresh_from_db()
    assert club.name == "Club des Tilleuls"
    member_of(club, "elise").post("/account/", {**data, "username": "elise"})
    club.refresh_from_db()
    assert club.name == "Ours"
