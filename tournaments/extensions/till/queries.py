"""The cash book and the prize fund for pages, receipts and files."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.audit_log.payments import book_of
from tournaments.cash.book import Book, CashLine, Count, Means, What
from tournaments.cash.fund import BookFund, Prices, prices_from_dict
from tournaments.entries.labels import euros_text, paid_text
from tournaments.entries.queries.entries import EntryLine, entry_lines
from tournaments.extensions.till.labels import items_text, means_label, moved_text, what_label
from tournaments.files.spreadsheets import Cell, Column, ExportedList
from tournaments.models import Tournament


def prices_of(tournament: Tournament) -> Prices:
    """Return the prices, and their shares in the prize fund."""
    return prices_from_dict(tournament.till)


def shared_of(tournament: Tournament, book: Book) -> BookFund:
    """Return how the money of a cash book is divided."""
    return book.fund(prices_of(tournament))


def fund_of(tournament: Tournament) -> int:
    """Return the prize fund in cents; one query."""
    return shared_of(tournament, book_of(tournament)).fund


TEXT_WIDTH = 32
TIME_WIDTH = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class BookLine:
    """A line of the cash book in words; `moved` is its amount in cents, negative for expenses."""

    number: int
    at: datetime
    what: str
    code: str
    who: str
    items: str
    note: str
    detail: str
    means: str
    moved: int
    cents: int
    author: str
    entry: int | None
    is_payment: bool
    can_be_countered: bool
    is_countered: bool

    @property
    def amount(self) -> str:
        return euros_text(self.cents)

    @property
    def moved_text(self) -> str:
        return moved_text(self.moved)


def till_page(tournament: Tournament) -> dict[str, Any]:
    """Return the page of the till: balance, income, expenses, and their division; three queries.

    `rounded_text` is the amount that rounding left in the till, empty without rounding.
    """
    book, entries = book_of(tournament), entry_lines(tournament)
    sums, means, fund = book.by_what(), book.by_means(), shared_of(tournament, book)
    owed = sum(line.owes for line in entries if line.entry.withdrawn_from is None)
    return {
        "lines": book_lines(book, entries),
        "cash": euros_text(book.cash),
        "sums": [(what_label(what), euros_text(sums[what])) for what in What if sums.get(what)],
        "means": [(means_label(one), moved_text(means[one])) for one in Means if one in means],
        "counts": [_count(one) for one in reversed(book.counts)],
        "fund": fund,
        "fund_text": euros_text(fund.fund),
        "rest_text": euros_text(fund.rest),
        "rounded_text": moved_text(fund.rounded) if fund.rounded else "",
        "owed": euros_text(owed) if owed else "",
    }


def book_lines(book: Book, entries: Sequence[EntryLine]) -> list[BookLine]:
    """Return the lines in order, without those about no money."""
    known = {line.number: line for line in entries}
    return [
        _line(line, book, known)
        for line in book.lines
        if book.cents_of(line) or line.what is What.FREE
    ]


def _line(line: CashLine, book: Book, known: Mapping[int, EntryLine]) -> BookLine:
    moved = book.moved(line)
    let_off = euros_text(book.cents_of(line)) if line.what is What.FREE else ""
    texts = [let_off, items_text(line.items), line.note, _countering(line)]
    return BookLine(
        number=line.number,
        at=timezone.localtime(datetime.fromisoformat(line.at)),
        what=what_label(line.what),
        code=line.what,
        who=_who(line, known if book.is_of_now(line) else {}),
        items=items_text(line.items),
        note=line.note,
        detail=" · ".join(filter(None, texts)),
        means=means_label(line.means),
        moved=moved,
        cents=book.cents_of(line),
        author=line.author,
        entry=line.entry if line.entry in known and book.is_of_now(line) else None,
        is_payment=line.what in {What.PAYMENT, What.REFUND, What.GIFT},
        can_be_countered=not line.countered_by and line.of is None,
        is_countered=line.countered_by is not None,
    )


def _countering(line: CashLine) -> str:
    if line.of is not None:
        return _("reverses line %(number)d") % {"number": line.of}
    if line.countered_by is not None:
        return _("reversed by line %(number)d") % {"number": line.countered_by}
    return ""


def _who(line: CashLine, known: Mapping[int, EntryLine]) -> str:
    """Return whom a line is for: the number and names of an entry, or one of its players."""
    if line.entry is None:
        return ""
    if line.entry not in known:
        return _("No. %(number)d") % {"number": line.entry}
    entry = known[line.entry]
    names = entry.entry.names
    is_one = line.person is not None and line.person <= len(names)
    return f"{entry.number} · {names[(line.person or 1) - 1] if is_one else entry.title}"


def _count(one: Count) -> dict[str, Any]:
    """Return a cash count."""
    coins = sorted(((int(cents), count) for cents, count in one.coins.items()), reverse=True)
    return {
        "at": timezone.localtime(datetime.fromisoformat(one.at)),
        "author": one.author,
        "counted": euros_text(one.cents),
        "expected": euros_text(one.expected),
        "difference": one.difference,
        "difference_text": moved_text(one.difference),
        "coins": ", ".join(f"{count} × {euros_text(cents)}" for cents, count in coins),
        "note": one.note,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What an entry owes and has paid."""

    line: EntryLine
    lines: Sequence[BookLine]
    due: str
    items: str
    given: str
    state: str
    owes: int
    kept: int
    gets_back: str


def account_of(line: EntryLine, book: Book) -> Account:
    purse, fee = book.purse(line.number), book.fee
    back = purse.gets_back(fee)
    return Account(
        line=line,
        lines=[one for one in book_lines(book, [line]) if one.entry == line.number][::-1],
        due=euros_text(purse.due(fee)),
        items=items_text(purse.items),
        given=euros_text(purse.kept(fee)),
        state=paid_text(purse, fee),
        owes=purse.owes(fee),
        kept=purse.kept(fee),
        gets_back=euros_text(back) if back else "",
    )


def book_sheet(tournament: Tournament) -> ExportedList:
    """Return the cash book as spreadsheet rows."""
    columns = (
        Column(_("Line")),
        Column(_("When"), TIME_WIDTH),
        Column(_("For what"), TEXT_WIDTH),
        Column(_("For whom"), TEXT_WIDTH),
        Column(_("Note"), TEXT_WIDTH),
        Column(_("Means")),
        Column(_("Came in")),
        Column(_("Went out")),
        Column(_("Written by"), TEXT_WIDTH),
    )
    lines = book_lines(book_of(tournament), entry_lines(tournament))
    return ExportedList(title=_("Cash book"), columns=columns, rows=_rows(lines))


def _rows(lines: Sequence[BookLine]) -> Iterator[Sequence[Cell]]:
    for line in lines:
        amount = Decimal(abs(line.moved)).scaleb(-2)
        came = (amount if line.moved > 0 else None, amount if line.moved < 0 else None)
        at = line.at.replace(tzinfo=None)
        text = (line.what, line.who, line.detail, line.means)
        yield (line.number, at, *text, *came, line.author)
