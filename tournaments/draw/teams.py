"""Draws of teams: by lot, by ranking, by movement."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice, takewhile
from typing import Final

from tournaments.draw.barrier import EXEMPT, find_barrier
from tournaments.draw.future import (
    always_has_rounds,
    edges_of,
    has_rounds,
    most_rounds,
    samples,
    without,
)
from tournaments.draw.graph import MeetingGraph, meetings_of
from tournaments.draw.kept_apart import WishedGraph, Worth, graph_of, proven_apart
from tournaments.draw.matching import Edge, Matching, cheapest_matching, matchings_by_cost
from tournaments.draw.movement import movements
from tournaments.draw.near import Neighbours
from tournaments.draw.repeats import repeats_of
from tournaments.draw.request import DrawRequest, Method
from tournaments.draw.result import (
    Barrier,
    BrokenWish,
    Draw,
    LookAhead,
    Pairing,
    Proof,
    RepeatKind,
)
from tournaments.draw.seats import numbered, proven_seats
from tournaments.draw.steps import OutOfStepsError, Steps


@dataclass(frozen=True, slots=True)
class _Choice:
    """The tables as edges of the graph, and what is known of the rounds to come."""

    matching: Matching
    look_ahead: LookAhead
    rounds_safe: int


DrawnTables = tuple[tuple[Pairing, ...], tuple[Pairing, ...]]
"""The tables in the method's order, and sorted by their numbers."""
DRAWS_TRIED: Final = 16
"""How many of the cheapest draws are compared by the rounds they leave, before random ones."""


def draw_teams(
    request: DrawRequest, steps: Steps, *, draws_tried: int | None = DRAWS_TRIED
) -> Draw:
    """Draw one round of teams: fewest repeats first, then the most later rounds, then the method.

    `draws_tried` is None for no limit. If the steps run out, nothing is certain about later rounds;
    the fewest repeats are exact all the same.
    """
    meetings = graph_of(request)
    choice = _choose(meetings, steps, draws_tried)
    drawn, exempt = _tables(meetings, choice.matching)
    pairings = numbered(request, drawn)
    repeats = repeats_of(request, pairings, exempt)
    barrier, proof = None, Proof.NO_REPEATS
    if meetings.repeats(choice.matching):
        barrier, proof = _proven(meetings, steps)
    elif any(repeat.kind is RepeatKind.EXEMPT for repeat in repeats):
        proof = Proof.EVERYBODY_EXEMPT
    distance = distance_of(request, pairings)
    worth, broken = _wishes(meetings, choice.matching, (drawn, pairings), steps)
    look_ahead = (choice.look_ahead, choice.rounds_safe)
    return Draw(pairings, exempt, repeats, proof, barrier, distance, *look_ahead, broken, worth)


def _wishes(
    meetings: MeetingGraph, matching: Matching, drawn: DrawnTables, steps: Steps
) -> tuple[Worth, tuple[BrokenWish, ...]]:
    """Return the worth of a draw, and the wishes that it does not keep."""
    if not isinstance(meetings, WishedGraph):
        return (), ()
    apart = proven_apart(meetings, matching, steps)
    seats = proven_seats(meetings.request, *drawn, steps)
    return meetings.worth(matching), (*apart, *seats)


def distance_of(request: DrawRequest, pairings: tuple[Pairing, ...]) -> int:
    """Return the sum of the places between the two sides of each table; 0 for the movement."""
    if request.method in (Method.MOVEMENT, Method.MELEE):
        return 0
    place = {number: index for index, number in enumerate(meetings_of(request).order)}
    return sum(abs(place[pairing.a[0]] - place[pairing.b[0]]) for pairing in pairings)


