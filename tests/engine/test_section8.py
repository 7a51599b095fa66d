"""The published examples of rules.md, section 8, and a second scorer that never saw the engine."""

import random
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.engine.choices import (
    AllTrump,
    AllTrumpBelotes,
    Bidding,
    DeclarationsOfLosers,
    DefenceCapot,
    DoubledDefence,
    Doubles,
    JudgedOn,
    NoTrump,
    PenaltyMarks,
    Rounding,
    UnannouncedCapot,
)
from scorekeeper.engine.hand import (
    CAPOT_BID,
    GENERALE_BID,
    HandEntry,
    Multiplier,
    Trump,
)
from scorekeeper.engine.presets import find_ruleset
from scorekeeper.engine.rulesets import RuleSet, RuleSetError
from scorekeeper.engine.scoring import score
from tests.engine import section8
from tests.engine.composed import BID_ONLY, POINTS
from tests.engine.sheet import A, B, Points, bid, capot_of, fault_of, marks_of, shown, took
from tests.phone_entries import random_hand, random_ruleset
from tests.tries import tries

PLAIN, DOUBLED, REDOUBLED = Multiplier
FFB, COINCHE = find_ruleset("contree_ffb"), find_ruleset("coinche_ffb")
CANNES, BIDS_ONLY = find_ruleset("contree_cannes"), find_ruleset("coinche_bid_only")
POINTS_MADE = find_ruleset("contree_points")


TIERCE = {"declarations": (shown(A, "tierce"),)}

