"""A club, who runs it and its contests; texts are English, whatever the machine speaks."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import translation

from scorekeeper.models import Club
from tests.contest import make_contest, start_round
from tests.pages import member_of
from tests.table import make_club
from tournaments.models import Tournament


@pytest.fixture(autouse=True)
def _in_english(_quiet_language: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak English in the terminal and where no visitor's browser says otherwise."""
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    with translation.override("en"):
        yield


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def member(club: Club) -> Client:
    """Return the browser of somebody who is signed in."""
    return member_of(club)


@pytest.fixture
def organiser(club: Club) -> Client:
    """Return the same browser, where the tests are about running a contest."""
    return member_of(club)


@pytest.fixture
def contest(club: Club) -> Tournament:
    """Return a contest that nobody entered yet."""
    return make_contest(club, teams=0)


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Return a contest of four teams, two rounds of two hands; the first is being played."""
    tournament = make_contest(club, teams=4, rounds=2, hands=2)
    start_round(tournament)
    return tournament
