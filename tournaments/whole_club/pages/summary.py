"""What a club holds, and who is meant when it goes."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet

from scorekeeper.copies.snapshots import database_file
from scorekeeper.models import Club, Membership
from tournaments.models import Tournament


def holdings_of(club: Club) -> dict[str, Any]:
    """Return how much is a club's. `accounts` are those that work in no other club.

    `has_copies` where the program itself copies the whole data.
    """
    return {
        "players": club.players.count(),
        "evenings": club.evenings.count(),
        "games": club.games.count(),
        "contests": Tournament.objects.of_club(club).count(),
        "seasons": sum(league.seasons.count() for league in club.leagues.all()),
        "people": Membership.objects.filter(club=club).count(),
        "accounts": accounts_of_this_club_alone(club).count(),
        "has_copies": database_file() is not None,
    }


def accounts_of_this_club_alone(club: Club) -> QuerySet[User]:
    """Return whose accounts are of no use once the club is gone."""
    elsewhere = Membership.objects.exclude(club=club).values("user")
    people = User.objects.filter(memberships__club=club, is_superuser=False, is_staff=False)
    return people.exclude(pk__in=elsewhere)
