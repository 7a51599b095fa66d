"""What clubs' sheets print beside the presets: belote that is taken, equality that is made."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.engine.choices import (
    BeloteMarked,
    BothReach,
    Compared,
    HeldAtEnd,
    HeldPoints,
    OnEquality,
    Rounding,
)
from scorekeeper.engine.examples import ExampleHand, worked_examples
from scorekeeper.engine.hand import HandEntry, Multiplier
from scorekeeper.engine.presets import find_ruleset
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.scoring import Held, score
from scorekeeper.engine.tally import GameEnd, Totals, tally
from scorekeeper.engine.totals import possible_totals
from tests.engine.every_end import every_end
from tests.engine.sheet import A, B, Points, bid, capot_of, marked, marks_of, took

CLASSIC, CONTEST = find_ruleset("classic"), find_ruleset("contest")
TWELVE_HANDS = find_ruleset("twelve_hands")
TAKEN: dict[str, Any] = {"belote_marked": BeloteMarked.TAKEN_FROM_FAILED}
NOBODY: dict[str, Any] = {"belote_marked": BeloteMarked.NOBODY}


@pytest.mark.parametrize(
    ("entry", "points"),
    [
        pytest.param(took(A, 70, belote=A), (0, 182), id="failed: the defence marks it"),
        pytest.param(took(B, 70, belote=B), (182, 0), id="whoever sits where"),
        pytest.param(took(A, 90, belote=A), (110, 72), id="made: its holder"),
        pytest.param(took(A, 70, belote=B), (0, 182), id="the defence has its own"),
        pytest.param(took(A, 100, belote=B), (100, 82), id="the defence has its own, made"),
        pytest.param(capot_of(B, takers=A, belote=A), (0, 272), id="capot of the defence"),
        pytest.param(capot_of(A, takers=A, belote=B), (252, 20), id="capot of the takers"),
        pytest.param(took(A, 71, belote=A), (20, 91), id="a litige takes nothing"),
    ],
)
def test_belote_of_failed_takers_goes_to_the_defence(entry: HandEntry, points: Points) -> None:
    assert marks_of(entry, replace(CONTEST, **TAKEN)) == points


def test_an_example_shows_where_the_belote_goes() -> None:
    taken = {one.hand: one.score for one in worked_examples(replace(CONTEST, **TAKEN))}
    assert marked(taken[ExampleHand.BELOTE_OF_FAILED]) == (0, 182)
    nowhere = replace(CONTEST, belote_points=0, **TAKEN)
    for rules in (CONTEST, nowhere):
        hands = [one.hand for one in worked_examples(rules)]
        assert ExampleHand.BELOTE_OF_FAILED not in hands


def test_belote_that_nobody_marks_only_helps() -> None:
    rules = replace(CONTEST, **NOBODY)
    assert marks_of(took(A, 75, belote=A), rules) == (75, 87)
    assert marks_of(took(A, 85, belote=B), rules) == (0, 162)
    holds = replace(rules, held=HeldPoints.CARDS_AND_BELOTE)
    assert score(took(A, 71, belote=A), holds).held == Held(a=71)


def as_stored_before(rules: RuleSet) -> dict[str, Any]:
    """Return the values of a rule set as versions 0.8 to 0.13 stored them."""
    values = rules.as_values()
    del values["doubled_factor"]
    return values


@pytest.mark.parametrize("changes", [TAKEN, NOBODY])
def test_a_plain_game_of_before_keeps_its_score(changes: dict[str, Any]) -> None:
    """The field said nothing where nobody bids: what was stored with it is read as its holder's."""
    rules = replace(CONTEST, **changes)
    read = RuleSet.from_values(as_stored_before(rules))
    assert marks_of(took(A, 70, belote=A), read) == (20, 162)
    assert RuleSet.from_values(rules.as_values()) == rules
    # What somebody writes into a file is of today.
    assert RuleSet.from_values({"belote_marked": changes["belote_marked"].value}) != RuleSet()
    # And a bid was always judged by it.
    bids = replace(find_ruleset("contree_ffb"), **changes)
    assert RuleSet.from_values(as_stored_before(bids)) == bids


