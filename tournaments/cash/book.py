"""The cash book of a contest, line by line as its log tells it. Nothing is deleted. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from tournaments.cash.fund import BookFund, FundPart, Prices, fund_cents
from tournaments.cash.purses import PaidItem, Purse, items_from_dict


class What(StrEnum):
    """What a line of the book is."""

    PAYMENT = "payment"
    REFUND = "refund"
    FREE = "free"
    """An entry, or a part of what it owes, that is given away."""
    EXPENSE = "expense"
    FLOAT = "float"
    """Money that lies in the till before anybody paid."""
    GIFT = "gift"
    """Money that somebody gives to the prizes."""
    PRIZE = "prize"
    """A prize of money: written when it is handed over, by nobody's hand."""
    COUNTER = "counter"
    """Takes back another line."""


class Means(StrEnum):
    """By what money comes and goes; only cash lies in the till."""

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
"""What is always somebody's; a payment may be."""
UNPRICED: Final = "–"
"""Under what name something is sold that stands in no list of prices."""


class BookError(ValueError):
    """Raised for a line that cannot be written: another stands against it."""


@dataclass(slots=True)
class CashLine:
    """A line of the book; `cents` are None where the fee was paid, whatever that is.

    `of` is the line that this one takes back, `countered_by` the one by which this was. `person` is
    the place of somebody in the entry; `prize` says which prize it is, and for which place.
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
    """The till as it was counted, beside what the book said; `coins` by their cents."""

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
    """All that was written, in order, with what each entry owes and has given."""

    fee: int = 0
    lines: list[CashLine] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)
    purses: dict[int, Purse] = field(default_factory=dict)
    others: list[Purse] = field(default_factory=list)
    """Of whom no entry is left, and of what was paid without one."""

    def purse(self, entry: int) -> Purse:
        return self.purses.setdefault(entry, Purse())

    def brought(self, entry: int, plain: Mapping[str, Any], *, has_paid: bool, at: str) -> None:
        """Go on from what an entry had paid in a contest that came without its log."""
        purse = self.purses[entry] = Purse.from_dict(plain, has_paid=has_paid)
        if purse.paid != 0:
            cents = None if purse.paid is None else purse.kept(self.fee)
            self._add(What.PAYMENT, cents, means=Means.CASH, entry=entry, at=at, purse=purse)

    # What the log tells.

    def tap(
        self, numbers: Iterable[int], cents: Iterable[int] | None, *, author: str, at: str
    ) -> None:
        """Let entries pay in cash what they owe; without amounts, the fee."""
        listed = list(numbers)
        amounts: list[int | None] = [None] * len(listed)
        if cents is not None:
            amounts = [*cents]
        for number, amount in zip(listed, amounts, strict=True):
            purse = self.purse(number)
            purse.pay_rest(amount, self.fee)
            # Where nothing was owed, a tick brings no fee: it stands with what was paid before.
            gave = None if purse.paid is None else amount or 0
            said: dict[str, Any] = {"author": author, "at": at, "entry": number, "purse": purse}
            self._add(What.PAYMENT, gave, means=Means.CASH, **said)

    def untap(self, numbers: Iterable[int], *, author: str, at: str) -> None:
        """Take back whatever stands of some entries: they have paid nothing."""
        for number in numbers:
            purse = self.purse(number)
            for line in [line for line in self._standing() if line.purse is purse]:
                self._counter(line, author=author, at=at)
            purse.clear()

    def write(self, data: Mapping[str, Any], *, author: str, at: str) -> CashLine:
        """Write a line as the log has it; raises BookError and LookupError."""
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
        """Let the fee become another one.

        `is_kept`: what was paid stays what it was, and who gave nothing owes the fee there is now.
        Logs of before do not say so: there a tick without an amount is the fee, whatever that is.
        """
        if is_kept:
            for purse in (*self.purses.values(), *self.others):
                self._fixed(purse)
        self.fee = cents
        if is_kept:
            for purse in self.purses.values():
                purse.owe_again(cents)

    def charge(self, entry: int, items: Iterable[PaidItem]) -> None:
        """Let an entry owe other things than it did; the fee where there are none."""
        purse = self._fixed(self.purse(entry))
        purse.items = tuple(items)
        purse.settle(self.fee)

    def counter(self, number: int, *, note: str, author: str, at: str) -> CashLine:
        """Take back one line; raises BookError where that cannot be, LookupError without it."""
        line = next((line for line in self.lines if line.number == number), None)
        if line is None:
            raise LookupError(number)
        if line.countered_by or line.what is What.COUNTER:
            raise BookError(number)
        if line.purse is not None:
            self._change(self._fixed(line.purse), line.what, -self.cents_of(line))
        return self._counter(line, note=note, author=author, at=at)

    def hand_over(self, prize: tuple[int, int], cents: int, **said: Any) -> None:
        """Let a prize of money leave the till."""
        self._add(What.PRIZE, cents, means=Means.CASH, prize=prize, **said)

    def hand_back(self, prize: tuple[int, int], *, author: str, at: str) -> None:
        """Let it come back, unless its line was taken back by hand."""
        for line in [line for line in self._standing() if line.prize == prize]:
            self._counter(line, author=author, at=at)

    def count(self, data: Mapping[str, Any], *, author: str, at: str) -> None:
        """Keep what was counted; raises ValueError where the book said something else then."""
        if data["expected"] != self.cash:
            raise ValueError(f"{data['expected']} ≠ {self.cash}")
        coins, note = data.get("coins", {}), data.get("note", "")
        self.counts.append(Count(data["cents"], self.cash, coins, note, author, at))

    def remove(self, entry: int) -> None:
        """Forget an entry; its lines stay."""
        if gone := self.purses.pop(entry, None):
            self.others.append(gone)

    def join(self, entry: int, into: int) -> None:
        """Let an entry go on in another one, with what both have given."""
        gone, kept = self._fixed(self.purse(entry)), self._fixed(self.purse(into))
        kept.take(gone, self.fee)
        self._readdress(gone, kept, into)
        del self.purses[entry]

    def hand_on(self, entry: int, to: int) -> None:
        """Let an entry go on under the number of another one, that left."""
        self.remove(to)
        own = self.purses[to] = self.purses.pop(entry, Purse())
        self._readdress(own, own, to)

    def _readdress(self, before: Purse, after: Purse, entry: int) -> None:
        for line in self.lines:
            if line.purse is before:
                line.purse, line.entry = after, entry

    def _change(self, purse: Purse, what: What, cents: int) -> None:
        """Let a purse feel a line; one that is taken back counts against it."""
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
        """Let what was paid without an amount be the fee of now for ever."""
        if purse.paid is None:
            purse.paid = self.fee
            for line in self.lines:
                if line.purse is purse and line.cents is None:
                    line.cents = self.fee
        return purse

    def _counter(self, line: CashLine, *, note: str = "", author: str, at: str) -> CashLine:
        said: dict[str, Any] = {"entry": line.entry, "note": note, "author": author, "at": at}
        new = self._add(What.COUNTER, None, means=line.means, **said)
        new.of, new.purse, line.countered_by = line.number, line.purse, new.number
        return new

    def _add(self, what: What, cents: int | None, **said: Any) -> CashLine:
        line = CashLine(len(self.lines) + 1, what, cents, **said)
        self.lines.append(line)
        return line

    # What it comes to.

    def is_of_now(self, line: CashLine) -> bool:
        """Return whether it is of the entry that has its number now, no other before."""
        if line.what is What.PRIZE:
            return line.entry is not None
        return line.entry is not None and self.purses.get(line.entry) is line.purse

    def cents_of(self, line: CashLine) -> int:
        """Return the amount of a line, never below nothing."""
        if line.of is not None:
            return self.cents_of(self.lines[line.of - 1])
        return self.fee if line.cents is None else line.cents

    def moved(self, line: CashLine) -> int:
        """Return what a line brought in, below nothing where money went out."""
        if line.of is not None:
            return -self.moved(self.lines[line.of - 1])
        return MOVES[line.what] * self.cents_of(line)

    def _standing(self) -> Iterator[CashLine]:
        """Yield the lines that nothing took back."""
        return (line for line in self.lines if not line.countered_by and line.of is None)

    @property
    def cash(self) -> int:
        """Return what must lie in the till."""
        return self.by_means().get(Means.CASH, 0)

    def by_means(self) -> dict[str, int]:
        """Return what came in less what went out, by what it moved."""
        sums: dict[str, int] = {}
        for line in self._standing():
            if move := self.moved(line):
                sums[line.means] = sums.get(line.means, 0) + move
        return sums

    def by_what(self) -> dict[What, int]:
        """Return the sums of what stands, by what it is."""
        sums: dict[What, int] = {}
        for line in self._standing():
            sums[line.what] = sums.get(line.what, 0) + self.cents_of(line)
        return sums

    def fund(self, prices: Prices) -> BookFund:
        """Return the prize fund, and what of everything received stays in the till."""
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
