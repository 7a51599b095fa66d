"""The interface for programs, asked by members in every role."""

import uuid

import pytest

from scorekeeper.models import Club, Game
from scorekeeper.roles import Role
from tests.api.phones import Phone, refused
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import member_of, visitor
from tests.table import NOW, SCORER, make_club, make_game
from tournaments.models import Match
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db

HAND = {"taker": "A1", "card_points": 92}


def sent(phone: Phone) -> int:
    return int(phone.put(uuid.uuid4(), phone.sheet["next_number"], **HAND).status_code)


@pytest.mark.parametrize("role", list(Role))
def test_hands_are_written_from_the_desk_on(club: Club, game: Game, role: Role) -> None:
    phone = Phone(game, client=member_of(club, role=role))
    assert phone.get().status_code == 200
    assert phone.sheet["may_enter"] is (role != Role.READER)
    assert sent(phone) == (403 if role is Role.READER else 201)


def test_a_reader_is_told_why(club: Club, game: Game) -> None:
    reader = Phone(game, client=member_of(club, role=Role.READER))
    answer = reader.put(uuid.uuid4(), 1, **HAND)
    assert refused(answer, 403) == "role_refused"
    assert "Your role is: Reader" in answer.json()["detail"]
    assert refused(reader.pass_deals(1, 1), 403) == "role_refused"


def test_another_clubs_game_is_not_there_for_a_reader_either(game: Game) -> None:
    reader = Phone(game, client=member_of(make_club("Les Érables"), role=Role.READER))
    assert refused(reader.get(), 404) == "not_found"
    assert refused(reader.put(uuid.uuid4(), 1, **HAND), 404) == "not_found"


def played_table(club: Club) -> Match:
    """Return a table of a closed round."""
    playing = start_round(make_contest(club, teams=4, rounds=2, hands=2))
    for match in games_of(playing):
        play(match)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    return games_of(playing)[0]


@pytest.mark.parametrize("role", list(Role))
def test_closed_rounds_are_corrected_from_the_referee_on(club: Club, role: Role) -> None:
    match = played_table(club)
    assert match.game
    phone = Phone(match.game, client=member_of(club, role=role))
    decides = role not in {Role.READER, Role.DESK}
    assert phone.sheet["may_correct"] is decides
    key = phone.sheet["hands"][0]["id"]
    answer = phone.correct(key, phone.tag(), taker="A1", card_points=90)
    expected = {Role.READER: 403, Role.DESK: 409}
    assert answer.status_code == expected.get(role, 200), answer.content


def test_every_role_reads_the_contests(club: Club) -> None:
    contest = make_contest(club, teams=4)
    for role in Role:
        client = member_of(club, role.value, role)
        assert client.get("/api/v1/contests").status_code == 200
        assert client.get(f"/api/v1/contests/{contest.pk}/standings").status_code == 200
    assert visitor().get("/api/v1/contests").status_code == 401


def test_a_reader_at_a_table_writes_by_its_code(club: Club) -> None:
    game = make_game(club)
    reader = Phone(game, game.token, member_of(club, role=Role.READER))
    assert sent(reader) == 201
