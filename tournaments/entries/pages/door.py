"""The cards that entries get at the door."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from scorekeeper.addresses import phone_address
from scorekeeper.qr import qr_svg
from tournaments.entries.pages.entries import EntryLine
from tournaments.models import Tournament

CARDS_A_PAGE = 10
# Drawing a code takes a while: five hundred of them are shown in parts.
CARDS_AT_ONCE = 100


def card_ranges(lines: Sequence[EntryLine]) -> list[tuple[int, int]]:
    """Return the numbers of the first and last card of each part that is shown at once."""
    numbers = [line.number for line in lines]
    parts = [
        numbers[start : start + CARDS_AT_ONCE] for start in range(0, len(lines), CARDS_AT_ONCE)
    ]
    return [(part[0], part[-1]) for part in parts]


def card_pages(
    request: HttpRequest, tournament: Tournament, lines: Iterable[EntryLine]
) -> list[Sequence[dict[str, Any]]]:
    path = reverse("tournaments:entry-checkin", args=[tournament.pk])
    address = phone_address(request.scheme or "http", request.get_host(), path)
    cards = [
        {"number": line.number, "title": line.title, "qr": qr_svg(f"{address}?n={line.number}")}
        for line in lines
    ]
    return [cards[start : start + CARDS_A_PAGE] for start in range(0, len(cards), CARDS_A_PAGE)]
