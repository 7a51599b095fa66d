"""Sums of sets of pairs as bits: against the same sums done one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.pair_sums import Grid, Plan


def bits_of(members: set[int]) -> int:
    return sum(1 << member for member in members)


@given(
    shifts=st.sets(st.integers(0, 400), max_size=300),
    members=st.sets(st.integers(0, 300), max_size=20),
)
def test_a_plan_adds_every_shift_to_every_member(shifts: set[int], members: set[int]) -> None:
    sums = {shift + member for shift in shifts for member in members}
    assert Plan.of(shifts).add_to(bits_of(members)) == bits_of(sums)


@pytest.mark.parametrize(
    ("shifts", "cost"),
    [
        pytest.param([], 0, id="nothing to add"),
        pytest.param([7], 1, id="one shift"),
        pytest.param([1, 5, 11, 30], 4, id="no run: one by one"),
        pytest.param(range(64), 7, id="a run of 64: six doublings"),
        pytest.param(range(79), 8, id="a run of 79: two runs of 64 that overlap"),
        pytest.param([r * 1000 + a for r in range(8) for a in range(64)], 10, id="a rectangle"),
    ],
)
def test_runs_are_added_by_doubling(shifts: list[int], cost: int) -> None:
    assert Plan.of(shifts).cost == cost


def test_a_grid_has_a_row_for_every_possible_sum() -> None:
    grid = Grid.over([(162, 0), (20, 162), (0, 252)], [(0, 0)], hands=2)
    assert (grid.base, grid.step, grid.rows) == (162, 10, 19)
    assert grid.find((324, 0), hands=2) == 324
    assert grid.find((325, 0), hands=2) is None
    assert grid.find((504, 0), hands=2) == 18 * grid.width + 504
    assert grid.find((514, 0), hands=2) is None
    assert grid.find((162, 0), hands=2) is None
    assert grid.find((334, -10), hands=2) is None


def test_a_grid_can_end_at_a_sum() -> None:
    grid = Grid.over([(162, 0), (0, 252)], [(0, 0)], hands=3, up_to=600)
    assert (grid.base, grid.step, grid.rows) == (162, 90, 2)
    assert Grid.over([(162, 0)], [(0, 0)], hands=3, up_to=100).rows == 0
