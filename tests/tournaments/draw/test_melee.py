"""Draws of a mêlée."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.draw.hall import Hall, seats
from tournaments.draw.drawing import draw
from tournaments.draw.request import DrawRequest, Entrant, Method, Pair, pair_of
from tournaments.draw.result import Draw, LookAhead, Proof, RepeatKind

pytestmark = pytest.mark.slow

Sides = tuple[Pair, Pair]


def every_round(players: tuple[int, ...]) -> Iterator[tuple[Sides, ...]]:
    """Yield every way to seat the players, whose number is a multiple of four."""
    if not players:
        yield ()
        return
    first, *rest = players
    for partner in rest:
        others = [n for n in rest if n != partner]
        for x, y in combinations(others, 2):
            left = tuple(n for n in others if n not in (x, y))
            for tables in every_round(left):
                yield (((first, partner), (x, y)), *tables)


@st.composite
def eight_players(draw_from: st.DrawFn) -> DrawRequest:
    pairs = list(combinations(range(1, 9), 2))
    some = st.lists(st.sampled_from(pairs), max_size=24)
    met, partners = draw_from(some), draw_from(some)
    entrants = tuple(map(Entrant, range(1, 9)))
    return DrawRequest(Method.MELEE, 1, 2, 0, entrants, tuple(met), tuple(partners))


@given(eight_players())
def test_the_fewest_partners_again_then_the_fewest_opponents_again(request_: DrawRequest) -> None:
    met, partners = set(request_.opponents), set(request_.partners)

    def cost(tables: tuple[Sides, ...]) -> tuple[int, int]:
        return (
            sum(pair_of(*side) in partners for table in tables for side in table),
            sum(pair_of(a, b) in met for x, y in tables for a in x for b in y),
        )

    drawn = draw(request_)
    kinds = [repeat.kind for repeat in drawn.repeats]
    found = (kinds.count(RepeatKind.PARTNERS), kinds.count(RepeatKind.OPPONENTS))
    assert found == min(map(cost, every_round(tuple(range(1, 9)))))
    assert (drawn.proof is Proof.NO_REPEATS) == (found == (0, 0))
    assert drawn.proof is not Proof.NOT_PROVEN


@settings(max_examples=25)
@given(st.integers(0, 45), st.integers(1, 3), st.integers(0, 999))
def test_a_whole_melee(size: int, rounds: int, seed: int) -> None:
    for request, drawn in Hall(size, rounds, Method.MELEE, seed).run():
        assert seats(drawn) == list(range(1, size + 1))
        assert len(drawn.exempt) == size % 4
        assert all(len(p.a) == len(p.b) == 2 for p in drawn.pairings)
        if size >= 8 and size % 4 == 0:
            assert drawn.repeats == ()
        mixed = replace(request, entrants=request.entrants[::-1])
        assert draw(mixed) == drawn


@pytest.mark.parametrize(
    ("size", "rounds"),
    [
        pytest.param(8, 3, id="8 players, 3 rounds: six opponents each, of seven"),
        pytest.param(12, 4, id="12 players, 4 rounds"),
        pytest.param(16, 5, id="16 players, 5 rounds"),
        pytest.param(40, 6, id="40 players, 6 rounds"),
    ],
)
def test_small_fields_look_ahead(size: int, rounds: int) -> None:
    for _, drawn in Hall(size, rounds, Method.MELEE).run():
        assert drawn.repeats == ()
        assert drawn.look_ahead is not LookAhead.SHORT


@cache
def nine_rounds_of_eight() -> tuple[DrawRequest, Draw]:
    """Return the last of nine rounds, of which at most seven are without a partner again."""
    return Hall(8, 9, Method.MELEE).run()[-1]


def test_more_rounds_than_opponents() -> None:
    _, drawn = nine_rounds_of_eight()
    assert drawn.repeats
    assert drawn.proof in (Proof.COUNTED, Proof.SEARCHED)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_below_four_everybody_is_exempt(size: int) -> None:
    first, second = Hall(size, 2, Method.MELEE).run()
    assert first[1].pairings == ()
    assert first[1].repeats == ()
    assert second[1].proof is Proof.EVERYBODY_EXEMPT


def test_the_exempt_are_the_lowest_ranked_not_yet_exempt() -> None:
    entrants = tuple(Entrant(n, n, byes=int(n in (10, 11))) for n in range(1, 12))
    drawn = draw(DrawRequest(Method.MELEE, 1, 2, 0, entrants))
    assert sorted(drawn.exempt) == [7, 8, 9]


def test_a_search_that_was_stopped_says_so() -> None:
    request, _ = nine_rounds_of_eight()
    drawn = draw(replace(request, search_limit=0))
    assert drawn.proof is Proof.NOT_PROVEN
    assert seats(drawn) == list(range(1, 9))
    assert draw(replace(request, search_limit=10**6)).proof is not Proof.NOT_PROVEN


def test_five_hundred_players_never_meet_again() -> None:
    hall = Hall(500, 6, Method.MELEE)
    for number in range(1, 7):
        request = hall.request(number)
        drawn = draw(request)
        assert drawn.repeats == ()
        assert drawn.look_ahead in (LookAhead.GUARANTEED, LookAhead.LAST_ROUND)
        hall.play(drawn, number)
