"""The proof that some tables must repeat, found from the structure of maximum matchings."""

from tournaments.draw.future import Graph, components, edges_of
from tournaments.draw.matching import largest_matching
from tournaments.draw.steps import Steps

EXEMPT = 0
"""Stands for the exempt seat among the numbers of entrants."""


def find_barrier(graph: Graph, steps: Steps) -> tuple[int, list[int]]:
    """Return (removed, groups) as bit masks: the set that proves the most repeats.

    Vertices that some maximum matching leaves unmatched are *lonely*; their neighbours outside are
    the set to remove. Source: the Gallai-Edmonds decomposition (L. Lovász, M. D. Plummer, *Matching
    theory*, 1986, section 3.2).
    """
    size = len(graph)
    edges = sum(others.bit_count() for others in graph) // 2
    best = largest_matching(size, edges_of(graph))
    lonely = 0
    for vertex in range(size):
        steps.take(edges)
        rest = (edge for edge in edges_of(graph) if vertex not in edge)
        if largest_matching(size, rest) == best:
            lonely |= 1 << vertex
    around = 0
    for vertex in range(size):
        if lonely >> vertex & 1:
            around |= graph[vertex]
    removed = around & ~lonely
    # Only components of the lonely vertices count; all of them are odd.
    inner = tuple(mask & lonely if lonely >> vertex & 1 else 0 for vertex, mask in enumerate(graph))
    return removed, [part for part in components(inner) if part & lonely]
