"""Pages of daily use cost what they show, however many contests and players a club has.

Counted are the queries of a page and the rows that it fetches. What this does not see is what the
database reads by itself, to add up, to count or to sort: `tests/benchmarks/growth.py` times that.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from django.db import connection
from django.urls import reverse

from scorekeeper.models import Club
from tests.growing import add_players, copy, play_first
from tests.pages import count_queries, member_of
from tests.tournaments.test_query_counts import Asked, a_season_of, questions
from tournaments.models import Round

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite tells of each row"),
]

CONTESTS: Final = 30
PLAYERS: Final = 300
"""More than a page of each list shows."""


@contextmanager
def counting_rows() -> Iterator[list[object]]:
    """Count the rows that come out of the database meanwhile."""
    rows: list[object] = []

    def note(_cursor: object, row: tuple[Any, ...]) -> tuple[Any, ...]:
        rows.append(None)
        return row

    connection.connection.row_factory = note
    try:
        yield rows
    finally:
        connection.connection.row_factory = None


def pages_of_an_evening(club: Club, playing: Round) -> list[Asked]:
    """Return the pages and calls that are opened most, and those of a player and of a till."""
    member = member_of(club, "odile")
    contest = playing.tournament
    person = contest.entries.order_by("number")[0].players.get(position=1).player_id
    more = {
        "player-detail": reverse("tournaments:player-detail", args=[person]),
        "player-names": reverse("scorekeeper:player-names", query={"q": "marg"}),
        "till": reverse("tournaments:till", args=[contest.pk]),
        "entry-new": reverse("tournaments:entry-new", args=[contest.pk]),
        "game-new": reverse("scorekeeper:game-new"),
        "slip-new": reverse("scorekeeper:slip-new"),
    }
    return [
        *questions(club, playing),
        *((name, member, address) for name, address in more.items()),
    ]


def costs(pages: list[Asked]) -> dict[str, tuple[int, int]]:
    """Return how many queries and rows each page takes when it is opened again."""
    found = {}
    for name, client, address in pages:
        assert client.get(address).status_code == 200, address
        with counting_rows() as rows:
            queries = count_queries(client.get, address)
        found[name] = (queries, len(rows))
    return found


def test_ten_times_the_club_costs_a_page_the_same_queries_and_rows(club: Club, log: Path) -> None:
    """Nothing failed tonight. Whoever is looked at has played tonight only."""
    played = play_first(club)
    copy(played, 1, CONTESTS)
    add_players(club, 0, PLAYERS)
    pages = pages_of_an_evening(club, a_season_of(club, 8))
    small = costs(pages)
    copy(played, CONTESTS, 10 * CONTESTS)
    add_players(club, PLAYERS, 10 * PLAYERS)
    large = costs(pages)
    assert {name: queries for name, (queries, _rows) in large.items()} == {
        name: queries for name, (queries, _rows) in small.items()
    }
    assert not {
        name: (small[name][1], rows)
        for name, (_queries, rows) in large.items()
        if rows > 2 * small[name][1]
    }
