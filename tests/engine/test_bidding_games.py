"""How games with bids end: exact last hands, both at the target, possible totals."""

import random
from dataclasses import replace

import pytest

from scorekeeper.engine.choices import (
    BothReach,
    JudgedOn,
)
from scorekeeper.engine.possible import is_possible
from scorekeeper.engine.presets import find_ruleset
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.tally import GameEnd, tally
from tests.engine.composed import BIDDING_PRESETS
from tests.engine.sheet import A, B, bid, fault_of, took
from tests.phone_entries import random_hand

CANNES = find_ruleset("contree_cannes")


def test_the_hand_that_ends_a_game_is_marked_exactly() -> None:
    """Cannes 2016: bid 100, 104 made, 204 / 58."""
    hands = [took(A, 90, **bid(80)), took(A, 104, **bid(100))]
    marks = [(170, 70), (204, 58)]
    game = tally(hands, CANNES, GameFormat(target=374))
    assert [(hand.score.points(A), hand.score.points(B)) for hand in game.hands] == marks
    assert game.results[0].winner is A
    # One point further away, the same hand does not end the game, and is rounded.
    longer = tally(hands, CANNES, GameFormat(target=375))
    assert (longer.game_totals.a, longer.game_totals.b) == (370, 130)


def test_a_last_hand_is_judged_as_all_others() -> None:
    """Where marked points decide, an exact last hand would be judged by other rules: none is."""
    rules = replace(CANNES, judged_on=JudgedOn.ROUNDED)
    game = tally([took(A, 97, **bid(100))], rules, GameFormat(target=180))
    assert (game.totals.a, game.totals.b) == (200, 60)


def test_both_at_the_target_stay_exact() -> None:
    rules = replace(CANNES, both_reach=BothReach.ANOTHER_HAND, format=GameFormat(target=50))
    game = tally([took(A, 105, **bid(100)), took(B, 93, **bid(90))], rules)
    assert (game.totals.a, game.totals.b) == (274, 240)
    assert is_possible(rules, 2, 274, 240, ended=True)


def test_litiges_of_many_amounts_are_answered() -> None:
    """Declarations that count move the equality: a litige then holds any of sixty amounts."""
    rules = replace(find_ruleset("salon"), declarations=True, declarations_count=True)
    assert is_possible(rules, 12, 1010, 1244, ended=True)
    assert is_possible(rules, 9, 1010, 948, ended=True)


def test_a_penalty_that_ends_a_game_is_as_ever() -> None:
    game = tally([fault_of(B)], CANNES, GameFormat(target=162))
    assert (game.totals.a, game.is_over) == (162, True)


def test_both_at_the_target_play_another_hand() -> None:
    rules = replace(RuleSet(), both_reach=BothReach.ANOTHER_HAND)
    form = GameFormat(target=140)
    both = [took(A, 90), took(A, 92)]
    assert not tally(both, rules, form).is_over
    game = tally([*both, took(B, 82)], rules, form)
    assert (game.results[0].end, game.results[0].winner) == (GameEnd.BOTH_REACHED, A)
    equal = [took(A, 82), took(A, 82), took(B, 83), took(A, 162, capot=A)]
    assert tally(equal, rules, form).results[0].last_hand == 4


@pytest.mark.slow
@pytest.mark.parametrize("key", BIDDING_PRESETS)
def test_the_totals_of_every_game_are_possible(key: str) -> None:
    """Also of one whose last hand is marked exactly, or that goes on although both are there."""
    seeded = random.Random(3)
    for both_reach in (BothReach.HIGHER_TOTAL, BothReach.ANOTHER_HAND):
        end = GameFormat(target=700)
        rules = replace(find_ruleset(key), both_reach=both_reach, format=end)
        for _ in range(15):
            game = tally([], rules)
            while not game.is_over:
                game = game.with_hand(random_hand(seeded, rules))
            found, hands = game.results[0].totals, len(game.hands)
            if hands <= 6:
                assert is_possible(rules, hands, found.a, found.b, ended=True), game
                assert is_possible(rules, hands, found.a, found.b), game
