"""A restored copy reaches known versions with other contents: no screen shows what it lost."""

import pytest
from django.urls import reverse

from scorekeeper.engine.hand import Seat
from scorekeeper.models import Club, Evening, Game
from tests.contest import games_of, make_contest, play, start_round, write_hand
from tests.pages import member_of, text_of, visitor
from tests.table import NOW, make_game, takes, write
from tests.undone import undone
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db

PAGES = [
    pytest.param("board", "?show=ranking", id="board"),
    pytest.param("public", "", id="public"),
    pytest.param("public", "?list=tables", id="tables"),
    pytest.param("public-story", "", id="story", marks=pytest.mark.extensions),
]


@pytest.fixture
def playing(club: Club) -> Round:
    return start_round(make_contest(club, teams=4, hands=2))


def play_with(playing: Round, points: int) -> None:
    first, second = games_of(playing)
    play(second)
    play(first, [points, points])


@pytest.mark.parametrize(("name", "query"), PAGES)
def test_pages_kept_before_a_restore_are_not_shown_after_it(
    playing: Round, name: str, query: str
) -> None:
    address = reverse(f"tournaments:{name}", args=[playing.tournament.token]) + query
    with undone():
        play_with(playing, 152)
        assert "304" in text_of(visitor().get(address))
    play_with(playing, 90)
    assert "304" not in text_of(visitor().get(address))


@pytest.mark.parametrize("name", ["board", "public"])
def test_a_screen_that_was_open_during_a_restore_is_told(playing: Round, name: str) -> None:
    address = reverse(f"tournaments:{name}", args=[playing.tournament.token])
    first = games_of(playing)[0]
    with undone():
        write_hand(first.game, takes(Seat.A1, 152))
        seen = visitor().get(address)
        shown = seen.context["board" if name == "board" else "page"]["version"]
        known = {"If-None-Match": seen["ETag"]} if "ETag" in seen else {}
        assert visitor().get(address, {"board": shown}).status_code == 204
    write_hand(first.game, takes(Seat.A1, 90))
    assert visitor().get(address, {"board": shown}).status_code == 200
    assert visitor().get(address, headers=known).status_code == 200
    # Two acts later, of which the board shows none, the line it knew is still another one.
    play(first, [100])
    assert visitor().get(address, {"board": shown}).status_code == 200


def test_the_round_of_an_organiser_is_told(playing: Round) -> None:
    client = member_of(playing.tournament.club, "anne")
    address = reverse("tournaments:round-detail", args=[playing.tournament_id, playing.number])
    first = games_of(playing)[0]
    with undone():
        write_hand(first.game, takes(Seat.A1, 152))
        known = Tournament.objects.get(pk=playing.tournament_id).state
        assert client.get(address, {"board": known}).status_code == 204
    write_hand(first.game, takes(Seat.A1, 90))
    assert client.get(address, {"board": known}).status_code == 200


@pytest.fixture
def evening(club: Club) -> Evening:
    return Evening.objects.create(
        club=club, name="Friday", date=NOW.date(), ruleset_key="contest", created_at=NOW
    )


@pytest.mark.parametrize("name", ["scorekeeper:evening-detail", "tournaments:evening-board"])
def test_an_evening_is_told_by_a_mark_of_each_change(evening: Evening, name: str) -> None:
    """As many hands, the same totals: only who took is another one."""
    game: Game = make_game(evening.club, evening=evening)
    client = member_of(evening.club, "anne")
    address = reverse(name, args=[evening.pk])
    with undone():
        write(game, takes(Seat.A1, 100))
        shown = client.get(address).context
        known = (shown.get("tonight") or shown["board"])["version"]
        assert client.get(address, {"board": known}).status_code == 204
    write(game, takes(Seat.A2, 100))
    assert client.get(address, {"board": known}).status_code == 200
