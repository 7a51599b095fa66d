"""The effects of log entries on the cash book. Pure."""

from collections.abc import Callable, Mapping
from typing import Final

from tournaments.audit_log.chain import ChainEntry
from tournaments.cash.book import Book
from tournaments.cash.purses import items_from_dict


def _created(book: Book, link: ChainEntry) -> None:
    book.fee = link.data["settings"].get("fee_cents", 0)
    for entry in link.data.get("document", {}).get("entries", ()):
        purse = entry.get("purse", {})
        book.brought(entry["number"], purse, has_paid=entry["has_paid"], at=link.at)


def _changed(book: Book, link: ChainEntry) -> None:
    fee = link.data["settings"].get("fee_cents", 0)
    book.change_fee(fee, is_kept=link.data.get(PAID_IS_KEPT, False))


def _removed(book: Book, link: ChainEntry) -> None:
    number, data = link.data["number"], link.data
    if "into" in data:
        book.join(number, data["into"])
    elif "to" in data:
        book.hand_on(number, data["to"])
    else:
        book.remove(number)


def _paid(book: Book, link: ChainEntry) -> None:
    numbers = link.data["numbers"]
    if link.data["paid"]:
        book.tap(numbers, link.data.get("cents"), author=link.author, at=link.at)
    else:
        book.untap(numbers, author=link.author, at=link.at)


def _money(book: Book, link: ChainEntry) -> None:
    if HIDDEN not in link.data:
        book.write(link.data, author=link.author, at=link.at)


def _charged(book: Book, link: ChainEntry) -> None:
    if HIDDEN not in link.data:
        book.charge(link.data["number"], items_from_dict(link.data["items"]))


def _counted(book: Book, link: ChainEntry) -> None:
    if HIDDEN not in link.data:
        book.count(link.data, author=link.author, at=link.at)


def _handed_over(book: Book, link: ChainEntry) -> None:
    data = link.data
    if cents := data.get("paid"):
        prize, entry = (data["prize"], data["place"]), data["entries"][0]
        said = {"note": data["note"], "author": link.author, "at": link.at}
        book.hand_over(prize, cents, entry=entry, **said)


def _handed_back(book: Book, link: ChainEntry) -> None:
    book.hand_back((link.data["prize"], link.data["place"]), author=link.author, at=link.at)


HIDDEN: Final = "hidden"
"""The key in a log entry whose data is hidden from the public."""
PAID_IS_KEPT: Final = "paid_is_kept"
"""The key in a change of the fee that leaves payments as they are."""
EFFECTS: Final[Mapping[str, Callable[[Book, ChainEntry], None]]] = {
    "created": _created,
    "changed": _changed,
    "entry_removed": _removed,
    "paid": _paid,
    "money": _money,
    "charged": _charged,
    "counted": _counted,
    "handed_over": _handed_over,
    "handed_back": _handed_back,
}
"""What each kind of action does to the book; others have no effect."""


def book_entry(book: Book, link: ChainEntry) -> None:
    """Apply a log entry to the book; raises one of `refusals.BROKEN`."""
    EFFECTS[link.kind](book, link)
