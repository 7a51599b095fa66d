"""Creates a club, and invites, changes and removes its members.

Each change is logged. A club always has an owner: the last one can neither leave nor change role.
"""

import secrets
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Unpack

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.db.models import Q

from scorekeeper.clubs.services.accounts import FIRST_USERNAME, create_sign_in_link, forget_links
from scorekeeper.clubs.services.clubs import lock_club, usual_codes
from scorekeeper.models import Club, FoundingInvitation, MemberEvent, Membership, SignInLink
from scorekeeper.models.authors import Actor, Author
from scorekeeper.models.clubs import NAME_LENGTH, display_name
from scorekeeper.models.keys import hash_of
from scorekeeper.refusals import ClubRefusal, Refused
from scorekeeper.roles import RIGHTS, Right, Role

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
    """Create an account for a new member; return its sign-in token."""
    user = _new_member(club=club, name=name, role=role, **by)
    return create_sign_in_link(user=user, now=by["now"])


def _new_member(*, club: Club, name: str, role: Role, **by: Unpack[Actor]) -> User:
    username = f"{FIRST_USERNAME}-{secrets.token_hex(4)}"
    user = User.objects.create_user(username, first_name=name)
    Membership.objects.create(club=club, user=user, role=role, created_at=by["now"])
    note_member_event(club=club, kind=Kind.INVITED, person=user, role=role, **by)
    return user


HELPER_SALT: Final = "scorekeeper.helper"
HELPER_CODE_LIFETIME: Final = timedelta(hours=12)


def helper_code(*, club: Club, inviter: User) -> str:
    """Return the token of a code by which one helper joins the club; nothing is stored yet."""
    return signing.dumps([club.pk, inviter.pk, secrets.token_hex(8)], salt=HELPER_SALT)


def inviter_of(*, token: str) -> Membership | None:
    """Return who showed a helper's code.

    None if it is unknown, old or used, or if that person may no longer invite.
    """
    try:
        club, user, _once = signing.loads(token, salt=HELPER_SALT, max_age=HELPER_CODE_LIFETIME)
    except signing.BadSignature:
        return None
    if SignInLink.objects.filter(token_hash=hash_of(token)).exists():
        return None
    members = Membership.objects.select_related("club", "user")
    found = members.filter(club=club, user=user, user__is_active=True).first()
    return found if found and Right.INVITE in RIGHTS[found.role] else None


@transaction.atomic
def join_as_helper(*, token: str, name: str, now: datetime) -> User | None:
    """Use up a helper's code: return a new account for the desk, None if it no longer works."""
    if inviter := inviter_of(token=token):
        # If two phones use the code at once, one gets in.
        lock_club(inviter.club)
        inviter = inviter_of(token=token)
    if inviter is None:
        return None
    author = Author.of_user(inviter.user)
    user = _new_member(club=inviter.club, name=name, role=Role.DESK, author=author, now=now)
    SignInLink.objects.create(
        user=user, token_hash=hash_of(token), created_at=now, expires_at=now, used_at=now
    )
    return user


@transaction.atomic
def issue_link_again(*, club: Club, person: User, **by: Unpack[Actor]) -> str:
    """Return a new sign-in token for a member; the member and the owner are notified."""
    note_member_event(club=club, kind=Kind.LINK, person=person, **by)
    notified = Membership.objects.filter(Q(user=person) | Q(club=club, role=Role.OWNER))
    notified.exclude(user=by["author"].user).update(link_told_at=by["now"])
    return create_sign_in_link(user=person, now=by["now"])


@transaction.atomic
def change_role(*, member: Membership, role: Role, **by: Unpack[Actor]) -> None:
    """Give a member another role. Raises Refused.

    With more rights, unused links become invalid: an organiser who issued one could sign in as
    owner.
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
    """Remove a member, or let one leave; what they wrote is kept.

    Unused links become invalid. Raises Refused.
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
    """Make somebody else the owner; the former one becomes an organiser."""
    change_role(member=member, role=Role.OWNER, **by)
    change_role(member=owner, role=Role.ORGANISER, **by)


def _locked(member: Membership) -> Membership:
    """Return the current membership and lock the club's members."""
    lock_club(member.club)
    return Membership.objects.select_related("club", "user").get(pk=member.pk)


def _refuse_last_owner(member: Membership) -> None:
    owners = Membership.objects.filter(club=member.club, role=Role.OWNER, user__is_active=True)
    if member.role == Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise Refused(ClubRefusal.LAST_OWNER)


INVITATION_LIFETIME: Final = timedelta(days=14)


class Founding(StrEnum):
    """Who may create a club on this server: `settings.FOUNDING`."""

    OFF = "off"
    INVITATION = "invitation"
    OPEN = "open"


def opens_only_confirmed() -> bool:
    """Return whether a club can be public only once an owner's email address is confirmed.

    That is, if anybody can create a club, and mail is configured.
    """
    return settings.SENDS_MAIL and settings.FOUNDING == Founding.OPEN


def may_open(club: Club) -> bool:
    """Return whether a club may be public; at most one query."""
    if not opens_only_confirmed():
        return True
    owners = Membership.objects.filter(club=club, role=Role.OWNER)
    return owners.exclude(user__email="").exists()


def open_rankings(*, club: Club, is_open: bool) -> None:
    """Make the club's rankings public, or limit them to phones that joined.

    Raises Refused.
    """
    if is_open and not may_open(club):
        raise Refused(ClubRefusal.UNCONFIRMED)
    club.opens_rankings = is_open
    club.save(update_fields=["opens_rankings"])


def create_invitation(*, now: datetime) -> str:
    """Return the token of a link with which somebody can create one club."""
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
    *,
    user: User,
    name: str,
    now: datetime,
    uses_all: bool = True,
    invitation: FoundingInvitation | None = None,
) -> Club:
    """Create a club owned by this user. Raises Refused."""
    # Locked, so that concurrent requests cannot exceed the limit.
    User.objects.select_for_update().get(pk=user.pk)
    founded = MemberEvent.objects.filter(person=user, kind=MemberEvent.Kind.FOUNDED).count()
    if founded >= settings.CLUBS_PER_FOUNDER:
        raise Refused(ClubRefusal.TOO_MANY_CLUBS)
    if invitation:
        unused = FoundingInvitation.objects.filter(pk=invitation.pk, used_at=None)
        if not unused.update(used_at=now):
            raise Refused(ClubRefusal.INVITATION_USED)
    # Otherwise a link issued in another club would sign in here as owner.
    forget_links(user)
    uses = None if uses_all else usual_codes()
    club = Club.objects.create(name=name, stage=Club.Stage.BEGUN, uses=uses, created_at=now)
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
    uses_all: bool = True,
    invitation: FoundingInvitation | None = None,
) -> tuple[User, Club]:
    """Create an account with a password, and a club that it owns. Raises Refused."""
    user = User.objects.create_user(username, password=password, first_name=person)
    club = found_club(user=user, name=name, now=now, uses_all=uses_all, invitation=invitation)
    return user, club
