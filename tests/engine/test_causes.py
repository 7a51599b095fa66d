"""What went wrong on a slip: each cause is one that can be, the likeliest stands first."""

from dataclasses import replace
from itertools import cycle

import pytest

from scorekeeper.engine.causes import OFTEN
from scorekeeper.engine.choices import Bidding
from scorekeeper.engine.presets import find_ruleset
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.totals import (
    Cause,
    Explanation,
    ReportedCounts,
    explanations,
    is_possible,
    is_unlikely,
    possible_totals,
)
from tests.engine.sheet import likely_causes

CONTEST, SALON = find_ruleset("contest"), find_ruleset("salon")
TWELVE_HANDS, CLASSIC = find_ruleset("twelve_hands"), find_ruleset("classic")
CONTREE = RuleSet(bidding=Bidding.POINTS_AND_BID, format=GameFormat(target=2000))
NO_CAPOT = ReportedCounts(capots_a=0, capots_b=0)
ONE_CAPOT = ReportedCounts(capots_a=1, capots_b=0)


def first_of(
    ruleset: RuleSet, a: int, b: int, seen: ReportedCounts = NO_CAPOT, hands: int = 12
) -> Cause:
    return likely_causes(ruleset, hands, a, b, seen=seen)[0]


@pytest.mark.parametrize(
    ("ruleset", "a", "b", "seen", "first"),
    [
        pytest.param(CONTEST, 1004, 937, NO_CAPOT, Cause.ADDING_ERROR, id="3 short"),
        pytest.param(CONTEST, 1004, 840, NO_CAPOT, Cause.CARRIED_TEN, id="100 short"),
        pytest.param(
            CONTEST, 1094, 850, ONE_CAPOT, Cause.CAPOT_BONUS_MISSING, id="90 short, a capot ticked"
        ),
        pytest.param(
            CONTEST, 1092, 980, ONE_CAPOT, Cause.CAPOT_BY_OTHER_RULES, id="a capot of 250"
        ),
        pytest.param(CLASSIC, 1094, 980, ONE_CAPOT, Cause.CAPOT_BY_OTHER_RULES, id="one of 252"),
        pytest.param(CONTEST, 1000, 920, NO_CAPOT, Cause.MARKED_BY_OTHER_RULES, id="in tens"),
        pytest.param(TWELVE_HANDS, 820, 1140, NO_CAPOT, Cause.BELOTE_BY_OTHER_RULES, id="belotes"),
        pytest.param(CONTEST, 1004, 859, NO_CAPOT, Cause.LITIGE_LOST, id="81 of a litige lost"),
        pytest.param(CONTEST, 144, 1800, ONE_CAPOT, Cause.CAPOT_OF_OTHER_SHEET, id="no capot here"),
        pytest.param(CONTEST, 1094, 980, NO_CAPOT, Cause.CAPOT_NOT_TICKED, id="a capot unticked"),
        pytest.param(
            CONTEST,
            180,
            1854,
            ONE_CAPOT,
            Cause.TOTALS_SWAPPED,
            id="the capot is in the other total",
        ),
    ],
)
def test_what_is_guessed_first(
    ruleset: RuleSet, a: int, b: int, seen: ReportedCounts, first: Cause
) -> None:
    assert first_of(ruleset, a, b, seen) is first


def test_a_capot_bonus_left_out_is_always_found_where_capots_are_known() -> None:
    with_one = possible_totals(CONTEST, 12, seen=ONE_CAPOT)
    for a, b in list(with_one)[::23]:
        assert a < 90 or not is_possible(CONTEST, 12, a - 90, b, seen=ONE_CAPOT)
    assert is_possible(CONTEST, 12, 1004, 940)


def test_small_adding_errors_are_no_exchanged_digits() -> None:
    possible = possible_totals(CONTEST, 12)
    for a, n in zip(range(901, 1001, 9), cycle((3, 4, 7)), strict=False):
        assert (a, 1984 - a) in possible
        assert first_of(CONTEST, a + n, 1984 - a) is not Cause.DIGITS_EXCHANGED


