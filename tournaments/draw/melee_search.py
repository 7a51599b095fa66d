"""Exact search for the tables of a mêlée: players as bits, tables of two against two."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tournaments.draw.future import Graph

Table = tuple[int, int, int, int]
"""The two partners, then their two opponents."""
Tables = tuple[Table, ...]
Cost = tuple[int, int]
"""(Partners, opponents) who are so again."""


class OutOfStepsError(Exception):
    """Raised when the caller's number of steps is used up."""


@dataclass(slots=True)
class Steps:
    """How many tables may still be tried; None for as many as it takes."""

    left: int | None

    def take(self) -> None:
        """Count one step; raise OutOfStepsError when there is none left."""
        if self.left is None:
            return
        if not self.left:
            raise OutOfStepsError
        self.left -= 1


@dataclass(frozen=True, slots=True)
class Hall:
    """The players as vertices: who may still be partners, who may still be opponents."""

    partners: Graph
    opponents: Graph

    def cost(self, tables: Tables) -> Cost:
        """Return how many partners and how many opponents repeat."""
        partners = opponents = 0
        for a, b, c, d in tables:
            partners += (not self.partners[a] >> b & 1) + (not self.partners[c] >> d & 1)
            opponents += sum(not self.opponents[u] >> v & 1 for u in (a, b) for v in (c, d))
        return partners, opponents

    def after(self, tables: Tables) -> "Hall":
        """Return the hall once these tables have played."""
        partners, opponents = list(self.partners), list(self.opponents)
        for a, b, c, d in tables:
            for graph, pairs in (
                (partners, ((a, b), (c, d))),
                (opponents, ((a, c), (a, d), (b, c), (b, d))),
            ):
                for u, v in pairs:
                    graph[u] &= ~(1 << v)
                    graph[v] &= ~(1 << u)
        return Hall(tuple(partners), tuple(opponents))

    def unavoidable(self, players: int) -> Cost:
        """Return a number of repeats that no tables avoid: too few others left for somebody."""
        short_of_partners = short_of_opponents = 0
        for v in _bits(players):
            short_of_partners += not self.partners[v] & players
            short_of_opponents += max(0, 2 - (self.opponents[v] & players).bit_count())
        return -(-short_of_partners // 2), -(-short_of_opponents // 2)


def search_tables(hall: Hall, players: int, allowed: Cost, steps: Steps) -> Iterator[Tables]:
    """Yield all tables of the players, a bit mask of four each, with no more repeats than allowed.

    None is left out. Raises OutOfStepsError when the steps are used up.
    """
    if not players:
        yield ()
        return
    lower = hall.unavoidable(players)
    if lower[0] > allowed[0] or lower[1] > allowed[1]:
        return
    v = min(_bits(players), key=lambda player: (hall.opponents[player] & players).bit_count())
    for cost, table in _tables_of(hall, players, v, allowed):
        steps.take()
        left = players & ~sum(1 << player for player in table)
        rest = (allowed[0] - cost[0], allowed[1] - cost[1])
        for others in search_tables(hall, left, rest, steps):
            yield (table, *others)


def _tables_of(hall: Hall, players: int, v: int, allowed: Cost) -> list[tuple[Cost, Table]]:
    """Return the tables that the player can be at, those with fewer repeats first."""
    found = []
    for u in _bits(players & ~(1 << v)):
        partners = int(not hall.partners[v] >> u & 1)
        if partners > allowed[0]:
            continue
        against = {
            x: (not hall.opponents[v] >> x & 1) + (not hall.opponents[u] >> x & 1)
            for x in _bits(players & ~(1 << v) & ~(1 << u))
        }
        near = [x for x, repeats in against.items() if repeats <= allowed[1]]
        for x, y in combinations(near, 2):
            cost = (partners + (not hall.partners[x] >> y & 1), against[x] + against[y])
            if cost[0] <= allowed[0] and cost[1] <= allowed[1]:
                found.append((cost, (v, u, x, y)))
    # The sort is stable: equal costs stay in the order of the lots.
    return sorted(found, key=lambda option: option[0])


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