# The source of each stands in rules.md, section 8; A took but where the hand says otherwise.
PUBLISHED = {
    "FFB coinche: bid 100, 83 and a tierce make 103": (
        COINCHE, took(A, 83, **bid(100), **TIERCE), "made", (200, 80),
    ),
    "FFB 2016: 85 marks 90": (FFB, took(A, 85, **bid(80)), "made", (170, 80)),
    "FFB 2016: 84 marks 80": (FFB, took(A, 84, **bid(80)), "made", (160, 80)),
    "FFB contrée: the bid is enough": (FFB, took(A, 80, **bid(80)), "made", (160, 80)),
    "FFB coinche: the bid must beat the defence": (
        COINCHE, took(A, 80, **bid(80)), "failed", (0, 240),
    ),
    "FFB: failed, 160 and the bid": (FFB, took(A, 90, **bid(100)), "failed", (0, 260)),
    "FFB note 1: a double multiplies the bid": (
        FFB, took(A, 110, **bid(100, DOUBLED)), "made", (360, 0),
    ),
    "FFB: redoubled four times": (FFB, took(A, 90, **bid(100, REDOUBLED)), "failed", (0, 560)),
    "FFB: belote of failed takers is taken": (
        FFB, took(A, 70, **bid(100, belote=A)), "failed", (0, 280),
    ),
    "FFB coinche: belote is kept in defeat": (
        COINCHE, took(A, 70, **bid(100, belote=A)), "failed", (20, 260),
    ),
    "FFB: capot announced and made": (
        FFB, capot_of(A, takers=A, **bid(CAPOT_BID)), "capot", (410, 0),
    ),
    "FFB: capot announced and failed": (FFB, took(A, 152, **bid(CAPOT_BID)), "failed", (0, 410)),
    "FFB: capot without a word": (FFB, capot_of(A, takers=A, **bid(100)), "capot", (350, 0)),
    "FFB: nothing more for it on a doubled hand": (
        FFB, capot_of(A, takers=A, **bid(100, DOUBLED)), "capot", (360, 0),
    ),
    "FFB coinche: declarations of failed takers go to the winner": (
        COINCHE, took(A, 60, **bid(100), **TIERCE), "failed", (0, 280),
    ),
    "FFB coinche: those of the defence stay there": (
        COINCHE, took(A, 60, **bid(100), declarations=(shown(B, "cent"),)), "failed", (0, 360),
    ),
    "FFB coinche: a side without a trick loses its own": (
        COINCHE, capot_of(A, takers=A, **bid(80), declarations=(shown(B, "four_jacks"),)),
        "capot", (530, 0),
    ),
    "Cannes 2016: 522 for a capot announced": (
        CANNES, capot_of(A, takers=A, **bid(CAPOT_BID)), "capot", (522, 0),
    ),
    "Cannes 2016: 432 to the defence": (CANNES, took(A, 152, **bid(CAPOT_BID)), "failed", (0, 432)),
    "Cannes 2016: 156 is 160": (CANNES, took(A, 156, **bid(100)), "made", (260, 10)),
    "Cannes 2016: redoubled three times": (
        CANNES, took(A, 90, **bid(100, REDOUBLED)), "failed", (0, 462),
    ),
    "Cannes 2016: 252 without a word": (
        CANNES, capot_of(A, takers=A, **bid(80)), "capot", (332, 0),
    ),
    "bid only: made": (BIDS_ONLY, took(A, 110, **bid(100)), "made", (100, 0)),
    "bid only: belote helps and is not marked": (
        BIDS_ONLY, took(A, 80, **bid(100, belote=A)), "made", (100, 0),
    ),
    "bid only: capot without a word is nothing more": (
        BIDS_ONLY, capot_of(A, takers=A, **bid(120)), "capot", (120, 0),
    ),
    "bid only: capot announced, doubled": (
        BIDS_ONLY, took(A, 152, **bid(CAPOT_BID, DOUBLED)), "failed", (0, 500),
    ),
    "points made: the bid is not marked": (
        POINTS_MADE, took(A, 112, **bid(100)), "made", (110, 50),
    ),
    "points made: failed": (POINTS_MADE, took(A, 90, **bid(100)), "failed", (0, 160)),
    "points made: doubled": (POINTS_MADE, took(A, 112, **bid(100, DOUBLED)), "made", (320, 0)),
    "points made: redoubled": (POINTS_MADE, took(A, 90, **bid(100, REDOUBLED)), "failed", (0, 640)),
    "FFB note 2: 320 and 100 for a capot on a doubled hand": (
        POINTS_MADE, capot_of(A, takers=A, **bid(100, DOUBLED)), "capot", (420, 0),
    ),
    "points made: capot announced, flat": (
        POINTS_MADE, capot_of(A, takers=A, **bid(CAPOT_BID)), "capot", (500, 0),
    ),
    "points made: flat doubled": (
        POINTS_MADE, took(A, 152, **bid(CAPOT_BID, DOUBLED)), "failed", (0, 1000),
    ),
    "points made: flat redoubled": (
        POINTS_MADE, took(A, 152, **bid(CAPOT_BID, REDOUBLED)), "failed", (0, 2000),
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "entry", "outcome", "marks"), PUBLISHED.values(), ids=PUBLISHED.keys()
)
def test_published_hands(rules: RuleSet, entry: HandEntry, outcome: str, marks: Points) -> None:
    assert score(entry, rules).outcome == outcome
    assert marks_of(entry, rules) == marks


