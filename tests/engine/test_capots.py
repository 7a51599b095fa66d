"""What a capot brings at least, under every way of marking."""

import pytest

from scorekeeper.engine.capots import least_of_capot
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import RuleSet


@pytest.mark.parametrize(
    ("bidding", "least"),
    [
        ("none", 252),
        ("points", 252),
        ("points_and_bid", 320),
        ("bid_only", 80),
        ("cannes_2016", 322),
    ],
)
def test_the_least_that_a_capot_brings(bidding: str, least: int) -> None:
    rules = RuleSet.from_values({"capot_points": 252, "bidding": bidding})
    assert least_of_capot(rules) == least


@pytest.mark.parametrize(("key", "least"), [("contree_ffb", 320), ("contree_cannes", 322)])
def test_a_capot_on_a_doubled_hand_may_bring_less(key: str, least: int) -> None:
    """80 doubled and made with every trick: the base and twice the bid."""
    assert least_of_capot(PRESETS[key]) == least


@pytest.mark.parametrize("key", [key for key in PRESETS if key != "coinche_bid_only"])
def test_a_preset_marks_its_capot(key: str) -> None:
    assert least_of_capot(PRESETS[key]) >= PRESETS[key].capot_points


def test_every_trick_of_a_generale_that_failed_is_no_capot() -> None:
    """The taker had to make all of them alone: what the defence marks is not for a capot."""
    values = {"bidding": "points_and_bid", "capot_points": 252}
    plain = RuleSet.from_values(values)
    generale = RuleSet.from_values({**values, "generale": True})
    assert least_of_capot(generale) == least_of_capot(plain) == 320
