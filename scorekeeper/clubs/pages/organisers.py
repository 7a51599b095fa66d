"""Who runs the club."""

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from scorekeeper.models import Club, Membership


def clubs_of(user: User) -> list[Club]:
    memberships = Membership.objects.filter(user=user).select_related("club").order_by("pk")
    return [membership.club for membership in memberships]


def organisers_of(club: Club) -> list[User]:
    users = User.objects.filter(memberships__club=club, is_active=True)
    return list(users.order_by("pk"))


def organisers_helped_by(user: User, club: Club) -> QuerySet[User]:
    """Return the other organisers to whom that person may give a sign-in link.

    A link is the whole account: nobody gives one for an account that may do more than their own,
    the administrator's or one that runs other clubs too.
    """
    others = User.objects.filter(memberships__club=club, is_active=True).exclude(pk=user.pk)
    if not user.is_superuser:
        elsewhere = Membership.objects.exclude(club=club).values("user")
        others = others.exclude(Q(is_superuser=True) | Q(is_staff=True) | Q(pk__in=elsewhere))
    return others.order_by("pk")
