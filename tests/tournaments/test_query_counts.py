"""How many queries the pages and calls take that are opened most, whatever the number of rows."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.pages import count_queries, member_of, visitor
from tests.table import make_game
from tests.tournaments.seasons.leagues import make_evening, make_season, past_contest, week
from tournaments.models import Round

pytestmark = pytest.mark.django_db

MOST: Final = {
    "tournament-list": 5,
    "league-list": 15,
    "leaderboard": 18,
    "past-list": 6,
    "home": 12,
    "evening-list": 5,
    "player-list": 7,
    "ruleset-list": 4,
    "game-list": 6,
    "tournament-detail": 13,
    "tournament-edit": 7,
    "tournament-log": 15,
    "entry-list": 10,
    "entry-checkin": 8,
    "draw-new": 10,
    "code-list": 7,
    "ranking": 11,
    "cross-table": 11,
    "prizes": 11,
    "till": 8,
    "round-detail": 13,
    "draw-detail": 12,
    "slip-desk": 10,
    "seat-list": 9,
    "table-sheets": 9,
    "board": 6,
    "public": 5,
    "public-receipt": 1,
    "public-cross-table": 6,
    "public-entry": 7,
    "game-detail": 10,
    "evening-detail": 11,
    "season-detail": 16,
    "season-public": 13,
    "api: sheet": 5,
    "api: contest": 5,
    "api: contest/rounds": 5,
    "api: contest/rounds/2/tables": 7,
    "api: contest/standings": 6,
}
"""The most queries of each; where fewer are needed now, the number goes down here too."""
Asked = tuple[str, Client, str]


def a_season_of(club: Club, teams: int) -> Round:
    """Fill a club: a contest in its second round, an evening, a season with the past."""
    contest = make_contest(club, teams=teams, hands=2)
    play_round(contest)
    playing = start_round(contest, seed=2)
    play(games_of(playing)[0])
    evening = make_evening(club)
    for number in range(1, teams // 4 + 1):
        make_game(club, evening=evening, table_number=number)
    make_season(club)
    names = [(place, 1000 - place, (f"Player {place}",)) for place in range(1, teams + 1)]
    past_contest(club, names, day=week(1))
    return playing


def questions(club: Club, playing: Round) -> Iterator[Asked]:
    """Yield each page or call: its name, who asks, its address."""
    contest, member, anybody = playing.tournament, member_of(club), visitor()
    for name in (
        "tournament-list",
        "league-list",
        "leaderboard",
        "past-list",
    ):
        yield name, member, reverse(f"tournaments:{name}")
    for name in ("home", "evening-list", "player-list", "ruleset-list", "game-list"):
        yield name, member, reverse(f"scorekeeper:{name}")
    for name in (
        "tournament-detail",
        "tournament-edit",
        "tournament-log",
        "entry-list",
        "entry-checkin",
        "draw-new",
        "code-list",
        "ranking",
        "cross-table",
        "prizes",
        "till",
    ):
        yield name, member, reverse(f"tournaments:{name}", args=[contest.pk])
    for name in ("round-detail", "draw-detail", "slip-desk", "seat-list", "table-sheets"):
        yield name, member, reverse(f"tournaments:{name}", args=[contest.pk, 2])
    for name in ("board", "public", "public-receipt", "public-cross-table"):
        yield name, anybody, reverse(f"tournaments:{name}", args=[contest.token])
    entry = contest.entries.order_by("number")[0]
    yield (
        "public-entry",
        anybody,
        reverse("tournaments:public-entry", args=[contest.token, entry.number]),
    )
    match = games_of(playing)[0]
    yield "game-detail", member, reverse("scorekeeper:game-detail", args=[match.game_id])
    evening = club.evenings.order_by("pk")[0]
    yield "evening-detail", member, reverse("scorekeeper:evening-detail", args=[evening.pk])
    season = club.leagues.get().seasons.get()
    yield "season-detail", member, reverse("tournaments:season-detail", args=[season.pk])
    yield "season-public", anybody, reverse("tournaments:season-public", args=[season.token])
    code = contest.codes.get(number=match.table_number or 0)
    phone = Client(headers={"authorization": f"Bearer {code.token}"})
    yield "api: sheet", phone, f"/api/v1/games/{match.game_id}"
    for what in ("", "/rounds", "/rounds/2/tables", "/standings"):
        yield f"api: contest{what}", member, f"/api/v1/contests/{contest.pk}{what}"


@pytest.mark.parametrize("teams", [8, 24])
def test_no_page_asks_more_than_it_may(club: Club, log: Path, teams: int) -> None:
    """Nothing failed tonight. Each is asked for twice; what is kept then is kept in a hall too."""
    playing = a_season_of(club, teams)
    found = {}
    for name, client, address in questions(club, playing):
        assert client.get(address).status_code == 200, address
        found[name] = count_queries(client.get, address)
    assert found == MOST
