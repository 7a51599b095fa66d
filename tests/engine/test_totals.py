"""Which totals can be, and why they cannot."""

from dataclasses import replace
from itertools import product

import pytest

from scorekeeper.engine import possible
from scorekeeper.engine.checks import check, has_errors
from scorekeeper.engine.choices import (
    AllTrump,
    AllTrumpBelotes,
    Bidding,
    HeldAtEnd,
    HeldPoints,
    JudgedOn,
    OnEquality,
)
from scorekeeper.engine.every_hand import contracts, every_declaration
from scorekeeper.engine.hand import Trump
from scorekeeper.engine.presets import find_ruleset
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.tally import Totals
from scorekeeper.engine.totals import (
    MAX_HANDS,
    Cause,
    HandsOutOfRangeError,
    is_possible,
    possible_totals,
)
from tests.engine.brute_force import reachable
from tests.engine.composed import BID_ONLY, PLAIN_PRESETS, POINTS, with_bids
from tests.engine.sheet import likely_causes, marks_of
from tests.phone_entries import every_hand_typed

pytestmark = pytest.mark.slow

CLASSIC, SALON = find_ruleset("classic"), find_ruleset("salon")
TWELVE_HANDS, CONTEST = find_ruleset("twelve_hands"), find_ruleset("contest")
CONTREE = RuleSet(bidding=Bidding.POINTS_AND_BID)
TENS_WITH_LITIGE = replace(
    TWELVE_HANDS, on_equality=OnEquality.LITIGE, judged_on=JudgedOn.ROUNDED, belote_points=20
)
LOST = replace(SALON, held_at_end=HeldAtEnd.LOST)


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


@pytest.mark.parametrize("key", PLAIN_PRESETS)
@pytest.mark.parametrize("hands", [0, 1, 2, 3])
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
        pytest.param(
            replace(TENS_WITH_LITIGE, held_at_end=HeldAtEnd.LOST), id="litige, lost at the end"
        ),
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
                held_at_end=HeldAtEnd.LOST,
            ),
            id="litige holds belote too, of an odd value",
        ),
        pytest.param(
            replace(TWELVE_HANDS, on_equality=OnEquality.FAILED, capot_points=162),
            id="capot worth 2 more than a hand",
        ),
    ],
)
@pytest.mark.parametrize("hands", [3, 4])
def test_no_other_pair_can_be_reached_by_chains_of_litiges(ruleset: RuleSet, hands: int) -> None:
    assert set(possible_totals(ruleset, hands)) == reachable(ruleset, hands)


def test_litiges_whose_points_are_lost_make_more_sums() -> None:
    returned, lost = possible_totals(SALON, 2), possible_totals(LOST, 2)
    # 81 marked by the defence of a litige, 81 lost for good; then the same once more.
    assert min(returned.sums()) == 162 + 162
    assert min(lost.sums()) == 81 + 81
    assert (81, 81) in lost
    # Won by the next hand they are not lost: 81 and 81, then 162.
    assert (81, 81 + 162) in lost


@pytest.mark.parametrize("bidding", [b for b in Bidding if b is not Bidding.NONE])
def test_one_hand_of_a_contree_is_a_hand_that_was_scored(bidding: Bidding) -> None:
    ruleset = replace(with_bids(CONTREE, bidding), highest_bid=110)
    scored = set()
    for contract, trump in product(contracts(ruleset), (None, Trump.NO_TRUMP, Trump.ALL_TRUMP)):
        for entry in every_hand_typed(ruleset, contract, trump):
            if not has_errors(check(entry, ruleset)) and (not entry.penalty or not contract):
                scored.add(marks_of(entry, ruleset))
    assert set(possible_totals(ruleset, 1)) == scored | {(162, 0), (0, 162)}


def test_two_hands_of_a_contree_are_the_sums_of_two() -> None:
    ruleset = POINTS
    once = set(possible_totals(ruleset, 1))
    assert set(possible_totals(ruleset, 2)) == {
        (a + c, b + d) for (a, b), (c, d) in product(once, once)
    }


