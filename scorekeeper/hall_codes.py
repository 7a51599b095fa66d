"""The typed code of a hall: four letters for tonight, where no camera reads the QR code.

They open what the QR code of an evening or a contest opens for everybody, and never a table. They
are made from the 22 characters of that code and stored nowhere: whoever makes a new one has new
letters too. Four letters can be guessed, so they hold for one night, and whoever lets them be typed
counts the tries.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.additions import HallDoor, added
from scorekeeper.addresses import phone_address
from scorekeeper.models import Club, Evening
from scorekeeper.reports.failures import MORNING

ALPHABET: Final = "BCDFGHJKMNPRSTVWXZ"
"""No vowels, so that no words come out; no L and Q, which are read as I and O."""
LENGTH: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class HallCode:
    """What stands beside a QR code: where to type, and what. It opens nothing before its night."""

    address: str
    letters: str
    is_tonight: bool


def letters_of(token: str) -> str:
    digest = salted_hmac("scorekeeper.hall_codes", token, algorithm="sha256").digest()
    number, letters = int.from_bytes(digest[:8], "big"), ""
    for _place in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters += ALPHABET[letter]
    return letters


def hall_code(request: HttpRequest, token: str, day: date) -> HallCode:
    """Return what is shown beside the QR code of that token, for an event of that day."""
    scheme = request.scheme or "http"
    return HallCode(
        address=phone_address(scheme, request.get_host(), reverse("scorekeeper:home")),
        letters=letters_of(token),
        is_tonight=day in days_of_night(timezone.now()),
    )


def days_of_night(now: datetime) -> Collection[date]:
    """Return the dates of what is played now: today, in the small hours yesterday too."""
    local = timezone.localtime(now)
    today = local.date()
    return {today} if local.time() >= MORNING else {today, today - timedelta(days=1)}


def tidy_letters(typed: str) -> str:
    """Return the letters of a code however they were typed, empty where it can be none."""
    letters = "".join(letter for letter in typed.upper() if letter not in " -.")
    return letters if len(letters) == LENGTH and {*letters} <= {*ALPHABET} else ""


def doors_of_night(now: datetime) -> Iterator[HallDoor]:
    """Yield all that is open to everybody in a hall tonight, in any club of this computer."""
    days = days_of_night(now)
    evenings = Evening.objects.filter(date__in=days)
    for name, club, token in evenings.values_list("name", "club", "token"):
        yield HallDoor(club=club, name=name, token=token, page="scorekeeper:evening-join")
    if more := added().hall_doors:
        yield from more(days)


def doors_behind(letters: str, now: datetime) -> list[HallDoor]:
    """Return what these letters open tonight: one thing, but for a chance of one in 100 000."""
    return [door for door in doors_of_night(now) if letters_of(door.token) == letters]


def codes_of_tonight(club: Club, now: datetime) -> list[tuple[str, str]]:
    """Return what a club has on tonight and its letters."""
    doors = (door for door in doors_of_night(now) if door.club == club.pk)
    return [(door.name, letters_of(door.token)) for door in doors]
