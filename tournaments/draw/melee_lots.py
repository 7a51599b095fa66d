"""A mêlée by two exact matchings: players to pairs of partners, then pairs to tables."""

from collections.abc import Callable
from typing import Final

from tournaments.draw.future import least_degree
from tournaments.draw.matching import Matching, cheapest_matching
from tournaments.draw.melee_search import PlayerGraph, Tables
from tournaments.draw.request import MAX_ENTRANTS, TIE_BITS, DrawRequest, lot

APART_COST: Final = 1 << (TIE_BITS + 11)
REPEAT_COST: Final = APART_COST * MAX_ENTRANTS * MAX_ENTRANTS


def two_matchings(
    request: DrawRequest, hall: PlayerGraph, members: list[int], attempt: int
) -> Tables:
    """Return tables of the members, whose number is a multiple of four.

    Partners repeat as rarely as possible, then opponents, given these partners. Each attempt is
    another lot.
    """
    size = len(hall.partners)
    if attempt:
        members = sorted(members, key=lambda player: lot(request, f"lot {attempt}", player))
    met_partners = size - 1 - least_degree(hall.partners)
    met_opponents = size - 1 - least_degree(hall.opponents)

    def partners_again(u: int, v: int) -> int:
        return int(not hall.partners[members[u]] >> members[v] & 1)

    sides = [
        (members[u], members[v])
        for u, v in _near(request, len(members), met_partners, partners_again)
    ]

    def opponents_again(u: int, v: int) -> int:
        free = hall.opponents
        return sum(not free[a] >> b & 1 for a in sides[u] for b in sides[v])

    tables = _near(request, len(sides), 2 * met_opponents, opponents_again)
    return tuple((*sides[u], *sides[v]) for u, v in tables)


def _near(
    request: DrawRequest, size: int, most_met: int, again: Callable[[int, int], int]
) -> Matching:
    """Return the matching with the fewest repeats, then the smallest distance by lot.

    If nobody has met more than `most_met` others and that is fewer than half, only near neighbours
    need to be considered: see README.md.
    """
    is_certain = 2 * (size - 1 - most_met) >= size
    reach = 8 * most_met + 1 if is_certain else size
    costs = {}
    for u in range(size):
        for v in range(u + 1, min(size, u + reach + 1)):
            repeats = again(u, v)
            if not (is_certain and repeats):
                apart = (v - u) * APART_COST + lot(request, "near", u, v)
                costs[u, v] = repeats * REPEAT_COST + apart
    matching = cheapest_matching(size, costs)
    assert matching is not None
    return matching
