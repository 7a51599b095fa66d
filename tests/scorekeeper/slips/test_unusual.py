"""How often totals are asked about: of true slips hardly ever, of absurd ones nearly all."""

import random
from dataclasses import replace
from typing import Final

import pytest

from scorekeeper.engine.presets import find_ruleset
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.totals import is_possible, is_unlikely, possible_totals
from tests.benchmarks.slips import RULES, play, slip_of

pytestmark = pytest.mark.slow

TWELVE: Final = {key: replace(find_ruleset(key), format=GameFormat(hands=12)) for key in RULES}
SLIPS: Final = 4_600
FALSE_ALARMS: Final = 5
ABSURD: Final = 100
FOUND: Final = 95


def test_true_slips_are_hardly_ever_asked_about() -> None:
    dice, asked = random.Random(27), 0
    for number in range(SLIPS):
        rules = list(TWELVE.values())[number % len(TWELVE)]
        slip = slip_of(play(dice, rules))
        asked += is_unlikely(rules, slip.hands, slip.a, slip.b)
    assert asked <= FALSE_ALARMS


def absurd_slip(dice: random.Random, rules: RuleSet) -> tuple[int, int]:
    """Return totals that can be, of which five sixths or more are one side's."""
    possible = possible_totals(rules, 12)
    while True:
        true = slip_of(play(dice, rules))
        whole = true.a + true.b
        most = round(whole * dice.uniform(5 / 6, 1))
        pair = dice.choice(((most, whole - most), (whole - most, most)))
        if pair in possible:
            return pair


@pytest.mark.parametrize("key", TWELVE)
def test_absurd_slips_are_asked_about(key: str) -> None:
    dice, rules = random.Random(28), TWELVE[key]
    slips = [absurd_slip(dice, rules) for _slip in range(ABSURD)]
    assert sum(is_unlikely(rules, 12, *pair) for pair in slips) >= FOUND


@pytest.mark.parametrize("key", TWELVE)
@pytest.mark.parametrize("lower", [0, 162, 243])
def test_a_side_without_points_is_asked_about(key: str, lower: int) -> None:
    rules = TWELVE[key]
    lower = lower // rules.whole * rules.whole
    pair = (12 * rules.whole - lower, lower)
    assert is_possible(rules, 12, *pair)
    assert is_unlikely(rules, 12, *pair)
    assert is_unlikely(rules, 12, *pair[::-1])
