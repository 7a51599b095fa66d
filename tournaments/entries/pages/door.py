"""What the door asks for: who somebody is, who is still missing, and the cards with the codes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from scorekeeper.addresses import phone_address
from scorekeeper.qr import qr_svg
from tournaments.entries.labels import euros_text
from tournaments.entries.pages.entries import EntryLine
from tournaments.models import Entry, Tournament
from tournaments.tags import tag_label

CARDS_A_PAGE = 10
# Drawing a code takes a while: five hundred of them are shown in parts.
CARDS_AT_ONCE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTheDoor:
    """An entry whose number was typed or scanned. `fee` is what it still has to pay, in euros."""

    entry: Entry
    tag_labels: list[str]
    fee: str
    is_solo: bool


def at_the_door(tournament: Tournament, number: int | None) -> AtTheDoor | None:
    if number is None:
        return None
    entry = tournament.entries.by_number().filter(number=number).first()
    if entry is None:
        return None
    return AtTheDoor(
        entry=entry,
        tag_labels=[tag_label(tag) for tag in entry.tags],
        fee=euros_text(tournament.fee_cents) if tournament.fee_cents else "",
        is_solo=len(entry.names) < tournament.players_per_entry,
    )


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
