"""Draws of teams: by lot, by ranking, by movement."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.draw.hall import Hall, seats
from tournaments.draw.drawing import draw
from tournaments.draw.request import DrawRequest, Entrant, Method, Pair, RequestError, pair_of
from tournaments.draw.result import Draw, LookAhead, Proof, RepeatKind
from tournaments.draw.teams import barrier_holds

pytestmark = pytest.mark.slow

TEAM_METHODS = [Method.LOT, Method.RANKING, Method.MOVEMENT]


def ranked(size: int, *met: Pair, to_come: int = 0, byes: tuple[int, ...] = ()) -> DrawRequest:
    """Ask for a draw by ranking of teams 1, 2, 3 … in this order."""
    entrants = tuple(Entrant(n, n, byes.count(n)) for n in range(1, size + 1))
    return DrawRequest(Method.RANKING, 7, 2, to_come, entrants, met)


def tables(drawn: Draw) -> list[Pair]:
    return [pair_of(p.a[0], p.b[0]) for p in drawn.pairings]


def every_draw(numbers: tuple[int, ...]) -> Iterator[tuple[Pair, ...]]:
    """Yield every way to seat an even number of teams."""
    if not numbers:
        yield ()
        return
    first, *rest = numbers
    for other in rest:
        for others in every_draw(tuple(n for n in rest if n != other)):
            yield (pair_of(first, other), *others)


@st.composite
def fields(draw_from: st.DrawFn, sizes: tuple[int, ...] = (2, 4, 6, 8)) -> DrawRequest:
    """Any meetings at all, also those that no contest would have."""
    size = draw_from(st.sampled_from(sizes))
    pairs = list(combinations(range(1, size + 1), 2))
    met = draw_from(st.lists(st.sampled_from(pairs), max_size=len(pairs) + 5))
    return ranked(size, *met, to_come=draw_from(st.integers(0, 4)))


@given(fields())
def test_the_fewest_repeats_and_then_the_smallest_distance(request_: DrawRequest) -> None:
    request = replace(request_, rounds_left=0)
    met = set(request.opponents)
    numbers = tuple(entrant.number for entrant in request.entrants)

    def cost(pairs: tuple[Pair, ...]) -> tuple[int, int, int]:
        times = sum(request.opponents.count(pair) for pair in pairs)
        return sum(pair in met for pair in pairs), times, sum(b - a for a, b in pairs)

    best = min(map(cost, every_draw(numbers)))
    drawn = draw(request)
    assert cost(tuple(tables(drawn))) == best
    assert (len(drawn.repeats), drawn.distance) == (best[0], best[2])


@given(fields())
def test_every_repeat_has_a_proof_that_counts_it(request_: DrawRequest) -> None:
    drawn = draw(request_)
    if drawn.barrier is None:
        assert not drawn.repeats
        assert drawn.proof is Proof.NO_REPEATS
    else:
        assert drawn.proof is Proof.BARRIER
        assert drawn.barrier.repeats == len(drawn.repeats) > 0
        assert barrier_holds(request_, drawn.barrier)


def rounds_possible(numbers: tuple[int, ...], met: frozenset[Pair], at_most: int) -> int:
    """Return how many rounds can be drawn without repeats, trying all of them."""
    best = 0
    for pairs in every_draw(numbers) if at_most else ():
        if met.isdisjoint(pairs):
            best = max(best, 1 + rounds_possible(numbers, met | set(pairs), at_most - 1))
        if best == at_most:
            break
    return best


@settings(max_examples=60)
@given(fields(sizes=(4, 6)))
def test_no_draw_leaves_more_rounds_without_repeats(request_: DrawRequest) -> None:
    numbers = tuple(entrant.number for entrant in request_.entrants)
    met = frozenset(request_.opponents)
    drawn = draw(request_)
    if drawn.repeats:
        assert drawn.rounds_safe == 0
        return
    best = rounds_possible(numbers, met, 1 + request_.rounds_left) - 1
    left = rounds_possible(numbers, met | set(tables(drawn)), request_.rounds_left)
    assert left == best == drawn.rounds_safe
    assert (drawn.look_ahead is LookAhead.SHORT) == (best < request_.rounds_left)


def test_first_against_second_would_be_a_dead_end() -> None:
    # Six teams after two rounds: without 1-4, 2-5 and 3-6 two triangles are left.
    met = [(1, 5), (1, 6), (2, 4), (2, 6), (3, 4), (3, 5)]
    assert draw(ranked(6, *met, (1, 2), to_come=0)).repeats == ()
    drawn = draw(ranked(6, *met, to_come=1))
    assert drawn.look_ahead is LookAhead.PLANNED
    assert draw(ranked(6, *met, *tables(drawn))).repeats == ()


@settings(max_examples=40)
@given(
    st.integers(0, 13),
    st.integers(1, 14),
    st.sampled_from(TEAM_METHODS),
    st.integers(0, 2**32),
)
def test_a_whole_contest(size: int, rounds: int, method: Method, seed: int) -> None:
    hall = Hall(size, rounds, method, seed)
    possible = size - 1 + size % 2
    for number, (_, drawn) in enumerate(hall.run(), 1):
        assert seats(drawn) == list(range(1, size + 1))
        assert [p.table for p in drawn.pairings] == list(range(1, size // 2 + 1))
        assert len(drawn.exempt) == size % 2
        # A round robin is played to its end, nobody exempt twice, before anything repeats.
        assert size < 2 or bool(drawn.repeats) == (number > possible)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_twenty_rounds_of_22_teams_by_movement_come_to_no_dead_end(seed: int) -> None:
    for _, drawn in Hall(22, 20, Method.MOVEMENT, seed).run():
        assert drawn.repeats == ()
        assert drawn.look_ahead in (LookAhead.PLANNED, LookAhead.LAST_ROUND)


@pytest.mark.parametrize("method", TEAM_METHODS)
@pytest.mark.parametrize("size", [0, 1, 2, 3, 501])
def test_odd_and_tiny_fields(size: int, method: Method) -> None:
    for _, drawn in Hall(size, 4, method).run():
        assert seats(drawn) == list(range(1, size + 1))


@settings(max_examples=30)
@given(st.integers(2, 40), st.integers(1, 5), st.sampled_from(TEAM_METHODS), st.randoms())
def test_the_order_of_the_input_changes_nothing(
    size: int, rounds: int, method: Method, chance: random.Random
) -> None:
    request, drawn = Hall(size, rounds, method).run()[-1]
    entrants, met = list(request.entrants), [pair[::-1] for pair in request.opponents]
    chance.shuffle(entrants)
    chance.shuffle(met)
    mixed = replace(request, entrants=tuple(entrants), opponents=tuple(met))
    assert mixed == request
    assert draw(mixed) == drawn


@settings(max_examples=30)
@given(st.integers(10, 60), st.integers(1, 3), st.integers(0, 99))
def test_near_neighbours_are_enough(size: int, rounds: int, seed: int) -> None:
    """All pairs give the same draw as the near ones."""
    from tournaments.draw import graph, teams

    hall = Hall(size, rounds + 1, Method.RANKING, seed)
    request, drawn = hall.run()[-1]
    whole = graph.meetings_of(request)
    pairings, exempt = teams._tables(whole, teams._cheapest(whole))
    assert (pairings, exempt) == (drawn.pairings, drawn.exempt)


def test_without_meetings_first_plays_second() -> None:
    assert tables(draw(ranked(6))) == [(1, 2), (3, 4), (5, 6)]


def test_the_first_two_tables_change_where_first_and_second_met() -> None:
    drawn = draw(ranked(6, (1, 2)))
    assert drawn.distance == 5
    assert tables(drawn) in ([(1, 3), (2, 4), (5, 6)], [(1, 4), (2, 3), (5, 6)])


@pytest.mark.parametrize(
    ("byes", "exempt"),
    [
        pytest.param((), 5, id="the last"),
        pytest.param((5,), 4, id="the last was exempt"),
        pytest.param((1, 2, 4, 5), 3, id="one is left"),
        pytest.param((1, 2, 3, 4, 5), 5, id="everybody was: the last again"),
    ],
)
def test_the_lowest_ranked_not_yet_exempt(byes: tuple[int, ...], exempt: int) -> None:
    drawn = draw(ranked(5, byes=byes))
    assert drawn.exempt == (exempt,)
    again = [r.entrants for r in drawn.repeats if r.kind is RepeatKind.EXEMPT]
    assert again == ([(5,)] if len(byes) == 5 else [])
    assert drawn.proof is (Proof.EVERYBODY_EXEMPT if again else Proof.NO_REPEATS)


def test_a_higher_team_is_exempt_where_the_lowest_would_make_others_repeat() -> None:
    # Without 5, somebody meets again; without 4, 1-2 and 3-5 are new.
    met = [(1, 3), (1, 4), (2, 3), (2, 4), (3, 4), (1, 5), (2, 5)]
    drawn = draw(ranked(5, *met))
    assert drawn.exempt == (4,)
    assert tables(drawn) == [(1, 2), (3, 5)]


def test_odd_stay_and_even_move_on() -> None:
    rounds = [
        [(p.a[0], p.b[0]) for p in drawn.pairings] for _, drawn in Hall(6, 3, Method.MOVEMENT).run()
    ]
    assert rounds == [
        [(1, 2), (3, 4), (5, 6)],
        [(1, 6), (3, 2), (5, 4)],
        [(1, 4), (3, 6), (5, 2)],
    ]


def test_a_withdrawn_team_leaves_the_movement_whole() -> None:
    entrants = tuple(Entrant(n) for n in (1, 3, 5, 7, 2, 4))
    drawn = draw(DrawRequest(Method.MOVEMENT, 1, 2, 1, entrants, ((1, 2), (3, 4), (5, 6))))
    assert seats(drawn) == [1, 2, 3, 4, 5, 7]
    assert drawn.repeats == ()


def test_another_seed_or_round_is_another_lot() -> None:
    request = Hall(40, 3, Method.LOT).request(1)
    other_round = replace(request, round_number=2)
    assert len({draw(r).pairings for r in (request, replace(request, seed=2), other_round)}) == 3


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"round_number": 0}, id="round 0"),
        pytest.param({"rounds_left": -1}, id="fewer than none to come"),
        pytest.param({"entrants": (Entrant(1), Entrant(1))}, id="a number twice"),
        pytest.param({"entrants": (Entrant(0),)}, id="number 0"),
        pytest.param({"entrants": tuple(map(Entrant, range(1, 2002)))}, id="too many"),
        pytest.param({"opponents": ((2, 2),)}, id="against itself"),
        pytest.param({"opponents": ((1, 2),) * 101}, id="met too often"),
    ],
)
def test_a_request_that_contradicts_itself(change: dict[str, Any]) -> None:
    with pytest.raises(RequestError):
        replace(ranked(4), **change)


@pytest.mark.parametrize("method", TEAM_METHODS)
def test_a_thousand_teams_never_meet_again(method: Method) -> None:
    hall = Hall(1000, 6, method)
    for number in range(1, 7):
        request = hall.request(number)
        drawn = draw(request)
        assert drawn.repeats == ()
        hall.play(drawn, number)
