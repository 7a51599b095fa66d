"""The worked examples show what sets a rule set apart, and only fields that matter are shown."""

import random
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest

from scorekeeper.engine.checks import check
from scorekeeper.engine.choices import (
    AllTrump,
    AllTrumpBelotes,
    BeloteMarked,
    Bidding,
    HeldPoints,
    JudgedOn,
    OnEquality,
    PenaltyMarks,
    Rounding,
)
from scorekeeper.engine.examples import (
    BIDDING_EXAMPLE_COUNT,
    EXAMPLE_COUNT,
    ExampleHand,
    worked_examples,
)
from scorekeeper.engine.hand import CAPOT_BID, Contract, HandEntry, Multiplier, Seat, Side, Trump
from scorekeeper.engine.outcome_limits import limits
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.relevance import OF_BIDS, relevant_fields, without_silent
from scorekeeper.engine.rulesets import RuleSet, RuleSetError
from scorekeeper.engine.scoring import ImpossibleHandError, Outcome, score
from tests.phone_entries import any_rules, random_hand

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


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        (
            "contree_ffb",
            {
                ExampleHand.BID_MADE: (210, 50),
                ExampleHand.BID_SHORT: (0, 260),
                ExampleHand.BID_SHORT_WITH_BELOTE: (0, 280),
                ExampleHand.BID_DOUBLED: (360, 0),
                ExampleHand.BID_CAPOT: (350, 0),
                ExampleHand.CAPOT_BID_SHORT: (0, 410),
            },
        ),
        (
            "coinche_ffb",
            {
                ExampleHand.BID_MADE: (210, 50),
                ExampleHand.BID_DECLARATIONS: (200, 80),
                ExampleHand.BID_SHORT: (0, 260),
                ExampleHand.BID_BEHIND_DEFENCE: (0, 260),
                ExampleHand.BID_DOUBLED: (360, 0),
                ExampleHand.CAPOT_BID_SHORT: (0, 410),
            },
        ),
        (
            "contree_cannes",
            {
                ExampleHand.BID_MADE: (210, 50),
                ExampleHand.BID_SHORT: (0, 262),
                ExampleHand.BID_SHORT_WITH_BELOTE: (0, 282),
                ExampleHand.BID_DOUBLED: (362, 0),
                ExampleHand.CAPOT_BID_SHORT: (0, 432),
                # Published: bid 100, 104 made, on the hand that ends the game.
                ExampleHand.BID_LAST_HAND: (204, 58),
            },
        ),
        (
            "coinche_bid_only",
            {
                ExampleHand.BID_MADE: (100, 0),
                ExampleHand.BID_WITH_BELOTE: (100, 0),
                ExampleHand.BID_SHORT: (0, 100),
                ExampleHand.BID_DOUBLED: (200, 0),
                ExampleHand.BID_CAPOT: (100, 0),
                ExampleHand.CAPOT_BID_SHORT: (0, 250),
            },
        ),
        (
            "contree_points",
            {
                ExampleHand.BID_MADE: (110, 50),
                ExampleHand.BID_SHORT: (0, 160),
                ExampleHand.BID_SHORT_WITH_BELOTE: (0, 180),
                ExampleHand.BID_DOUBLED: (320, 0),
                # Published: 320 + 100.
                ExampleHand.BID_CAPOT_DOUBLED: (420, 0),
                ExampleHand.CAPOT_BID_SHORT: (0, 500),
            },
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_examples_of_the_bidding_presets(preset: str, expected: Marks) -> None:
    assert marks(PRESETS[preset]) == expected


def test_examples_show_declarations_and_all_trump() -> None:
    plain = marks(RuleSet(declarations=True))
    assert plain[ExampleHand.DECLARATIONS] == (95, 67 + 50)
    bids = marks(RuleSet(bidding=Bidding.POINTS_AND_BID, all_trump=AllTrump.SCALED_FROM_258))
    assert bids[ExampleHand.BID_ALL_TRUMP] == (213, 49)


@pytest.mark.parametrize("equality", OnEquality)
def test_there_are_always_five_without_bids(equality: OnEquality) -> None:
    for rounding, judged, belote, declared in product(Rounding, JudgedOn, (0, 20), (False, True)):
        ruleset = RuleSet(
            on_equality=equality,
            rounding=rounding,
            judged_on=judged,
            belote_points=belote,
            declarations=declared,
        )
        examples = worked_examples(ruleset)
        assert len({example.hand for example in examples}) == EXAMPLE_COUNT
        if equality is OnEquality.LITIGE and rounding is Rounding.NONE:
            litige, after = next(
                (one, two)
                for one, two in pairwise(examples)
                if two.hand is ExampleHand.AFTER_LITIGE
            )
            assert litige.score.outcome is Outcome.LITIGE
            assert litige.takers is Side.A
            assert after.takers is Side.B
            assert after.score.points(Side.B) > 162


def test_there_are_always_six_with_bids() -> None:
    """Whatever a club composes: one made, one failed, one doubled, a capot bid and failed."""
    for ruleset in any_rules(400, seed=1, bids=True):
        examples = worked_examples(ruleset)
        assert len({example.hand for example in examples}) == BIDDING_EXAMPLE_COUNT
        winners = {example.score.winner for example in examples}
        assert winners == {Side.A, Side.B}
        contracts = [example.entry.contract for example in examples]
        assert any(one and one.multiplier is Multiplier.DOUBLED for one in contracts)
        assert any(one and one.bid == CAPOT_BID for one in contracts)
        if ruleset.declarations:
            assert any(example.entry.declarations for example in examples)


LITIGE = {"held", "held_at_end"}
JUDGED = {"judged_on", "last_hand_exact"}
DECLARED = {"declarations_count", "declarations_of_losers", "declarations_tie"}
NO_BIDS = {"bidding", *OF_BIDS, *DECLARED, "declarations"}
BIDS = {"compared", "on_equality", *LITIGE}


@pytest.mark.parametrize(
    ("ruleset", "silent"),
    [
        (PRESETS["classic"], {*JUDGED, *LITIGE, *NO_BIDS}),
        (PRESETS["salon"], {*JUDGED, *NO_BIDS}),
        (
            PRESETS["twelve_hands"],
            {"both_reach", "last_hand_exact", "belote_marked", *LITIGE, *NO_BIDS},
        ),
        (PRESETS["contest"], {*JUDGED, "both_reach", *NO_BIDS}),
        (
            replace(PRESETS["salon"], belote_points=0, declarations=True),
            {*JUDGED, "belote_marked", "bidding", *OF_BIDS},
        ),
        (PRESETS["contree_ffb"], {*BIDS, *DECLARED, "all_trump_belotes"}),
        (PRESETS["coinche_ffb"], BIDS),
        (
            PRESETS["coinche_bid_only"],
            {
                *BIDS,
                *JUDGED,
                *DECLARED,
                "all_trump_belotes",
                *("capot_points", "unannounced_capot", "defence_capot", "doubled_defence"),
            },
        ),
        (PRESETS["contree_points"], {*BIDS, *DECLARED, "all_trump_belotes", "capot_bid_points"}),
        (
            RuleSet(bidding=Bidding.POINTS_AND_BID, belote_points=0),
            {*BIDS, *JUDGED, *DECLARED, "belote_marked", "all_trump_belotes", "capot_bid_flat"},
        ),
    ],
)
def test_fields_that_say_nothing_are_left_out(ruleset: RuleSet, silent: set[str]) -> None:
    assert set(ruleset.as_values()) - set(relevant_fields(ruleset)) == silent


def test_a_silent_field_changes_no_hand() -> None:
    """Each field that says nothing is turned to what another rule set has: every hand stays."""
    dice = random.Random(5)
    others = any_rules(300, seed=6)
    for ruleset in any_rules(80, seed=7):
        hands = [random_hand(dice, ruleset) for _ in range(12)]
        # What is not played is left out too; turned on, it does change hands.
        silent = set(ruleset.as_values()) - {*relevant_fields(ruleset), "bidding", "declarations"}
        for field in silent:
            other = dice.choice(others)
            try:
                turned = replace(ruleset, **{field: getattr(other, field)})
            except RuleSetError:
                continue
            for entry in hands:
                assert found(entry, turned) == found(entry, ruleset), (field, entry)


def test_what_says_nothing_is_set_to_its_default_and_changes_no_hand() -> None:
    dice, usual = random.Random(11), RuleSet().as_values()
    for ruleset in any_rules(120, seed=12):
        settled = without_silent(ruleset)
        assert without_silent(settled) == settled
        assert relevant_fields(settled) == relevant_fields(ruleset)
        values = settled.as_values()
        for name in set(usual) - {*relevant_fields(ruleset)}:
            assert values[name] == usual[name]
        for entry in (random_hand(dice, ruleset) for _ in range(8)):
            assert found(entry, settled) == found(entry, ruleset), entry


def test_belotes_that_are_worth_nothing_pass_however_many_the_rules_know() -> None:
    several = replace(
        PRESETS["coinche_ffb"], belote_points=0, all_trump_belotes=AllTrumpBelotes.UP_TO_FOUR
    )
    settled = without_silent(several)
    assert settled.all_trump_belotes is AllTrumpBelotes.ONE
    hand = HandEntry(
        taker=Seat.A1,
        trump=Trump.ALL_TRUMP,
        contract=Contract(bid=80),
        card_points=130,
        belote=Side.A,
        further_belotes=(Side.B, Side.A),
    )
    for ruleset in (several, settled):
        assert not check(hand, ruleset)
        assert found(hand, ruleset) == found(hand, several)
    # What is written beside the program is checked by the same limit.
    assert limits(settled)["most_belotes"] == limits(several)["most_belotes"]


@pytest.mark.parametrize(
    ("ruleset", "field", "value"),
    [
        (replace(PRESETS["contest"], belote_points=0), "compared", "cards"),
        (
            replace(PRESETS["contest"], penalty_marks=PenaltyMarks.BASE_AND_BID),
            "penalty_marks",
            "whole",
        ),
        (
            replace(PRESETS["salon"], held=HeldPoints.CARDS_AND_BELOTE, belote_points=0),
            "held",
            "cards",
        ),
        (
            replace(
                PRESETS["salon"],
                held=HeldPoints.CARDS_AND_BELOTE,
                belote_marked=BeloteMarked.NOBODY,
            ),
            "held",
            "cards",
        ),
    ],
)
def test_a_value_that_says_no_more_than_another_is_that_one(
    ruleset: RuleSet, field: str, value: str
) -> None:
    assert without_silent(ruleset).as_values()[field] == value


def found(entry: HandEntry, ruleset: RuleSet) -> Any:
    """Return what a hand gives, or what is wrong with it."""
    try:
        scored = score(entry, ruleset)
    except ImpossibleHandError as error:
        return {problem.code for problem in error.problems}
    return scored.outcome, scored.lines, scored.winner, scored.newly_held
