"""Actions on the money of a contest: its cash book, its prices, counts of the till."""

from collections.abc import Iterable, Mapping
from typing import Final

from tournaments.audit_log.actions.action import JOINT, Action, Data, Speaker
from tournaments.audit_log.actions.types import ActionType, gettext_noop
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.replay.cash_book import HIDDEN, book_entry
from tournaments.audit_log.replay.money_fields import CHARGED, COUNTED, MONEY, PRICED
from tournaments.audit_log.replay.state import State
from tournaments.cash.book import Means, What
from tournaments.cash.purses import items_from_dict

WHAT_WORDS: Final[Mapping[str, str]] = {
    What.PAYMENT: gettext_noop("Payment"),
    What.REFUND: gettext_noop("Refund"),
    What.FREE: gettext_noop("Let off"),
    What.EXPENSE: gettext_noop("Expense"),
    What.FLOAT: gettext_noop("Float"),
    What.GIFT: gettext_noop("Gift to the prizes"),
    What.PRIZE: gettext_noop("Prize"),
    What.COUNTER: gettext_noop("Reversed"),
}
MEANS_WORDS: Final[Mapping[str, str]] = {
    Means.CASH: gettext_noop("cash"),
    Means.CHEQUE: gettext_noop("cheque"),
    Means.CARD: gettext_noop("card"),
    Means.TRANSFER: gettext_noop("transfer"),
}


def follow(state: State, link: ChainEntry, numbers: Iterable[int] | None = None) -> None:
    """Book a log entry and update the payment status of all entries, or of some."""
    book_entry(state.book, link)
    for number in list(state.entries) if numbers is None else numbers:
        purse = state.book.purse(number)
        state.entries[number].has_paid = purse.has_paid
        state.entries[number].purse = purse.to_dict(state.book.fee)


class MoneyWritten(Action, kind=ActionType.MONEY):
    """A line of the cash book was booked: payment, refund, waiver, expense, or a cancellation."""

    title = gettext_noop("Cash book")
    data = MONEY

    def replay(self, state: State, link: ChainEntry) -> None:
        data = link.data
        if HIDDEN not in data:
            numbers = [data["entry"]] if "entry" in data else None
            follow(state, link, numbers if "of" in data or numbers else ())

    def words(self, link: ChainEntry, say: Speaker) -> str:
        data = link.data
        if HIDDEN in data:
            return ""
        if "of" in data:
            text = say.gettext("Line %(number)d reversed") % {"number": data["of"]}
            return JOINT.join(filter(None, [text, data.get("note")]))
        words = [f"{say.gettext(WHAT_WORDS[data['what']])} {say.euros(data['cents'])}"]
        if data.get("means"):
            words.append(say.gettext(MEANS_WORDS[data["means"]]))
        if "entry" in data:
            words.append(say.who(data["entry"]))
        return JOINT.join(filter(None, [*words, *_listed(data, say), data.get("note")]))


class EntryCharged(Action, kind=ActionType.CHARGED):
    """The items that an entry owes were changed."""

    title = gettext_noop("What is owed")
    data = CHARGED

    def replay(self, state: State, link: ChainEntry) -> None:
        if HIDDEN not in link.data:
            follow(state, link, [link.data["number"]])

    def words(self, link: ChainEntry, say: Speaker) -> str:
        if HIDDEN in link.data:
            return ""
        owed = _listed(link.data, say) or [say.gettext("the fee")]
        return JOINT.join([say.who(link.data["number"]), *owed])


def _listed(data: Data, say: Speaker) -> list[str]:
    """Return items in words: "2 × Meal 12 €"."""
    items = items_from_dict(data.get("items", ()))
    fee = say.gettext("Fee")
    return [f"{item.count} × {item.name or fee} {say.euros(item.cents)}" for item in items]


class PricesSet(Action, kind=ActionType.PRICES):
    """The prices and their share in the prize fund were set."""

    title = gettext_noop("Prices")
    data = PRICED

    def replay(self, state: State, link: ChainEntry) -> None:
        state.till = link.data.get("prices", state.till)

    def words(self, link: ChainEntry, say: Speaker) -> str:
        prices = link.data.get("prices", {}).get("prices", ())
        return JOINT.join(f"{name} {say.euros(cents)}" for name, cents, *_share in prices)


class TillCounted(Action, kind=ActionType.COUNTED):
    """The cash in the till was counted; the entry has the amount expected by the book."""

    title = gettext_noop("Till counted")
    data = COUNTED

    def replay(self, state: State, link: ChainEntry) -> None:
        book_entry(state.book, link)

    def words(self, link: ChainEntry, say: Speaker) -> str:
        if HIDDEN in link.data:
            return ""
        values = {name: say.euros(link.data[name]) for name in ("cents", "expected")}
        text = say.gettext("%(cents)s, the book says %(expected)s") % values
        return JOINT.join(filter(None, [text, link.data.get("note")]))