# Each family of other programs and clubs is one rule set: the base, what a double multiplies.
FAMILIES = {
    "Essarts, Manissieux: base × m + bid": (
        replace(FFB, doubles=Doubles.BASE), took(A, 110, **bid(100, DOUBLED)), (420, 0),
    ),
    "FFB's web page, BGA: (base + bid) × m": (
        replace(FFB, doubles=Doubles.BOTH), took(A, 90, **bid(100, DOUBLED)), (0, 520),
    ),
    "ScoreIt: (A + bid) × m, the defence keeps its points": (
        replace(
            FFB, rounding=Rounding.TOTAL_ONLY, doubles=Doubles.HAND,
            doubled_defence=DoubledDefence.CARD_POINTS,
        ),
        took(A, 110, **bid(100, DOUBLED)), (420, 52),
    ),
    "ScoreIt, failed": (
        replace(FFB, doubles=Doubles.HAND), took(A, 90, **bid(100, DOUBLED)), (0, 520),
    ),
    "exoty, maviedesenior: base 162": (
        replace(FFB, base=162), took(A, 90, **bid(100)), (0, 262),
    ),
    "Équipe Ludique: redoubled three times": (
        replace(FFB, redoubled_factor=3), took(A, 90, **bid(100, REDOUBLED)), (0, 460),
    ),
    "an announced capot of 500 flat": (
        replace(FFB, capot_bid_made=500, capot_bid_failed=500, capot_bid_flat=True),
        capot_of(A, takers=A, **bid(CAPOT_BID, DOUBLED)), (1000, 0),
    ),
    "410 doubled: 160 and twice 250": (
        FFB, took(A, 152, **bid(CAPOT_BID, DOUBLED)), (0, 660),
    ),
    "Cannes 2016: 252 and twice 270": (
        CANNES, capot_of(A, takers=A, **bid(CAPOT_BID, DOUBLED)), (792, 0),
    ),
    "a générale in place of the 250 of the bid": (
        replace(FFB, generale=True),
        capot_of(A, takers=A, taker_alone=True, **bid(GENERALE_BID)), (660, 0),
    ),
    "a flat figure is that of a générale too": (
        replace(POINTS_MADE, generale=True), took(A, 152, **bid(GENERALE_BID)), (0, 500),
    ),
    "the base for a capot of the defence": (
        replace(FFB, defence_capot=DefenceCapot.BASE), capot_of(B, takers=A, **bid(100)), (0, 260),
    ),
    "a capot of the defence in place of the base": (
        FFB, capot_of(B, takers=A, **bid(100)), (0, 350),
    ),
    "nothing more for a capot without a word": (
        replace(FFB, unannounced_capot=UnannouncedCapot.NOTHING_MORE),
        capot_of(A, takers=A, **bid(100)), (260, 0),
    ),
    "a bid of 170 is made by every trick": (
        replace(FFB, highest_bid=170), capot_of(A, takers=A, **bid(170)), (420, 0),
    ),
    "declarations of failed takers are lost": (
        replace(COINCHE, declarations_of_losers=DeclarationsOfLosers.LOST),
        took(A, 60, **bid(100), **TIERCE), (0, 260),
    ),
    "declarations of failed takers are kept": (
        replace(COINCHE, declarations_of_losers=DeclarationsOfLosers.KEPT),
        took(A, 60, **bid(100), **TIERCE), (20, 260),
    ),
    "declarations that do not count towards the bid": (
        replace(COINCHE, declarations_count=False), took(A, 83, **bid(100), **TIERCE), (0, 280),
    ),
    "no trump on 130": (
        replace(COINCHE, no_trump=NoTrump.ACE_11),
        took(A, 85, trump=Trump.NO_TRUMP, **bid(80)), (170, 50),
    ),
    "all trump on 258 as it is": (
        replace(COINCHE, all_trump=AllTrump.AS_258),
        took(A, 150, trump=Trump.ALL_TRUMP, **bid(100)), (250, 110),
    ),
    "four belotes at all trump": (
        replace(COINCHE, all_trump_belotes=AllTrumpBelotes.UP_TO_FOUR),
        took(
            A, 150, trump=Trump.ALL_TRUMP, **bid(100, belote=A), further_belotes=(A, A, B)
        ), (250, 90),
    ),
    "judged on rounded points": (
        replace(FFB, judged_on=JudgedOn.ROUNDED), took(A, 95, **bid(100)), (200, 70),
    ),
    "to fives": (replace(FFB, rounding=Rounding.FIVES), took(A, 104, **bid(100)), (205, 55)),
    "complement": (replace(FFB, rounding=Rounding.COMPLEMENT), took(A, 106, **bid(100)), (200, 60)),
    "a bid of 82": (replace(FFB, least_bid=82), took(A, 82, **bid(82)), (162, 80)),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "entry", "marks"), FAMILIES.values(), ids=FAMILIES.keys())
def test_a_family_is_one_rule_set(rules: RuleSet, entry: HandEntry, marks: Points) -> None:
    assert marks_of(entry, rules) == marks


