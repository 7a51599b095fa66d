"""The cash book of a contest, rebuilt line by line from its log. Nothing is deleted. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from tournaments.cash.fund import BookFund, FundPart, Prices, fund_cents
from tournaments.cash.purses import PaidItem, Purse, items_from_dict


class What(StrEnum):
    """The kind of a line of the cash book."""

    PAYMENT = "payment"
    REFUND = "refund"
    FREE = "free"
    """An entry fee, or a part of what is owed, that is waived."""
    EXPENSE = "expense"
    FLOAT = "float"
    """Cash in the till before anybody paid."""
    GIFT = "gift"
    """A donation to the prizes."""
    PRIZE = "prize"
    """A cash prize, booked automatically when it is handed over."""
    COUNTER = "counter"
    """Cancels another line."""


class Means(StrEnum):
    """The means of payment; only cash is in the till."""

    CASH = "cash"
    CHEQUE = "cheque"
    CARD = "card"
    TRANSFER = "transfer"


MOVES: Final = {
    What.PAYMENT: 1,
    What.REFUND: -1,
    What.FREE: 0,
    What.EXPENSE: -1,
    What.FLOAT: 1,
    What.GIFT: 1,
    What.PRIZE: -1,
}
"""Whether money comes in or goes out."""
OF_ENTRIES: Final = frozenset({What.REFUND, What.FREE})
"""Kinds that always belong to an entry; a payment may."""
UNPRICED: Final = "–"
"""The name for items that are in no price list."""


class BookError(ValueError):
    """A line cannot be booked because it contradicts another one."""


@dataclass(slots=True)
class CashLine:
    """A line of the book; `cents` is None if the fee was paid, whatever its amount.

    `of` is the line that this one cancels, `countered_by` the line that cancels this one. `person`
    is the place of the player in the entry; `prize` is a prize's key and its place.
    """

    number: int
    what: What
    cents: int | None
    means: str = ""
    entry: int | None = None
    person: int | None = None
    note: str = ""
    items: tuple[PaidItem, ...] = ()
    author: str = ""
    at: str = ""
    of: int | None = None
    countered_by: int | None = None
    purse: Purse | None = field(default=None, repr=False)
    prize: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """The till as counted, and the amount expected by the book; `coins` are counts by cents."""

    cents: int
    expected: int
    coins: Mapping[str, int]
    note: str
    author: str
    at: str

    @property
    def difference(self) -> int:
        return self.cents - self.expected


@dataclass(slots=True)
class Book:
    """All lines in order, with what each entry owes and has paid."""

    fee: int = 0
    lines: list[CashLine] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)
    purses: dict[int, Purse] = field(default_factory=dict)
    others: list[Purse] = field(default_factory=list)
    """Purses of removed entries, and of payments without an entry."""

    def purse(self, entry: int) -> Purse:
        return self.purses.setdefault(entry, Purse())

    def brought(self, entry: int, plain: Mapping[str, Any], *, has_paid: bool, at: str) -> None:
        """Start from what an entry had paid in a contest imported without its log."""
        purse = self.purses[entry] = Purse.from_dict(plain, has_paid=has_paid)
        if purse.paid != 0:
            cents = None if purse.paid is None else purse.kept(self.fee)
            self._add(What.PAYMENT, cents, means=Means.CASH, entry=entry, at=at, purse=purse)

    # Actions of the log.
    def tap(
        self, numbers: Iterable[int], cents: Iterable[int] | None, *, author: str, at: str
    ) -> None:
        """Book cash payments of what entries owe; without amounts, of the fee."""
        listed = list(numbers)
        amounts: list[int | None] = [None] * len(listed)
        if cents is not None:
            amounts = [*cents]
        for number, amount in zip(listed, amounts, strict=True):
            purse = self.purse(number)
            purse.pay_rest(amount, self.fee)
            # If nothing was owed, a tick adds no fee to what was paid before.
            paid = None if purse.paid is None else amount or 0
            details: dict[str, Any] = {"author": author, "at": at, "entry": number, "purse": purse}
            self._add(What.PAYMENT, paid, means=Means.CASH, **details)

    def untap(self, numbers: Iterable[int], *, author: str, at: str) -> None:
        """Cancel all payments of some entries."""
        for number in numbers:
            purse = self.purse(number)
            for line in [line for line in self._valid_lines() if line.purse is purse]:
                self._counter(line, author=author, at=at)
            purse.clear()

    def write(self, data: Mapping[str, Any], *, author: str, at: str) -> CashLine:
        """Book a line from the log; raises BookError and LookupError."""
        what = What(data["what"])
        if what is What.COUNTER:
            return self.counter(data["of"], note=data.get("note", ""), author=author, at=at)
        cents, entry = data["cents"], data.get("entry")
        if entry is None and what in OF_ENTRIES:
            raise BookError(what)
        items = items_from_dict(data.get("items", ()))
        purse = None
        if entry is not None:
            purse = self._fixed(self.purse(entry))
            self._change(purse, what, cents)
        elif what is What.PAYMENT:
            purse = Purse(items=items or (PaidItem(UNPRICED, 1, cents),), paid=cents)
            self.others.append(purse)
        return self._add(
            what,
            cents,
            means=data["means"],
            entry=entry,
            person=data.get("person"),
            note=data.get("note", ""),
            items=items,
            author=author,
            at=at,
            purse=purse,
        )

    def change_fee(self, cents: int, *, is_kept: bool) -> None:
        """Change the fee.

        With `is_kept`, payments keep their amount, and entries that paid nothing owe the new fee.
        Older logs do not say: there a tick without an amount means the fee, whatever it is.
        """
        if is_kept:
            for purse in (*self.purses.values(), *self.others):
                self._fixed(purse)
        self.fee = cents
        if is_kept:
            for purse in self.purses.values():
                purse.owe_again(cents)

    def charge(self, entry: int, items: Iterable[PaidItem]) -> None:
        """Replace what an entry owes; without items, by the fee."""
        purse = self._fixed(self.purse(entry))
        purse.items = tuple(items)
        purse.settle(self.fee)

    def counter(self, number: int, *, note: str, author: str, at: str) -> CashLine:
        """Cancel a line; raises BookError if it cannot be, LookupError if there is none."""
        line = next((line for line in self.lines if line.number == number), None)
        if line is None:
            raise LookupError(number)
        if line.countered_by or line.what is What.COUNTER:
            raise BookError(number)
        if line.purse is not None:
            self._change(self._fixed(line.purse), line.what, -self.cents_of(line))
        return self._counter(line, note=note, author=author, at=at)

    def hand_over(self, prize: tuple[int, int], cents: int, **details: Any) -> None:
        """Book a cash prize that is handed over."""
        self._add(What.PRIZE, cents, means=Means.CASH, prize=prize, **details)

    def hand_back(self, prize: tuple[int, int], *, author: str, at: str) -> None:
        """Book that a cash prize came back, unless its line was cancelled by hand."""
        for line in [line for line in self._valid_lines() if line.prize == prize]:
            self._counter(line, author=author, at=at)

    def count(self, data: Mapping[str, Any], *, author: str, at: str) -> None:
        """Store a count of the till; raises ValueError if the book expected another amount."""
        if data["expected"] != self.cash:
            raise ValueError(f"{data['expected']} ≠ {self.cash}")
        coins, note = data.get("coins", {}), data.get("note", "")
        self.counts.append(Count(data["cents"], self.cash, coins, note, author, at))

    def remove(self, entry: int) -> None:
        """Remove an entry; its lines stay."""
        if gone := self.purses.pop(entry, None):
            self.others.append(gone)

    def join(self, entry: int, into: int) -> None:
        """Merge an entry into another one, with what both have paid."""
        gone, kept = self._fixed(self.purse(entry)), self._fixed(self.purse(into))
        kept.take(gone, self.fee)
        self._readdress(gone, kept, into)
        del self.purses[entry]

    def hand_on(self, entry: int, to: int) -> None:
        """Move an entry to the number of another one, which left."""
        self.remove(to)
        own = self.purses[to] = self.purses.pop(entry, Purse())
        self._readdress(own, own, to)

    def _readdress(self, before: Purse, after: Purse, entry: int) -> None:
        for line in self.lines:
            if line.purse is before:
                line.purse, line.entry = after, entry

    def _change(self, purse: Purse, what: What, cents: int) -> None:
        """Apply a line to a purse; a cancelled one is subtracted."""
        if what is What.REFUND:
            purse.refunded += cents
        elif what is What.FREE:
            purse.free += cents
        else:
            purse.paid = purse.given(self.fee) + cents
        if purse.kept(self.fee) < 0:
            raise BookError(cents)
        purse.settle(self.fee)

    def _fixed(self, purse: Purse) -> Purse:
        """Turn payments without an amount into the present fee."""
        if purse.paid is None:
            purse.paid = self.fee
            for line in self.lines:
                if line.purse is purse and line.cents is None:
                    line.cents = self.fee
        return purse

    def _counter(self, line: CashLine, *, note: str = "", author: str, at: str) -> CashLine:
        details: dict[str, Any] = {"entry": line.entry, "note": note, "author": author, "at": at}
        new = self._add(What.COUNTER, None, means=line.means, **details)
        new.of, new.purse, line.countered_by = line.number, line.purse, new.number
        return new

    def _add(self, what: What, cents: int | None, **details: Any) -> CashLine:
        line = CashLine(len(self.lines) + 1, what, cents, **details)
        self.lines.append(line)
        return line

    # Totals.
    def is_of_now(self, line: CashLine) -> bool:
        """Return whether a line belongs to the present entry of its number, not an earlier one."""
        if line.what is What.PRIZE:
            return line.entry is not None
        return line.entry is not None and self.purses.get(line.entry) is line.purse

    def cents_of(self, line: CashLine) -> int:
        """Return the amount of a line, never negative."""
        if line.of is not None:
            return self.cents_of(self.lines[line.of - 1])
        return self.fee if line.cents is None else line.cents

    def moved(self, line: CashLine) -> int:
        """Return what a line brought in, negative if money went out."""
        if line.of is not None:
            return -self.moved(self.lines[line.of - 1])
        return MOVES[line.what] * self.cents_of(line)

    def _valid_lines(self) -> Iterator[CashLine]:
        """Yield the lines that were not cancelled."""
        return (line for line in self.lines if not line.countered_by and line.of is None)

    @property
    def cash(self) -> int:
        """Return the cash that must be in the till."""
        return self.by_means().get(Means.CASH, 0)

    def by_means(self) -> dict[str, int]:
        """Return the balance of each means of payment."""
        sums: dict[str, int] = {}
        for line in self._valid_lines():
            if move := self.moved(line):
                sums[line.means] = sums.get(line.means, 0) + move
        return sums

    def by_what(self) -> dict[What, int]:
        """Return the total of each kind, without cancelled lines."""
        sums: dict[What, int] = {}
        for line in self._valid_lines():
            sums[line.what] = sums.get(line.what, 0) + self.cents_of(line)
        return sums

    def fund(self, prices: Prices) -> BookFund:
        """Return the prize fund, and how much of the income stays in the till."""
        parts = [
            FundPart(
                purse.kept(self.fee),
                purse.due(self.fee),
                prices.share_of(purse.items, self.fee),
            )
            for purse in [*self.purses.values(), *self.others]
        ]
        gifts = self.by_what().get(What.GIFT, 0)
        return fund_cents(parts, gifts=gifts, step=prices.step, way=prices.way)
