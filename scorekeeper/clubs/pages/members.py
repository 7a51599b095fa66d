"""Who works in the club, and what was done to its people."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from scorekeeper.labels.roles import ROLE_NAMES
from scorekeeper.models import Club, MemberEvent, Membership
from scorekeeper.models.clubs import display_name
from scorekeeper.roles import RIGHTS, Right, Role, roles_given_by

TOLD_FOR: Final = timedelta(days=30)
"""How long it is told that a link was issued, unless it is put away before."""
EVENTS_SHOWN: Final = 50


def clubs_of(user: User) -> list[Club]:
    memberships = Membership.objects.filter(user=user).select_related("club").order_by("pk")
    return [membership.club for membership in memberships]


def organisers_helped_by(user: User, club: Club) -> QuerySet[User]:
    """Return the others in the club to whom that person may give a sign-in link.

    A link is the whole account: nobody gives one for an account that may do more than their own,
    an owner's, the administrator's or one that works in other clubs too.
    """
    own = Membership.objects.filter(user=user, club=club).first()
    given = roles_given_by(Role(own.role)) if own else ()
    others = User.objects.filter(
        memberships__in=Membership.objects.filter(club=club, role__in=given), is_active=True
    ).exclude(pk=user.pk)
    if not user.is_superuser:
        elsewhere = Membership.objects.exclude(club=club).values("user")
        others = others.exclude(Q(is_superuser=True) | Q(is_staff=True) | Q(pk__in=elsewhere))
    return others.order_by("pk")


def member_lines(user: User, club: Club) -> list[dict[str, Any]]:
    """Return everybody who works in the club, the owners first; three queries.

    `may_help` says whether the visitor may give them a new link.
    """
    members = Membership.objects.filter(club=club, user__is_active=True).select_related("user")
    helped = set(organisers_helped_by(user, club).values_list("pk", flat=True))
    roles = list(Role)
    return [
        {
            "member": member,
            "name": display_name(member.user),
            "role_name": ROLE_NAMES[Role(member.role)],
            "is_self": member.user == user,
            "may_help": member.user_id in helped,
        }
        for member in sorted(members, key=lambda one: (-roles.index(Role(one.role)), one.pk))
    ]


def member_events(club: Club) -> list[MemberEvent]:
    return list(club.member_events.order_by("-pk")[:EVENTS_SHOWN])


def links_issued(user: User, club: Club, *, seen: int, now: datetime) -> list[MemberEvent]:
    """Return the sign-in links that this person is to be told of, the latest first; one query.

    Those for the own account wherever they were issued, and all of the club to its owner.
    """
    told = Q(person=user)
    own = Q(club=club, club__memberships__user=user, club__memberships__role__in=_TOLD_ALL)
    events = MemberEvent.objects.filter(told | own, kind=MemberEvent.Kind.LINK, pk__gt=seen)
    recent = events.filter(at__gt=now - TOLD_FOR).exclude(author=user)
    return list(recent.order_by("-pk").distinct()[:5])


_TOLD_ALL: Final = [role.value for role in Role if Right.MEMBERS in RIGHTS[role]]
