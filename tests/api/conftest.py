"""A club, a game at one of its tables, and a phone that has its code."""

import pytest

from scorekeeper.models import Club, Game
from tests.api.phones import Phone, phone_of
from tests.table import make_club, make_game


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def game(club: Club) -> Game:
    return make_game(club)


@pytest.fixture
def phone(game: Game) -> Phone:
    return phone_of(game)
