"""Random acts over every kind of phase: whatever is done in whatever order, the log tells it."""

import pytest

from scorekeeper.models import Club
from tests.tournaments.phases.hall import COURSES, Hall
from tests.tries import tries

# Without `transaction` nothing is written to a file, and each act costs a third.
pytestmark = pytest.mark.django_db

ACTS = 2000
HALLS = 2
LOOKED_AT = 25


@pytest.mark.parametrize("name", COURSES)
def test_whatever_is_done_in_phases_the_log_tells_the_same_contest(club: Club, name: str) -> None:
    for seed in range(tries(3 * HALLS)):
        hall = Hall(club, name, seed)
        for number in range(1, ACTS // HALLS // len(COURSES) + 1):
            hall.act()
            if number % LOOKED_AT == 0:
                hall.look()
        assert hall.last is not None
