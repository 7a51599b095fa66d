"""Drawing window by window gives the cheapest draw of the whole field."""

import random
from itertools import combinations

import pytest

from tournaments.draw.graph import meetings_of
from tournaments.draw.matching import cheapest_matching
from tournaments.draw.near import Neighbours
from tournaments.draw.request import DrawRequest, Entrant, Method


def some_field(dice: random.Random) -> tuple[DrawRequest, list[int]]:
    """Return a round in which few or most have met, and who is drawn: one is exempt of an odd."""
    size, often = dice.randint(0, 26), dice.choice((0.02, 0.1, 0.3, 0.6))
    numbers = range(1, size + 1)
    places = dice.sample(numbers, size)
    entrants = tuple(map(Entrant, numbers, places))
    met = tuple(pair for pair in combinations(numbers, 2) if dice.random() < often)
    request = DrawRequest(Method.RANKING, dice.getrandbits(20), 3, 2, entrants, met)
    drawn = list(range(size))
    if size % 2:
        drawn.pop(dice.randrange(size))
    return request, drawn


@pytest.mark.parametrize("seed", range(12))
def test_the_cheapest_draw_window_by_window(seed: int) -> None:
    dice = random.Random(seed)
    without = 0
    for _ in range(40):
        request, drawn = some_field(dice)
        meetings = meetings_of(request)
        every = {
            (i, j): meetings.cost(drawn[i], drawn[j])
            for i, j in combinations(range(len(drawn)), 2)
            if meetings.graph[drawn[i]] >> drawn[j] & 1
        }
        expected = cheapest_matching(len(drawn), every)
        without += expected is None
        assert Neighbours(meetings, drawn, len(drawn)).cheapest() == expected
    assert without < 20
