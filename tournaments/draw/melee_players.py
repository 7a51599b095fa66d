"""The players of a mêlée as vertices: who may still meet, who may be exempt."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from tournaments.draw.future import Graph, least_degree
from tournaments.draw.melee_search import Cost, PlayerGraph, Tables, search_tables
from tournaments.draw.repeats import repeats_of
from tournaments.draw.request import DrawRequest, Pair, by_lot, by_rank
from tournaments.draw.result import Draw, LookAhead, Pairing, Proof
from tournaments.draw.seats import numbered
from tournaments.draw.steps import Steps

Exempt = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Players:
    """The players as vertices; `byes` by vertex, `ranking` the vertices with the best first."""

    hall: PlayerGraph
    byes: tuple[int, ...]
    ranking: tuple[int, ...]

    def but(self, exempt: Exempt) -> int:
        """Return the players at the tables as a bit mask."""
        return ((1 << len(self.byes)) - 1) & ~sum(1 << player for player in exempt)

    def after(self, tables: Tables, exempt: Exempt) -> "Players":
        byes = tuple(times + (player in exempt) for player, times in enumerate(self.byes))
        return Players(self.hall.after(tables), byes, self.ranking)

    def exempt_sets(self) -> Iterator[Exempt]:
        """Yield who can be exempt with the fewest repeated byes, lowest-ranked first.

        One to three are exempt if the number of players is not a multiple of four: all below four.
        """
        certain, others, count = self._exempt()
        for chosen in combinations(others, count):
            yield (*certain, *chosen)

    def others_exempt(self) -> frozenset[int]:
        """Return the players among whom the exempt ones may be exchanged."""
        return frozenset(self._exempt()[1])

    def _exempt(self) -> tuple[list[int], list[int], int]:
        """Return who is certainly exempt, the candidates for the others, and how many these are."""
        left_over = len(self.byes) % 4
        if not left_over:
            return [], [], 0
        last_first = self.ranking[::-1]
        lowest = sorted(last_first, key=lambda player: self.byes[player])
        limit = self.byes[lowest[left_over - 1]]
        certain = [player for player in lowest if self.byes[player] < limit]
        others = [player for player in lowest if self.byes[player] == limit]
        return certain, others, left_over - len(certain)

    def draws(self, steps: Steps, tables: Steps | None = None) -> Iterator[tuple[Tables, Exempt]]:
        """Yield every draw without repeated partners or opponents; `tables` counts those tried."""
        for exempt in self.exempt_sets():
            for drawn in search_tables(self.hall, self.but(exempt), (0, 0), steps, tables):
                yield drawn, exempt


def always_has_tables(players: Players, rounds: int) -> bool:
    """Return whether the rounds can be drawn one after the other, however each of them is drawn.

    Dirac's theorem twice: for partners among the players, then for tables among the pairs. Two
    partners that met o opponents each rule out at most 2 o other pairs: README.md, *Mêlée*.
    """
    size = len(players.byes) // 4 * 4
    others = len(players.byes) - 1
    partners = others - least_degree(players.hall.partners) + rounds - 1
    opponents = others - least_degree(players.hall.opponents) + 2 * (rounds - 1)
    return 2 * (size - 1 - partners) >= size and size >= 8 * opponents + 4


@dataclass(frozen=True, slots=True)
class SeatedMelee:
    """Tables, exempt players, the number of repeats and the proof that there are not fewer."""

    tables: Tables
    exempt: Exempt
    cost: Cost
    proof: Proof


def melee_players(request: DrawRequest) -> Players:
    """Return the players of a request as vertices in the order of their lots."""
    order = by_lot(request)
    vertex = {number: index for index, number in enumerate(order)}
    byes = {entrant.number: entrant.byes for entrant in request.entrants}
    return Players(
        PlayerGraph(_graph(vertex, request.partners), _graph(vertex, request.opponents)),
        tuple(byes[number] for number in order),
        tuple(vertex[number] for number in by_rank(request)),
    )


def _graph(vertex: dict[int, int], apart: Iterable[Pair]) -> Graph:
    everybody = (1 << len(vertex)) - 1
    graph = [everybody & ~(1 << index) for index in range(len(vertex))]
    for one, other in apart:
        u, v = vertex[one], vertex[other]
        graph[u] &= ~(1 << v)
        graph[v] &= ~(1 << u)
    return tuple(graph)


def in_method_order(request: DrawRequest, found: SeatedMelee) -> tuple[Pairing, ...]:
    """Return the tables with the players' own numbers, in the order of the lots."""
    order = by_lot(request)
    sides = (tuple(order[player] for player in table) for table in sorted(found.tables, key=min))
    return tuple(Pairing(table, s[:2], s[2:]) for table, s in enumerate(sides, 1))


def as_draw(request: DrawRequest, found: SeatedMelee, look_ahead: LookAhead, safe: int) -> Draw:
    """Return the draw with the players' own numbers and all repeats."""
    order = by_lot(request)
    pairings = numbered(request, in_method_order(request, found))
    exempt = tuple(order[player] for player in found.exempt)
    repeats = repeats_of(request, pairings, exempt)
    proof = found.proof
    if repeats and found.cost == (0, 0):
        proof = Proof.EVERYBODY_EXEMPT
    return Draw(pairings, exempt, repeats, proof, None, 0, look_ahead, safe)
