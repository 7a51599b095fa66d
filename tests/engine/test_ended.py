"""Totals of games that end: what `tally` plays, nothing more and nothing less."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.checks import check, has_errors
from scorekeeper.engine.choices import BothReach, Compared, HeldAtEnd, OnEquality
from scorekeeper.engine.every_hand import contracts
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.presets import find_ruleset
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.tally import Totals, tally
from scorekeeper.engine.totals import (
    Cause,
    ReportedCounts,
    explanations,
    is_possible,
    possible_totals,
)
from tests.engine.every_end import every_end, every_stop
from tests.engine.sheet import A, B, capot_of, marks_of, took
from tests.engine.strategies import games, rulesets_without_bids

pytestmark = pytest.mark.slow

TENS = replace(find_ruleset("twelve_hands"), on_equality=OnEquality.FAILED)
SHARED = replace(TENS, on_equality=OnEquality.SHARED)
LITIGE = replace(
    TENS, on_equality=OnEquality.LITIGE, compared=Compared.CARDS_AND_BELOTE, belote_points=20
)
SALON, FIVE_HUNDRED_ONE = find_ruleset("salon"), find_ruleset("five_hundred_one")


def to(target: int, ruleset: RuleSet) -> RuleSet:
    return replace(ruleset, format=GameFormat(target=target))


@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param(TENS, id="failed on equality"),
        pytest.param(replace(TENS, both_reach=BothReach.TAKERS), id="takers win where both reach"),
        pytest.param(SHARED, id="80 to 80: equal totals play on"),
        pytest.param(replace(SHARED, both_reach=BothReach.TAKERS), id="shared, takers win"),
        pytest.param(LITIGE, id="litige, returned"),
        pytest.param(replace(LITIGE, held_at_end=HeldAtEnd.LOST), id="litige, lost"),
        pytest.param(replace(LITIGE, both_reach=BothReach.TAKERS), id="litige, takers win"),
        *(
            pytest.param(replace(rules, both_reach=BothReach.ANOTHER_HAND), id=f"{name}, one more")
            for name, rules in {
                "failed on equality": TENS,
                "shared": SHARED,
                "litige": LITIGE,
                "litige, lost": replace(LITIGE, held_at_end=HeldAtEnd.LOST),
            }.items()
        ),
    ],
)
@pytest.mark.parametrize(("target", "hands"), [(80, 1), (80, 2), (80, 3), (240, 3)])
def test_games_end_as_tally_ends_them(ruleset: RuleSet, target: int, hands: int) -> None:
    expected = {(a, b) for a, b, _counts in every_end(ruleset, target, hands, counted=False)}
    found = possible_totals(to(target, ruleset), hands, ended=True)
    assert set(found) == expected
    assert len(found) == len(expected)


CANNES = replace(find_ruleset("contree_cannes"), least_bid=110, highest_bid=110)
"""Few bids, so that every game can be played."""


def every_exact_end(ruleset: RuleSet, target: int, hands: int) -> set[tuple[int, int]]:
    """Return the totals of every game that ends with that hand, played hand by hand."""
    marks = {(marks_of(one, ruleset), marks_of(one, ruleset.exact)) for one in every_bid(ruleset)}
    penalties = {(0, 162), (162, 0)}
    on = {(0, 0)}
    ends: set[tuple[int, int]] = set()
    for _hand in range(hands):
        after: set[tuple[int, int]] = set()
        ends = set()
        for a, b in on:
            found = {(a + more_a, b + more_b) for more_a, more_b in penalties}
            for rounded, exact in marks:
                brings = a + exact[0] >= target or b + exact[1] >= target
                more_a, more_b = exact if brings else rounded
                found.add((a + more_a, b + more_b))
            were_both = min(a, b) >= target
            for pair in found:
                both = min(pair) >= target
                equal = pair[0] == pair[1]
                plays_on = equal or (ruleset.both_reach is BothReach.ANOTHER_HAND and not were_both)
                over = max(pair) >= target and not (both and plays_on)
                (ends if over else after).add(pair)
        on = after
    return ends


def every_bid(ruleset: RuleSet) -> Iterator[HandEntry]:
    """Yield every hand with a bid, of either side."""
    whole = (took(A, points, belote=belote) for points in range(163) for belote in (None, A, B))
    capots = (capot_of(side, takers=A, belote=belote) for side in Side for belote in (None, A, B))
    for bare, contract in product([*whole, *capots], contracts(ruleset)):
        entry = replace(bare, contract=contract)
        if not has_errors(check(entry, ruleset)):
            yield entry
            turned = entry.belote and entry.belote.other
            capot = entry.capot and entry.capot.other
            yield replace(entry, taker=Seat.B1, belote=turned, capot=capot)


@pytest.mark.parametrize("both_reach", [BothReach.HIGHER_TOTAL, BothReach.ANOTHER_HAND])
@pytest.mark.parametrize(
    ("target", "hands"),
    [(60, 1), (258, 1), (260, 1), (275, 1), (60, 2), (275, 2), (400, 2), (60, 3)],
)
def test_a_last_hand_is_marked_exactly_or_not_at_all(
    both_reach: BothReach, target: int, hands: int
) -> None:
    """What would bring a side to the target, counted exactly, is never rounded; all else is."""
    rules = to(target, replace(CANNES, both_reach=both_reach))
    assert set(possible_totals(rules, hands, ended=True)) == every_exact_end(rules, target, hands)


@pytest.mark.parametrize(
    ("target", "pair", "verdict"),
    [
        pytest.param(250, (258, 4), True, id="158 and the bid of 100 bring it there"),
        pytest.param(250, (260, 0), False, id="so they are not rounded"),
        pytest.param(260, (258, 4), False, id="exactly they do not bring it there"),
        pytest.param(260, (260, 0), True, id="so they are rounded, and are there"),
    ],
)
def test_totals_of_an_exact_last_hand(target: int, pair: tuple[int, int], verdict: bool) -> None:
    rules = to(target, find_ruleset("contree_cannes"))
    assert is_possible(rules, 1, *pair, ended=True) is verdict


@pytest.mark.parametrize("hands", [2, 3])
def test_the_points_of_a_litige_bring_nobody_to_the_target(hands: int) -> None:
    rules = to(150, LITIGE)
    expected = {(a, b) for a, b, _counts in every_end(rules, 150, hands, counted=False)}
    for a, b in set(possible_totals(rules, hands)):
        assert is_possible(rules, hands, a, b, ended=True) is ((a, b) in expected)


def test_a_game_that_began_elsewhere_ends_at_its_target() -> None:
    start, rules = Totals(100, 160), to(250, SHARED)
    expected = {(a, b) for a, b, _counts in every_end(rules, 250, 2, start, counted=False)}
    pairs = {(a + 100, b + 160) for a, b in possible_totals(rules, 2)}
    assert expected == {(a, b) for a, b in pairs if is_possible(rules, 2, a, b, start, ended=True)}


@pytest.mark.parametrize("ruleset", [TENS, LITIGE, replace(LITIGE, held_at_end=HeldAtEnd.LOST)])
def test_capots_and_belotes_that_are_known(ruleset: RuleSet) -> None:
    stops, ends = every_stop(ruleset, 2), every_end(ruleset, 170, 2)
    for known in _known():
        seen = ReportedCounts(
            capots_a=known[0], capots_b=known[1], belotes_a=known[2], belotes_b=known[3]
        )
        for played, ended in ((stops, False), (ends, True)):
            expected = {
                (a, b)
                for a, b, counts in played
                if all(k in (None, count) for k, count in zip(known, counts, strict=True))
            }
            rules = to(170, ruleset)
            assert set(possible_totals(rules, 2, seen=seen, ended=ended)) == expected, seen


def _known() -> Iterator[tuple[int | None, ...]]:
    yield from [(0, 0, None, None), (1, 0, None, None), (1, None, None, None), (2, 1, None, None)]
    yield from [(None, None, 1, 0), (None, None, None, 2), (0, 1, 1, 1), (3, 0, None, None)]


@pytest.mark.parametrize(
    ("hands", "a", "b", "verdict"),
    [
        pytest.param(12, 1500, 444, False, id="501 was passed long before"),
        pytest.param(4, 520, 128, True, id="501 reached with the fourth hand"),
        pytest.param(5, 520, 290, True, id="with the fifth"),
        pytest.param(4, 420, 228, False, id="nobody has reached it"),
        pytest.param(6, 510, 502, True, id="both in one hand"),
    ],
)
def test_games_to_501(hands: int, a: int, b: int, verdict: bool) -> None:
    assert is_possible(FIVE_HUNDRED_ONE, hands, a, b)
    assert is_possible(FIVE_HUNDRED_ONE, hands, a, b, ended=True) is verdict


def test_what_only_litiges_in_a_row_explain_is_let_pass_in_long_games() -> None:
    assert not is_possible(SALON, 10, 1860, 70, ended=True)
    assert is_possible(SALON, 12, 1500, 444, ended=True)
    assert not is_possible(SALON, 12, 1500, 444, ended=True, usual=True)
    assert is_possible(SALON, 9, 1018, 440, ended=True, usual=True)


def test_a_game_by_its_number_of_hands_has_them() -> None:
    contest = find_ruleset("contest")
    assert is_possible(contest, 12, 1004, 940, ended=True)
    assert not is_possible(contest, 11, 1004, 778, ended=True)
    assert set(possible_totals(contest, 11, ended=True)) == set()
    assert possible_totals(contest, 12, ended=True).contains(1004, 940)
    first = explanations(contest, 11, 1004, 940, ended=True)[0]
    assert (first.cause, first.hands) == (Cause.OTHER_NUMBER_OF_HANDS, 12)


@pytest.mark.parametrize(
    ("hands", "a", "b", "cause", "likely"),
    [
        pytest.param(12, 1500, 444, Cause.TARGET_PASSED, 12, id="no number of hands would do"),
        pytest.param(12, 520, 128, Cause.TARGET_PASSED, 4, id="these are four hands"),
        pytest.param(4, 420, 228, Cause.TARGET_NOT_REACHED, 4, id="stopped early?"),
    ],
)
def test_what_a_game_to_501_is_asked(hands: int, a: int, b: int, cause: Cause, likely: int) -> None:
    first = explanations(FIVE_HUNDRED_ONE, hands, a, b, ended=True)[0]
    assert (first.cause, first.hands) == (cause, likely)
    assert explanations(FIVE_HUNDRED_ONE, 5, 520, 290, ended=True) == ()


@given(
    game=games(rulesets_without_bids, min_hands=1, max_hands=8),
    target=st.integers(50, 700),
)
def test_every_game_that_tally_ends_is_possible(
    game: tuple[RuleSet, list[HandEntry]], target: int
) -> None:
    ruleset, hands = game
    played = tally(hands, to(target, ruleset))
    for result in played.results:
        pair = result.totals.a, result.totals.b
        capots = [hand.entry.capot for hand in played.hands]
        seen = ReportedCounts(capots_a=capots.count(Side.A), capots_b=capots.count(Side.B))
        rules = to(target, ruleset)
        assert is_possible(rules, result.last_hand, *pair, ended=True)
        assert is_possible(rules, result.last_hand, *pair, seen=seen, ended=True)
