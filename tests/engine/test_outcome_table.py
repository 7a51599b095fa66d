"""The outcome table says what `score` says, for every hand."""

import json
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from scorekeeper.engine.cards import possible_card_points
from scorekeeper.engine.checks import check, has_errors, whole_of
from scorekeeper.engine.hand import BIDS, Contract, HandEntry, Multiplier, Side, Trump
from scorekeeper.engine.outcome_table import outcome_table
from scorekeeper.engine.rulesets import PRESETS, AllTrump, Bidding, HeldPoints, RuleSet
from scorekeeper.engine.scoring import Held, score
from tests.engine.sheet import FIRST_SEAT, A, B, capot_of, fault_of, took

Seen = tuple[Any, ...]

CONTEST = PRESETS["contest"]
COINCHE = RuleSet(
    bidding=Bidding.POINTS_AND_BID,
    generale=True,
    declarations=True,
    all_trump=AllTrump.SCALED_FROM_258,
)


def role_of(side: Side | None, takers: Side) -> str:
    if side is None:
        return "none"
    return "takers" if side is takers else "defenders"


def as_scored(entry: HandEntry, rules: RuleSet, takers: Side) -> Seen | None:
    """Return what `score` says of a hand, in the table's words."""
    if has_errors(check(entry, rules)):
        return None
    scored = score(entry, rules)
    lines = [
        {"side": role_of(line.side, takers), "points": line.points, "reason": line.reason}
        for line in scored.lines
    ]
    winner = role_of(scored.winner, takers) if scored.winner else None
    return scored.outcome, winner, scored.newly_held, lines


def as_listed(table: dict[str, Any], row: int | None) -> Seen | None:
    """Return what a row of the table says."""
    if row is None:
        return None
    found = table["rows"][row]
    return found["outcome"], found["winner"], found["newly_held"], found["lines"]


def check_table(table: dict[str, Any], rules: RuleSet, seen: dict[str, Any]) -> None:
    """Score every hand twice, with the engine and from the table."""
    for takers, belote in product(Side, (None, *Side)):
        who = role_of(belote, takers)
        hands, capots = table["hands"][who], table["capot"][who]
        for points in range(table["card_points"] + 1):
            entry = took(takers, points, belote=belote, **seen)
            expected = as_scored(entry, rules, takers)
            assert as_listed(table, hands["rows"][points]) == expected
            comparison = score(entry, rules).comparison if expected else None
            numbers = comparison and [comparison.takers, comparison.defenders]
            assert hands["comparisons"][points] == numbers
        whole = table["card_points"]
        for name, side, card_points, alone in (
            ("takers", takers, whole, False),
            ("taker_alone", takers, whole, True),
            ("defenders", takers.other, 0, False),
        ):
            entry = took(takers, card_points, capot=side, belote=belote, taker_alone=alone, **seen)
            assert as_listed(table, capots[name]) == as_scored(entry, rules, takers)


@pytest.mark.parametrize("key", PRESETS)
def test_every_hand_of_every_preset(key: str) -> None:
    rules = PRESETS[key]
    check_table(outcome_table(rules), rules, {})


@pytest.mark.parametrize(
    ("bid", "trump"),
    [
        *((bid, None) for bid in (80, *BIDS[-3:])),
        (100, Trump.HEARTS),
        (100, Trump.NO_TRUMP),
        (100, Trump.ALL_TRUMP),
    ],
)
@pytest.mark.parametrize("multiplier", list(Multiplier))
def test_every_hand_under_a_bid(bid: int, trump: Trump | None, multiplier: Multiplier) -> None:
    contract = Contract(bid=bid, multiplier=multiplier)
    table = outcome_table(COINCHE, contract, trump)
    assert table["needed"] == bid
    check_table(table, COINCHE, {"contract": contract, "trump": trump})


