"""Table numbers: entrants who need a table get it, the others follow in order. Exact.

Entrants are matched to the tables they need: as many wishes as possible, then the smallest distance
from where the table would have been without wishes, then lots.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import rustworkx

from tournaments.draw.kept_apart import seats_in
from tournaments.draw.request import TIE_BITS, DrawRequest, Method, RequestError, lot
from tournaments.draw.result import BrokenWish, Pairing, WishKind, WishProof
from tournaments.draw.steps import OutOfStepsError, Steps
from tournaments.draw.wishes import FixedSeat, count_of, numbers_of

MOVED_WEIGHT: Final = 1 << (TIE_BITS + 11)
KEPT_WEIGHT: Final = MOVED_WEIGHT << 27
ENFORCED_WEIGHT: Final = KEPT_WEIGHT << 13


class TooFewTablesError(RequestError):
    """The round needs more tables than there are."""

    def __init__(self, needed: int, there: int) -> None:
        super().__init__(f"{needed} tables, {there} there")
        self.needed, self.there = needed, there


def refuse_too_few(request: DrawRequest) -> None:
    """Raise TooFewTablesError if there are not enough tables for everybody."""
    sitting = 4 if request.method is Method.MELEE else 2
    needed, there = len(request.entrants) // sitting, count_of(request.tables)
    if needed > there:
        raise TooFewTablesError(needed, there)


def numbered(request: DrawRequest, pairings: tuple[Pairing, ...]) -> tuple[Pairing, ...]:
    """Return the tables of a round with their numbers, sorted by number."""
    if request.is_plain:
        return pairings
    hall = _Hall(request, pairings)
    chosen = hall.chosen()
    free = (number for number in numbers_of(request.tables) if number not in chosen.values())
    found = [
        replace(pairing, table=chosen[place] if place in chosen else next(free))
        for place, pairing in enumerate(pairings)
    ]
    return tuple(sorted(found, key=lambda pairing: pairing.table))


def broken_seats(request: DrawRequest, pairings: tuple[Pairing, ...]) -> list[BrokenWish]:
    """Return who does not play at a wished table, without a proof."""
    seats = seats_in(request)
    return [
        BrokenWish(WishKind.SEAT, (number,))
        for pairing in sorted(pairings, key=lambda pairing: pairing.table)
        for number in sorted((*pairing.a, *pairing.b))
        if number in seats and not seats[number].has(pairing.table)
    ]


def proven_seats(
    request: DrawRequest,
    drawn: tuple[Pairing, ...],
    pairings: tuple[Pairing, ...],
    steps: Steps,
) -> Iterator[BrokenWish]:
    """Yield who does not play at a wished table, with how many would not if that one did.

    `drawn` are the tables in the method's order, `pairings` the same with their numbers.
    """
    hall = _Hall(request, drawn)
    for wish in broken_seats(request, pairings):
        number = wish.entrants[0]
        try:
            steps.take(len(hall.wanted) ** 2)
        except OutOfStepsError:
            yield wish
            continue
        others = hall.broken_with(number)
        if others is None:
            yield replace(wish, proof=WishProof.IMPOSSIBLE)
        else:
            yield replace(wish, proof=WishProof.COMPARED, worth=(others,))


@dataclass(frozen=True, slots=True)
class _Option:
    """A table that one pairing could have, and which of its entrants wish it."""

    place: int
    table: int
    kept: frozenset[int]
    weight: int


class _Hall:
    """The tables of a round with wishes, and the options of each pairing."""

    def __init__(self, request: DrawRequest, pairings: Sequence[Pairing]) -> None:
        self._request = request
        self._pairings = pairings
        self.seats = seats_in(request)
        self._position = (
            {table: position for position, table in enumerate(numbers_of(request.tables))}
            if self.seats
            else {}
        )
        self.wanted = {
            place: mine
            for place, pairing in enumerate(pairings)
            if (mine := [self.seats[n] for n in (*pairing.a, *pairing.b) if n in self.seats])
        }
        self._options = [
            option for place, mine in self.wanted.items() for option in self._of(place, mine)
        ]

    def chosen(self) -> dict[int, int]:
        """Return the table of every pairing that gets a wished one, by its index in the draw."""
        return {option.place: option.table for option in self._matched({})}

    def broken_with(self, number: int) -> int | None:
        """Return how many wishes are not kept if that entrant's is; None if it cannot be."""
        bonus = {option: ENFORCED_WEIGHT for option in self._options if number in option.kept}
        if not bonus:
            return None
        kept = sum(len(option.kept) for option in self._matched(bonus))
        return sum(map(len, self.wanted.values())) - kept

    def _of(self, place: int, mine: Sequence[FixedSeat]) -> Iterator[_Option]:
        """Yield the tables that keep a wish: the nearest of each kind, as many as can be used."""
        kinds: dict[frozenset[int], list[int]] = {}
        spans = [span for seat in mine for span in seat.tables]
        for table in {table for table in numbers_of(tuple(spans)) if table in self._position}:
            kept = frozenset(seat.entrant for seat in mine if seat.has(table))
            kinds.setdefault(kept, []).append(table)
        first = min((*self._pairings[place].a, *self._pairings[place].b))
        for kept, tables in kinds.items():
            nearest = sorted(tables, key=lambda table: (self._moved(place, table), table))
            for table in islice(nearest, len(self.wanted)):
                weight = len(kept) * KEPT_WEIGHT - self._moved(place, table) * MOVED_WEIGHT
                drawn = lot(self._request, "table", first, table)
                yield _Option(place, table, kept, weight - drawn)

    def _moved(self, place: int, table: int) -> int:
        return abs(self._position[table] - place)

    def _matched(self, bonus: Mapping[_Option, int]) -> list[_Option]:
        """Return the options of largest total weight, each table and each pairing once."""
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
        tables = sorted({option.table for option in self._options})
        vertex = {("place", place): index for index, place in enumerate(self.wanted)}
        vertex |= {("table", table): len(self.wanted) + i for i, table in enumerate(tables)}
        graph.add_nodes_from([None] * len(vertex))
        by_edge = {
            (vertex["place", option.place], vertex["table", option.table]): option
            for option in self._options
        }
        graph.add_edges_from(
            [(u, v, option.weight + bonus.get(option, 0)) for (u, v), option in by_edge.items()]
        )
        found = rustworkx.max_weight_matching(graph, weight_fn=int)
        return [by_edge[min(edge), max(edge)] for edge in found]