@pytest.mark.parametrize(
    ("penalty", "entry", "marks"),
    [
        (PenaltyMarks.POINTS_160, fault_of(A), (0, 160)),
        (PenaltyMarks.POINTS_162, fault_of(A), (0, 162)),
        (PenaltyMarks.BASE_AND_BID, replace(fault_of(A), **bid(100)), (0, 260)),
        (PenaltyMarks.BASE_AND_BID, replace(fault_of(B), **bid(100, DOUBLED)), (360, 0)),
        (PenaltyMarks.BASE_AND_BID, fault_of(B), (160, 0)),
        (PenaltyMarks.BASE_AND_BID, replace(fault_of(A), **bid(CAPOT_BID)), (0, 410)),
        (PenaltyMarks.BASE_AND_BID, replace(fault_of(A), **bid(CAPOT_BID, DOUBLED)), (0, 660)),
    ],
    ids=["160", "162", "base and bid", "doubled", "before a bid", "capot", "capot doubled"],
)
def test_a_penalty_hand(penalty: PenaltyMarks, entry: HandEntry, marks: Points) -> None:
    assert marks_of(entry, replace(FFB, penalty_marks=penalty)) == marks


def test_a_penalty_marks_no_bid_where_bids_are_not_marked() -> None:
    rules = replace(POINTS_MADE, penalty_marks=PenaltyMarks.BASE_AND_BID)
    assert marks_of(replace(fault_of(A), **bid(100)), rules) == (0, 160)
    assert marks_of(replace(fault_of(A), **bid(CAPOT_BID)), rules) == (0, 500)


@pytest.mark.parametrize(
    ("rounding", "marks"),
    [
        (Rounding.NONE, (86, 76)),
        (Rounding.TOTAL_ONLY, (86, 76)),
        (Rounding.TO_160, (80, 80)),
        (Rounding.TENS_5_UP, (90, 80)),
        (Rounding.TENS_6_UP, (90, 80)),
        (Rounding.FIVES, (85, 75)),
        (Rounding.COMPLEMENT, (80, 80)),
    ],
)
def test_rounding(rounding: Rounding, marks: Points) -> None:
    rules = RuleSet(rounding=rounding)
    assert rules.marked(86) == marks
    assert rules.whole == (162 if rounding in (Rounding.NONE, Rounding.TOTAL_ONLY) else 160)


def test_only_the_running_total_is_shown_rounded() -> None:
    assert RuleSet(rounding=Rounding.TOTAL_ONLY).shown(1_235) == 1_240
    assert FFB.shown(1_235) == 1_235


@pytest.mark.parametrize(
    ("values", "errors"),
    [
        ({"bidding": "points", "doubles": "bid"}, {"doubles": "bid_not_marked"}),
        ({"bidding": "points_and_bid", "base": 0}, {"base": "failed_marks_nothing"}),
        ({"bidding": "bid_only", "doubles": "base"}, {"doubles": "base_is_nothing"}),
        (
            {"bidding": "bid_only", "capot_bid_flat": True},
            {"capot_bid_flat": "flat_without_points"},
        ),
        ({"bidding": "bid_only", "capot_bid_made": 240}, {"capot_bid_made": "below_its_bid"}),
        ({"bidding": "bid_only", "highest_bid": 250}, {"highest_bid": "out_of_range"}),
        ({"least_bid": 110, "highest_bid": 109}, {"highest_bid": "out_of_range"}),
        ({"capot_bid_made": "410"}, {"capot_bid_made": "unknown_value"}),
        ({"failed_capot_bid": "luck"}, {"failed_capot_bid": "unknown_field"}),
        (
            {"counts_in_tens": True, "rounding": "none"},
            {"counts_in_tens": "unknown_field"},
        ),
    ],
    ids=str,
)
def test_what_contradicts_itself_is_refused(values: dict[str, Any], errors: Any) -> None:
    with pytest.raises(RuleSetError) as raised:
        RuleSet.from_values(values)
    assert raised.value.errors == errors


def test_what_says_nothing_contradicts_nothing() -> None:
    assert RuleSet(base=0, doubles=Doubles.BASE).bidding is Bidding.NONE
    assert RuleSet.from_values({"bidding": "points"}) == POINTS
    assert RuleSet.from_values({"bidding": "bid_only"}) == BID_ONLY


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(tries(4)))
def test_a_second_scorer_agrees(seed: int) -> None:
    """`python -m tests.engine.section8 200000` tries more of it."""
    seeded = random.Random(seed)
    section8.agrees(seeded, 5_000, random_ruleset, random_hand)
