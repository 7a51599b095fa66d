"""Pages of one computer ask another one: paired ones alone, by codes alone; whose word counts."""

from collections.abc import Iterator
from datetime import timedelta
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from scorekeeper import running
from scorekeeper.models import Club, Game
from scorekeeper.models.keys import hash_of
from scorekeeper.standby import services
from scorekeeper.standby.followers import Follower, followers
from scorekeeper.standby.node import NodeRole, change, forget, node_state
from scorekeeper.standby.term import count_take_over, read_number
from tests.contest import games_of, make_contest, start_round
from tests.pages import member_of
from tests.table import NOW, make_club, make_game
from tournaments.models import Match, TableCode

pytestmark = pytest.mark.django_db

DEAD = "http://192.168.1.20:8000"
HAND = {"number": 1, "entry": {"taker": "A1", "card_points": 92}}
STRANGERS = (
    "null",
    "http://192.168.1.20:8001",
    "https://192.168.1.20:8000",
    "http://192.168.1.20",
    "http://192.168.1.20:8000.evil.test",
    "http://evil.test/192.168.1.20:8000",
    "http://[::1",
    "http://x:port",
)


@pytest.fixture(autouse=True)
def _hall(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Serve a hall, as the computer that is paired with another one."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(running._Running, "is_expected", True)
    running.begin(running.Running("0.0.0.0", 8000, NOW))
    forget()
    change(peers={f"{DEAD}/": "A" * 20})
    yield
    running.end()
    followers.forget()
    forget()
    read_number()


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def game(club: Club) -> Game:
    return make_game(club)


def ask(game: Game, *, token: str = "", origin: str = DEAD, **more: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token or game.token}", "origin": origin, **more}


def sheet_of(game: Game) -> str:
    return f"/api/v1/games/{game.pk}"


def allowed(answer: Any) -> list[str]:
    return [name for name in answer.headers if name.startswith("Access-Control-")]


def test_an_open_page_of_a_paired_computer_goes_on_by_its_code(game: Game) -> None:
    browser = Client()
    asked = {"access-control-request-method": "PUT"}
    before = browser.options(sheet_of(game) + "/hands/x", headers={"origin": DEAD, **asked})
    assert before.status_code == 204
    assert "PUT" in before["Access-Control-Allow-Methods"]
    may_say = before["Access-Control-Allow-Headers"].lower().split(", ")
    # All that the page of a table says with a question: by one more the browser asks nothing.
    said = {"authorization", "content-type", "if-none-match", "x-kept", "belote-name"}
    assert said <= {*may_say}
    key = "0f8b8f8e-3c55-4d57-9f5c-2d7a33c5a9d1"
    answer = browser.put(
        f"{sheet_of(game)}/hands/{key}",
        HAND,
        "application/json",
        headers=ask(game, **{"belote-name": "L%C3%A9a"}),
    )
    assert answer.status_code == 201, answer.content
    assert answer["Access-Control-Allow-Origin"] == DEAD
    assert "Access-Control-Allow-Credentials" not in answer
    assert "Origin" in answer["Vary"]
    assert game.hands.get().recorded_name == "Léa"
    assert not Session.objects.exists(), "it holds for the one request"


@pytest.mark.parametrize("origin", STRANGERS)
def test_pages_of_others_are_told_nothing(game: Game, origin: str) -> None:
    asked = {"access-control-request-method": "GET"}
    before = Client().options(sheet_of(game), headers={"origin": origin, **asked})
    assert allowed(before) == []
    assert allowed(Client().get(sheet_of(game), headers=ask(game, origin=origin))) == []
    page = Client().get(f"/games/{game.pk}/", headers=ask(game, origin=origin))
    assert page.status_code == 404, "a code in a header opens no page"


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_everything_else_stays_with_its_own_pages(game: Game, method: str) -> None:
    asked = {"origin": DEAD, "access-control-request-method": method}
    places = ["/", "/second/", "/second/stream/", f"/games/{game.pk}/stop/", "/api/v1/table"]
    places += [f"/games/{game.pk}/"] if method == "POST" else []
    for place in places:
        assert allowed(Client().options(place, headers=asked)) == [], place


def test_what_a_browser_knows_of_a_member_does_not_count(club: Club, game: Game) -> None:
    browser = member_of(club)
    assert browser.get(sheet_of(game)).status_code == 200
    assert browser.get(sheet_of(game), headers={"origin": DEAD}).status_code == 401
    page = browser.get(f"/games/{game.pk}/", headers={"origin": DEAD})
    assert page.status_code == 404


def test_the_page_itself_comes_by_the_code_of_its_table(club: Club, game: Game) -> None:
    match: Match = games_of(start_round(make_contest(club, teams=4, hands=2)))[0]
    code = TableCode.objects.get(
        tournament=match.round.tournament_id, number=match.table_number or 0
    )
    seated = match.game
    assert seated
    for own, token in ((seated, code.token), (game, game.token)):
        page = Client().get(f"/games/{own.pk}/", headers=ask(own, token=token))
        assert page.status_code == 200
        assert page.context["writes"]
        assert "sessionid" not in SimpleCookie(page.cookies)
    other = Client().get(f"/games/{seated.pk}/", headers=ask(game))
    assert other.status_code == 404


def follows(address: str) -> None:
    now = timezone.now()
    followers.note(Follower(computer="b", code="A" * 20, address=address, heard_at=now))


def test_pages_are_told_where_the_second_computer_is_and_may_ask_there(game: Game) -> None:
    alone = Client().get(sheet_of(game), headers=ask(game))
    assert "Belote-Others" not in alone
    follows("http://192.168.1.21:80/")
    told = Client().get(sheet_of(game), headers=ask(game))
    assert told["Belote-Others"] == "http://192.168.1.21"
    page = Client().get(f"/games/{game.pk}/", headers=ask(game))
    assert "connect-src 'self' http://192.168.1.21;" in page["Content-Security-Policy"] + ";"
    assert 'data-others="http://192.168.1.21"' in page.content.decode()
    assert "connect-src" not in Client().get("/help/")["Content-Security-Policy"]


def number_announced(game: Game) -> int:
    return int(Client().get(sheet_of(game), headers=ask(game)).get("Belote-Number") or 0)


def test_only_who_writes_says_a_number_that_counts(game: Game) -> None:
    assert number_announced(game) == 0
    count_take_over(now=NOW, complete_until=NOW, newest=0)
    assert number_announced(game) == 1
    change(role=NodeRole.REPLACED, leader=f"{DEAD}/")
    assert number_announced(game) == -1
    assert Client().get(sheet_of(game), headers=ask(game))["Belote-Others"] == DEAD
    change(role=NodeRole.FOLLOWING)
    running.begin(running.Running("0.0.0.0", 8000, NOW, only_reads=True))
    assert number_announced(game) == -1


def test_what_was_made_at_pairing_lets_in_once_and_for_a_week() -> None:
    door = "made at pairing"
    spare = services.spare_of(door)
    change(
        door=hash_of(door),
        spare=hash_of(spare),
        doors_end=(timezone.now() + timedelta(days=7)).isoformat(),
    )
    assert services.opens(door)
    assert services.opens(spare)
    assert not services.opens("")
    services.close_door(spare)
    assert not services.opens(spare)
    assert services.opens(door)
    change(doors_end=(timezone.now() - timedelta(seconds=1)).isoformat())
    assert not services.opens(door)
    assert node_state().door
