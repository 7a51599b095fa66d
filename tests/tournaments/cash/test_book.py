"""The cash book alone: whatever is written, no cent is lost between fee, fund and till."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.cash.book import Book, BookError, Means, What
from tournaments.cash.fund import (
    STEPS,
    BookFund,
    FundPart,
    Price,
    Prices,
    PriceShare,
    RoundingWay,
    fund_cents,
)
from tournaments.cash.purses import PaidItem, Purse

BY: dict[str, Any] = {"author": "Élise", "at": "2026-11-21T20:00:00+00:00"}
AMOUNTS = st.integers(1, 5_000)
ENTRIES = st.integers(1, 4)
SHARES = st.builds(PriceShare, st.integers(0, 2_000), st.integers(0, 100))
MEAL = PaidItem("Meal", 1, 1_250)
ACTS = st.one_of(
    st.tuples(st.just("tap"), ENTRIES, AMOUNTS),
    st.tuples(st.just("untap"), ENTRIES, AMOUNTS),
    st.tuples(st.just("charge"), ENTRIES, AMOUNTS),
    st.tuples(st.sampled_from(["payment", "refund", "free"]), ENTRIES, AMOUNTS),
    st.tuples(st.sampled_from(["sale", "expense", "float", "gift"]), ENTRIES, AMOUNTS),
    st.tuples(st.just("counter"), st.integers(1, 20), AMOUNTS),
    st.tuples(st.sampled_from(["remove", "join", "hand_on"]), ENTRIES, AMOUNTS),
    st.tuples(st.just("fee"), ENTRIES, st.sampled_from([0, 999, 1_000])),
)


def do(book: Book, act: str, number: int, cents: int, means: Means) -> None:
    """Do one act as the services let people do it; what they refuse is left out."""
    purse = book.purses.get(number, Purse())
    if act == "tap":
        owed = purse.owes(book.fee)
        if not purse.has_paid:
            book.tap([number], [owed] if owed else None, **BY)
    elif act == "untap":
        book.untap([number], **BY)
    elif act == "charge":
        book.charge(number, [PaidItem("", 1, book.fee), MEAL] if cents % 2 else [])
    elif act == "counter":
        if number <= len(book.lines):
            book.counter(number, note="", **BY)
    elif act == "fee":
        book.fee = cents
    elif act == "remove":
        book.remove(number)
    elif act in {"join", "hand_on"}:
        if number > 1:
            getattr(book, act)(number, 1)
    else:
        most = {"payment": purse.owes, "free": purse.owes, "refund": purse.kept}
        if act in most and cents > most[What(act)](book.fee):
            return
        data: dict[str, Any] = {"what": act.replace("sale", "payment"), "cents": cents}
        data |= {"entry": number} if act in most else {}
        book.write({**data, "means": means.value}, **BY)


def written(acts: list[tuple[str, int, int]], means: list[Means]) -> Book:
    book = Book(fee=1_000)
    for place, (act, number, cents) in enumerate(acts):
        try:
            do(book, act, number, cents, means[place % len(means)])
        except BookError:
            continue
    return book


@given(
    acts=st.lists(ACTS, max_size=40),
    means=st.lists(st.sampled_from(Means), min_size=1, max_size=3),
    fee=SHARES,
    meal=SHARES,
    step=st.sampled_from(STEPS),
    way=st.sampled_from(RoundingWay),
)
def test_no_cent_is_lost_between_fee_fund_and_till(
    acts: list[tuple[str, int, int]],
    means: list[Means],
    fee: PriceShare,
    meal: PriceShare,
    step: int,
    way: RoundingWay,
) -> None:
    book = written(acts, means)
    prices = Prices(fee=fee, others=(Price("Meal", 1_250, meal),), step=step, way=way)
    fund, sums = book.fund(prices), book.by_what()
    # What entries and buyers gave, as the purses have it and as the lines have it.
    assert fund.received == sums.get(What.PAYMENT, 0) - sums.get(What.REFUND, 0)
    assert fund.gifts == sums.get(What.GIFT, 0)
    assert fund.fund + fund.rest == fund.received + fund.gifts
    assert 0 <= fund.fund <= fund.received + fund.gifts
    assert fund.fund % step == 0
    # The till: all that came, less all that went, whatever it moved by.
    came = fund.received + fund.gifts + sums.get(What.FLOAT, 0)
    assert sum(book.by_means().values()) == came - sums.get(What.EXPENSE, 0)
    assert sum(map(book.moved, book.lines)) == sum(book.by_means().values())
    assert prices.to_dict() == {} or all(
        purse.kept(book.fee) >= 0 for purse in book.purses.values()
    )


@given(
    parts=st.lists(
        st.integers(0, 3_000).flatmap(
            lambda due: st.builds(FundPart, st.integers(0, due), st.just(due), st.integers(0, due))
        )
    ),
    gifts=st.integers(0, 10_000),
)
def test_the_fund_is_never_more_than_its_share_and_rounds_as_it_says(
    parts: list[FundPart], gifts: int
) -> None:
    exact = fund_cents(parts, gifts=gifts)
    assert exact.fund == exact.exact <= gifts + sum(part.share for part in parts)
    down = fund_cents(parts, gifts=gifts, step=500)
    assert 0 <= down.rounded < 500
    near = fund_cents(parts, gifts=gifts, step=500, way=RoundingWay.NEAREST)
    assert near.fund in {down.fund, down.fund + 500}


@pytest.mark.parametrize(
    ("step", "way", "fund", "rest"),
    [
        (1, RoundingWay.DOWN, 10_640, 2_660),
        (100, RoundingWay.DOWN, 10_600, 2_700),
        (500, RoundingWay.DOWN, 10_500, 2_800),
        (100, RoundingWay.NEAREST, 10_600, 2_700),
        (500, RoundingWay.NEAREST, 10_500, 2_800),
    ],
    ids=["exact", "euro-down", "five-down", "euro-nearest", "five-nearest"],
)
def test_thirteen_teams_of_ten_euros_of_which_eight_are_for_prizes(
    step: int, way: RoundingWay, fund: int, rest: int
) -> None:
    paid = [FundPart(1_000, 1_000, 800)] * 13 + [FundPart(300, 1_000, 800)]
    found = fund_cents(paid, step=step, way=way)
    assert isinstance(found, BookFund)
    assert (found.fund, found.rest) == (fund, rest)


def test_eighty_percent_of_every_price_and_a_gift() -> None:
    book = Book(fee=1_250)
    book.tap([1, 2], [1_250, 1_250], **BY)
    book.write({"what": "gift", "cents": 5_000, "means": "cash"}, **BY)
    book.write({"what": "payment", "cents": 600, "means": "cash"}, **BY)
    found = book.fund(Prices(fee=PriceShare(percent=80)))
    assert (found.fund, found.rest) == (2 * 1_000 + 5_000, 2 * 250 + 600)


def test_three_parts_of_a_fee_give_its_whole_share() -> None:
    book = Book(fee=1_000)
    for cents in (333, 333, 334):
        book.write({"what": "payment", "cents": cents, "means": "cash", "entry": 1}, **BY)
    assert book.fund(Prices(fee=PriceShare(cents=800))).fund == 800
    assert book.purse(1).has_paid


def test_a_payment_that_was_given_back_is_not_taken_back_as_well() -> None:
    book = Book(fee=1_000)
    book.tap([1], [1_000], **BY)
    book.write({"what": "refund", "cents": 400, "means": "cash", "entry": 1}, **BY)
    with pytest.raises(BookError):
        book.counter(1, note="", **BY)


def test_what_was_ticked_before_amounts_follows_the_fee_and_what_was_paid_does_not() -> None:
    book = Book(fee=1_000)
    book.tap([1], None, **BY)
    book.tap([2], [1_000], **BY)
    book.fee = 1_200
    assert [book.cents_of(line) for line in book.lines] == [1_200, 1_000]
    assert [book.purse(one).to_dict(book.fee) for one in (1, 2)] == [{}, {"paid": 1_000}]


def test_a_tick_of_who_owes_nothing_brings_no_fee() -> None:
    book = Book(fee=1_000)
    # Half the fee was paid, then the fee became less than that.
    book.write({"what": "payment", "cents": 500, "means": "cash", "entry": 1}, **BY)
    book.fee = 400
    book.tap([1], None, **BY)
    assert (book.cash, book.purse(1).given(book.fee), book.purse(1).has_paid) == (500, 500, True)
    assert book.fund(Prices()).received == 500


def test_what_costs_nothing_is_paid_at_once() -> None:
    book = Book(fee=1_000)
    book.charge(1, [PaidItem("Junior", 1, 0)])
    assert (book.purse(1).has_paid, book.cash) == (True, 0)
    book.charge(1, [PaidItem("Junior", 1, 0), MEAL])
    assert not book.purse(1).has_paid
