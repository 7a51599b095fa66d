"""Use cases of the till, possible during a contest and after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from django.db import transaction

from scorekeeper.models.authors import Actor
from scorekeeper.refusals import Refused
from tournaments.audit_log.log import append, lock_tournament
from tournaments.audit_log.payments import book_of, write_money
from tournaments.cash.book import Book, CashLine, Means, What
from tournaments.cash.fund import Prices
from tournaments.cash.purses import PaidItem, plain_items
from tournaments.entries.labels import euros_text
from tournaments.models import LogEntry, Tournament
from tournaments.refusals import ContestRefusal


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLine:
    """A line to book; `cents` is positive, `person` is the place of a player in the entry."""

    what: What
    cents: int
    means: Means = Means.CASH
    entry: int | None = None
    person: int | None = None
    note: str = ""
    items: tuple[PaidItem, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        means = "" if self.what is What.FREE else self.means.value
        plain: dict[str, Any] = {"what": self.what.value, "cents": self.cents, "means": means}
        said = {"entry": self.entry, "person": self.person, "note": self.note}
        plain |= {name: value for name, value in said.items() if value}
        return plain | ({"items": plain_items(self.items)} if self.items else {})


@transaction.atomic
def write_line(*, tournament_id: int, line: NewLine, **by: Unpack[Actor]) -> CashLine:
    """Book a line. Raises Refused for more than the entry owes, or than can be refunded."""
    tournament = lock_tournament(tournament_id)
    book = book_of(tournament)
    if line.entry is not None:
        tournament.entries.get(number=line.entry)
        _refuse_more(book, line.what, line.entry, line.cents)
    write_money(tournament, book, LogEntry.Kind.MONEY, line.to_dict(), **by)
    return book.lines[-1]


def _refuse_more(book: Book, what: What, entry: int, cents: int) -> None:
    purse = book.purse(entry)
    if what is What.REFUND:
        most = purse.kept(book.fee)
        code, nothing = ContestRefusal.PAID_LESS, ContestRefusal.NOTHING_PAID
    else:
        most = purse.owes(book.fee)
        code, nothing = ContestRefusal.OWED_LESS, ContestRefusal.NOTHING_OWED
    if cents > most:
        raise Refused(code, most=euros_text(most)) if most else Refused(nothing)


@transaction.atomic
def counter_line(*, tournament_id: int, number: int, note: str, **by: Unpack[Actor]) -> CashLine:
    """Cancel a line with another one. Raises BookError if it is cancelled already, LookupError."""
    tournament = lock_tournament(tournament_id)
    book = book_of(tournament)
    data = {"what": What.COUNTER.value, "of": number}
    data |= {"note": note} if note else {}
    write_money(tournament, book, LogEntry.Kind.MONEY, data, **by)
    return book.lines[-1]


@transaction.atomic
def charge_entry(
    *, tournament_id: int, number: int, items: Sequence[PaidItem], **by: Unpack[Actor]
) -> None:
    """Set the items that an entry owes; without any it owes the fee."""
    tournament = lock_tournament(tournament_id)
    tournament.entries.get(number=number)
    book = book_of(tournament)
    if tuple(items) != book.purse(number).items:
        data = {"number": number, "items": plain_items(items)}
        write_money(tournament, book, LogEntry.Kind.CHARGED, data, **by)


@transaction.atomic
def count_till(
    *, tournament_id: int, cents: int, coins: Mapping[int, int], note: str, **by: Unpack[Actor]
) -> int:
    """Record a cash count with the balance of the book; return the difference in cents."""
    tournament = lock_tournament(tournament_id)
    expected = book_of(tournament).cash
    data: dict[str, Any] = {"cents": cents, "expected": expected}
    if coins:
        data["coins"] = {str(value): count for value, count in coins.items()}
    data |= {"note": note} if note else {}
    append(tournament, LogEntry.Kind.COUNTED, data, **by)
    return cents - expected


@transaction.atomic
def set_prices(*, tournament_id: int, prices: Prices, **by: Unpack[Actor]) -> Tournament:
    """Set the prices, and their shares in the prize fund."""
    tournament = lock_tournament(tournament_id)
    plain = prices.to_dict()
    if plain != tournament.till:
        tournament.till = plain
        tournament.save(update_fields=["till"])
        data = {"prices": plain}
        append(tournament, LogEntry.Kind.PRICES, data, **by)
    return tournament
