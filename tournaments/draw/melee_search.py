"""Exact search for the tables of a mêlée: players as bits, tables of two against two."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from tournaments.draw.future import Graph, bits
from tournaments.draw.steps import Steps

Table = tuple[int, int, int, int]
"""The two partners, then their two opponents."""
Tables = tuple[Table, ...]
Cost = tuple[int, int]
"""The numbers of repeated partners and repeated opponents."""


@dataclass(frozen=True, slots=True)
class PlayerGraph:
    """The players as vertices: who may still be partners, who may still be opponents."""

    partners: Graph
    opponents: Graph

    def cost(self, tables: Tables) -> Cost:
        """Return the numbers of repeated partners and repeated opponents."""
        partners = opponents = 0
        for a, b, c, d in tables:
            partners += (not self.partners[a] >> b & 1) + (not self.partners[c] >> d & 1)
            opponents += sum(not self.opponents[u] >> v & 1 for u in (a, b) for v in (c, d))
        return partners, opponents

    def after(self, tables: Tables) -> "PlayerGraph":
        partners, opponents = list(self.partners), list(self.opponents)
        for a, b, c, d in tables:
            for graph, pairs in (
                (partners, ((a, b), (c, d))),
                (opponents, ((a, c), (a, d), (b, c), (b, d))),
            ):
                for u, v in pairs:
                    graph[u] &= ~(1 << v)
                    graph[v] &= ~(1 << u)
        return PlayerGraph(tuple(partners), tuple(opponents))

    def unavoidable(self, players: int) -> Cost:
        """Return a lower bound of the repeats: players with too few others left to meet."""
        short_of_partners = short_of_opponents = 0
        for v in bits(players):
            short_of_partners += not self.partners[v] & players
            short_of_opponents += max(0, 2 - (self.opponents[v] & players).bit_count())
        return -(-short_of_partners // 2), -(-short_of_opponents // 2)


def search_tables(
    hall: PlayerGraph, players: int, allowed: Cost, steps: Steps, tables: Steps | None = None
) -> Iterator[Tables]:
    """Yield all tables, each a bit mask of four players, with no more repeats than allowed.

    The search is complete. Every player examined is a step; `tables` counts the tables tried.
    Raises the error of the steps when they are used up.
    """
    if not players:
        yield ()
        return
    lower = hall.unavoidable(players)
    if lower[0] > allowed[0] or lower[1] > allowed[1]:
        return
    steps.take(players.bit_count())
    v = min(bits(players), key=lambda player: (hall.opponents[player] & players).bit_count())
    for cost, table in _tables_of(hall, players, v, allowed, steps):
        if tables is not None:
            tables.take()
        left = players & ~sum(1 << player for player in table)
        rest = (allowed[0] - cost[0], allowed[1] - cost[1])
        for others in search_tables(hall, left, rest, steps, tables):
            yield (table, *others)


def _tables_of(
    hall: PlayerGraph, players: int, v: int, allowed: Cost, steps: Steps
) -> Iterator[tuple[Cost, Table]]:
    """Yield the tables that the player can be at, those with fewer repeats first.

    Equal costs are in the order of the lots. A generator, because a list would take the memory of
    n³ tables at every depth of the search.
    """
    for cost in product(range(min(2, allowed[0]) + 1), range(min(4, allowed[1]) + 1)):
        for u in bits(players & ~(1 << v)):
            others = players & ~(1 << v) & ~(1 << u)
            if cost == (0, 0):
                found = _without_repeats(hall, others, (v, u), steps)
            else:
                found = _with_repeats(hall, others, (v, u), cost, steps)
            for x, y in found:
                yield cost, (v, u, x, y)


def _without_repeats(
    hall: PlayerGraph, others: int, side: tuple[int, int], steps: Steps
) -> Iterator[tuple[int, int]]:
    """Yield the opponents that two partners can both meet, if they can be partners."""
    v, u = side
    steps.take()
    if not hall.partners[v] >> u & 1:
        return
    free = others & hall.opponents[v] & hall.opponents[u]
    for x in bits(free):
        steps.take()
        after = free >> (x + 1) << (x + 1)
        for y in bits(after & hall.partners[x]):
            yield x, y


def _with_repeats(
    hall: PlayerGraph, others: int, side: tuple[int, int], cost: Cost, steps: Steps
) -> Iterator[tuple[int, int]]:
    """Yield the opponents with whom a table of two partners has exactly these repeats."""
    v, u = side
    steps.take(others.bit_count())
    partners = int(not hall.partners[v] >> u & 1)
    if partners > cost[0]:
        return
    against = {
        x: (not hall.opponents[v] >> x & 1) + (not hall.opponents[u] >> x & 1) for x in bits(others)
    }
    near = [x for x, repeats in against.items() if repeats <= cost[1]]
    for place, x in enumerate(near):
        steps.take(len(near) - place)
        for y in near[place + 1 :]:
            again = partners + (not hall.partners[x] >> y & 1)
            if (again, against[x] + against[y]) == cost:
                yield x, y
