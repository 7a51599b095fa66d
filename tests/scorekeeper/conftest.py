"""A club, somebody who runs it, and a browser that is signed in."""

import pytest
from django.test import Client

from scorekeeper.models import Club, Game
from tests.table import make_club, make_game, make_member


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def member(club: Club) -> Client:
    """Return a signed-in organiser of the club, reading English."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(make_member(club), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def stranger(db: None) -> Client:
    """Return a browser that nobody knows."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def game(club: Club) -> Game:
    """Return a contest game of twelve hands between Anne & Chloé and Bruno & David."""
    return make_game(club)
