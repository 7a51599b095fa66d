"""A hall and its server, connected."""

import pytest

from scorekeeper.models import Club
from tests.table import NOW, make_club
from tests.tournaments.extensions.sync.line import ADDRESS, LineToServer
from tests.tournaments.extensions.sync.pair import Pair
from tournaments.extensions.sync.server import Server
from tournaments.extensions.sync.services.pairing import add_computer, link_server


@pytest.fixture
def pair(club: Club) -> Pair:
    there = make_club("Fédération")
    key = add_computer(club=there, name="Laptop", now=NOW)
    server = Server(ADDRESS, key, LineToServer())
    return Pair(club, there, link_server(club=club, server=server, now=NOW), server)
