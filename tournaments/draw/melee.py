"""Draws of a mêlée: two exact matchings where they suffice, exact search where they do not."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations, count
from typing import Final

from tournaments.draw.future import Graph
from tournaments.draw.matching import largest_matching
from tournaments.draw.melee_future import Exempt, Players, always_has_tables, choose
from tournaments.draw.melee_lots import two_matchings
from tournaments.draw.melee_search import Cost, Hall, OutOfStepsError, Steps, Tables, search_tables
from tournaments.draw.repeats import repeats_of
from tournaments.draw.request import DrawRequest, Pair, by_lot, by_rank
from tournaments.draw.result import Draw, LookAhead, Pairing, Proof

FIRST_LOTS: Final = 10
"""How many lots of partners are drawn before the search, which needs them for a good start only."""


@dataclass(frozen=True, slots=True)
class _Found:
    """Tables, who is exempt, what they cost and why it cannot be less."""

    tables: Tables
    exempt: Exempt
    cost: Cost
    proof: Proof


def draw_melee(request: DrawRequest) -> Draw:
    """Draw one round of a mêlée: the fewest partners again, then the fewest opponents again."""
    order = by_lot(request)
    vertex = {number: index for index, number in enumerate(order)}
    byes = {entrant.number: entrant.byes for entrant in request.entrants}
    players = Players(
        Hall(_graph(vertex, request.partners), _graph(vertex, request.opponents)),
        tuple(byes[number] for number in order),
        tuple(vertex[number] for number in by_rank(request)),
    )
    found = _fewest(request, players)
    found, look_ahead, safe = _look_ahead(request, players, found)
    sides = (tuple(order[player] for player in table) for table in sorted(found.tables, key=min))
    pairings = tuple(Pairing(table, s[:2], s[2:]) for table, s in enumerate(sides, 1))
    exempt = tuple(order[player] for player in found.exempt)
    repeats = repeats_of(request, pairings, exempt)
    proof = found.proof
    if repeats and found.cost == (0, 0):
        proof = Proof.EVERYBODY_EXEMPT
    return Draw(pairings, exempt, repeats, proof, None, 0, look_ahead, safe)


def _graph(vertex: dict[int, int], apart: Iterable[Pair]) -> Graph:
    everybody = (1 << len(vertex)) - 1
    graph = [everybody & ~(1 << index) for index in range(len(vertex))]
    for one, other in apart:
        u, v = vertex[one], vertex[other]
        graph[u] &= ~(1 << v)
        graph[v] &= ~(1 << u)
    return tuple(graph)


def _look_ahead(
    request: DrawRequest, players: Players, found: _Found
) -> tuple[_Found, LookAhead, int]:
    """Return the draw that leaves the most rounds without repeats."""
    to_come = request.rounds_left
    if not to_come:
        return found, LookAhead.LAST_ROUND, 0
    if always_has_tables(players, 1 + to_come):
        return found, LookAhead.GUARANTEED, to_come
    if found.cost != (0, 0):
        return found, LookAhead.NOT_PROVEN, 0
    (tables, exempt), code, safe = choose(players, (found.tables, found.exempt), to_come)
    return replace(found, tables=tables, exempt=exempt), code, safe


def _fewest(request: DrawRequest, players: Players) -> _Found:
    """Return the tables with the fewest repeats."""
    exempt = next(players.exempt_sets())
    members = _members(players.but(exempt))
    lots = []
    for attempt in range(FIRST_LOTS):
        tables = two_matchings(request, players.hall, members, attempt)
        cost = players.hall.cost(tables)
        if cost == (0, 0):
            return _Found(tables, exempt, cost, Proof.NO_REPEATS)
        lots.append((cost, tables))
    try:
        return _search(players, Steps(request.search_limit))
    except OutOfStepsError:
        cost, tables = min(lots)
        return _Found(tables, exempt, cost, Proof.NOT_PROVEN)


def _members(mask: int) -> list[int]:
    return [player for player in range(mask.bit_length()) if mask >> player & 1]


def _search(players: Players, steps: Steps) -> _Found:
    """Return the tables with the fewest repeats: one more is allowed only after all were searched.

    Raises OutOfStepsError.
    """
    hall = players.hall
    options = []
    for exempt in players.exempt_sets():
        mask = players.but(exempt)
        options.append((_fewest_partners_again(hall, mask), exempt, mask))
    partners = min(again for again, _, _ in options)
    options = [option for option in options if option[0] == partners]
    bounds = [(partners, hall.unavoidable(mask)[1]) for _, _, mask in options]
    for opponents in count(min(bounds)[1]):
        allowed = (partners, opponents)
        for _, exempt, mask in options:
            for tables in search_tables(hall, mask, allowed, steps):
                return _Found(tables, exempt, allowed, _proof(allowed, min(bounds)))
    raise AssertionError("with enough repeats allowed there are always tables")


def _proof(cost: Cost, bound: Cost) -> Proof:
    if cost == (0, 0):
        return Proof.NO_REPEATS
    return Proof.COUNTED if cost == bound else Proof.SEARCHED


def _fewest_partners_again(hall: Hall, players: int) -> int:
    """Return at least how many pairs of partners must repeat: exact."""
    members = _members(players)
    free = [(u, v) for u, v in combinations(members, 2) if hall.partners[u] >> v & 1]
    return len(members) // 2 - largest_matching(players.bit_length(), free)
