"""Sums that add up, and lists that keep their order."""

from dataclasses import replace

import pytest

from tests.tournaments.standings.control import JASS, check_table, rounds_not_adding_up
from tests.tournaments.standings.sheet import lines, table
from tournaments.extensions.historical_results.warnings import WrongOrder, warnings_of
from tournaments.standings.control import (
    SumRule,
    Suspect,
    check_sum,
    suspects,
)
from tournaments.standings.results import ResultKind, RoundResult


@pytest.mark.parametrize(
    ("total", "adds_up"),
    [
        pytest.param(1944, True, id="nothing on top"),
        pytest.param(1944 + 12 * 20, True, id="a belote in every hand"),
        pytest.param(1944 + 12 * 110 + 20, False, id="one belote too many for 12 hands"),
        pytest.param(1944 + 90, True, id="a capot"),
        pytest.param(1944 + 30, False, id="30 is neither"),
        pytest.param(1944 + 110, True, id="a capot and a belote"),
        pytest.param(1944 - 20, False, id="too little"),
        pytest.param(1950, False, id="does not end in 4"),
    ],
)
def test_sums_of_twelve_hands(total: int, adds_up: bool) -> None:
    check = check_sum(total, 12)
    assert check.adds_up is adds_up
    assert check.extra == total - 1944


def test_other_rules() -> None:
    assert check_sum(1884, 12, JASS).adds_up
    assert not check_sum(1885, 12, JASS).adds_up
    declared = SumRule(step=10)
    assert check_sum(1944 + 30, 12, declared).adds_up
    assert not check_sum(1944 + 35, 12, declared).adds_up
    assert not check_sum(1944 - 10, 12, declared).adds_up


def test_a_table_that_lost_a_litige() -> None:
    one = table(1, 1, 2, 1000, 863)
    assert not check_table(one).adds_up
    assert check_table(replace(one, lost=81)).adds_up


def test_which_rounds_do_not_add_up() -> None:
    results = lines(
        [table(1, 1, 2, 1000, 944), table(2, 1, 2, 1000, 945), table(3, 1, 2, 900, 963)]
    )
    exempt = RoundResult(entrant=3, round=1, points=972, kind=ResultKind.EXEMPT)
    found = rounds_not_adding_up([*results, exempt])
    assert [(check.round, check.extra) for check in found] == [(2, 1), (3, -81)]
    assert [check.round for check in rounds_not_adding_up(results, lost={3: 81})] == [2]


def test_melee_counts_each_side_once() -> None:
    results = lines([table(1, (1, 4), (2, 3), 1000, 944), table(2, (1, 4), (2, 3), 1000, 945)])
    assert [check.round for check in rounds_not_adding_up(results, players_per_side=2)] == [2]


def test_a_missing_line_is_found() -> None:
    results = lines([table(1, 1, 2, 1944, 0, hands=13)])[:1]
    assert [check.round for check in rounds_not_adding_up(results)] == [1]
    odd = RoundResult(entrant=1, round=1, points=1945, hands=12)
    assert [c.round for c in rounds_not_adding_up([odd], players_per_side=2)] == [1]


def test_a_list_in_order_is_not_suspect() -> None:
    assert warnings_of([(1, 9), (2, 9), (3, 8)], None, names_a_line=2) == []
    assert suspects([(1, 9), (2, 9), (3, 8)], right_sum=26) == ()
    assert suspects([]) == ()


def test_a_list_in_order_with_a_wrong_sum() -> None:
    """3 points are missing: the third line cannot have them and stay where it is."""
    assert suspects([(1, 9), (2, 5), (3, 4)], right_sum=21) == (
        Suspect(1, 9, 12),
        Suspect(2, 5, 8),
        Suspect(3, 4),
    )


def test_two_wrong_lines_are_nobody_s_fault_alone() -> None:
    printed = [(1, 1), (2, 2), (3, 3)]
    breaks = [WrongOrder(0, 1, by=1), WrongOrder(1, 2, by=1)]
    assert warnings_of(printed, None, names_a_line=2) == breaks
    assert suspects(printed) == ()


def test_of_two_broken_places_nothing_alone_is_suspect() -> None:
    assert suspects([(1, 5), (2, 9), (3, 4), (4, 8)]) == ()
    assert [one.entrant for one in suspects([(1, 9), (2, 7), (3, 8), (4, 4)])] == [2, 3]
