"""Contests as programs read them: for organisers of the club, and for phones at the tables."""

from typing import Any

import pytest
from django.test import Client

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.models import Club, Player
from tests.api.phones import BASE, refused
from tests.contest import games_of, make_contest, play_round, start_round, write_hand
from tests.pages import count_queries, member_of, visitor
from tests.table import NOW, SCORER, make_club, make_game
from tournaments.models import Tournament
from tournaments.people.services.names import show_name
from tournaments.rounds.services import draw_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Return a contest of five teams; one round is closed, the second being played."""
    tournament = make_contest(club, teams=5, rounds=3, hands=2)
    play_round(tournament)
    start_round(tournament)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def organiser(club: Club) -> Client:
    return member_of(club)


@pytest.fixture
def phone(tournament: Tournament) -> Client:
    """Return a phone with the code of a table."""
    token = tournament.codes.get(number=1).token
    return Client(headers={"authorization": f"Bearer {token}", "accept-language": "en"})


def at(tournament: Tournament, path: str = "") -> str:
    return f"{BASE}/contests/{tournament.pk}{path}"


PATHS = ("", "/rounds", "/rounds/1/tables", "/rounds/2/tables", "/standings", "/standings?round=1")


class TestWhoReads:
    @pytest.mark.parametrize("path", PATHS)
    def test_organisers_and_phones_at_the_tables(
        self, tournament: Tournament, organiser: Client, phone: Client, path: str
    ) -> None:
        for reader in (organiser, phone):
            answer = reader.get(at(tournament, path))
            assert answer.status_code == 200
            same = reader.get(at(tournament, path), headers={"if-none-match": answer["ETag"]})
            assert same.status_code == 304

    @pytest.mark.parametrize("path", PATHS)
    def test_nobody_else(self, tournament: Tournament, club: Club, path: str) -> None:
        other = make_contest(club, teams=4, name="Another contest")
        start_round(other)
        game = make_game(club)
        strangers = {
            "": (401, "credentials_missing"),
            "x": (401, "token_unknown"),
            tournament.token: (401, "token_unknown"),
            other.codes.get(number=1).token: (404, "not_found"),
            game.token: (404, "not_found"),
        }
        for token, (status, code) in strangers.items():
            headers = {"authorization": f"Bearer {token}"} if token else {}
            answer = visitor().get(at(tournament, path), headers=headers)
            assert refused(answer, status) == code
        foreign = member_of(make_club("Another club"), "paul")
        assert refused(foreign.get(at(tournament, path)), 404) == "not_found"

    def test_the_list_is_the_clubs(
        self, tournament: Tournament, organiser: Client, phone: Client
    ) -> None:
        make_contest(make_club("Another club"), teams=4)
        answer = organiser.get(f"{BASE}/contests")
        (line,) = answer.json()["contests"]
        assert line["name"] == tournament.name
        assert line["entries"] == 5
        assert line["round"] == 2
        tag = {"if-none-match": answer["ETag"]}
        assert organiser.get(f"{BASE}/contests", headers=tag).status_code == 304
        assert refused(phone.get(f"{BASE}/contests"), 401) == "credentials_missing"
        foreign = member_of(make_club("A third club"), "paul")
        assert foreign.get(f"{BASE}/contests").json() == {"contests": []}


def test_a_contest_at_a_glance(tournament: Tournament, phone: Client) -> None:
    found = phone.get(at(tournament)).json()
    assert found == {
        "id": tournament.pk,
        "name": "Concours de la Saint-Martin",
        "date": "2026-11-21",
        "mode": "teams",
        "round_hands": [2, 2, 2],
        "round": 2,
        "is_finished": False,
        "version": f"{tournament.state}-{tournament.results_version}",
    }


def test_a_contest_that_has_not_begun(club: Club, organiser: Client) -> None:
    tournament = make_contest(club, teams=4)
    draw_round(tournament_id=tournament.pk, seed=1, author=SCORER, now=NOW)
    assert organiser.get(at(tournament)).json()["round"] is None
    assert organiser.get(f"{BASE}/contests").json()["contests"][0]["round"] is None
    rounds = organiser.get(at(tournament, "/rounds")).json()["rounds"]
    assert [(one["number"], one["status"]) for one in rounds] == [(1, "drawn")]
    assert refused(organiser.get(at(tournament, "/rounds/1/tables")), 404) == "not_found"


def test_rounds_that_are_only_drawn_are_the_organisers(club: Club, organiser: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=2, hands=2)
    play_round(tournament)
    draw_round(tournament_id=tournament.pk, seed=1, author=SCORER, now=NOW)
    token = tournament.codes.get(number=1).token
    phone = Client(headers={"authorization": f"Bearer {token}"})

    def statuses(reader: Client) -> list[Any]:
        rounds = reader.get(at(tournament, "/rounds")).json()["rounds"]
        return [one["status"] for one in rounds]

    assert statuses(organiser) == ["closed", "drawn"]
    assert statuses(phone) == ["closed"]
    assert phone.get(at(tournament)).json()["round"] == 1


class TestTables:
    def test_say_who_plays_whom_and_how_far(self, tournament: Tournament, phone: Client) -> None:
        playing = tournament.rounds.get(number=2)
        match = games_of(playing)[0]
        write_hand(match.game, HandEntry(taker=Seat.A1, card_points=92))
        found = phone.get(at(tournament, "/rounds/2/tables")).json()
        assert found["hands"] == 2
        table = found["tables"][0]
        assert (table["number"], table["game"]) == (1, match.game_id)
        assert (table["hand_count"], table["is_finished"]) == (1, False)
        assert [side["total"] for side in table["sides"]] == [92, 70]
        seat = match.seats.get(side="A").entry
        assert table["sides"][0]["entries"] == [
            {"number": seat.number, "title": seat.title, "has_left": False, "counts": True}
        ]
        assert len(found["exempt"]) == 1

    @pytest.mark.parametrize("number", [0, 3, 10**12])
    def test_of_a_round_that_is_not_there(
        self, tournament: Tournament, phone: Client, number: int
    ) -> None:
        answer = phone.get(at(tournament, f"/rounds/{number}/tables"))
        assert refused(answer, 404) == "not_found"

    def test_are_read_anew_once_a_hand_is_written(
        self, tournament: Tournament, phone: Client
    ) -> None:
        address = at(tournament, "/rounds/2/tables")
        seen = {"if-none-match": phone.get(address)["ETag"]}
        assert count_queries(phone.get, address, headers=seen) <= 2
        playing = tournament.rounds.get(number=2)
        write_hand(games_of(playing)[0].game, HandEntry(taker=Seat.A1, card_points=92))
        assert phone.get(address, headers=seen).status_code == 200


class TestStandings:
    def test_are_those_of_the_contest(self, tournament: Tournament, phone: Client) -> None:
        found = phone.get(at(tournament, "/standings")).json()
        lines = found["lines"]
        assert [line["rank"] for line in lines] == sorted(line["rank"] for line in lines)
        assert len(lines) == 5
        assert lines[0]["points"] == max(line["points"] for line in lines)
        assert [cell["round"] for cell in lines[0]["rounds"]] == [1, 2]

    def test_stop_at_a_round(self, tournament: Tournament, phone: Client) -> None:
        found = phone.get(at(tournament, "/standings?round=1")).json()
        assert found["after_round"] == 1
        assert [cell["round"] for cell in found["lines"][0]["rounds"]] == [1]
        assert refused(phone.get(at(tournament, "/standings?round=3")), 404) == "not_found"

    @pytest.mark.parametrize("asked", ["0", "-1", "x", "1.5", "9" * 30, ""])
    def test_of_no_round_are_refused(
        self, tournament: Tournament, phone: Client, asked: str
    ) -> None:
        answer = phone.get(at(tournament, f"/standings?round={asked}"))
        assert refused(answer, 422) == "invalid"
        assert [error["field"] for error in answer.json()["errors"]] == ["round"]


def test_phones_read_initials_where_somebody_asked_for_it(
    tournament: Tournament, phone: Client, organiser: Client
) -> None:
    player = Player.objects.get(name="Player 1")
    seen = phone.get(at(tournament, "/standings"))["ETag"]
    show_name(player_id=player.pk, shown=Player.Shown.INITIALS)
    for path in ("/standings", "/rounds/1/tables"):
        assert "Player 1 &" not in phone.get(at(tournament, path)).content.decode()
        assert "Player 1 &" in organiser.get(at(tournament, path)).content.decode()
    later = phone.get(at(tournament, "/standings"), headers={"if-none-match": seen})
    assert later.status_code == 200
