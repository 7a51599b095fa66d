"""The prize fund: nothing is lost between it and the prizes, to the cent."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tries import tries
from tournaments.standings.fund import (
    Fund,
    FundSplit,
    Pot,
    Rest,
    Share,
    ShareRounding,
    split_fund,
    split_pot,
)

EUROS = Fund(rounding=ShareRounding.EURO)
shares = st.one_of(
    st.builds(Share, cents=st.integers(1, 50_000)),
    st.builds(Share, percent=st.integers(1, 10_000)),
    st.builds(Share, parts=st.integers(1, 20)),
    st.just(Share()),
)
funds = st.builds(
    Fund,
    rounding=st.sampled_from(ShareRounding),
    rest=st.sampled_from(Rest),
    may_exceed=st.booleans(),
)


def percents(*numbers: int) -> list[tuple[Share, int]]:
    return [(Share(percent=number * 100), 1) for number in numbers]


@pytest.mark.parametrize(
    ("fund", "wanted", "terms", "found"),
    [
        (247_50, percents(50, 30, 20), EUROS, FundSplit(cents=(12300, 7400, 4900), rest=150)),
        (
            247_50,
            percents(50, 30, 20),
            Fund(rest=Rest.FIRST),
            FundSplit(cents=(12450, 7400, 4900), rest=0),
        ),
        (
            247_50,
            percents(50, 30),
            Fund(rounding=ShareRounding.FIVE_EUROS),
            FundSplit(cents=(12000, 7000), rest=5750),
        ),
        (
            300_00,
            [(Share(cents=100_00), 1), (Share(parts=3), 1), (Share(parts=1), 1)],
            EUROS,
            FundSplit(cents=(10000, 15000, 5000), rest=0),
        ),
        (
            100_00,
            [(Share(cents=60_00), 1), (Share(cents=60_00), 1)],
            EUROS,
            FundSplit(cents=(6000, 4000), rest=0, is_short=True),
        ),
        (
            100_00,
            [(Share(cents=60_00), 2)],
            Fund(may_exceed=True),
            FundSplit(cents=(6000,), rest=-2000),
        ),
        (
            99,
            [(Share(parts=1), 2)],
            Fund(rounding=ShareRounding.CENT),
            FundSplit(cents=(49,), rest=1),
        ),
        (
            100_00,
            [(Share(cents=50_00), 1), *[(Share(parts=1), 1)] * 3],
            Fund(rest=Rest.FIRST),
            FundSplit(cents=(5000, 1800, 1600, 1600), rest=0),
        ),
        (
            100_00,
            [(Share(parts=1), 2), (Share(parts=2), 1)],
            EUROS,
            FundSplit(cents=(2500, 5000), rest=0),
        ),
        (
            100_00,
            [(Share(cents=120_00), 1), (Share(parts=1), 1)],
            Fund(may_exceed=True),
            FundSplit(cents=(12000, 0), rest=-2000, is_short=True),
        ),
    ],
    ids=[
        "to-the-euro",
        "to-the-first",
        "five-euros",
        "parts",
        "short",
        "exceeds",
        "two-players",
        "what-parts-leave-to-the-first-of-them",
        "parts-for-each-of-two-players",
        "no-parts-of-less-than-nothing",
    ],
)
def test_a_fund_is_parted(
    fund: int, wanted: list[tuple[Share, int]], terms: Fund, found: FundSplit
) -> None:
    assert split_fund(fund, wanted, terms) == found


@pytest.mark.slow
@settings(max_examples=tries(400))
@given(
    st.integers(0, 1_000_000),
    st.lists(st.tuples(shares, st.sampled_from([1, 2])), max_size=8),
    funds,
)
def test_nothing_of_a_fund_is_lost(fund: int, wanted: list[tuple[Share, int]], terms: Fund) -> None:
    split = split_fund(fund, wanted, terms)
    paid = [cents * count for cents, (_share, count) in zip(split.cents, wanted, strict=True)]
    assert sum(paid) + split.rest == fund
    assert min(paid, default=0) >= 0
    if not terms.may_exceed:
        assert split.rest >= 0
    if split.rest < 0:
        assert sum(s.cents * count for s, count in wanted) > fund
    if not split.is_short:
        assert all(
            got == share.cents
            for got, (share, _n) in zip(split.cents, wanted, strict=True)
            if share.cents
        )
        if terms.rest is Rest.TILL:
            assert all(
                got % terms.rounding.unit == 0
                for got, (share, _n) in zip(split.cents, wanted, strict=True)
                if not share.cents
            )


@pytest.mark.parametrize(
    ("pot", "capots", "each", "rest"),
    [
        (Pot(each=200), {1: 3, 2: 0, 3: 1}, 200, 0),
        (Pot(each=200, cents=1000), {1: 3, 3: 1}, 200, 200),
        (Pot(each=200, cents=700), {1: 3, 3: 1}, 175, 0),
        (Pot(cents=1000), {1: 3}, 333, 1),
        (Pot(cents=1000), {1: 0}, 0, 1000),
        (Pot(), {1: 2}, 0, 0),
    ],
    ids=["no-pot", "reaches", "does-not-reach", "divided", "nobody", "none"],
)
def test_a_pot_pays_every_capot_the_same(
    pot: Pot, capots: dict[int, int], each: int, rest: int
) -> None:
    split = split_pot(pot, capots)
    assert (split.each, split.rest) == (each, rest)
    assert split.paid == {who: count * each for who, count in capots.items() if count * each}
    if pot.cents:
        assert sum(split.paid.values()) + split.rest == pot.cents
