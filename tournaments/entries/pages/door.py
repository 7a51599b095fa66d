"""The cards that entries get at the door."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from scorekeeper.addresses import phone_address
from scorekeeper.qr import qr_svg
from tournaments.entries.pages.entries import EntryLine
from tournaments.models import Tournament

CARDS_A_PAGE = 10
# Drawing a code takes a while: five hundred of them are shown in parts.
CARDS_AT_ONCE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card that an entry gets at the door; its code opens the check-in."""

    number: int
    title: str
    qr: SafeString


def card_ranges(lines: Sequence[EntryLine]) -> list[tuple[int, int]]:
    """Return the numbers of the first and last card of each part that is shown at once."""
    numbers = [line.number for line in lines]
    parts = [
        numbers[start : start + CARDS_AT_ONCE] for start in range(0, len(lines), CARDS_AT_ONCE)
    ]
    return [(part[0], part[-1]) for part in parts]


def card_pages(
    request: HttpRequest, tournament: Tournament, lines: Iterable[EntryLine]
) -> list[Sequence[Card]]:
    path = reverse("tournaments:entry-checkin", args=[tournament.pk])
    address = phone_address(request.scheme or "http", request.get_host(), path)
    cards = [
        Card(number=line.number, title=line.title, qr=qr_svg(f"{address}?n={line.number}"))
        for line in lines
    ]
    return [cards[start : start + CARDS_A_PAGE] for start in range(0, len(cards), CARDS_A_PAGE)]
