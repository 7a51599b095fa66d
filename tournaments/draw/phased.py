"""Rounds of a phase: pools in which all meet all, and knock-out brackets."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

import rustworkx

from tournaments.draw.groups import MAIN, NOBODY, Frame, Group, size_of
from tournaments.draw.kept_apart import apart_in, broken_apart
from tournaments.draw.request import (
    TIE_BITS,
    DrawRequest,
    Method,
    Pair,
    RequestError,
    by_lot,
    by_rank,
    lot,
    pair_of,
)
from tournaments.draw.result import Draw, LookAhead, Pairing, Proof
from tournaments.draw.seats import broken_seats, numbered

LARGEST_SPREAD: Final = 256
"""In larger brackets nobody is moved to keep entrants apart: they hardly meet by chance."""
PLACE_WEIGHT: Final = 1 << (TIE_BITS + 1)
APART_WEIGHT: Final = PLACE_WEIGHT << 24
KEPT_WEIGHT: Final = APART_WEIGHT << 24
"""The weight of being placed at all: more than all reasons against a place."""

Sides = tuple[int, int]


def draw_phased(request: DrawRequest) -> Draw:
    """Draw a round of pools or brackets; raises RequestError for other requests."""
    frame = request.frame
    if frame is None or not request.entrants:
        raise RequestError(f"{request.method} without a phase")
    if frame.groups and frame.members != {entrant.number for entrant in request.entrants}:
        raise RequestError("others than in the groups")
    is_pools = request.method is Method.POOLS
    if is_pools and frame.size < 2:
        raise RequestError(f"pools of {frame.size}")
    groups = _pools(request, frame) if is_pools else _trees(request, frame)
    sides = [
        pair
        for group in groups
        for pair in (circle(group.slots, frame.size, frame.leg) if is_pools else group.pairs)
    ]
    tables = tuple(
        Pairing(table, (a,), (b,))
        for table, (a, b) in enumerate((pair for pair in sides if NOBODY not in pair), start=1)
    )
    pairings = numbered(request, tables)
    return Draw(
        pairings=pairings,
        exempt=tuple(a or b for a, b in sides if (a == NOBODY) != (b == NOBODY)),
        repeats=(),
        proof=Proof.NO_REPEATS,
        barrier=None,
        distance=0,
        look_ahead=LookAhead.LAST_ROUND,
        rounds_safe=0,
        broken=(*broken_apart(request, pairings), *broken_seats(request, pairings)),
        groups=groups,
    )


def circle(slots: Sequence[int], size: int, leg: int) -> list[Sides]:
    """Return the games of a pool in one of its rounds, by the circle method.

    Smaller pools have more byes. The first two entrants meet in the last round.
    """
    even = size + size % 2
    first, *others = [*slots, *[NOBODY] * (even - len(slots))]
    turn = (leg - 1) % len(others)
    ring = [first, *others[-turn:], *others[:-turn]] if turn else [first, *others]
    return [(ring[place], ring[-1 - place]) for place in range(even // 2)]


def _pools(request: DrawRequest, frame: Frame) -> tuple[Group, ...]:
    if frame.groups:
        return frame.groups
    order = by_rank(request) if frame.seeded else by_lot(request)
    count = -(-len(order) // frame.size)
    pools: list[list[int]] = [[] for _ in range(count)]
    apart = _apart(request, ())
    for start in range(0, len(order), count):
        row = order[start : start + count]
        # In a snake: whoever is first in one row is last in the next.
        turned = start // count % 2
        wanted = [count - 1 - place if turned else place for place in range(len(row))]

        def badness(number: int, pool: int) -> int:
            return sum(pair_of(number, other) in apart for other in pools[pool])

        chosen = _assigned(request, row, wanted, range(count), badness) if apart else wanted
        for number, pool in zip(row, chosen, strict=True):
            pools[pool].append(number)
    return tuple(Group(str(place), tuple(pool)) for place, pool in enumerate(pools, start=1))


def _trees(request: DrawRequest, frame: Frame) -> tuple[Group, ...]:
    if frame.leg > 1:
        return frame.groups
    seeded = frame.groups or (Group(MAIN, tuple(by_rank(request))),)
    return tuple(Group(group.name, _seeded(request, group.slots, frame)) for group in seeded)


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds in bracket order: the first two can meet in the last round only."""
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return tuple(order)


def _seeded(request: DrawRequest, seeds: Sequence[int], frame: Frame) -> tuple[int, ...]:
    """Return a bracket: byes for the best; entrants kept apart meet as late as possible."""
    size = size_of(len(seeds))
    slots = [seeds[seed - 1] if seed <= len(seeds) else NOBODY for seed in seed_order(size)]
    apart = _apart(request, frame.apart)
    if not apart or size > LARGEST_SPREAD:
        return tuple(slots)
    # One side of each first game is from the better half and keeps its place.
    better = set(seeds[: size // 2])
    lower = [place for place, number in enumerate(slots) if number and number not in better]
    moved = [slots[place] for place in lower]

    def badness(number: int, place: int) -> int:
        """Return the cost of meetings to avoid at a place; the earlier, the higher."""
        return sum(
            (size.bit_length() - (place ^ there).bit_length()) ** 2
            for there, other in enumerate(slots)
            if other in better and pair_of(number, other) in apart
        )

    chosen = _assigned(request, moved, lower, lower, badness)
    for number, place in zip(moved, chosen, strict=True):
        slots[place] = number
    return tuple(slots)


def _apart(request: DrawRequest, groups: Sequence[Sequence[int]]) -> frozenset[Pair]:
    """Return the pairs that should not meet: by a wish, or because they are in the same group."""
    wished = apart_in(request)
    same = {pair_of(*pair) for group in groups for pair in combinations(group, 2)}
    return wished.always | wished.rounds | same


def _assigned(
    request: DrawRequest,
    numbers: Sequence[int],
    wanted: Sequence[int],
    places: Sequence[int],
    badness: Callable[[int, int], int],
) -> list[int]:
    """Return a place for each number: lowest total cost first, then nearest to `wanted`."""
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * (len(numbers) + len(places)))
    for u, number in enumerate(numbers):
        for v, place in enumerate(places):
            moved = abs(place - wanted[u]) ** 2
            cost = badness(number, place) * APART_WEIGHT + moved * PLACE_WEIGHT
            cost += lot(request, "group", number, place)
            graph.add_edge(u, len(numbers) + v, KEPT_WEIGHT - cost)
    found = {min(edge): max(edge) for edge in rustworkx.max_weight_matching(graph, weight_fn=int)}
    return [places[found[u] - len(numbers)] for u in range(len(numbers))]
