"""Founding a club by a page: who may, and how many."""

import secrets
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from scorekeeper.clubs.services.members import note_member_event
from scorekeeper.clubs.services.sign_in import forget_links
from scorekeeper.models import Club, FoundingInvitation, MemberEvent, Membership
from scorekeeper.models.authors import Author
from scorekeeper.models.keys import hash_of
from scorekeeper.roles import Role

INVITATION_LIFETIME: Final = timedelta(days=14)


class Founding(StrEnum):
    """Who may found a club on this server, as `settings.FOUNDING` says."""

    OFF = "off"
    INVITATION = "invitation"
    OPEN = "open"


class TooManyClubsError(ValueError):
    """Raised for somebody who has founded as many clubs as one may."""


class InvitationUsedError(ValueError):
    """Raised where somebody else was quicker with the same invitation."""


class UnconfirmedError(ValueError):
    """Raised where a club would be opened to everybody that nobody answers for by mail."""


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

    Raises UnconfirmedError.
    """
    if is_open and not may_open(club):
        raise UnconfirmedError
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
    """Found a club that this person owns. Raises TooManyClubsError and InvitationUsedError."""
    # Locked: of two windows that send the form at once, one is the last that may.
    User.objects.select_for_update().get(pk=user.pk)
    founded = MemberEvent.objects.filter(person=user, kind=MemberEvent.Kind.FOUNDED).count()
    if founded >= settings.CLUBS_PER_FOUNDER:
        raise TooManyClubsError
    if invitation:
        unused = FoundingInvitation.objects.filter(pk=invitation.pk, used_at=None)
        if not unused.update(used_at=now):
            raise InvitationUsedError
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
    """Make an account with a password, and the club that it owns. Raises InvitationUsedError."""
    user = User.objects.create_user(username, password=password, first_name=person)
    return user, found_club(user=user, name=name, now=now, invitation=invitation)
