"""Whole contests in phases, worked out a second time after each round and each correction.

`CONTESTS=2000 pytest -n 0 tests/tournaments/phases/test_recounted.py` plays more of them.
"""

import os

import pytest

from scorekeeper.models import Club
from tests.tournaments.phases.umpire import COURSES, Umpire
from tests.tries import tries
from tests.undone import undone

# Without `transaction` nothing is written to a file, and each act costs a third.
pytestmark = pytest.mark.django_db

CONTESTS = int(os.environ.get("CONTESTS", tries(100)))


@pytest.mark.parametrize("name", COURSES)
def test_two_accounts_of_a_contest_in_phases_agree(club: Club, name: str) -> None:
    for seed in range(-(-CONTESTS // len(COURSES))):
        with undone():
            Umpire(club, name, seed).play()
