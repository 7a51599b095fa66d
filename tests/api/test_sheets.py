"""The sheet as phones and programs read it, and what a look at it costs."""

import json
import uuid
from collections.abc import Callable

import pytest

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.outcome_table import outcome_tables
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.games.services.games import reopen_game, stop_game
from scorekeeper.games.services.substitutes import sit_in
from scorekeeper.models import Club, Game
from tests.api.phones import Phone, phone_of
from tests.pages import count_queries, member_of
from tests.table import NOW, SCORER, make_game, takes, write

pytestmark = pytest.mark.django_db


class TestTheSheet:
    def test_of_a_game_that_has_not_begun(self, phone: Phone, game: Game) -> None:
        sheet = phone.sheet
        assert sheet["sides"] == {"A": "Anne & Chloé", "B": "Bruno & David"}
        assert sheet["seats"] == {"A1": "Anne", "B1": "Bruno", "A2": "Chloé", "B2": "David"}
        assert sheet["left"] == []
        assert sheet["dealers"] == ["A1", "B1", "A2", "B2"]
        assert sheet["state"] == "playing"
        assert sheet["may_enter"]
        assert sheet["may_correct"]
        assert sheet["next_number"] == 1
        assert sheet["format"] == {"target": None, "hands": 12, "games": 1}
        assert sheet["rules"]["name"] == "Contest, twelve hands"
        assert sheet["receipt"] is None
        assert sheet["hands"] == []

    def test_says_who_sat_there_in_which_hands(self, phone: Phone, game: Game) -> None:
        write(game, takes(Seat.A1, 81), takes(Seat.B1, 90))
        sit_in(game_id=game.pk, seat=Seat.A1, name="Zoé", from_hand=2, author=SCORER, now=NOW)
        sheet = phone.sheet
        assert sheet["seats"]["A1"] == "Zoé"
        assert sheet["left"] == [{"seat": "A1", "name": "Anne", "first_hand": 1, "last_hand": 1}]

    def test_says_why_every_point_was_marked(self, phone: Phone, game: Game) -> None:
        write(game, takes(Seat.A1, 81), takes(Seat.B1, 90, belote=Side.B))
        litige, won = phone.sheet["hands"]
        assert (litige["outcome"], litige["winner"], litige["held"]) == ("litige", None, 81)
        assert litige["totals"] == {"A": 0, "B": 81}
        assert won["lines"] == [
            {"side": "B", "points": 90, "reason": "card_points"},
            {"side": "A", "points": 72, "reason": "card_points"},
            {"side": "B", "points": 20, "reason": "belote"},
            {"side": "B", "points": 81, "reason": "held_won"},
        ]
        assert won["points"] == {"A": 72, "B": 191}
        assert won["by"] == "Élise"

    def test_of_several_games_says_which_is_played(self, club: Club) -> None:
        game = make_game(club, game_format=GameFormat(hands=2, games=3))
        write(game, *[takes(Seat.A1, 100)] * 3)
        sheet = phone_of(game).sheet
        assert (sheet["game_number"], sheet["hands_in_game"]) == (2, 1)
        assert sheet["totals"] == {"A": 300, "B": 186}
        assert sheet["game_totals"] == {"A": 100, "B": 62}
        assert [hand["totals"]["A"] for hand in sheet["hands"]] == [100, 200, 100]

    def test_of_a_stopped_game_gives_held_points_back(self, phone: Phone, game: Game) -> None:
        write(game, takes(Seat.A1, 81))
        assert phone.sheet["held"] == {"A": 81, "B": 0}
        stop_game(game_id=game.pk, reason="It is late", author=SCORER, now=NOW)
        sheet = phone.sheet
        assert sheet["state"] == "finished"
        assert not sheet["may_enter"]
        assert not sheet["may_correct"]
        assert sheet["totals"] == sheet["game_totals"] == {"A": 81, "B": 81}
        assert sheet["held"] == {"A": 0, "B": 0}

    def test_of_a_full_game_that_was_opened_again(self, phone: Phone, game: Game) -> None:
        write(game, *[takes(Seat.A1, 92)] * 12)
        reopen_game(game_id=game.pk, author=SCORER, now=NOW)
        sheet = phone.sheet
        assert sheet["state"] == "playing"
        assert not sheet["may_enter"]
        assert sheet["may_correct"]

    def test_marks_hands_after_the_end(self, phone: Phone, club: Club) -> None:
        game = make_game(club, game_format=GameFormat(target=300))
        write(game, *[takes(Seat.A1, 110)] * 3)
        key = phone_of(game).sheet["hands"][0]["id"]
        reopen_game(game_id=game.pk, author=SCORER, now=NOW)
        phone = phone_of(game)
        phone.correct(key, phone.tag(), taker="A1", card_points=162, capot="A")
        last = phone.sheet["hands"][2]
        assert not last["counted"]
        assert (last["outcome"], last["totals"], last["lines"]) == (None, None, [])
        assert last["points"] == {"A": 0, "B": 0}

    def test_counts_the_deals_that_nobody_took(self, club: Club) -> None:
        game = make_game(club, rules="salon")
        phone = phone_of(game)
        phone.pass_deals(1, 1)
        assert phone.sheet["dealers"] == ["B1", "A2", "B2", "A1"]


