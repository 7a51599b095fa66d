"""The typed code of a hall: four letters for tonight, for phones that cannot scan the QR code.

The letters open what the QR code of an evening or a contest opens. After a contest's letters, a
table's number and four letters of its own open that table: BCDF 12 GHJK. If several clubs have
evenings on the same computer, the club's number comes first: 3 BCDF.

All letters are derived from the 22 characters of a code and stored nowhere: a new code has new
letters. Four letters can be guessed, so they are valid for one night and attempts are counted: by
club, and twenty wrong ones lock a table's letters for the night.
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
from scorekeeper.extensions import HallDoor, extensions
from scorekeeper.models import Club, Evening
from scorekeeper.monitoring.failures import MORNING

ALPHABET: Final = "BCDFGHJKMNPRSTVWXZ"
"""No vowels, so that no words appear; no L and Q, which look like I and O."""
LENGTH: Final = 4
_LETTERS: Final = f"([{ALPHABET}]{{{LENGTH}}})"
_TYPED: Final = re.compile(rf"(\d{{1,6}})?{_LETTERS}(?:(\d{{1,4}}){_LETTERS})?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class HallCode:
    """What is shown beside a QR code: the letters, and where to type them; for that night only."""

    address: str
    letters: str
    is_tonight: bool


@dataclass(frozen=True, slots=True)
class TypedCode:
    """A parsed code: letters, an optional club number and an optional table's code."""

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
    """Return the code of a table, to be typed after the letters of its contest."""
    return f"{letters} {number} {letters_of(token)}"


def hall_code(request: HttpRequest, token: str, day: date, *, club: int) -> HallCode:
    """Return the code shown beside the QR code of that token, for a club's event on that day."""
    scheme = request.scheme or "http"
    return HallCode(
        address=phone_address(scheme, request.get_host(), reverse("scorekeeper:home")),
        letters=f"{prefix_of(club)}{letters_of(token)}",
        is_tonight=day in days_of_night(timezone.now()),
    )


def prefix_of(club: int) -> str:
    """Return the prefix of a club's letters: its number if there are other clubs, else empty."""
    return f"{club} " if Club.objects.exclude(pk=club).exists() else ""


def days_of_night(now: datetime) -> Collection[date]:
    """Return the dates of what is being played: today, in the small hours yesterday too."""
    local = timezone.localtime(now)
    today = local.date()
    return {today} if local.time() >= MORNING else {today, today - timedelta(days=1)}


def read_typed(typed: str) -> TypedCode | None:
    """Return the parsed code, in whatever form it was typed, None if it is invalid."""
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
    """Yield everything open to the public tonight, in any club of this computer."""
    days = days_of_night(now)
    evenings = Evening.objects.filter(date__in=days)
    for name, club, token in evenings.values_list("name", "club", "token"):
        yield HallDoor(club=club, name=name, token=token, page="scorekeeper:evening-join")
    for one in extensions():
        if one.hall_doors:
            yield from one.hall_doors(days)


def codes_of_tonight(club: Club, now: datetime) -> list[tuple[str, str]]:
    """Return the events of a club tonight with their letters."""
    doors = [door for door in doors_of_night(now) if door.club == club.pk]
    before = prefix_of(club.pk) if doors else ""
    return [(door.name, f"{before}{letters_of(door.token)}") for door in doors]
