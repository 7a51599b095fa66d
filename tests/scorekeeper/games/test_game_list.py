"""The club's games in a list."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.engine.hand import Seat
from scorekeeper.evenings.services import open_evening
from scorekeeper.games.queries.games import finished_games, listed_games, running_games
from scorekeeper.games.services.games import stop_game
from scorekeeper.models import Club, Game, GameSeat
from tests.pages import count_queries, member_of, text_of, visitor, words_on
from tests.table import NAMES, NOW, SCORER, make_club, make_game, takes, write

pytestmark = pytest.mark.django_db

LIST = "/games/"


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def games(club: Club) -> list[Game]:
    """Return three games: over at table 3 of an evening, alone, with Émile."""
    evening = open_evening(
        club=club, name="Soirée d’été", date=NOW.date(), ruleset_key="classic", now=NOW
    )
    over = make_game(club, rules="classic", evening=evening, table_number=3)
    write(over, takes(Seat.A1, 92), takes(Seat.A1, 162 - 20))
    stop_game(game_id=over.pk, reason="late", author=SCORER, now=NOW)
    alone = make_game(club, rules="salon")
    write(alone, takes(Seat.B1, 100))
    other = make_game(club, names={**NAMES, Seat.A1: "Émile"}, table_number=12)
    return [over, alone, other]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        pytest.param("", {0, 1, 2}, id="everything"),
        pytest.param("émile", {2}, id="player"),
        pytest.param("EMILE", {2}, id="no accents, capitals"),
        pytest.param("anne bruno", {0, 1}, id="two players"),
        pytest.param("ete", {0}, id="evening"),
        pytest.param("salon", {1}, id="rule set"),
        pytest.param("table 3", {0}, id="table"),
        pytest.param("12", {2}, id="number"),
        pytest.param("anne salon", {1}, id="player and rule set"),
        pytest.param("émile salon", set(), id="nothing"),
        pytest.param("99999999999999999999", set(), id="no table"),
        pytest.param("%", set(), id="no wildcard"),
    ],
)
def test_searching(club: Club, games: list[Game], search: str, found: set[int]) -> None:
    listed = {game.pk for game in listed_games(club, search=search)}
    assert listed == {games[index].pk for index in found}


@pytest.mark.parametrize(
    ("status", "found"), [("playing", {1, 2}), ("finished", {0}), ("odd", {0, 1, 2})]
)
def test_filtering(club: Club, games: list[Game], status: str, found: set[int]) -> None:
    listed = {game.pk for game in listed_games(club, status=status)}
    assert listed == {games[index].pk for index in found}


def test_a_game_is_found_by_who_left_during_it(club: Club, games: list[Game]) -> None:
    GameSeat.every.create(game=games[1], seat=Seat.A1, name="Zacharie", last_hand=1)
    assert [game.pk for game in listed_games(club, search="zacharie")] == [games[1].pk]


def test_what_the_list_shows(club: Club, games: list[Game]) -> None:
    page = member_of(club).get(LIST)
    for shown in ("Anne &amp; Chloé", "234", "90", "won", "stopped", "hand 2", "Soirée d’été"):
        assert shown in words_on(page)
    assert text_of(page).count(">won<") == 1


def test_a_search_is_kept_with_the_filter(club: Club, games: list[Game]) -> None:
    text = text_of(member_of(club).get(LIST, {"q": "anne", "status": "playing", "sort": "score"}))
    assert 'name="status" value="playing"' in text
    assert 'value="anne"' in text
    assert "q=anne" in text


@pytest.mark.parametrize("sort", ["score", "-score", "status", "place", "created_at", "odd"])
def test_sorting(club: Club, games: list[Game], sort: str) -> None:
    table = member_of(club).get(LIST, {"sort": sort}).context["table"]
    listed = [row.record.pk for row in table.rows]
    assert sorted(listed) == sorted(game.pk for game in games)
    if "score" in sort:
        by_best = [games[2].pk, games[1].pk, games[0].pk]
        assert listed == (by_best[::-1] if sort.startswith("-") else by_best)


@pytest.mark.parametrize("query", [{}, {"q": "anne"}], ids=["all", "searched"])
def test_queries_do_not_grow_with_games(club: Club, query: dict[str, str]) -> None:
    client = member_of(club)
    evening = open_evening(
        club=club, name="Friday", date=NOW.date(), ruleset_key="classic", now=NOW
    )
    make_game(club, evening=evening)
    few = count_queries(lambda: client.get(LIST, query))
    for _ in range(30):
        make_game(club, evening=evening)
    assert count_queries(lambda: client.get(LIST, query)) == few
    assert "Page 1 of 2" in text_of(client.get(LIST, query))
    assert client.get(LIST, {**query, "page": "99"}).status_code == 200


def test_other_clubs_see_nothing_of_it(club: Club, games: list[Game]) -> None:
    stranger = member_of(make_club("Other"), "stranger")
    assert "No games yet" in text_of(stranger.get(LIST))
    assert "No game found" in text_of(stranger.get(LIST, {"q": "anne"}))


def test_visitors_are_asked_to_sign_in() -> None:
    assert visitor().get(LIST).headers["location"] == f"/accounts/login/?next={LIST}"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the plan is read as SQLite tells it")
@pytest.mark.parametrize(
    "look",
    [
        lambda club: list(listed_games(club)[:25]),
        lambda club: listed_games(club).count(),
        lambda club: list(listed_games(club, status="finished")[:25]),
        lambda club: running_games(Game.objects.of_club(club).outside_contests(), limit=12),
        lambda club: finished_games(Game.objects.of_club(club).outside_contests(), limit=5),
    ],
    ids=["list", "count", "finished", "first page: running", "first page: finished"],
)
def test_games_of_contests_are_not_even_looked_at(
    club: Club, look: Callable[[Club], object]
) -> None:
    """A club that has played hundreds of contests opens its lists as fast as a new one."""
    with CaptureQueriesContext(connection) as asked:
        look(club)
    (query,) = [one["sql"] for one in asked if "COUNT" in one["sql"] or "LIMIT" in one["sql"]]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query}")
        plan = " ".join(str(row[-1]) for row in cursor.fetchall())
    assert "games_outside" in plan, plan
    assert "TEMP B-TREE" not in plan, plan