@pytest.mark.parametrize(
    ("ruleset", "pair", "verdict"),
    [
        pytest.param(CONTREE, (82 + 80, 80), True, id="80 made with 82"),
        pytest.param(CONTREE, (81 + 80, 81), False, id="81 beats nobody"),
        pytest.param(
            replace(CONTREE, bid_must_beat_defenders=False),
            (81 + 80, 81),
            True,
            id="81 is enough where the bid need not beat the defence",
        ),
        pytest.param(CONTREE, (0, 160 + 4 * 160), True, id="160 redoubled and failed"),
        pytest.param(CONTREE, (162 + 500, 0), False, id="no generale"),
        pytest.param(
            replace(CONTREE, generale=True), (162 + 500, 0), True, id="generale by the taker alone"
        ),
        pytest.param(CONTREE, (161 + 80, 1), True, id="all-trump on 162: any number"),
        pytest.param(
            replace(CONTREE, all_trump=AllTrump.SCALED_FROM_258),
            (161 + 80, 1),
            False,
            id="all-trump from 258: 257 cannot be made, so 161 cannot",
        ),
        pytest.param(
            replace(CONTREE, all_trump=AllTrump.AS_258, belote_points=25),
            (200 + 80 + 75, 58 + 25),
            False,
            id="one belote a hand",
        ),
        pytest.param(
            replace(
                CONTREE,
                highest_bid=110,
                all_trump=AllTrump.AS_258,
                belote_points=25,
                all_trump_belotes=AllTrumpBelotes.UP_TO_FOUR,
            ),
            (200 + 80 + 75, 58 + 25),
            True,
            id="four belotes at all trump",
        ),
        pytest.param(CONTREE, (82 + 80 + 50, 80), False, id="declarations not played"),
        pytest.param(
            replace(CONTREE, declarations=True), (82 + 80 + 50, 80), True, id="one cinquante"
        ),
        pytest.param(
            replace(CONTREE, declarations=True), (162 + 50, 0), False, id="none after a penalty"
        ),
    ],
)
def test_one_hand_of_a_contree(ruleset: RuleSet, pair: tuple[int, int], verdict: bool) -> None:
    assert (pair in possible_totals(ruleset, 1)) is verdict
    assert is_possible(ruleset, 1, *pair) is verdict


def test_what_two_partners_can_declare() -> None:
    declared = {a for a, b in every_declaration(RuleSet(declarations=True)) if b == 0}
    assert {0, 20, 40, 50, 60, 70, 80, 100, 120, 150, 200, 250, 350, 550} <= declared
    assert not declared & {10, 30}
    # Two fours each, jacks and nines among them, is the most that sixteen cards can show.
    assert max(declared) == 200 + 150 + 100 + 100
    assert every_declaration(CLASSIC) == {(0, 0)}


def test_extras_come_on_top_of_every_hand() -> None:
    ruleset = replace(TWELVE_HANDS, declarations=True)
    once = set(possible_totals(TWELVE_HANDS, 1))
    with_extras = {(a + c, b + d) for (a, b), (c, d) in product(once, every_declaration(ruleset))}
    assert set(possible_totals(ruleset, 1)) == with_extras


def test_a_part_already_known_is_added() -> None:
    start = Totals(800, 100)
    assert is_possible(CLASSIC, 1, 962, 100, start)
    assert is_possible(CLASSIC, 1, 800, 262, start)
    assert not is_possible(CLASSIC, 1, 100, 962, start)
    once = possible_totals(CLASSIC, 1)
    assert {a + b + 900 for a, b in once} == {1062, 1082, 1150, 1170}
    assert all(is_possible(CLASSIC, 1, a + 800, b + 100, start) for a, b in once)


@pytest.mark.parametrize(
    ("a", "b"), [(-162, 324), (162, -162), (163, 0), (1, 161), (0, 0), (10**30, 0), (5_000, 162)]
)
def test_pairs_that_cannot_be(a: int, b: int) -> None:
    assert (a, b) not in possible_totals(CLASSIC, 1)
    assert not is_possible(CLASSIC, 1, a, b)


def test_what_no_score_depends_on_shares_one_set() -> None:
    other = replace(CLASSIC, format=SALON.format, clockwise=False, after_pass=SALON.after_pass)
    assert possible_totals(other, 5)._bits is possible_totals(CLASSIC, 5)._bits


@pytest.mark.parametrize("hands", [-1, MAX_HANDS + 1])
def test_numbers_of_hands_that_are_not_looked_at(hands: int) -> None:
    with pytest.raises(HandsOutOfRangeError, match=f"{hands} hands, not 0 to {MAX_HANDS}") as info:
        possible_totals(CLASSIC, hands)
    assert info.value.hands == hands
    with pytest.raises(HandsOutOfRangeError):
        is_possible(CLASSIC, hands, 0, 0)
    with pytest.raises(HandsOutOfRangeError):
        likely_causes(CLASSIC, hands, 0, 0)


