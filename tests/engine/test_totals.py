"""Which totals can be, and why they cannot."""

from dataclasses import replace
from itertools import product

import pytest

from scorekeeper.engine import totals
from scorekeeper.engine.every_hand import every_declaration, every_hand
from scorekeeper.engine.rulesets import (
    PRESETS,
    AllTrump,
    Bidding,
    HeldAtEnd,
    HeldPoints,
    JudgedOn,
    OnEquality,
    RuleSet,
    find_ruleset,
)
from scorekeeper.engine.tally import Totals
from scorekeeper.engine.totals import (
    MAX_HANDS,
    Cause,
    HandsOutOfRangeError,
    is_possible,
    likely_causes,
    possible_totals,
)
from tests.engine.table import reachable

CLASSIC, SALON = find_ruleset("classic"), find_ruleset("salon")
TWELVE_HANDS, CONTEST = find_ruleset("twelve_hands"), find_ruleset("contest")
CONTREE = RuleSet(bidding=Bidding.POINTS_AND_BID)
TENS_WITH_LITIGE = replace(
    TWELVE_HANDS, on_equality=OnEquality.LITIGE, judged_on=JudgedOn.ROUNDED, belote_points=20
)
LOST = {"held_at_end": HeldAtEnd.LOST}


@pytest.mark.parametrize(
    ("key", "pairs"),
    [
        pytest.param("twelve_hands", 2_835, id="sheet 004: 2 835 (rules.md, section 6)"),
        pytest.param("classic", 395_808, id="sheets 000 and 003: 395 808 (rules.md, section 6)"),
    ],
)
def test_published_numbers_of_pairs_after_twelve_hands(key: str, pairs: int) -> None:
    assert len(possible_totals(find_ruleset(key), 12)) == pairs


def test_the_sums_of_twelve_hands_are_1920_and_90_for_every_capot() -> None:
    expected = tuple(1920 + 90 * capots for capots in range(13))
    assert possible_totals(TWELVE_HANDS, 12).sums() == expected


def test_the_sums_of_the_classic_game_follow_from_belotes_and_capots() -> None:
    expected = {162 * 12 + 20 * b + 88 * c for b, c in product(range(13), range(13))}
    assert set(possible_totals(CLASSIC, 12).sums()) == expected


@pytest.mark.parametrize("key", PRESETS)
@pytest.mark.parametrize("hands", [0, 1, 2])
def test_no_other_pair_can_be_reached(key: str, hands: int) -> None:
    ruleset = find_ruleset(key)
    possible = possible_totals(ruleset, hands)
    assert set(possible) == reachable(ruleset, hands)
    assert len(possible) == len(set(possible))


@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param(TWELVE_HANDS, id="shared, no belote"),
        pytest.param(TENS_WITH_LITIGE, id="litige, returned at the end"),
        pytest.param(replace(TENS_WITH_LITIGE, **LOST), id="litige, lost at the end"),
        pytest.param(
            replace(TENS_WITH_LITIGE, judged_on=JudgedOn.EXACT, compared=SALON.compared),
            id="litige on exact points with belote",
        ),
        pytest.param(
            replace(
                TENS_WITH_LITIGE,
                compared=SALON.compared,
                held=HeldPoints.CARDS_AND_BELOTE,
                belote_points=33,
                **LOST,
            ),
            id="litige holds belote too, of an odd value",
        ),
        pytest.param(
            replace(TWELVE_HANDS, on_equality=OnEquality.FAILED, capot_points=160),
            id="capot worth no more than a hand",
        )
        if False
        else pytest.param(
            replace(TWELVE_HANDS, on_equality=OnEquality.FAILED, capot_points=162),
            id="capot worth 2 more than a hand",
        ),
    ],
)
@pytest.mark.parametrize("hands", [3, 4])
def test_no_other_pair_can_be_reached_by_chains_of_litiges(ruleset: RuleSet, hands: int) -> None:
    assert set(possible_totals(ruleset, hands)) == reachable(ruleset, hands)
