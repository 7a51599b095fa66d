"""The typed code of a hall: four letters for tonight, where no camera reads the QR code.

They open what the QR code of an evening or a contest opens for everybody. Behind a contest's
letters the number of a table and four letters of its own open that table: BCDF 12 GHJK. Where other
clubs have their evenings on the same computer, the club's number stands before: 3 BCDF.

All are made from the 22 characters of a code and stored nowhere: whoever makes a new one has new
letters too. Four letters can be guessed, so they hold for one night, and whoever lets them be typed
counts the tries: by club, and twenty wrong ones shut a table's letters for the night.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.addresses import phone_address
from scorekeeper.extensions import HallDoor, added
from scorekeeper.models import Club, Evening
from scorekeeper.monitoring.failures import MORNING

ALPHABET: Final = "BCDFGHJKMNPRSTVWXZ"
"""No vowels, so that no words come out; no L and Q, which are read as I and O."""
LENGTH: Final = 4
_LETTERS: Final = f"([{ALPHABET}]{{{LENGTH}}})"
_TYPED: Final = re.compile(rf"(\d{{1,6}})?{_LETTERS}(?:(\d{{1,4}}){_LETTERS})?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class HallCode:
    """What stands beside a QR code: where to type, and what. It opens nothing before its night."""

    address: str
    letters: str
    is_tonight: bool


@dataclass(frozen=True, slots=True)
class TypedCode:
    """What somebody typed: letters, perhaps a club's number before and a table's code behind."""

    letters: str
    club: int | None = None
    table: int | None = None
    table_letters: str = ""


def letters_of(token: str) -> str:
    digest = salted_hmac("scorekeeper.hall_codes", token, algorithm="sha256").digest()
    number, letters = int.from_bytes(digest[:8], "big"), ""
    for _place in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters += ALPHABET[letter]
    return letters


def letters_of_table(letters: str, number: int, token: str) -> str:
    """Return what is typed for a table behind the letters of its contest."""
    return f"{letters} {number} {letters_of(token)}"


def hall_code(request: HttpRequest, token: str, day: date, *, club: int) -> HallCode:
    """Return what is shown beside the QR code of that token, for an event of a club that day."""
    scheme = request.scheme or "http"
    return HallCode(
        address=phone_address(scheme, request.get_host(), reverse("scorekeeper:home")),
        letters=f"{prefix_of(club)}{letters_of(token)}",
        is_tonight=day in days_of_night(timezone.now()),
    )


def prefix_of(club: int) -> str:
    """Return what stands before a club's letters: its number, where there are other clubs."""
    return f"{club} " if Club.objects.exclude(pk=club).exists() else ""


def days_of_night(now: datetime) -> Collection[date]:
    """Return the dates of what is played now: today, in the small hours yesterday too."""
    local = timezone.localtime(now)
    today = local.date()
    return {today} if local.time() >= MORNING else {today, today - timedelta(days=1)}


def read_typed(typed: str) -> TypedCode | None:
    """Return the code however it was typed, None where it can be none."""
    found = _TYPED.fullmatch("".join(letter for letter in typed.upper() if letter not in " -.,/"))
    if found is None:
        return None
    club, letters, table, table_letters = found.groups()
    return TypedCode(
        letters,
        club=int(club) if club else None,
        table=int(table) if table else None,
        table_letters=table_letters or "",
    )


def doors_of_night(now: datetime) -> Iterator[HallDoor]:
    """Yield all that is open to everybody in a hall tonight, in any club of this computer."""
    days = days_of_night(now)
    evenings = Evening.objects.filter(date__in=days)
    for name, club, token in evenings.values_list("name", "club", "token"):
        yield HallDoor(club=club, name=name, token=token, page="scorekeeper:evening-join")
    if more := added().hall_doors:
        yield from more(days)


def codes_of_tonight(club: Club, now: datetime) -> list[tuple[str, str]]:
    """Return what a club has on tonight and its letters."""
    doors = [door for door in doors_of_night(now) if door.club == club.pk]
    before = prefix_of(club.pk) if doors else ""
    return [(door.name, f"{before}{letters_of(door.token)}") for door in doors]
