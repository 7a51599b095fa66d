"""A round of teams as a graph: who may play whom, and the cost of each table."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.draw.barrier import EXEMPT
from tournaments.draw.future import Graph
from tournaments.draw.matching import Edge, Matching
from tournaments.draw.request import (
    TIE_BITS,
    DrawRequest,
    Method,
    Pair,
    by_lot,
    by_rank,
    lot,
    pair_of,
)

# Each cost exceeds the sum of all less important ones, in fields of up to MAX_ENTRANTS.
DISTANCE_COST: Final = 1 << (TIE_BITS + 11)
EXEMPT_COST: Final = DISTANCE_COST << 21
TIMES_COST: Final = EXEMPT_COST << 12
REPEAT_COST: Final = TIMES_COST << 18


@dataclass(frozen=True, slots=True)
class MeetingGraph:
    """The entrants as vertices, in the order that the method follows.

    EXEMPT is the last vertex of an odd field. `graph` has an edge between entrants that have not
    met, and from EXEMPT to those with the fewest byes (`candidates`, lowest-ranked first).
    """

    request: DrawRequest
    order: tuple[int, ...]
    met: Counter[Pair]
    ranks: Mapping[int, int]
    candidates: tuple[int, ...]
    graph: Graph

    @property
    def size(self) -> int:
        return len(self.order)

    def cost(self, u: int, v: int) -> int:
        """Return the cost of a table: repeats, then who is exempt, then distance, then a lot."""
        one, other = self.order[u], self.order[v]
        if EXEMPT in (one, other):
            entrant = one or other
            above = len(self.ranks) - 1 - self.ranks[entrant]
            return above * EXEMPT_COST + lot(self.request, "exempt", entrant)
        pair = pair_of(one, other)
        times = self.met[pair]
        repeat = REPEAT_COST + times * TIMES_COST if times else 0
        return repeat + abs(u - v) * DISTANCE_COST + lot(self.request, "pair", *pair)

    def costs(self, edges: Iterable[Edge]) -> dict[Edge, int]:
        """Return the cost of each table."""
        return {edge: self.cost(*edge) for edge in edges}

    def every_edge(self) -> Iterable[Edge]:
        """Yield every possible table, repeats included."""
        allowed = set(self.candidates)
        for u in range(self.size):
            for v in range(u + 1, self.size):
                if self.order[v] != EXEMPT or self.order[u] in allowed:
                    yield u, v

    def repeats(self, matching: Matching) -> int:
        """Return the number of tables whose sides have met before."""
        return sum(not self.graph[u] >> v & 1 for u, v in matching)


def fewest_byes(request: DrawRequest, ranking: list[int]) -> tuple[int, ...]:
    """Return the entrants with the fewest byes, lowest-ranked first."""
    byes = {entrant.number: entrant.byes for entrant in request.entrants}
    fewest = min(byes.values(), default=0)
    return tuple(number for number in reversed(ranking) if byes[number] == fewest)


ORDERS: Final[Mapping[Method, Callable[[DrawRequest], list[int]]]] = {
    Method.LOT: by_lot,
    Method.RANKING: by_rank,
    Method.MOVEMENT: lambda request: [entrant.number for entrant in request.entrants],
    Method.MELEE: by_lot,
}


def meetings_of(request: DrawRequest) -> MeetingGraph:
    """Return the graph of a round of teams."""
    order, ranking = ORDERS[request.method](request), by_rank(request)
    candidates = fewest_byes(request, ranking)
    if len(order) % 2:
        order.append(EXEMPT)
    vertex = {number: index for index, number in enumerate(order)}
    met = Counter(request.opponents)
    everybody = (1 << len(order)) - 1
    graph = [everybody & ~(1 << index) for index in range(len(order))]
    apart = [*met]
    if EXEMPT in vertex:
        apart += [(EXEMPT, number) for number in ranking if number not in set(candidates)]
    for one, other in apart:
        u, v = vertex[one], vertex[other]
        graph[u] &= ~(1 << v)
        graph[v] &= ~(1 << u)
    ranks = {number: index for index, number in enumerate(ranking)}
    return MeetingGraph(request, tuple(order), met, ranks, candidates, tuple(graph))
