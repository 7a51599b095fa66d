"""Minimum-cost perfect matchings, exact: rustworkx' blossom algorithm on integers."""

import heapq
from collections.abc import Iterable, Iterator, Mapping

import rustworkx

from tournaments.draw.steps import Steps

Edge = tuple[int, int]
"""Two vertices of a graph, the smaller one first."""
Matching = tuple[Edge, ...]


def cheapest_matching(size: int, costs: Mapping[Edge, int]) -> Matching | None:
    """Return the perfect matching of vertices 0 to size - 1 with the smallest sum of costs.

    Edges without a cost do not exist; return None if there is no perfect matching. Costs are
    integers and not negative. Source: J. Edmonds, *Paths, trees, and flowers*, 1965.
    """
    if size == 0:
        return ()
    if size % 2 or not costs:
        return None
    most = max(costs.values()) + 1
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * size)
    graph.add_edges_from([(a, b, most - cost) for (a, b), cost in costs.items()])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < size:
        return None
    return tuple(sorted((min(edge), max(edge)) for edge in found))


def largest_matching(size: int, edges: Iterable[Edge]) -> int:
    """Return the number of edges in a maximum matching."""
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * size)
    graph.add_edges_from([(a, b, 1) for a, b in edges])
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True))


def matchings_by_cost(size: int, costs: Mapping[Edge, int], steps: Steps) -> Iterator[Matching]:
    """Yield every perfect matching, in order of cost.

    Each matching splits the remaining ones: keep its first n edges and forbid the next. Every edge
    given to a matching is a step. Source: K. G. Murty, *An algorithm for ranking all the
    assignments*, 1968.
    """
    queue: list[tuple[int, Matching, tuple[Edge, ...], frozenset[Edge]]] = []

    def add(kept: tuple[Edge, ...], forbidden: frozenset[Edge]) -> None:
        steps.take(len(costs))
        taken = {vertex for edge in kept for vertex in edge}
        rest = [vertex for vertex in range(size) if vertex not in taken]
        place = {vertex: index for index, vertex in enumerate(rest)}
        free = {
            (place[a], place[b]): cost
            for (a, b), cost in costs.items()
            if a in place and b in place and (a, b) not in forbidden
        }
        found = cheapest_matching(len(rest), free)
        if found is not None:
            matching = (*kept, *((rest[a], rest[b]) for a, b in found))
            heapq.heappush(
                queue, (sum(costs[edge] for edge in matching), matching, kept, forbidden)
            )

    add((), frozenset())
    while queue:
        _, matching, kept, forbidden = heapq.heappop(queue)
        yield tuple(sorted(matching))
        for index in range(len(kept), len(matching)):
            add(matching[:index], forbidden | {matching[index]})
