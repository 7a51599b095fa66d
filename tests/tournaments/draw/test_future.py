"""Rounds without repeats still to come."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.draw.future import Graph, has_rounds, most_rounds, smallest_odd_cut
from tournaments.draw.matching import cheapest_matching, matchings_by_cost
from tournaments.draw.steps import Steps


def plenty() -> Steps:
    return Steps(10**7)


def graph_of(size: int, edges: list[tuple[int, int]]) -> Graph:
    masks = [0] * size
    for u, v in edges:
        masks[u] |= 1 << v
        masks[v] |= 1 << u
    return tuple(masks)


@st.composite
def graphs(draw_from: st.DrawFn) -> Graph:
    size = draw_from(st.sampled_from([2, 4, 6, 8]))
    pairs = list(combinations(range(size), 2))
    return graph_of(size, draw_from(st.lists(st.sampled_from(pairs), unique=True)))


@given(graphs())
def test_the_smallest_odd_cut_is_the_smallest_of_all(graph: Graph) -> None:
    def cut(side: int) -> int:
        return sum((m & ~side).bit_count() for v, m in enumerate(graph) if side >> v & 1)

    odd = (side for side in range(1, 1 << len(graph)) if side.bit_count() % 2)
    assert smallest_odd_cut(graph) == min(map(cut, odd))


PETERSEN = graph_of(
    10,
    [
        *((i, (i + 1) % 5) for i in range(5)),
        *((i, i + 5) for i in range(5)),
        *((i + 5, (i + 2) % 5 + 5) for i in range(5)),
    ],
)
"""Everybody has three opponents left and every cut is wide enough, yet two rounds end it."""


def test_petersens_graph_has_one_round_and_no_more() -> None:
    assert has_rounds(PETERSEN, 1, plenty())
    assert not has_rounds(PETERSEN, 2, plenty())
    assert most_rounds(PETERSEN, 3, plenty()) == 1


@pytest.mark.parametrize("half", [3, 7, 11])
def test_two_odd_halves_use_one_crossing_table_a_round(half: int) -> None:
    inside = list(combinations(range(half), 2))
    edges = inside + [(u + half, v + half) for u, v in inside]
    crossing = [(u, u + half) for u in range(half)]
    assert most_rounds(graph_of(2 * half, edges), half, plenty()) == 0
    assert most_rounds(graph_of(2 * half, edges + crossing), 2 * half, plenty()) == half
    assert most_rounds(graph_of(2 * half, edges + crossing[:-1]), 2 * half, plenty()) == half - 1


def test_every_matching_comes_once_and_in_order_of_cost() -> None:
    costs = {(u, v): (7 * u + 3 * v) % 11 for u, v in combinations(range(8), 2)}
    found = list(matchings_by_cost(8, costs, plenty()))
    sums = [sum(costs[edge] for edge in matching) for matching in found]
    assert len(set(found)) == len(found) == 105
    assert sums == sorted(sums)


def test_matchings_of_nobody_and_of_those_who_cannot() -> None:
    assert cheapest_matching(0, {}) == ()
    assert cheapest_matching(2, {}) is None
    assert cheapest_matching(3, {(0, 1): 1}) is None
    assert list(matchings_by_cost(4, {(0, 1): 1}, plenty())) == []
