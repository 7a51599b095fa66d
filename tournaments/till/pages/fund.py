"""The prize fund of a contest."""

from tournaments.cash.book import Book
from tournaments.cash.fund import BookFund, Prices, prices_from_plain
from tournaments.ledger.money import book_of
from tournaments.models import Tournament


def prices_of(tournament: Tournament) -> Prices:
    """Return what can be paid for, and what of it goes to the prizes."""
    return prices_from_plain(tournament.till)


def shared_of(tournament: Tournament, book: Book) -> BookFund:
    """Return where the money of a cash book went."""
    return book.fund(prices_of(tournament))


def fund_of(tournament: Tournament) -> int:
    """Return the cents that the prizes may cost, in one query."""
    return shared_of(tournament, book_of(tournament)).fund
