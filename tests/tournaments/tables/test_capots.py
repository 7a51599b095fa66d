"""What a capot brings at least, under every way of marking."""

import pytest

from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import Bidding, RuleSet
from tournaments.tables.capots import least_of_capot


@pytest.mark.parametrize(
    ("bidding", "least"),
    [
        (Bidding.NONE, 252),
        (Bidding.POINTS, 252),
        (Bidding.POINTS_AND_BID, 332),
        (Bidding.BID_ONLY, 80),
        (Bidding.CANNES_2016, 332),
    ],
)
def test_the_least_that_a_capot_brings(bidding: Bidding, least: int) -> None:
    assert least_of_capot(RuleSet(capot_points=252, bidding=bidding)) == least


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_marks_its_capot(key: str) -> None:
    assert least_of_capot(PRESETS[key]) >= PRESETS[key].capot_points
