"""A round that is being played, for slips typed at the desk."""

import pytest

from scorekeeper.models import Club
from tests.contest import make_contest, start_round
from tournaments.models import Round


@pytest.fixture
def playing(club: Club) -> Round:
    return start_round(make_contest(club, teams=4, hands=2))