@pytest.mark.parametrize("pair", [(1003, 940), (1040, 900), (1004, 850), (1, 1943)])
def test_no_cause_is_one_that_cannot_be(pair: tuple[int, int]) -> None:
    found = explanations(CONTEST, 12, *pair, seen=NO_CAPOT)
    assert 0.8 < sum(one.share for one in found) <= 1.000001
    assert [one.share for one in found] == sorted((one.share for one in found), reverse=True)
    by_rules = {Cause.MARKED_BY_OTHER_RULES, Cause.BELOTE_BY_OTHER_RULES, Cause.CAPOT_NOT_TICKED}
    for one in found:
        if one.cause not in by_rules:
            assert is_possible(CONTEST, one.hands, one.a, one.b), one


def test_an_adding_error_says_what_was_meant() -> None:
    found = {one.cause: one for one in explanations(CONTEST, 12, 1004, 937, seen=NO_CAPOT)}
    meant = found[Cause.ADDING_ERROR]
    assert (meant.hands, meant.a, meant.b) == (12, 1004, 940)


def test_sides_are_not_swapped_where_nothing_tells_them_apart() -> None:
    assert Cause.TOTALS_SWAPPED not in likely_causes(CONTEST, 12, 0, 2015, seen=NO_CAPOT)


def test_only_what_happens_at_the_table_has_a_weight() -> None:
    unweighed = {Cause.RECOUNT, Cause.OTHER_NUMBER_OF_HANDS}
    assert set(OFTEN) == set(Cause) - unweighed


def test_litiges_and_other_sheets_are_no_matter_of_a_bidding_game() -> None:
    found = likely_causes(CONTREE, 12, 1601, 1500)
    assert Cause.ADDING_ERROR in found
    assert not {Cause.LITIGE_LOST, Cause.MARKED_BY_OTHER_RULES} & set(found)


@pytest.mark.parametrize(
    ("hands", "pair", "seen"),
    [
        pytest.param(12, (3024, 0), ReportedCounts(), id="twelve capots in twelve hands, unsaid"),
        pytest.param(12, (1944, 0), ReportedCounts(), id="no point for one side"),
        pytest.param(12, (324, 1620), ReportedCounts(), id="five sixths of all points"),
        pytest.param(
            12, (1512, 1512), ReportedCounts(capots_a=6, capots_b=6), id="six of each side"
        ),
        pytest.param(12, (1800, 774), ReportedCounts(capots_a=7, capots_b=0), id="seven capots"),
    ],
)
def test_what_hardly_one_game_in_a_thousand_ends_with(
    hands: int, pair: tuple[int, int], seen: ReportedCounts
) -> None:
    assert is_possible(CONTEST, hands, *pair, seen=seen)
    assert is_unlikely(CONTEST, hands, *pair, seen=seen)


@pytest.mark.parametrize(
    ("pair", "seen"),
    [
        pytest.param((1004, 940), ReportedCounts(), id="an ordinary game"),
        pytest.param((1500, 444), ReportedCounts(), id="one side takes most"),
        pytest.param((1274, 940), ReportedCounts(capots_a=3, capots_b=0), id="three capots"),
    ],
)
def test_what_games_end_with(pair: tuple[int, int], seen: ReportedCounts) -> None:
    assert not is_unlikely(CONTEST, 12, *pair, seen=seen)


def test_what_cannot_be_is_not_called_unlikely() -> None:
    assert not is_unlikely(CONTEST, 12, 3, 3)


def test_a_long_game_to_a_target_is_unlikely_where_only_litiges_explain_it() -> None:
    assert is_unlikely(SALON, 12, 1500, 444, ended=True)
    assert not is_unlikely(SALON, 12, 1010, 934, ended=True)
    assert not is_unlikely(SALON, 0, 0, 0)


def test_bids_and_declarations_are_weighed_too() -> None:
    declared = replace(CONTREE, declarations=True)
    assert not is_unlikely(declared, 12, 1650, 1500)
    assert likely_causes(declared, 1, 5, 4)
    plain = replace(CLASSIC, declarations=True)
    assert not is_unlikely(plain, 12, 1050, 994)
    assert likely_causes(plain, 12, 1051, 994)


def test_an_explanation_tells_what_it_is_worth() -> None:
    assert explanations(TWELVE_HANDS, 12, 814, 1100) == (
        Explanation(Cause.RECOUNT, 1, 12, 814, 1100),
    )
