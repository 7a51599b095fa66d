"""Opening a club's window, season by season, and what it says there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from scorekeeper.clubs.services.founding import UnconfirmedError, may_open
from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from tournaments.models import ClubWindow, OpenedSeason, Season
from tournaments.models.window import ADDRESS_LENGTH

_USUAL_ADDRESS: Final = "club"


class AddressTakenError(Exception):
    """Raised where another club has the address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowSettings:
    """What is typed about a window."""

    address: str
    plays: str
    sites: Sequence[str]
    is_listed: bool


def usual_address(club: Club) -> str:
    """Return an address after the club's name that no other club has."""
    name = slugify(club.name)[: ADDRESS_LENGTH - 5].strip("-") or _USUAL_ADDRESS
    others = ClubWindow.objects.exclude(club=club).filter(address__startswith=name)
    taken = set(others.values_list("address", flat=True))
    numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(one for one in numbered if one not in taken)


def change_window(*, club: Club, settings: WindowSettings, now: datetime) -> ClubWindow:
    """Change what a window says, and where it is. Raises AddressTakenError."""
    values = {
        "address": settings.address,
        "plays": settings.plays,
        "sites": list(settings.sites),
        "is_listed": settings.is_listed,
    }
    try:
        with transaction.atomic():
            window, _is_new = ClubWindow.objects.update_or_create(
                club=club, defaults=values, create_defaults={**values, "created_at": now}
            )
    except IntegrityError:
        raise AddressTakenError from None
    return window


@transaction.atomic
def open_season(*, season: Season, author: Author, now: datetime) -> None:
    """Show a season in the club's window from now on, which is opened with it.

    Raises UnconfirmedError.
    """
    club = season.league.club
    if not may_open(club):
        raise UnconfirmedError
    ClubWindow.objects.get_or_create(
        club=club, defaults={"address": usual_address(club), "created_at": now}
    )
    OpenedSeason.objects.get_or_create(
        season=season, defaults={"author_name": author.name, "at": now}
    )


def close_season(*, season: Season) -> None:
    """Show a season no more; with the last one the window is closed."""
    OpenedSeason.objects.filter(season=season).delete()
