"""Pages of daily use cost what they show, however many contests and players a club has.

Counted are the queries of a page and the rows that it fetches. What this does not see is what the
database reads by itself, to add up, to count or to sort: `tests/benchmarks/growth.py` times that.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.services.players import find_or_add_player
from scorekeeper.models import Club, Evening, Player
from tests.contest import make_contest
from tests.growing import STRIDE, add_players, copy, play_first
from tests.pages import count_queries, member_of
from tests.table import NOW, SCORER
from tests.tournaments.extensions.entry_requests.asking import announced
from tests.tournaments.test_query_counts import Asked, a_season_of, questions
from tournaments.cash.book import What
from tournaments.extensions.till.services import NewLine, write_line
from tournaments.models import Round, Tournament
from tournaments.ratings.services import show_ratings

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
    """Return the pages and calls that are opened most, those of a player among them."""
    member = member_of(club, "odile")
    contest = playing.tournament
    one, other = Player.objects.filter(entries__entry__tournament=contest).order_by("pk")[:2]
    evening, opened = club.evenings.order_by("-pk")[0], announced(club)
    more = {
        "player-detail": reverse("tournaments:player-detail", args=[one.pk]),
        "player-names": reverse("scorekeeper:player-names", query={"q": "marg"}),
        "entry-new": reverse("tournaments:entry-new", args=[contest.pk]),
        "game-new": reverse("scorekeeper:game-new"),
        "slip-new": reverse("scorekeeper:slip-new"),
        "attendance-edit": reverse("scorekeeper:attendance-edit", args=[evening.pk]),
        "head-to-head": reverse("tournaments:head-to-head"),
        "head-to-head of two": reverse(
            "tournaments:head-to-head", query={"one": one.name, "other": other.name}
        ),
        "player-merge": reverse("tournaments:player-merge", args=[one.pk]),
        "player-merge with": reverse(
            "tournaments:player-merge", args=[one.pk], query={"name": other.name}
        ),
        "request-new": reverse("tournaments:request-new", args=[opened.token]),
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
    show_ratings(club=club, are_shown=True)
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


def test_a_player_who_played_ten_times_as_much_costs_the_page_the_same(club: Club) -> None:
    """The figures are summed by the database; of the results a page is read."""
    played = play_first(club)
    player = Player.objects.get(name="Yves Le Goff 0")
    Club.objects.update(opens_rankings=True)
    member = member_of(club, "odile")
    pages = [
        ("player-detail", member, reverse("tournaments:player-detail", args=[player.pk])),
        ("club-player", Client(), reverse("tournaments:club-player", args=[club.pk, player.pk])),
    ]
    copy(played, 1, 20)
    _one_a_day()
    small = costs(pages)
    copy(played, 20, 200)
    _one_a_day()
    assert costs(pages) == small
    for _name, client, address in pages:
        person = client.get(address).context["person"]
        assert (person["figures"].games, person["contests"]) == (400, 200)
        shown = [client.get(address, {"page": page}).context["person"] for page in range(1, 17)]
        assert sum(len(one["events"]) for one in shown) == shown[0]["results"].paginator.count
        assert len(shown[-1]["events"]) == 25
        assert {one["best_evening"].total for one in shown} == {person["best_evening"].total}


def _one_a_day() -> None:
    """Put each copy on a day of its own."""
    for model in (Tournament, Evening):
        for row in model._default_manager.all():
            row.date = date(2024, 1, 1) + timedelta(days=row.pk // STRIDE)
            model._default_manager.filter(pk=row.pk).update(date=row.date)


def test_whoever_sits_down_is_found_without_reading_the_whole_club(club: Club) -> None:
    emile = Player.objects.create(club=club, name="Émile Petit", created_at=NOW)
    add_players(club, 0, PLAYERS)
    for typed in ("émile petit", "Emile Petit"):
        with counting_rows() as rows:
            found = find_or_add_player(club=club, name=typed, now=NOW, whatever_accents=True)
        assert found == emile
        assert len(rows) < 5


def test_a_line_more_in_the_cash_book_costs_the_till_one_row(club: Club, member: Client) -> None:
    """No query and no template for each line: a book of two hundred teams opens at once."""
    contest = make_contest(club, teams=4)
    address = reverse("tournaments:till", args=[contest.pk])
    found = []
    for lines in (2, 20):
        for _ in range(lines):
            line = NewLine(what=What.PAYMENT, cents=250, note="Sandwich")
            write_line(tournament_id=contest.pk, line=line, author=SCORER, now=NOW)
        [(queries, rows)] = costs([("till", member, address)]).values()
        page = member.get(address)
        assert page.content.count(b"Sandwich") == len(page.context["table"].rows)
        found.append((queries, rows, len(page.templates)))
    (queries, rows, templates), longer = found
    assert longer == (queries, rows + 20, templates)
