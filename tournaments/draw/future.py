"""Can a number of rounds be drawn without repeats? Both answers are exact, unless steps run out.

A graph is one bit mask per vertex: bit v of `graph[u]` says that u and v may still meet. Its number
of vertices is even.
"""

import random
from collections import deque
from collections.abc import Iterator

from tournaments.draw.matching import Edge, Matching, cheapest_matching, largest_matching
from tournaments.draw.steps import Steps

Graph = tuple[int, ...]

SAMPLES = 30
"""How many random matchings are tried first; the exhaustive search follows if they fail."""


def least_degree(graph: Graph) -> int:
    """Return the smallest number of others that a vertex can still meet."""
    return min((others.bit_count() for others in graph), default=0)


def always_has_rounds(graph: Graph, rounds: int) -> bool:
    """Return whether the rounds can be drawn one after the other, however each of them is drawn.

    If everybody can still meet at least half of the vertices, a perfect matching exists, and each
    round takes one opponent from everybody. Source: G. A. Dirac, *Some theorems on abstract
    graphs*, 1952.
    """
    return not graph or least_degree(graph) - max(0, rounds - 1) >= len(graph) / 2


def has_rounds(graph: Graph, rounds: int, steps: Steps) -> bool:
    """Return whether the graph has so many edge-disjoint perfect matchings.

    Raises the error of the steps. A step is an edge given to a matching or followed in a search.
    """
    if (known := _is_plain(graph, rounds, steps)) is not None:
        return known
    if _go_down(graph, rounds, steps):
        return True
    steps.take(len(graph) ** 2 * least_degree(graph) // 4)
    if smallest_odd_cut(graph) < rounds:
        return False
    for sample in samples(graph, rounds, steps):
        if has_rounds(without(graph, sample), rounds - 1, steps):
            return True
    # The order of the rounds is irrelevant: assume that the first contains this edge, or none does.
    u = min(range(len(graph)), key=lambda vertex: graph[vertex].bit_count())
    v = graph[u].bit_length() - 1
    for matching in _matchings_with(graph, u, v, steps):
        if has_rounds(without(graph, matching), rounds - 1, steps):
            return True
    return has_rounds(without(graph, ((u, v),)), rounds, steps)


def _is_plain(graph: Graph, rounds: int, steps: Steps) -> bool | None:
    """Return the answer if counting gives it; None if a search is necessary."""
    if rounds <= 0 or always_has_rounds(graph, rounds):
        return True
    if least_degree(graph) < rounds or not _is_even_everywhere(graph):
        return False
    if least_degree(graph) >= len(graph) - 2:
        # All pairs, or all but those of the first rounds of a round robin.
        return True
    if rounds == 1:
        steps.take(_edges(graph))
        return 2 * largest_matching(len(graph), edges_of(graph)) == len(graph)
    return None


def _go_down(graph: Graph, rounds: int, steps: Steps) -> bool:
    """Return whether successive random matchings succeed; if it is possible, they mostly do."""
    while (known := _is_plain(graph, rounds, steps)) is None:
        sample = next(samples(graph, rounds, steps), None)
        if sample is None:
            return False
        graph, rounds = without(graph, sample), rounds - 1
    return known


def most_rounds(graph: Graph, at_most: int, steps: Steps) -> int:
    """Return the largest number of edge-disjoint perfect matchings, up to `at_most`."""
    rounds = max(0, min(at_most, least_degree(graph)))
    while not has_rounds(graph, rounds, steps):
        rounds -= 1
    return rounds


def edges_of(graph: Graph) -> Iterator[Edge]:
    """Yield every edge of the graph, the smaller vertex first."""
    for u, others in enumerate(graph):
        for v in bits(others >> (u + 1)):
            yield u, u + 1 + v


def without(graph: Graph, edges: Matching) -> Graph:
    """Return the graph without the edges."""
    masks = list(graph)
    for u, v in edges:
        masks[u] &= ~(1 << v)
        masks[v] &= ~(1 << u)
    return tuple(masks)


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, the smallest first."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def components(graph: Graph) -> list[int]:
    """Return the connected components of the graph as bit masks of their vertices."""
    parts, seen = [], 0
    for start in range(len(graph)):
        if seen >> start & 1:
            continue
        part, todo = 1 << start, 1 << start
        while todo:
            vertex = (todo & -todo).bit_length() - 1
            new = graph[vertex] & ~part
            part, todo = part | new, (todo & (todo - 1)) | new
        seen |= part
        parts.append(part)
    return parts


def _is_even_everywhere(graph: Graph) -> bool:
    return all(part.bit_count() % 2 == 0 for part in components(graph))


def _edges(graph: Graph) -> int:
    return sum(others.bit_count() for others in graph) // 2


def samples(graph: Graph, rounds: int, steps: Steps) -> Iterator[Matching]:
    """Yield a few matchings with random costs: nearly always one of them leaves enough rounds."""
    chance = random.Random(len(graph) * 1000 + rounds)
    for _ in range(SAMPLES):
        steps.take(_edges(graph))
        found = cheapest_matching(
            len(graph), {edge: chance.getrandbits(20) for edge in edges_of(graph)}
        )
        if found is None:
            return
        yield found


def _matchings_with(graph: Graph, u: int, v: int, steps: Steps) -> Iterator[Matching]:
    """Yield every perfect matching that contains the edge."""

    def extend(free: int, chosen: Matching) -> Iterator[Matching]:
        if not free:
            yield chosen
            return
        steps.take(free.bit_count())
        a = min(bits(free), key=lambda vertex: (graph[vertex] & free).bit_count())
        for b in bits(graph[a] & free):
            yield from extend(free & ~(1 << a) & ~(1 << b), (*chosen, (a, b)))

    everybody = (1 << len(graph)) - 1
    yield from extend(everybody & ~(1 << u) & ~(1 << v), ((u, v),))


def smallest_odd_cut(graph: Graph) -> int:
    """Return the size of a smallest cut between an odd set of vertices and the rest.

    Each round needs one of its edges. Sources: M. W. Padberg, M. R. Rao, *Odd minimum cut-sets and
    b-matchings*, 1982; the tree of cuts after D. Gusfield, *Very simple methods for all pairs
    network flow analysis*, 1990.
    """
    size = len(graph)
    parent, flow = [0] * size, [0] * size
    for vertex in range(1, size):
        flow[vertex], side = _smallest_cut(graph, vertex, parent[vertex])
        above = parent[vertex]
        for other in range(size):
            if other != vertex and side >> other & 1 and parent[other] == above:
                parent[other] = vertex
        if side >> parent[above] & 1:
            parent[vertex], parent[above] = parent[above], vertex
            flow[vertex], flow[above] = flow[above], flow[vertex]
    below = [0] * size
    for vertex in range(size):
        # Add this vertex to the subtrees of all its ancestors.
        while vertex:
            below[vertex] += 1
            vertex = parent[vertex]
    return min(flow[vertex] for vertex in range(1, size) if below[vertex] % 2)


def _smallest_cut(graph: Graph, source: int, sink: int) -> tuple[int, int]:
    """Return the size of a smallest cut, and the source's side of it as a bit mask."""
    # Residual capacities of 0, 1 or 2, as two bit masks per vertex.
    forward, twice = list(graph), [0] * len(graph)
    flow = 0
    while True:
        came_from = {source: source}
        queue = deque([source])
        while queue and sink not in came_from:
            vertex = queue.popleft()
            for other in bits(forward[vertex] | twice[vertex]):
                if other not in came_from:
                    came_from[other] = vertex
                    queue.append(other)
        if sink not in came_from:
            return flow, sum(1 << vertex for vertex in came_from)
        flow += 1
        vertex = sink
        while vertex != source:
            before = came_from[vertex]
            _carry(forward, twice, before, vertex)
            vertex = before


def _carry(forward: list[int], twice: list[int], a: int, b: int) -> None:
    """Push one unit of flow from a to b: the residual capacity shrinks, that of b to a grows."""
    if twice[a] >> b & 1:
        twice[a] &= ~(1 << b)
        forward[b] |= 1 << a
    else:
        forward[a] &= ~(1 << b)
        if forward[b] >> a & 1:
            twice[b] |= 1 << a
        else:
            forward[b] |= 1 << a
