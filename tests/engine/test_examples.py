"""The worked examples show what sets a rule set apart, and only fields that matter are shown."""

from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest

from scorekeeper.engine.examples import EXAMPLE_COUNT, ExampleHand, worked_examples
from scorekeeper.engine.hand import Side
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.relevance import relevant_fields
from scorekeeper.engine.rulesets import (
    AllTrump,
    Bidding,
    BothReach,
    FailedCapotBid,
    GameFormat,
    HeldAtEnd,
    HeldPoints,
    JudgedOn,
    OnEquality,
    RuleSet,
)
from scorekeeper.engine.scoring import Outcome

Marks = dict[ExampleHand, tuple[int, int]]


def marks(ruleset: RuleSet) -> Marks:
    """Return what takers and defenders mark, by hand."""
    return {
        example.hand: (
            example.score.points(example.takers),
            example.score.points(example.takers.other),
        )
        for example in worked_examples(ruleset)
    }


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        (
            "classic",
            {
                ExampleHand.EIGHTY_TWO: (82, 80),
                ExampleHand.TAKERS_BELOTE: (20, 162),
                ExampleHand.DEFENDERS_BELOTE: (85, 97),
                ExampleHand.EIGHTY_ONE: (0, 162),
                ExampleHand.CAPOT: (250, 0),
            },
        ),
        (
            "salon",
            {
                ExampleHand.TAKERS_BELOTE: (92, 90),
                ExampleHand.DEFENDERS_BELOTE: (0, 182),
                ExampleHand.EIGHTY_ONE: (0, 81),
                ExampleHand.AFTER_LITIGE: (171, 72),
                ExampleHand.CAPOT: (252, 0),
            },
        ),
        (
            "five_hundred_one",
            {
                ExampleHand.EIGHTY_TWO: (82, 80),
                ExampleHand.TAKERS_BELOTE: (92, 90),
                ExampleHand.DEFENDERS_BELOTE: (0, 182),
                ExampleHand.EIGHTY_ONE: (0, 162),
                ExampleHand.CAPOT: (252, 0),
            },
        ),
        (
            "twelve_hands",
            {
                ExampleHand.EIGHTY_TWO: (80, 80),
                ExampleHand.EIGHTY_SIX: (80, 80),
                ExampleHand.TAKERS_BELOTE: (0, 160),
                ExampleHand.EIGHTY_ONE: (80, 80),
                ExampleHand.CAPOT: (250, 0),
            },
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_examples_of_the_presets(preset: str, expected: Marks) -> None:
    assert marks(PRESETS[preset]) == expected


def test_contest_scores_like_salon() -> None:
    assert marks(PRESETS["contest"]) == marks(PRESETS["salon"])


def test_examples_of_a_contree() -> None:
    contree = RuleSet(bidding=Bidding.POINTS_AND_BID)
    assert marks(contree) == {
        ExampleHand.BID_WITH_BELOTE: (210, 72),
        ExampleHand.BID_SHORT: (0, 260),
        ExampleHand.BID_BEHIND_DEFENCE: (0, 260),
        ExampleHand.BID_REDOUBLED: (520, 0),
        ExampleHand.CAPOT_BID_SHORT: (0, 410),
    }


def test_examples_show_declarations_and_all_trump() -> None:
    plain = marks(RuleSet(declarations=True))
    assert plain[ExampleHand.DECLARATIONS] == (95, 67 + 50)
    bids = marks(
        RuleSet(bidding=Bidding.POINTS, declarations=True, all_trump=AllTrump.SCALED_FROM_258)
    )
    assert bids[ExampleHand.BID_DECLARATIONS] == (110, 52 + 50)
    assert bids[ExampleHand.BID_ALL_TRUMP] == (113, 49)


@pytest.mark.parametrize("equality", OnEquality)
@pytest.mark.parametrize("bidding", Bidding)
def test_there_are_always_five(bidding: Bidding, equality: OnEquality) -> None:
    for tens, judged, belote, declared, trump in product(
        (False, True), JudgedOn, (0, 20), (False, True), AllTrump
    ):
        ruleset = RuleSet(
            bidding=bidding,
            on_equality=equality,
            counts_in_tens=tens,
            judged_on=judged,
            belote_points=belote,
            declarations=declared,
            all_trump=trump,
        )
        examples = worked_examples(ruleset)
        assert len({example.hand for example in examples}) == EXAMPLE_COUNT
        if equality is OnEquality.LITIGE and bidding is Bidding.NONE:
            litige, after = next(
                (one, two)
                for one, two in pairwise(examples)
                if two.hand is ExampleHand.AFTER_LITIGE
            )
            assert litige.score.outcome is Outcome.LITIGE
            assert litige.takers is Side.A
            assert after.takers is Side.B
            assert after.score.points(Side.B) > 162


# What a field can be turned to, to see whether it changes any score or end.
LITIGE = {"held", "held_at_end"}
CONTREE = {
    "bidding",
    "redoubled_factor",
    "bid_must_beat_defenders",
    "generale",
    "failed_capot_bid",
    "all_trump",
}


@pytest.mark.parametrize(
    ("ruleset", "silent"),
    [
        (PRESETS["classic"], {"judged_on", *LITIGE, *CONTREE, "declarations"}),
        (PRESETS["salon"], {"judged_on", *CONTREE, "declarations"}),
        (PRESETS["twelve_hands"], {"both_reach", *LITIGE, *CONTREE, "declarations"}),
        (PRESETS["contest"], {"judged_on", "both_reach", *CONTREE, "declarations"}),
        (
            replace(PRESETS["salon"], belote_points=0, declarations=True),
            {"judged_on", "held", *CONTREE},
        ),
        (
            RuleSet(bidding=Bidding.POINTS),
            {"compared", "on_equality", "judged_on", *LITIGE},
        ),
        (
            RuleSet(bidding=Bidding.BID_ONLY),
            {"compared", "on_equality", "judged_on", "capot_points", *LITIGE},
        ),
        (
            RuleSet(bidding=Bidding.CANNES_2016),
            {"compared", "on_equality", "judged_on", "redoubled_factor", *LITIGE},
        ),
    ],
)
def test_fields_that_say_nothing_are_left_out(ruleset: RuleSet, silent: set[str]) -> None:
    assert set(ruleset.as_values()) - set(relevant_fields(ruleset)) == silent


@pytest.mark.parametrize("bidding", Bidding)
def test_a_silent_field_changes_no_example(bidding: Bidding) -> None:
    others: dict[str, Any] = {
        "held": HeldPoints.CARDS_AND_BELOTE,
        "held_at_end": HeldAtEnd.LOST,
        "judged_on": JudgedOn.ROUNDED,
        "both_reach": BothReach.TAKERS,
        "redoubled_factor": 3,
        "bid_must_beat_defenders": False,
        "failed_capot_bid": FailedCapotBid.FLAT_500,
        "on_equality": OnEquality.SHARED,
        "capot_points": 300,
    }
    ruleset = RuleSet(bidding=bidding, format=GameFormat(hands=12))
    for field in set(others) - set(relevant_fields(ruleset)):
        assert marks(replace(ruleset, **{field: others[field]})) == marks(ruleset), field