def _choose(meetings: MeetingGraph, steps: Steps, draws_tried: int | None) -> _Choice:
    """Return the best draw: exact in any field, as far as the steps go."""
    if isinstance(meetings, WishedGraph):
        return _choose_wished(meetings, steps.part(steps.left // 2))
    to_come = meetings.request.rounds_left
    moved = _moved(meetings)
    if always_has_rounds(meetings.graph, 1 + to_come):
        code = LookAhead.GUARANTEED if to_come else LookAhead.LAST_ROUND
        matching = next(moved, None) or _nearest(meetings) or _cheapest(meetings)
        return _Choice(matching, code, to_come)
    try:
        return _most_to_come(meetings, steps.part(steps.left // 2), draws_tried)
    except OutOfStepsError:
        code = LookAhead.NOT_PROVEN if to_come else LookAhead.LAST_ROUND
        movement = next(moved, None)
        return _Choice(movement or _cheapest(meetings), code, 0)


def _most_to_come(meetings: MeetingGraph, steps: Steps, draws_tried: int | None) -> _Choice:
    """Return the draw that leaves the most later rounds; raise the error of the steps."""
    to_come = meetings.request.rounds_left
    rounds = most_rounds(meetings.graph, 1 + to_come, steps)
    if not rounds:
        code = LookAhead.SHORT if to_come else LookAhead.LAST_ROUND
        return _Choice(_cheapest(meetings), code, 0)
    for matching, part in _candidates(meetings, rounds, steps, draws_tried):
        if _leaves(meetings, matching, rounds - 1, part):
            return _planned(matching, rounds - 1, to_come)
    # `most_rounds` says that such a draw exists: it is among those that ran out of steps.
    raise OutOfStepsError


def _choose_wished(meetings: WishedGraph, steps: Steps) -> _Choice:
    """Return the best draw with wishes: of those with the best worth, the most later rounds."""
    to_come = meetings.request.rounds_left
    best = _nearest(meetings.keeping()) or _cheapest(meetings)
    least = meetings.worth(best)
    moved = (matching for matching in _moved(meetings) if meetings.worth(matching) == least)
    best = next(moved, best)
    if not to_come:
        return _Choice(best, LookAhead.LAST_ROUND, 0)
    if always_has_rounds(meetings.graph, 1 + to_come):
        return _Choice(best, LookAhead.GUARANTEED, to_come)
    try:
        rounds = most_rounds(meetings.graph, 1 + to_come, steps)
        if not rounds:
            return _Choice(best, LookAhead.SHORT, 0)
        edges = meetings.costs(edges_of(meetings.graph))
        by_cost = matchings_by_cost(meetings.size, edges, steps.part(steps.left // 2))
        wanted = chain([best], islice(by_cost, DRAWS_TRIED))
        alike = list(takewhile(lambda matching: meetings.worth(matching) == least, wanted))
    except OutOfStepsError:
        return _Choice(best, LookAhead.NOT_PROVEN, 0)
    each = steps.left // (rounds * len(alike))
    for safe in range(rounds - 1, 0, -1):
        for matching in alike:
            if _leaves(meetings, matching, safe, steps.part(each)):
                choice = _planned(matching, safe, to_come)
                return (
                    choice
                    if safe == rounds - 1
                    else replace(choice, look_ahead=LookAhead.NOT_PROVEN)
                )
    return _Choice(best, LookAhead.NOT_PROVEN, 0)


def _candidates(
    meetings: MeetingGraph, rounds: int, steps: Steps, draws_tried: int | None
) -> Iterator[tuple[Matching, Steps]]:
    """Yield the draws in the method's order of preference, each with its limit of steps."""
    by_cost = matchings_by_cost(meetings.size, meetings.costs(edges_of(meetings.graph)), steps)
    wanted = chain(_moved(meetings), by_cost)
    if draws_tried is None:
        yield from ((matching, steps) for matching in wanted)
        return
    each = steps.left // (2 * draws_tried)
    for matching in chain(islice(wanted, draws_tried), samples(meetings.graph, rounds, steps)):
        yield matching, steps.part(each)


def _leaves(meetings: MeetingGraph, matching: Matching, rounds: int, steps: Steps) -> bool:
    """Return whether a draw certainly leaves so many rounds; False if the steps run out."""
    try:
        return has_rounds(without(meetings.graph, matching), rounds, steps)
    except OutOfStepsError:
        return False


def _moved(meetings: MeetingGraph) -> Iterator[Matching]:
    """Yield the movements without repeats, if the method is the movement."""
    if meetings.request.method is Method.MOVEMENT:
        yield from movements(meetings)


def _planned(matching: Matching, safe: int, to_come: int) -> _Choice:
    if not to_come:
        return _Choice(matching, LookAhead.LAST_ROUND, 0)
    return _Choice(matching, LookAhead.PLANNED if safe == to_come else LookAhead.SHORT, safe)


def _cheapest(meetings: MeetingGraph) -> Matching:
    """Return the minimum-cost draw of all: fewest repeats first."""
    matching = cheapest_matching(meetings.size, meetings.costs(meetings.every_edge()))
    # Repeats are allowed, so there always is a matching.
    assert matching is not None
    return matching


def _nearest(meetings: MeetingGraph) -> Matching | None:
    """Return the minimum-cost draw from near neighbours alone; None if that is not certainly exact.

    If nobody has met more than r opponents, no table of a draw with the smallest distance is more
    than 8 r + 1 places apart: README.md, *Why near neighbours are enough*.
    """
    exempt = [u for u in range(meetings.size) if meetings.order[u] in meetings.candidates[:1]]
    places = range(meetings.size)
    fixed: list[Edge] = []
    if meetings.size and meetings.order[-1] == EXEMPT:
        fixed = [(exempt[0], meetings.size - 1)]
        places = range(meetings.size - 1)
    drawn = [u for u in places if not fixed or u != exempt[0]]
    inside = sum(1 << u for u in drawn)
    degrees = [(meetings.graph[u] & inside).bit_count() for u in drawn]
    if min(degrees, default=0) * 2 < len(drawn):
        return None
    reach = 8 * (len(drawn) - 1 - min(degrees, default=0)) + 1
    matching = Neighbours(meetings, drawn, reach).cheapest()
    # By Dirac's theorem a draw without repeats exists, and by the bound it is among these edges.
    assert matching is not None
    return (*((drawn[i], drawn[j]) for i, j in matching), *fixed)


def _tables(
    meetings: MeetingGraph, matching: Matching
) -> tuple[tuple[Pairing, ...], tuple[int, ...]]:
    """Return the tables in the method's order, numbered from 1, and who is exempt."""
    sides = [(meetings.order[u], meetings.order[v]) for u, v in sorted(map(_in_order, matching))]
    if meetings.request.method is Method.MOVEMENT:
        # The side that stays is named first and determines the order of the tables.
        sides = sorted((b, a) if b % 2 > a % 2 else (a, b) for a, b in sides)
    playing = [side for side in sides if EXEMPT not in side]
    exempt = tuple(a or b for a, b in sides if EXEMPT in (a, b))
    pairings = (Pairing(table, (a,), (b,)) for table, (a, b) in enumerate(playing, 1))
    return tuple(pairings), exempt


def _in_order(edge: Edge) -> Edge:
    return (min(edge), max(edge))


def _proven(meetings: MeetingGraph, steps: Steps) -> tuple[Barrier | None, Proof]:
    """Return the proof that no draw has fewer repeats."""
    try:
        removed, groups = find_barrier(meetings.graph, steps)
    except OutOfStepsError:
        return None, Proof.NOT_PROVEN

    def numbers(mask: int) -> tuple[int, ...]:
        return tuple(sorted(meetings.order[u] for u in range(meetings.size) if mask >> u & 1))

    return Barrier(numbers(removed), tuple(sorted(map(numbers, groups)))), Proof.BARRIER


def barrier_holds(request: DrawRequest, barrier: Barrier) -> bool:
    """Return whether a barrier is valid: odd groups whose members have all met those outside."""
    meetings = meetings_of(request)
    vertex = {number: index for index, number in enumerate(meetings.order)}
    named = [*barrier.removed, *(number for group in barrier.groups for number in group)]
    if len(set(named)) < len(named) or not set(named) <= vertex.keys():
        return False
    removed = sum(1 << vertex[number] for number in barrier.removed)
    for group in barrier.groups:
        inside = sum(1 << vertex[number] for number in group)
        around = 0
        for number in group:
            around |= meetings.graph[vertex[number]]
        if len(group) % 2 == 0 or around & ~(inside | removed):
            return False
    return True
