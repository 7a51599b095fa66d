"""The cash book of a contest's log, and the payment status of its entries."""

from collections.abc import Collection, Sequence
from typing import Any, Unpack

from scorekeeper.models.authors import Actor
from tournaments.audit_log.actions.types import ActionType
from tournaments.audit_log.log import append, append_links, unsealed
from tournaments.audit_log.replay.cash_book import EFFECTS, book_entry
from tournaments.cash.book import Book
from tournaments.cash.purses import Purse
from tournaments.models import Entry, Tournament


def book_of(tournament: Tournament) -> Book:
    """Return the cash book of a contest; one query."""
    book = Book()
    for line in tournament.log.filter(kind__in=EFFECTS).order_by("number"):
        book_entry(book, line.link)
    return book


def purse_of(entry: Entry) -> Purse:
    """Return what an entry owes and has paid."""
    return Purse.from_dict(entry.purse, has_paid=entry.has_paid)


def pay_rest(tournament: Tournament, entries: Sequence[Entry], **by: Unpack[Actor]) -> None:
    """Log that entries of a locked contest paid the rest in cash, as after a tap at the door."""
    purses = [purse_of(entry) for entry in entries]
    owed = [purse.owes(tournament.fee_cents) for purse in purses]
    for purse, cents in zip(purses, owed, strict=True):
        purse.pay_rest(cents, tournament.fee_cents)
    _keep(tournament, entries, purses)
    log_paid(tournament, [entry.number for entry in entries], owed, **by)


def log_paid(
    tournament: Tournament, numbers: Sequence[int], cents: Sequence[int], **by: Unpack[Actor]
) -> None:
    """Log payments of what entries owed, even of nothing: a later fee does not change them."""
    data = {"numbers": list(numbers), "paid": True, "cents": list(cents)}
    if numbers:
        append(tournament, ActionType.PAID, data, **by)


def take_back_paid(tournament: Tournament, entries: Sequence[Entry], **by: Unpack[Actor]) -> None:
    """Cancel all payments of entries of a locked contest."""
    purses = [purse_of(entry) for entry in entries]
    for purse in purses:
        purse.clear()
    _keep(tournament, entries, purses)
    data = {"numbers": [entry.number for entry in entries], "paid": False}
    if entries:
        append(tournament, ActionType.PAID, data, **by)


def _keep(tournament: Tournament, entries: Sequence[Entry], purses: Sequence[Purse]) -> None:
    """Store the payments of entries; in most cases all of them paid the fee."""
    for has_paid in (True, False):
        same = [
            entry.pk
            for entry, purse in zip(entries, purses, strict=True)
            if purse.has_paid is has_paid
        ]
        if same:
            Entry.objects.filter(pk__in=same).update(has_paid=has_paid)
    for entry, purse in zip(entries, purses, strict=True):
        plain = purse.to_dict(tournament.fee_cents)
        if plain != entry.purse:
            entry.purse = plain
            entry.save(update_fields=["purse"])


def write_money(
    tournament: Tournament, book: Book, kind: ActionType, data: dict[str, Any], **by: Unpack[Actor]
) -> None:
    """Append an action to the log and to the cash book of a locked contest, and update entries.

    Raises BookError if the book refuses it.
    """
    link = unsealed(kind, data, author=by["author"].name, at=by["now"])
    book_entry(book, link)
    append_links(tournament, [link], by["author"].user)
    follow_book(tournament, book)


def follow_book(tournament: Tournament, book: Book, numbers: Collection[int] = ()) -> None:
    """Update the payment status of all entries, or of some, from the book."""
    entries = tournament.entries.filter(number__in=numbers) if numbers else tournament.entries.all()
    changed = []
    for entry in entries:
        purse = book.purse(entry.number)
        expected = (purse.has_paid, purse.to_dict(book.fee))
        if expected != (entry.has_paid, entry.purse):
            entry.has_paid, entry.purse = expected
            changed.append(entry)
    Entry.objects.bulk_update(changed, ["has_paid", "purse"], batch_size=200)
