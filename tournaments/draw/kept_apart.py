"""A round of teams with wishes as a graph: the cost of each table, the worth of a draw.

The worth is a tuple, most important first: see README.md, *What is wanted*.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from tournaments.draw.barrier import EXEMPT
from tournaments.draw.future import Graph
from tournaments.draw.graph import MeetingGraph, meetings_of
from tournaments.draw.matching import Edge, Matching, cheapest_matching
from tournaments.draw.request import TIE_BITS, DrawRequest, Pair, lot, pair_of
from tournaments.draw.result import BrokenWish, Pairing, WishKind, WishProof
from tournaments.draw.steps import OutOfStepsError, Steps
from tournaments.draw.wishes import ALWAYS, FixedSeat

COST_BITS: Final = 120
"""The largest size of a table's cost; the matching uses integers of 128 bits."""
PROOF_STEPS: Final = 4
"""The number of steps for each table that a proof examines."""

Worth = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ApartPairs:
    """Pairs of entrants that should not meet in a round: always, or in the first rounds."""

    always: frozenset[Pair]
    rounds: frozenset[Pair]

    def broken(self, pairs: Iterable[Pair]) -> list[BrokenWish]:
        """Return the pairs that meet although they should not; those always apart come first."""
        met = sorted(pair_of(*pair) for pair in pairs)
        return [
            BrokenWish(kind, pair)
            for kind, apart in ((WishKind.ALWAYS, self.always), (WishKind.ROUNDS, self.rounds))
            for pair in met
            if pair in apart
        ]


def apart_in(request: DrawRequest) -> ApartPairs:
    """Return which of the entrants should not meet in the round of a request."""
    found: dict[bool, set[Pair]] = {True: set(), False: set()}
    present = {entrant.number for entrant in request.entrants}
    for group in request.wishes.apart if request.wishes else ():
        if group.holds_in(request.round_number):
            pairs = combinations(sorted(present.intersection(group.entrants)), 2)
            found[group.rounds == ALWAYS].update(pairs)
    return ApartPairs(frozenset(found[True]), frozenset(found[False] - found[True]))


def seats_in(request: DrawRequest) -> dict[int, FixedSeat]:
    """Return which of the entrants should play at certain tables."""
    present = {entrant.number for entrant in request.entrants}
    seats = request.wishes.seats if request.wishes else ()
    return {seat.entrant: seat for seat in seats if seat.entrant in present}


def excluding(request: DrawRequest) -> frozenset[Pair]:
    """Return the pairs that have no wished table in common."""
    seats = sorted(seats_in(request).values(), key=lambda seat: seat.entrant)
    return frozenset(
        (one.entrant, other.entrant)
        for one, other in combinations(seats, 2)
        if not any(max(a, c) <= min(b, d) for a, b in one.tables for c, d in other.tables)
    )


@dataclass(frozen=True, slots=True)
class WishedGraph(MeetingGraph):
    """A meeting graph whose costs include wishes: below repeats, above who is exempt."""

    levels: tuple[Graph, ...]
    """Graphs as masks: always apart, apart in this round, at tables that exclude each other."""
    weights: tuple[int, ...]
    """The cost of one unit of each part of the worth, then of being exempt, then of a place."""
    dropped_bits: int

    def worth_of(self, u: int, v: int) -> Worth:
        """Return what a table contributes to the worth of a draw."""
        one, other = self.order[u], self.order[v]
        times = 0 if EXEMPT in (one, other) else self.met[pair_of(one, other)]
        return (int(times > 0), times, *(level[u] >> v & 1 for level in self.levels))

    def wish_cost(self, u: int, v: int) -> int:
        """Return the cost of a table by its worth alone."""
        return sum(
            weight * count for weight, count in zip(self.weights, self.worth_of(u, v), strict=False)
        )

    def cost(self, u: int, v: int) -> int:
        """Return the cost of a table: its worth, then who is exempt, then distance, then a lot."""
        one, other = self.order[u], self.order[v]
        exempt, place = self.weights[-2:]
        if EXEMPT in (one, other):
            entrant = one or other
            above = len(self.ranks) - 1 - self.ranks[entrant]
            return above * exempt + (lot(self.request, "exempt", entrant) >> self.dropped_bits)
        drawn = lot(self.request, "pair", *pair_of(one, other)) >> self.dropped_bits
        return self.wish_cost(u, v) + abs(u - v) * place + drawn

    def worth(self, matching: Iterable[Edge]) -> Worth:
        return tuple(map(sum, zip(*(self.worth_of(u, v) for u, v in matching), strict=True)))

    def keeping(self) -> MeetingGraph:
        """Return the graph of the meetings that respect all wishes."""
        masks = list(self.graph)
        for level in self.levels:
            masks = [free & ~apart for free, apart in zip(masks, level, strict=True)]
        return replace(self, graph=tuple(masks))

    def least(self, without: Edge) -> Worth | None:
        """Return the worth of the best draw without a table; None if there is no such draw."""
        costs = {edge: self.wish_cost(*edge) for edge in self.every_edge() if edge != without}
        matching = cheapest_matching(self.size, costs)
        return None if matching is None else self.worth(matching)


