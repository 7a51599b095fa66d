"""Founding a club, and its members: invited, given another role, removed, leaving.

Each change is noted. A club always has an owner: the last one neither leaves nor gives the role
up.
"""

import secrets
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Unpack

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from scorekeeper.clubs.services.accounts import FIRST_USERNAME, create_sign_in_link, forget_links
from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.models import Club, FoundingInvitation, MemberEvent, Membership
from scorekeeper.models.authors import Actor, Author
from scorekeeper.models.clubs import NAME_LENGTH, display_name
from scorekeeper.models.keys import hash_of
from scorekeeper.refusals import ClubRefusal, Refused
from scorekeeper.roles import RIGHTS, Role

Kind = MemberEvent.Kind


def note_member_event(
    *, club: Club, kind: Kind, person: User, role: str = "", **by: Unpack[Actor]
) -> None:
    author = by["author"]
    MemberEvent.objects.create(
        club=club,
        kind=kind,
        person=person,
        person_name=display_name(person)[:NAME_LENGTH],
        author=author.user,
        author_name=author.name,
        role=role,
        at=by["now"],
    )


@transaction.atomic
def invite_member(*, club: Club, name: str, role: Role, **by: Unpack[Actor]) -> str:
    """Make an account for somebody who helps in the club; return its sign-in token."""
    username = f"{FIRST_USERNAME}-{secrets.token_hex(4)}"
    user = User.objects.create_user(username, first_name=name)
    Membership.objects.create(club=club, user=user, role=role, created_at=by["now"])
    note_member_event(club=club, kind=Kind.INVITED, person=user, role=role, **by)
    return create_sign_in_link(user=user, now=by["now"])


@transaction.atomic
def issue_link_again(*, club: Club, person: User, **by: Unpack[Actor]) -> str:
    """Return a new sign-in token for a member; whose account it is, and the owner, are told."""
    note_member_event(club=club, kind=Kind.LINK, person=person, **by)
    told = Membership.objects.filter(Q(user=person) | Q(club=club, role=Role.OWNER))
    told.exclude(user=by["author"].user).update(link_told_at=by["now"])
    return create_sign_in_link(user=person, now=by["now"])


@transaction.atomic
def change_role(*, member: Membership, role: Role, **by: Unpack[Actor]) -> None:
    """Give a member another role. Raises Refused.

    A link that was not used yet opens nothing any more where the account may do more from now on:
    an organiser who issued it would come in as an owner.
    """
    found = _locked(member)
    if found.role == role:
        return
    _refuse_last_owner(found)
    if not RIGHTS[role] <= RIGHTS[found.role]:
        forget_links(found.user)
    found.role = role
    found.save(update_fields=["role"])
    note_member_event(club=found.club, kind=Kind.ROLE, person=found.user, role=role, **by)


@transaction.atomic
def remove_member(*, member: Membership, **by: Unpack[Actor]) -> None:
    """Take somebody out of the club, or let them leave it; what they wrote stays.

    A link that was not used yet opens nothing any more. Raises Refused.
    """
    found = _locked(member)
    _refuse_last_owner(found)
    is_own = by["author"].user == found.user
    kind = Kind.LEFT if is_own else Kind.REMOVED
    if not is_own:
        forget_links(found.user)
    note_member_event(club=found.club, kind=kind, person=found.user, **by)
    found.delete()


@transaction.atomic
def hand_over(*, member: Membership, owner: Membership, **by: Unpack[Actor]) -> None:
    """Make somebody else the owner; whoever was it organises from then on."""
    change_role(member=member, role=Role.OWNER, **by)
    change_role(member=owner, role=Role.ORGANISER, **by)


def _locked(member: Membership) -> Membership:
    """Return a membership as it is now; who else changes people of the club waits."""
    lock_club(member.club)
    return Membership.objects.select_related("club", "user").get(pk=member.pk)


def _refuse_last_owner(member: Membership) -> None:
    owners = Membership.objects.filter(club=member.club, role=Role.OWNER, user__is_active=True)
    if member.role == Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise Refused(ClubRefusal.LAST_OWNER)


INVITATION_LIFETIME: Final = timedelta(days=14)


class Founding(StrEnum):
    """Who may found a club on this server, as `settings.FOUNDING` says."""

    OFF = "off"
    INVITATION = "invitation"
    OPEN = "open"


def opens_only_confirmed() -> bool:
    """Return whether a club opens to everybody only once an owner's mail address is confirmed.

    Where anybody founds one, and mail goes out to ask.
    """
    return settings.SENDS_MAIL and settings.FOUNDING == Founding.OPEN


def may_open(club: Club) -> bool:
    """Return whether a club may be opened to everybody; a query at most."""
    if not opens_only_confirmed():
        return True
    owners = Membership.objects.filter(club=club, role=Role.OWNER)
    return owners.exclude(user__email="").exists()


def open_rankings(*, club: Club, is_open: bool) -> None:
    """Let everybody see the club's rankings, or only phones that joined.

    Raises Refused.
    """
    if is_open and not may_open(club):
        raise Refused(ClubRefusal.UNCONFIRMED)
    club.opens_rankings = is_open
    club.save(update_fields=["opens_rankings"])


def create_invitation(*, now: datetime) -> str:
    """Return the token of a link with which somebody founds one club."""
    token = secrets.token_urlsafe(24)
    FoundingInvitation.objects.create(
        token_hash=hash_of(token), created_at=now, expires_at=now + INVITATION_LIFETIME
    )
    return token


def find_invitation(*, token: str, now: datetime) -> FoundingInvitation | None:
    unused = FoundingInvitation.objects.filter(token_hash=hash_of(token), used_at=None)
    return unused.filter(expires_at__gt=now).first()


@transaction.atomic
def found_club(
    *, user: User, name: str, now: datetime, invitation: FoundingInvitation | None = None
) -> Club:
    """Found a club that this person owns. Raises Refused."""
    # Locked: of two windows that send the form at once, one is the last that may.
    User.objects.select_for_update().get(pk=user.pk)
    founded = MemberEvent.objects.filter(person=user, kind=MemberEvent.Kind.FOUNDED).count()
    if founded >= settings.CLUBS_PER_FOUNDER:
        raise Refused(ClubRefusal.TOO_MANY_CLUBS)
    if invitation:
        unused = FoundingInvitation.objects.filter(pk=invitation.pk, used_at=None)
        if not unused.update(used_at=now):
            raise Refused(ClubRefusal.INVITATION_USED)
    # Whoever issued one in another club would come in here as the owner.
    forget_links(user)
    club = Club.objects.create(name=name, stage=Club.Stage.BEGUN, created_at=now)
    Membership.objects.create(club=club, user=user, role=Role.OWNER, created_at=now)
    note_member_event(
        club=club,
        kind=MemberEvent.Kind.FOUNDED,
        person=user,
        author=Author.of_user(user),
        role=Role.OWNER,
        now=now,
    )
    return club


@transaction.atomic
def found_club_as_newcomer(
    *,
    name: str,
    person: str,
    username: str,
    password: str,
    now: datetime,
    invitation: FoundingInvitation | None = None,
) -> tuple[User, Club]:
    """Make an account with a password, and the club that it owns. Raises Refused."""
    user = User.objects.create_user(username, password=password, first_name=person)
    return user, found_club(user=user, name=name, now=now, invitation=invitation)
