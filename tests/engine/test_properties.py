"""What holds for every rule set that anybody can compose, and every game under it."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorekeeper.engine.checks import check, has_errors
from scorekeeper.engine.choices import BeloteMarked, Bidding, DeclarationsOfLosers, PenaltyMarks
from scorekeeper.engine.declarations import best_side
from scorekeeper.engine.hand import Contract, HandEntry, Seat, Side
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD, Held, Outcome, score
from scorekeeper.engine.tally import tally
from scorekeeper.engine.totals import is_possible, possible_totals
from tests.engine import section8
from tests.engine.brute_force import reachable
from tests.engine.sheet import likely_causes
from tests.engine.strategies import (
    entries,
    formats,
    games,
    mirrored,
    rulesets,
    rulesets_with_bids,
    rulesets_without_bids,
)
from tests.tries import tries

pytestmark = pytest.mark.slow

some_held = st.builds(Held, st.integers(0, 300), st.integers(0, 300))
one_hand = games(min_hands=1, max_hands=1)

# A set of possible totals takes its time, most of all the first of a rule set with bids.
many = settings(max_examples=tries(1000))
a_few = settings(max_examples=15)


def bonuses(entry: HandEntry, ruleset: RuleSet, winner: Side | None) -> int:
    """Return the points that are marked beside those of a hand without bids, by either side."""
    best = entry.best_declaration or best_side(entry.declarations)
    declared = sum(shown.kind.points for shown in entry.declarations if shown.side is best)
    failed = best is entry.takers and winner is not None and winner is not best
    without_a_trick = best is not None and entry.capot is best.other
    if ruleset.declarations_of_losers is DeclarationsOfLosers.LOST and (failed or without_a_trick):
        declared = 0
    is_marked = entry.belote and ruleset.belote_marked is not BeloteMarked.NOBODY
    return declared + (ruleset.belote_points if is_marked else 0)


BID_KEPT_BY_BELOTE_ALONE = (
    RuleSet(bidding=Bidding.POINTS_AND_BID, belote_points=100, bid_must_beat_defenders=False),
    [
        HandEntry(
            taker=Seat.A1, card_points=0, belote=Side.A, capot=Side.B, contract=Contract(bid=80)
        )
    ],
)


@many
@given(game=one_hand, held=some_held)
@example(game=BID_KEPT_BY_BELOTE_ALONE, held=NOTHING_HELD)
def test_what_both_sides_mark_adds_up(game: tuple[RuleSet, list[HandEntry]], held: Held) -> None:
    ruleset, (entry,) = game
    scored = score(entry, ruleset, held)
    if scored.outcome is Outcome.PENALTY:
        if ruleset.penalty_marks is not PenaltyMarks.BASE_AND_BID:
            assert scored.lines[0].points in (160, 162)
        expected = scored.points(Side.A) + scored.points(Side.B) - held.total
    elif entry.contract:
        expected = sum(section8.marks(entry, ruleset)[1])
    else:
        is_capot = scored.outcome is Outcome.CAPOT
        expected = ruleset.capot_points if is_capot else ruleset.whole
        if scored.outcome in (Outcome.MADE, Outcome.SHARED, Outcome.LITIGE):
            # Rounded each for itself, both sides may have ten more together.
            assert entry.card_points is not None
            expected = sum(ruleset.marked(entry.card_points))
        expected += bonuses(entry, ruleset, scored.winner)
    # Nothing is made and nothing lost: what is not marked is held.
    both = scored.points(Side.A) + scored.points(Side.B)
    assert both + scored.held.total == expected + held.total
    assert min(scored.points(side) for side in Side) >= 0


@given(game=one_hand, held=some_held)
def test_held_points_move_only_as_a_whole(
    game: tuple[RuleSet, list[HandEntry]], held: Held
) -> None:
    ruleset, (entry,) = game
    with_held, without = score(entry, ruleset, held), score(entry, ruleset)
    for side in Side:
        won = held.total if side is with_held.winner else 0
        assert with_held.points(side) == without.points(side) + won
    if with_held.winner:
        assert with_held.held == NOTHING_HELD
    elif entry.takers:
        assert with_held.held == held.plus(entry.takers, with_held.newly_held)


@given(game=one_hand)
def test_the_sides_are_alike(game: tuple[RuleSet, list[HandEntry]]) -> None:
    ruleset, (entry,) = game
    here, there = score(entry, ruleset), score(mirrored(entry), ruleset)
    assert here.outcome is there.outcome
    assert [here.points(side) for side in Side] == [there.points(side.other) for side in Side]


@given(ruleset=rulesets)
def test_a_stored_rule_set_is_read_back(ruleset: RuleSet) -> None:
    assert RuleSet.from_values(ruleset.as_values()) == ruleset


@given(game=games(), game_format=formats, cut=st.integers(0, 8))
def test_a_tally_does_not_depend_on_how_it_is_fed(
    game: tuple[RuleSet, list[HandEntry]], game_format: GameFormat, cut: int
) -> None:
    ruleset, hands = game
    at_once = tally(hands, ruleset, game_format)
    assert tally(iter(hands), ruleset, game_format) == at_once
    in_two = tally(hands[:cut], ruleset, game_format)
    for entry in hands[cut:]:
        in_two = in_two.with_hand(entry)
    assert in_two == at_once


@given(game=games(), game_format=formats)
def test_a_tally_keeps_what_it_said_of_earlier_hands(
    game: tuple[RuleSet, list[HandEntry]], game_format: GameFormat
) -> None:
    ruleset, hands = game
    whole = tally(hands, ruleset, game_format)
    for number in range(len(hands) + 1):
        part = tally(hands[:number], ruleset, game_format)
        assert part.hands == whole.hands[:number]
        assert part.results == whole.results[: len(part.results)]
    assert len(whole.hands) + len(whole.unplayed) == len(hands)


def assert_possible(ruleset: RuleSet, hands: list[HandEntry]) -> None:
    """Check every totals that the game has when it is stopped after one of its hands."""
    endless = GameFormat(hands=100)
    for number in range(len(hands) + 1):
        found = tally(hands[:number], ruleset, endless).closed_early().totals
        assert is_possible(ruleset, number, found.a, found.b), (number, found)
        assert likely_causes(ruleset, number, found.a, found.b) == ()


@given(game=games(rulesets_without_bids, max_hands=12))
def test_the_totals_of_every_scored_game_are_possible(
    game: tuple[RuleSet, list[HandEntry]],
) -> None:
    assert_possible(*game)


@settings(max_examples=tries(15))
@given(game=games(rulesets_with_bids, max_hands=3))
def test_the_totals_of_every_scored_contree_are_possible(
    game: tuple[RuleSet, list[HandEntry]],
) -> None:
    assert_possible(*game)


@given(
    game=games(rulesets_without_bids, max_hands=8),
    game_format=st.builds(GameFormat, hands=st.integers(1, 4), games=st.integers(1, 3)),
)
def test_the_totals_of_every_finished_game_are_possible(
    game: tuple[RuleSet, list[HandEntry]], game_format: GameFormat
) -> None:
    ruleset, hands = game
    first = 0
    for result in tally(hands, ruleset, game_format).results:
        played = result.last_hand - first
        assert (result.totals.a, result.totals.b) in possible_totals(ruleset, played)
        first = result.last_hand


@a_few
@given(ruleset=rulesets_without_bids, hands=st.integers(1, 2))
def test_no_pair_judged_impossible_can_be_reached(ruleset: RuleSet, hands: int) -> None:
    assert set(possible_totals(ruleset, hands)) == reachable(ruleset, hands)


@given(
    game=games(rulesets_without_bids, min_hands=1, max_hands=6),
    a=st.integers(-10, 40),
    b=st.integers(-10, 40),
)
def test_every_cause_but_a_recount_makes_the_totals_possible(
    game: tuple[RuleSet, list[HandEntry]], a: int, b: int
) -> None:
    ruleset, hands = game
    found = tally(hands, ruleset, GameFormat(hands=len(hands))).totals.plus(a, b)
    causes = likely_causes(ruleset, len(hands), found.a, found.b)
    assert len(set(causes)) == len(causes)
    assert bool(causes) is not is_possible(ruleset, len(hands), found.a, found.b)


@given(ruleset=rulesets, data=st.data())
def test_every_drawn_hand_is_valid(ruleset: RuleSet, data: st.DataObject) -> None:
    assert not has_errors(check(data.draw(entries(ruleset)), ruleset))
