"""One-time sign-in links, and the first organiser."""

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction

from scorekeeper.clubs.services.clubs import oldest_club
from scorekeeper.models import Club, Membership, SignInLink
from scorekeeper.models.keys import hash_of
from scorekeeper.roles import Role

LINK_LIFETIME: Final = timedelta(days=2)
FIRST_USERNAME: Final = "organisation"


def create_sign_in_link(*, user: User, now: datetime) -> str:
    """Return the token of a new link for that person; older unused links no longer work."""
    forget_links(user)
    token = secrets.token_urlsafe(24)
    SignInLink.objects.create(
        user=user, token_hash=hash_of(token), created_at=now, expires_at=now + LINK_LIFETIME
    )
    return token


def forget_links(user: User) -> None:
    """Let no unused link open an account any more: whoever issued one may not be its equal now."""
    user.sign_in_links.filter(used_at=None).delete()


@transaction.atomic
def create_first_organiser(*, now: datetime, club_name: str = "") -> str | None:
    """Make the first organiser and the club; return a sign-in token, None where one exists."""
    if User.objects.filter(is_superuser=True).exists():
        return None
    user = User.objects.create_superuser(FIRST_USERNAME)
    club = oldest_club(now=now, name=club_name)
    Membership.objects.create(club=club, user=user, role=Role.OWNER, created_at=now)
    return create_sign_in_link(user=user, now=now)


@transaction.atomic
def give_first_club(*, user: User, now: datetime) -> Club | None:
    """Make the first club of an installation for its administrator; None where there is one.

    An account of `createsuperuser` comes without.
    """
    # Two pages of the same account that are opened at once make one club.
    if not User.objects.select_for_update().get(pk=user.pk).is_superuser or Club.objects.exists():
        return None
    club = oldest_club(now=now)
    Membership.objects.create(club=club, user=user, role=Role.OWNER, created_at=now)
    return club


@transaction.atomic
def create_new_link_for_organiser(*, now: datetime, username: str = "") -> str:
    """Return a fresh sign-in token for that account, by default the first organiser's.

    Raises User.DoesNotExist.
    """
    accounts = User.objects.filter(is_active=True).order_by("pk")
    user = (
        accounts.get(username=username) if username else accounts.filter(is_superuser=True).first()
    )
    if user is None:
        raise User.DoesNotExist
    return create_sign_in_link(user=user, now=now)


def find_link(*, token: str, now: datetime) -> SignInLink | None:
    return (
        SignInLink.objects.select_related("user")
        .filter(token_hash=hash_of(token), used_at=None, expires_at__gt=now, user__is_active=True)
        .first()
    )


@transaction.atomic
def use_sign_in_link(*, token: str, now: datetime) -> User | None:
    """Use a link up and return whose it is; None where it is unknown, used or too old."""
    link = find_link(token=token, now=now)
    if link is None:
        return None
    # Asked of the database again: of two phones that open it at once, one gets in.
    unused = SignInLink.objects.filter(pk=link.pk, used_at=None)
    return link.user if unused.update(used_at=now) else None
