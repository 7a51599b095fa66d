"""Contrée and coinche: families of rules and their fields, as games of before hold them."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.engine.choices import AllTrump, Bidding, Rounding
from scorekeeper.engine.hand import CAPOT_BID, GENERALE_BID, Multiplier, Trump
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import score
from tests.engine.composed import BID_ONLY, POINTS
from tests.engine.sheet import A, B, Points, bid, capot_of, fault_of, marks_of, took

PLAIN, DOUBLED, REDOUBLED = Multiplier

POINTS_AND_BID = RuleSet(bidding=Bidding.POINTS_AND_BID)
# As version 0.7 stored it: the name stood for three fields of today.
CANNES = RuleSet.from_values({"bidding": "cannes_2016"})


# A bid 100 and has 110 or 90 card points: each column of the table in rules.md.
@pytest.mark.parametrize(
    ("rules", "made", "failed", "doubled_made", "doubled_failed", "redoubled_failed"),
    [
        pytest.param(
            POINTS_AND_BID, (210, 52), (0, 260), (360, 0), (0, 360), (0, 560), id="points and bid"
        ),
        pytest.param(POINTS, (110, 52), (0, 160), (320, 0), (0, 320), (0, 640), id="points made"),
        pytest.param(BID_ONLY, (100, 0), (0, 100), (200, 0), (0, 200), (0, 400), id="bid only"),
        pytest.param(
            CANNES, (210, 52), (0, 262), (362, 0), (0, 362), (0, 462), id="Cannes 2016, m = 3"
        ),
        pytest.param(
            replace(POINTS_AND_BID, redoubled_factor=3),
            (210, 52), (0, 260), (360, 0), (0, 360), (0, 460),
            id="redoubled counts three times",
        ),
    ],
)  # fmt: skip
def test_families(
    rules: RuleSet,
    made: Points,
    failed: Points,
    doubled_made: Points,
    doubled_failed: Points,
    redoubled_failed: Points,
) -> None:
    assert marks_of(took(A, 110, **bid(100)), rules) == made
    assert marks_of(took(A, 90, **bid(100)), rules) == failed
    assert marks_of(took(A, 110, **bid(100, DOUBLED)), rules) == doubled_made
    assert marks_of(took(A, 90, **bid(100, DOUBLED)), rules) == doubled_failed
    assert marks_of(took(A, 90, **bid(100, REDOUBLED)), rules) == redoubled_failed


@pytest.mark.parametrize(
    ("points", "seen", "outcome", "marks"),
    [
        pytest.param(100, bid(100), "made", (200, 62), id="just made"),
        pytest.param(99, bid(100), "failed", (0, 260), id="one short"),
        pytest.param(82, bid(100, belote=A), "made", (202, 80), id="belote counts towards it"),
        pytest.param(79, bid(100, belote=A), "failed", (20, 260), id="belote kept in defeat"),
        pytest.param(
            82, bid(100, DOUBLED, belote=A), "made", (380, 0), id="belote is never multiplied"
        ),
        pytest.param(
            90, bid(100, REDOUBLED, belote=B), "failed", (0, 580), id="nor that of the defence"
        ),
        pytest.param(81, bid(80), "failed", (0, 240), id="81-81: more than the defence is needed"),
        pytest.param(82, bid(80), "made", (162, 80), id="82 of a bid of 80"),
        pytest.param(85, bid(80, belote=B), "failed", (0, 260), id="85 against 77 and belote: 97"),
    ],
)
def test_judged_on_exact_points_with_belote(
    points: int, seen: dict[str, Any], outcome: str, marks: Points
) -> None:
    entry = took(A, points, **seen)
    assert score(entry, POINTS_AND_BID).outcome == outcome
    assert marks_of(entry, POINTS_AND_BID) == marks


def test_a_table_where_the_bid_is_enough() -> None:
    rules = replace(POINTS_AND_BID, bid_must_beat_defenders=False)
    assert marks_of(took(A, 80, **bid(80)), rules) == (160, 82)
    assert marks_of(took(A, 79, **bid(80)), rules) == (0, 240)


def test_the_numbers_it_was_judged_by() -> None:
    comparison = score(took(A, 82, **bid(100, belote=A)), POINTS_AND_BID).comparison
    assert comparison is not None
    assert (comparison.takers, comparison.defenders, comparison.needed) == (102, 80, 100)


FLAT: dict[str, Any] = {"capot_bid_failed": 500, "capot_bid_flat": True}


@pytest.mark.parametrize(
    ("rules", "entry", "outcome", "marks"),
    [
        pytest.param(
            POINTS_AND_BID, capot_of(A, takers=A, **bid(CAPOT_BID)), "capot", (412, 0),
            id="bid and made",
        ),
        pytest.param(
            POINTS_AND_BID, took(A, 152, **bid(CAPOT_BID)), "failed", (0, 410),
            id="bid and failed: 160 and 250",
        ),
        pytest.param(
            CANNES, took(A, 152, **bid(CAPOT_BID)), "failed", (0, 412), id="Cannes: 162 and 250",
        ),
        pytest.param(
            replace(POINTS_AND_BID, **FLAT), took(A, 152, **bid(CAPOT_BID)),
            "failed", (0, 500), id="bid and failed: 500 flat",
        ),
        pytest.param(
            replace(POINTS, **FLAT), took(A, 152, **bid(CAPOT_BID, DOUBLED)),
            "failed", (0, 1000), id="flat, doubled",
        ),
        pytest.param(
            POINTS_AND_BID, took(A, 162, **bid(CAPOT_BID)), "failed", (0, 410),
            id="162 is not every trick",
        ),
        pytest.param(
            POINTS_AND_BID, capot_of(A, takers=A, **bid(100)), "capot", (350, 0),
            id="made without a word: the capot and the bid",
        ),
        pytest.param(
            BID_ONLY, capot_of(A, takers=A, **bid(100)), "capot", (100, 0), id="bid only",
        ),
        pytest.param(
            POINTS, capot_of(A, takers=A, **bid(100)), "capot", (250, 0),
            id="points made: the capot",
        ),
        pytest.param(
            POINTS, capot_of(A, takers=A, **bid(CAPOT_BID)), "capot", (250, 0),
            id="points made: announced, no less than without a word",
        ),
        pytest.param(
            POINTS_AND_BID, capot_of(A, takers=A, **bid(100, DOUBLED)), "capot", (360, 0),
            id="doubled, without a word",
        ),
        pytest.param(
            POINTS_AND_BID, capot_of(B, takers=A, **bid(100)), "capot", (0, 350),
            id="capot of the defence",
        ),
        pytest.param(
            POINTS_AND_BID, capot_of(B, takers=A, **bid(100, DOUBLED)), "capot", (0, 360),
            id="capot of the defence, doubled",
        ),
        pytest.param(
            POINTS_AND_BID, capot_of(B, takers=A, **bid(CAPOT_BID)), "capot", (0, 410),
            id="capot bid, and made by the defence",
        ),
    ],
)  # fmt: skip
def test_capot(rules: RuleSet, entry: Any, outcome: str, marks: Points) -> None:
    assert score(entry, rules).outcome == outcome
    assert marks_of(entry, rules) == marks


GENERALE = replace(POINTS_AND_BID, generale=True)


def test_a_generale_is_made_by_the_taker_alone() -> None:
    alone = capot_of(A, takers=A, taker_alone=True, **bid(GENERALE_BID))
    assert marks_of(alone, GENERALE) == (662, 0)


def test_a_generale_won_with_the_partner_has_failed() -> None:
    together = capot_of(A, takers=A, **bid(GENERALE_BID))
    assert score(together, GENERALE).outcome == "failed"
    assert marks_of(together, GENERALE) == (0, 660)


def test_a_penalty_needs_no_bid() -> None:
    assert marks_of(fault_of(A), POINTS_AND_BID) == (0, 162)


SCALED = replace(POINTS_AND_BID, all_trump=AllTrump.SCALED_FROM_258)


@pytest.mark.parametrize(
    ("written", "on_162"),
    [(0, 0), (129, 81), (130, 82), (131, 82), (200, 126), (258, 162)],
    ids=str,
)
def test_all_trump_is_scaled_from_258(written: int, on_162: int) -> None:
    entry = took(A, written, trump=Trump.ALL_TRUMP, **bid(80))
    comparison = score(entry, SCALED).comparison
    assert comparison is not None
    assert (comparison.takers, comparison.defenders) == (on_162, 162 - on_162)


def test_all_trump_that_the_table_scaled_stays() -> None:
    entry = took(A, 110, trump=Trump.ALL_TRUMP, **bid(100))
    assert marks_of(entry, POINTS_AND_BID) == (210, 52)


def test_points_made_in_tens() -> None:
    """The bid is judged on 106; takers go down and defenders up, as in any hand with a 6."""
    rules = replace(POINTS_AND_BID, rounding=Rounding.TO_160)
    assert marks_of(took(A, 106, **bid(100)), rules) == (200, 60)
