"""What was probably meant by totals that cannot be."""

import pytest

from scorekeeper.engine.neighbours import MeantTotals, one_slip_away, only_neighbour
from scorekeeper.engine.presets import PRESETS

CONTEST = PRESETS["contest"]


@pytest.mark.parametrize(
    ("a", "b", "meant"),
    [
        pytest.param(1005, 940, MeantTotals(1004, 940), id="a digit beside the right one"),
        pytest.param(946, 989, MeantTotals(946, 998), id="two digits changed about"),
        pytest.param(1004, 940, None, id="nothing is wrong"),
        pytest.param(1104, 940, None, id="more than one way out"),
        pytest.param(3, 3, None, id="no way out"),
    ],
)
def test_totals_are_corrected_only_where_one_slip_of_a_finger_explains_them(
    a: int, b: int, meant: MeantTotals | None
) -> None:
    assert only_neighbour(CONTEST, 12, a, b) == meant


def test_a_number_keeps_its_length() -> None:
    found = list(one_slip_away(10))
    assert {11, 12, 20, 90} <= set(found)
    assert 10 not in found
    assert all(10 <= number <= 99 for number in found)