@pytest.mark.parametrize("pair", [(900, 664), (901, 660), (3, 1941), (1, 1943), (3240, 0)])
def test_a_set_that_is_cut_off_says_the_same(
    pair: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = is_possible(CLASSIC, 12, *pair)
    monkeypatch.setattr(possible, "CHEAP_WORK", 0)
    assert is_possible(CLASSIC, 12, *pair) is whole


def test_beyond_what_a_page_can_wait_for_only_sums_are_judged() -> None:
    assert is_possible(CONTREE, 100, 60_000, 50_000)
    assert not is_possible(CONTREE, 100, 60_001, 50_000)
    assert not is_possible(CONTREE, 100, 60_000, 5_000_000)


def test_a_target_beyond_what_a_page_can_wait_for_is_judged_as_if_stopped() -> None:
    far = replace(CONTREE, format=GameFormat(target=30_000))
    assert is_possible(far, 100, 30_050, 20_000, ended=True)


@pytest.mark.parametrize(
    ("hands", "a", "b", "causes"),
    [
        pytest.param(12, 820, 1100, [], id="1920: possible, no cause"),
        pytest.param(
            12, 820, 1010, [Cause.CAPOT_BONUS_MISSING, Cause.DIGITS_EXCHANGED], id="90 short"
        ),
        pytest.param(12, 820, 940, [Cause.HAND_MISSING, Cause.ONE_HAND_FEWER], id="160 short"),
        pytest.param(12, 820, 1260, [Cause.HAND_TOO_MANY, Cause.ONE_HAND_MORE], id="160 over"),
        pytest.param(12, 820, 1090, [Cause.LAST_TRICK_FORGOTTEN, Cause.CARRIED_TEN], id="10 short"),
        pytest.param(
            12, 820, 1110, [Cause.LAST_TRICK_GIVEN_TWICE, Cause.CARRIED_TEN], id="10 over"
        ),
        pytest.param(12, 280, 1100, [Cause.DIGITS_EXCHANGED], id="280 written for 820"),
        # In tens no nine and no jack shows, no sum ends in another digit; belote is not counted.
        pytest.param(12, 814, 1100, [Cause.RECOUNT], id="6 short: nothing explains it"),
        pytest.param(12, 806, 1100, [Cause.RECOUNT], id="14 short: no nine of trumps in tens"),
        pytest.param(0, 0, 160, [Cause.HAND_TOO_MANY, Cause.ONE_HAND_MORE], id="no hand yet"),
        pytest.param(12, -3, 1923, [Cause.RECOUNT], id="negative"),
        pytest.param(MAX_HANDS, 0, 0, [Cause.RECOUNT], id="the most hands"),
    ],
)
def test_causes_of_a_slip_of_sheet_004(hands: int, a: int, b: int, causes: list[Cause]) -> None:
    assert list(likely_causes(TWELVE_HANDS, hands, a, b)[:2]) == causes


@pytest.mark.parametrize(
    ("a", "b", "first"),
    [
        pytest.param(100, 42, Cause.BELOTE_FORGOTTEN, id="20 short"),
        pytest.param(20, 182, Cause.BELOTE_GIVEN_TWICE, id="20 on both sides"),
        pytest.param(162, 88, Cause.CAPOT_BONUS_EXTRA, id="88 over"),
        pytest.param(90, 62, Cause.LAST_TRICK_FORGOTTEN, id="10 short"),
        pytest.param(90, 82, Cause.LAST_TRICK_FORGOTTEN, id="10 over, or short of one with belote"),
        pytest.param(100, 48, Cause.NINE_OF_TRUMPS, id="14 short"),
        pytest.param(114, 62, Cause.NINE_OF_TRUMPS, id="14 over"),
        pytest.param(100, 44, Cause.JACK_OF_TRUMPS, id="18 short"),
        pytest.param(100, 59, Cause.ADDING_ERROR, id="3 short"),
        pytest.param(81, 81, Cause.BELOTE_FORGOTTEN, id="81-81 is a failed contract here"),
    ],
)
def test_the_likeliest_cause_of_one_hand_of_the_classic_game(a: int, b: int, first: Cause) -> None:
    assert likely_causes(CLASSIC, 1, a, b)[0] is first


def test_the_totals_of_a_later_part_are_seen_to_be_swapped() -> None:
    assert likely_causes(CLASSIC, 1, 100, 962, Totals(800, 100))[0] is Cause.TOTALS_SWAPPED


def test_where_only_bids_count_no_card_is_a_cause() -> None:
    bids_only = BID_ONLY
    assert likely_causes(bids_only, 1, 80, 0) == ()
    assert likely_causes(bids_only, 1, 90, 20) == ()
    assert likely_causes(bids_only, 1, 90, 10) == (Cause.CARRIED_TEN,)
    assert likely_causes(bids_only, 1, 60, 0) == (Cause.BELOTE_FORGOTTEN, Cause.ADDING_ERROR)


def test_a_capot_without_bonus_is_no_cause() -> None:
    no_bonus = RuleSet(capot_points=162)
    assert Cause.CAPOT_BONUS_MISSING not in likely_causes(no_bonus, 1, 150, 0)
