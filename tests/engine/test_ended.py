"""Totals of games that end: what `tally` plays, nothing more and nothing less."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.choices import BothReach, Compared, HeldAtEnd, OnEquality
from scorekeeper.engine.hand import HandEntry, Side
from scorekeeper.engine.presets import find_ruleset
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.tally import Totals, tally
from scorekeeper.engine.totals import Cause, Seen, explanations, is_possible, possible_totals
from tests.engine.every_end import every_end, every_stop
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
    ],
)
@pytest.mark.parametrize(("target", "hands"), [(80, 1), (80, 2), (80, 3), (240, 3)])
def test_games_end_as_tally_ends_them(ruleset: RuleSet, target: int, hands: int) -> None:
    expected = {(a, b) for a, b, _counts in every_end(ruleset, target, hands, counted=False)}
    found = possible_totals(to(target, ruleset), hands, ended=True)
    assert set(found) == expected
    assert len(found) == len(expected)


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
        seen = Seen(capots_a=known[0], capots_b=known[1], belotes_a=known[2], belotes_b=known[3])
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
        seen = Seen(capots_a=capots.count(Side.A), capots_b=capots.count(Side.B))
        rules = to(target, ruleset)
        assert is_possible(rules, result.last_hand, *pair, ended=True)
        assert is_possible(rules, result.last_hand, *pair, seen=seen, ended=True)