@pytest.mark.parametrize("key", PRESETS)
@pytest.mark.parametrize("fault", list(Side))
@pytest.mark.parametrize("takers", list(Side))
def test_penalties(key: str, fault: Side, takers: Side) -> None:
    rules = PRESETS[key]
    table = outcome_table(rules)
    row = table["penalty"][role_of(fault, takers)]
    assert as_listed(table, row) == as_scored(fault_of(fault), rules, takers)


@pytest.mark.parametrize(
    "entry",
    [took(A, 82), took(B, 60), took(A, 81), took(B, 71, belote=B), capot_of(B, takers=A)],
    ids=["made", "failed", "litige", "litige with belote", "capot of the defence"],
)
def test_the_page_can_keep_held_points_itself(entry: HandEntry) -> None:
    """A winner gets what is held; else `newly_held` comes on top of it."""
    rules, held = replace(CONTEST, held=HeldPoints.CARDS_AND_BELOTE), Held(a=81)
    table, takers = outcome_table(rules), entry.takers
    assert takers is not None
    belote = role_of(entry.belote, takers)
    if entry.capot:
        row = table["rows"][table["capot"][belote][role_of(entry.capot, takers)]]
    else:
        row = table["rows"][table["hands"][belote]["rows"][entry.card_points]]
    points = dict.fromkeys(Side, 0)
    for line in row["lines"]:
        points[takers if line["side"] == "takers" else takers.other] += line["points"]
    left = held.total + row["newly_held"]
    if row["winner"]:
        points[takers if row["winner"] == "takers" else takers.other] += held.total
        left = 0
    scored = score(entry, rules, held)
    assert points == {side: scored.points(side) for side in Side}
    assert left == scored.held.total


def test_constants() -> None:
    table = outcome_table(PRESETS["twelve_hands"])
    assert (table["whole"], table["card_points"]) == (160, 162)
    assert (table["last_trick"], table["tricks"], table["needed"]) == (10, 8, None)
    assert table["possible"] == [[0, 0], [2, 160], [162, 162]]
    assert table["held_at_end"] == "returned"
    assert table["declarations"] == {}
    assert outcome_table(COINCHE)["declarations"]["four_jacks"] == 200


def test_possible_points_by_tricks() -> None:
    rows = outcome_table(CONTEST)["possible_by_tricks"]
    assert rows[2] == {
        "with_last_trick": [[10, 10], [12, 104], [106, 108]],
        "without_last_trick": [[0, 0], [2, 94], [96, 98]],
    }
    for tricks, row in enumerate(rows):
        for name, last in (("with_last_trick", True), ("without_last_trick", False)):
            listed = {n for first, end in row[name] for n in range(first, end + 1)}
            assert listed == possible_card_points(tricks=tricks, last_trick=last)


def test_problems_by_card_points() -> None:
    table = outcome_table(CONTEST)
    assert table["problems"] == {"1": ["points_impossible"], "161": ["points_impossible"]}
    assert table["warnings"] == {
        "0": ["all_points_without_capot"],
        "162": ["all_points_without_capot"],
    }


def test_without_a_bid_a_bidding_table_scores_penalties_only() -> None:
    table = outcome_table(COINCHE)
    assert set(table["hands"]["none"]["rows"]) == {None}
    assert table["problems"]["82"] == ["contract_missing"]
    assert [row["outcome"] for row in table["rows"]] == ["penalty", "penalty"]


@pytest.mark.parametrize("key", PRESETS)
def test_it_is_plain_data_and_no_row_stands_twice(key: str) -> None:
    table = outcome_table(PRESETS[key])
    assert json.loads(json.dumps(table)) == table
    rows = [json.dumps(row) for row in table["rows"]]
    assert len(rows) == len(set(rows))


def test_all_trump_on_258() -> None:
    table = outcome_table(COINCHE, Contract(bid=80), Trump.ALL_TRUMP)
    base = HandEntry(taker=FIRST_SEAT[A], contract=Contract(bid=80), trump=Trump.ALL_TRUMP)
    assert table["card_points"] == whole_of(base, COINCHE) == 258
    assert len(table["hands"]["none"]["rows"]) == 259