class TestUnchanged:
    def test_is_answered_in_few_words(self, phone: Phone, game: Game) -> None:
        phone.write()
        answer = phone.get()
        same = phone.get(**{"if-none-match": answer["ETag"]})
        assert same.status_code == 304
        assert same.content == b""
        assert same["ETag"] == answer["ETag"]
        assert same["Cache-Control"] == "no-cache, private"
        packed = phone.get(**{"if-none-match": f'"other", W/{answer["ETag"]}'})
        assert packed.status_code == 304

    def test_costs_two_queries(self, phone: Phone, game: Game) -> None:
        write(game, *[takes(Seat.A1, 92)] * 5)
        tag = phone.get()["ETag"]
        assert count_queries(phone.get, **{"if-none-match": tag}) <= 2

    def test_opens_no_session(self, phone: Phone) -> None:
        assert "Cookie" not in phone.get()["Vary"]

    def test_is_over_with_every_act(self, phone: Phone, game: Game) -> None:
        seen = [phone.get()["ETag"]]
        acts: list[Callable[[], object]] = [
            phone.write,
            lambda: phone.correct(
                phone.sheet["hands"][0]["id"], phone.tag(), taker="A1", card_points=80
            ),
            lambda: phone.pass_deals(2, 1),
            lambda: phone.withdraw(phone.sheet["hands"][0]["id"], phone.tag()),
            lambda: stop_game(game_id=game.pk, reason="Late", author=SCORER, now=NOW),
            lambda: reopen_game(game_id=game.pk, author=SCORER, now=NOW),
        ]
        for act in acts:
            act()
            answer = phone.get(**{"if-none-match": seen[-1]})
            assert answer.status_code == 200
            seen.append(answer["ETag"])
        assert len(set(seen)) == len(seen)

    def test_reads_the_same_number_of_rows_however_long_the_game(self, club: Club) -> None:
        short, long = make_game(club), make_game(club)
        write(short, takes(Seat.A1, 92))
        write(long, *[takes(Seat.A1, 92)] * 11)
        assert count_queries(phone_of(short).get) == count_queries(phone_of(long).get) <= 4

    def test_a_hand_takes_the_same_queries_however_long_the_game(self, club: Club) -> None:
        def send(game: Game) -> int:
            phone = phone_of(game)
            number = phone.sheet["next_number"]
            return count_queries(phone.put, uuid.uuid4(), number, taker="A1", card_points=92)

        short, long = make_game(club), make_game(club)
        write(long, *[takes(Seat.A1, 92)] * 9)
        assert send(short) == send(long)


class TestOutcomes:
    def test_are_those_of_the_engine(self, phone: Phone, game: Game) -> None:
        answer = phone.get("/outcomes")
        assert answer.json() == json.loads(json.dumps(outcome_tables(game.ruleset)))
        assert answer["Cache-Control"] == "no-cache, private"

    def test_are_kept_for_ever_under_their_digest(self, phone: Phone) -> None:
        digest = phone.sheet["rules"]["digest"]
        answer = phone.get(f"/outcomes?v={digest}")
        assert answer["ETag"] == f'"{digest}"'
        assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
        assert phone.get("/outcomes?v=another")["Cache-Control"] == "no-cache, private"
        same = phone.get("/outcomes", **{"if-none-match": answer["ETag"]})
        assert same.status_code == 304

    def test_differ_with_the_rules(self, phone: Phone, club: Club) -> None:
        other = phone_of(make_game(club, rules="twelve_hands"))
        assert other.sheet["rules"]["digest"] != phone.sheet["rules"]["digest"]


def test_an_organiser_reads_it_by_the_session(game: Game, club: Club) -> None:
    phone = Phone(game, client=member_of(club))
    assert phone.sheet["may_enter"]
    assert phone.get("/outcomes").status_code == 200