def graph_of(request: DrawRequest) -> MeetingGraph:
    """Return the graph of a round of teams, with the wishes."""
    meetings = meetings_of(request)
    return meetings if request.wishes is None else _wished(meetings)


def _wished(meetings: MeetingGraph) -> WishedGraph:
    apart = apart_in(meetings.request)
    vertex = {number: index for index, number in enumerate(meetings.order)}
    levels = tuple(
        _masks(vertex, pairs) for pairs in (apart.always, apart.rounds, excluding(meetings.request))
    )
    weights, dropped = _weights(meetings, [any(level) for level in levels])
    return WishedGraph(
        meetings.request,
        meetings.order,
        meetings.met,
        meetings.ranks,
        meetings.candidates,
        meetings.graph,
        levels,
        weights,
        dropped,
    )


def broken_apart(request: DrawRequest, pairings: Iterable[Pairing]) -> list[BrokenWish]:
    """Return the pairs at one table that should be apart, without a proof."""
    if request.wishes is None:
        return []
    pairs = (pair for pairing in pairings for pair in combinations((*pairing.a, *pairing.b), 2))
    return apart_in(request).broken(pairs)


def _masks(vertex: dict[int, int], pairs: Iterable[Pair]) -> Graph:
    masks = [0] * len(vertex)
    for one, other in pairs:
        u, v = vertex[one], vertex[other]
        masks[u] |= 1 << v
        masks[v] |= 1 << u
    return tuple(masks)


def _weights(meetings: MeetingGraph, is_wished: list[bool]) -> tuple[tuple[int, ...], int]:
    """Return the cost of one unit of each part: more than all less important parts together.

    Also return by how many bits the lots are shortened if the field is too large for everything.
    """
    tables = meetings.size // 2 + 1
    most_met = max(meetings.met.values(), default=0)
    # The most that one draw can have of each part, least important first.
    most = [tables * meetings.size, meetings.size]
    most += [tables if wished else 1 for wished in reversed(is_wished)]
    most += [tables * most_met + 1, 2]
    needed = TIE_BITS + sum(count.bit_length() for count in [tables, *most])
    dropped = min(TIE_BITS, max(0, needed - COST_BITS))
    weights = [tables << (TIE_BITS - dropped)]
    for count in most[:-1]:
        weights.append(weights[-1] * count)
    return tuple(reversed(weights)), dropped


def proven_apart(graph: WishedGraph, matching: Matching, steps: Steps) -> Iterator[BrokenWish]:
    """Yield the pairs that meet although apart, each with the worth of the best draw without it."""
    pairs = [
        pair_of(graph.order[u], graph.order[v])
        for u, v in matching
        if EXEMPT not in (graph.order[u], graph.order[v])
    ]
    vertex = {number: index for index, number in enumerate(graph.order)}
    for wish in apart_in(graph.request).broken(pairs):
        one, other = sorted(vertex[number] for number in wish.entrants)
        try:
            steps.take(PROOF_STEPS * graph.size * (graph.size - 1) // 2)
        except OutOfStepsError:
            yield wish
            continue
        worth = graph.least(without=(one, other))
        if worth is None:
            yield replace(wish, proof=WishProof.IMPOSSIBLE)
        else:
            yield replace(wish, proof=WishProof.COMPARED, worth=worth)