@pytest.mark.parametrize(
    ("rules", "entry", "points"),
    [
        pytest.param(CLASSIC, took(A, 81), (81, 81), id="81"),
        pytest.param(CLASSIC, took(A, 80), (0, 162), id="80 has failed"),
        pytest.param(CONTEST, took(A, 71, belote=A), (91, 91), id="with belote"),
        pytest.param(CONTEST, took(A, 91, belote=B), (91, 91), id="against belote"),
        pytest.param(TWELVE_HANDS, took(A, 77), (80, 80), id="in tens"),
    ],
)
def test_equality_is_made(rules: RuleSet, entry: HandEntry, points: Points) -> None:
    rules = replace(rules, on_equality=OnEquality.MADE)
    scored = score(entry, rules)
    assert marked(scored) == points
    assert scored.outcome == ("failed" if points[0] == 0 else "made")
    # A litige of before would be won by whoever made it.
    if scored.outcome == "made":
        assert score(entry, rules, Held(b=81)).winner is A


LEVEL = [took(A, 60), took(B, 60)]  # 162 each


@pytest.mark.parametrize(
    ("last", "winner"),
    [
        pytest.param(took(A, 82), A, id="the takers are higher"),
        pytest.param(took(A, 82, belote=B), B, id="the defence is higher"),
        pytest.param(took(A, 91, belote=B), A, id="equal: the takers"),
        pytest.param(took(B, 91, belote=A), B, id="equal: whoever took"),
    ],
)
def test_the_higher_total_wins_and_equal_ones_the_takers(last: HandEntry, winner: Any) -> None:
    rules = replace(CLASSIC, both_reach=BothReach.HIGHER_THEN_TAKERS)
    game = tally([*LEVEL, last], rules, GameFormat(target=240))
    assert game.is_over
    assert (game.winner, game.results[0].end) == (winner, GameEnd.BOTH_REACHED)


@pytest.mark.parametrize("hands", [1, 2, 3])
def test_possible_ends_where_equal_totals_are_the_takers(hands: int) -> None:
    rules = replace(
        TWELVE_HANDS,
        both_reach=BothReach.HIGHER_THEN_TAKERS,
        format=GameFormat(target=80),
    )
    expected = {(a, b) for a, b, _counts in every_end(rules, 80, hands, counted=False)}
    assert set(possible_totals(rules, hands, ended=True)) == expected


HALF = replace(CONTEST, held=HeldPoints.HALF_OF_CARDS)


@pytest.mark.parametrize(
    ("rules", "entry", "points", "held"),
    [
        pytest.param(HALF, took(A, 81), (40, 81), 41, id="the odd point is held"),
        pytest.param(HALF, took(B, 81), (81, 40), 41, id="whoever took"),
        pytest.param(HALF, took(A, 71, belote=A), (35 + 20, 91), 36, id="belote at once"),
        pytest.param(
            replace(HALF, rounding=Rounding.TO_160), took(A, 81), (40, 80), 40, id="in tens"
        ),
    ],
)
def test_half_of_a_litige_is_marked_at_once(
    rules: RuleSet, entry: HandEntry, points: Points, held: int
) -> None:
    scored = score(entry, rules)
    assert (scored.outcome, marked(scored), scored.newly_held) == ("litige", points, held)
    assert sum(line.points for line in scored.lines) == sum(points)
    # With what an earlier one holds it is the same.
    later = score(entry, rules, Held(a=10))
    assert (marked(later), later.held.total) == (points, held + 10)


def test_the_other_half_goes_to_who_wins_the_next_hand() -> None:
    game = tally([took(A, 81), took(B, 100)], HALF)
    assert game.totals == Totals(40 + 62, 81 + 41 + 100)
    stopped = tally([took(A, 81)], HALF).closed_early()
    assert stopped.totals == Totals(81, 81)
    lost = replace(HALF, held_at_end=HeldAtEnd.LOST)
    assert tally([took(A, 81)], lost).closed_early().totals == Totals(40, 81)


def test_possible_totals_with_halves() -> None:
    found = possible_totals(HALF, 1)
    assert (81, 81) in found
    assert (40, 81) not in found
    lost = replace(HALF, held_at_end=HeldAtEnd.LOST, compared=Compared.CARDS)
    assert (40, 81) in possible_totals(lost, 1)


@pytest.mark.parametrize(
    ("said", "points"), [(Multiplier.DOUBLED, 160 + 4 * 100), (Multiplier.REDOUBLED, 160 + 800)]
)
def test_a_club_multiplies_by_its_own_numbers(said: Multiplier, points: int) -> None:
    rules = replace(find_ruleset("contree_ffb"), doubled_factor=4, redoubled_factor=8)
    assert marks_of(took(A, 110, **bid(100, said)), rules) == (points, 0)
    assert marks_of(took(A, 90, **bid(100, said)), rules) == (0, points)
