"""Every search ends by counted steps that the request states, and says where it had to stop."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.draw.hall import Hall, seats
from tournaments.draw.certificate import Mismatch, certify, verify
from tournaments.draw.drawing import draw
from tournaments.draw.melee import draw_melee
from tournaments.draw.melee_plan import most_melee_rounds
from tournaments.draw.melee_players import Players
from tournaments.draw.melee_search import PlayerGraph as Met
from tournaments.draw.request import MOST_STEPS, PHASED, DrawRequest, Entrant, Method, RequestError
from tournaments.draw.result import Draw, LookAhead, Proof, RepeatKind
from tournaments.draw.steps import OutOfStepsError, Steps
from tournaments.draw.teams import draw_teams
from tournaments.draw.version1 import drawing as version1

pytestmark = pytest.mark.slow

DRAWS: dict[Method, Callable[[DrawRequest, Steps], Draw]] = {
    Method.MELEE: draw_melee,
    Method.LOT: draw_teams,
    Method.RANKING: draw_teams,
    Method.MOVEMENT: draw_teams,
}


@settings(max_examples=40)
@given(
    st.integers(2, 30),
    st.integers(1, 8),
    st.sampled_from([method for method in Method if method not in PHASED]),
    st.sampled_from([0, 1, 100, 5_000, 40_000]),
    st.integers(0, 999),
)
def test_no_draw_takes_more_steps_than_its_request_states(
    size: int, number: int, method: Method, limit: int, seed: int
) -> None:
    hall = Hall(size, number + 3, method, seed, search_limit=5_000)
    for before in range(1, number):
        hall.play(draw(hall.request(before)), before)
    request = replace(hall.request(number), search_limit=limit)
    steps = Steps(limit)
    drawn = DRAWS[method](request, steps)
    assert 0 <= steps.used <= limit
    assert steps.used + steps.left == limit
    assert seats(drawn) == list(range(1, size + 1))
    mixed = replace(request, entrants=request.entrants[::-1], opponents=request.opponents[::-1])
    assert draw(mixed) == drawn
    # What is said is either shown by the draw, or it is said that it is not.
    again = [repeat for repeat in drawn.repeats if repeat.kind is not RepeatKind.EXEMPT]
    if drawn.proof is Proof.NO_REPEATS:
        assert not again
    if not limit and method is Method.MELEE and again:
        assert drawn.proof is Proof.NOT_PROVEN


@pytest.mark.parametrize("method", [Method.MELEE, Method.RANKING])
def test_without_any_step_nothing_is_certain_of_the_rounds_to_come(method: Method) -> None:
    hall = Hall(12, 11, method)
    hall.play(draw(hall.request(1)), 1)
    drawn = draw(replace(hall.request(2), search_limit=0))
    assert (drawn.look_ahead, drawn.rounds_safe) == (LookAhead.NOT_PROVEN, 0)
    assert seats(drawn) == list(range(1, 13))


def test_teams_without_any_step_are_drawn_with_the_fewest_repeats_all_the_same() -> None:
    # Two threes who have met everybody on the other side.
    met = tuple((one, other) for one in (1, 2, 3) for other in (4, 5, 6))
    request = DrawRequest(Method.RANKING, 1, 4, 0, tuple(map(Entrant, range(1, 7))), met)
    hurried = draw(replace(request, search_limit=0))
    assert hurried.pairings == draw(request).pairings
    assert draw(request).proof is Proof.BARRIER
    assert (hurried.proof, hurried.barrier) == (Proof.NOT_PROVEN, None)


@pytest.mark.parametrize(
    ("size", "rounds"),
    [
        pytest.param(16, 5, id="16 players, 5 of at most 7 rounds"),
        pytest.param(24, 8, id="24 players, 8 of at most 11 rounds"),
        pytest.param(40, 12, id="40 players, 12 of at most 19 rounds"),
        pytest.param(41, 8, id="41 players, one exempt each time"),
        pytest.param(80, 6, id="80 players, 6 rounds"),
        pytest.param(100, 8, id="100 players, 8 rounds"),
    ],
)
def test_a_melee_of_some_size_goes_without_repeats(size: int, rounds: int) -> None:
    for _, drawn in Hall(size, rounds, Method.MELEE).run():
        assert drawn.repeats == ()
        assert drawn.proof is Proof.NO_REPEATS


def test_a_melee_that_can_be_planned_says_so() -> None:
    drawn = draw(Hall(80, 6, Method.MELEE).request(1))
    assert (drawn.look_ahead, drawn.rounds_safe) == (LookAhead.PLANNED, 5)


@pytest.mark.parametrize(
    ("size", "most"), [(4, 1), (8, 3), (9, 4), (12, 5), (16, 7), (40, 19), (42, 20)]
)
def test_the_rounds_without_repeats_are_counted(size: int, most: int) -> None:
    everybody = (1 << size) - 1
    others = tuple(everybody & ~(1 << player) for player in range(size))
    players = Players(Met(others, others), (0,) * size, tuple(range(size)))
    assert most_melee_rounds(players, 20) == most


@pytest.mark.parametrize("limit", [-1, MOST_STEPS + 1])
def test_a_limit_that_nobody_waits_for_is_refused(limit: int) -> None:
    with pytest.raises(RequestError):
        replace(Hall(8, 1, Method.LOT).request(1), search_limit=limit)


def test_a_part_of_the_steps_is_taken_from_the_whole() -> None:
    whole = Steps(10)
    part = whole.part(4)
    part.take(3)
    with pytest.raises(OutOfStepsError):
        part.take(2)
    assert (part.used, whole.used, whole.left) == (3, 3, 7)
    assert whole.part(100).left == 7


class TestVersion1:
    def test_what_it_would_take_too_long_to_draw_again_is_not_checked(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        request = Hall(8, 5, Method.MELEE).run()[-1][0]
        drawn = version1.draw(request)
        old = replace(certify(request, drawn), version=1)
        assert verify(old, request) == ()
        monkeypatch.setattr(version1, "MOST_STEPS", 20)
        assert verify(old, request) == (Mismatch.NOT_DRAWN_AGAIN,)
        forged = replace(old, seed=99, draw=replace(drawn, repeats=()))
        assert verify(forged, request) == (
            Mismatch.SEED,
            Mismatch.REPEATS,
            Mismatch.NOT_DRAWN_AGAIN,
        )
