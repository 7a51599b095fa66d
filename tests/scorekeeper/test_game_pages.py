"""The pages of a game, as a browser without scripts sees them."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.models import Club, Game, GameEvent, Hand, Player
from scorekeeper.selectors.rulesets import preset_choice
from scorekeeper.services.games import reopen_game
from tests.pages import words_on
from tests.table import NAMES, NOW, SCORER, make_club, make_game, takes, totals_of, write


def url(name: str, *args: Any) -> str:
    return reverse(f"scorekeeper:{name}", args=args)


def hand_data(game: Game, **typed: Any) -> dict[str, Any]:
    game.refresh_from_db()
    return {
        "kind": "hand",
        "base_version": game.version,
        "submission_key": uuid.uuid4(),
        "taker": "A1",
        **typed,
    }


def send(client: Client, game: Game, **typed: Any) -> Any:
    return client.post(url("hand-new", game.pk), hand_data(game, **typed), follow=True)


def new_game_data(**typed: Any) -> dict[str, Any]:
    return {
        "name_a1": "Anne",
        "name_a2": "Chloé",
        "name_b1": "Bruno",
        "name_b2": "David",
        "ruleset": "contest",
        "game_format": "rules",
        "first_dealer": "A1",
        **typed,
    }


TYPED_NUMBERS = ("points_a", "points_b", "tricks", "other_count")


class TestStartingAGame:
    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            pytest.param({}, GameFormat(hands=12), id="as the rules say"),
            pytest.param({"game_format": "501"}, GameFormat(target=501), id="501"),
            pytest.param({"game_format": "3x12"}, GameFormat(hands=12, games=3), id="3 x 12"),
            pytest.param(
                {"game_format": "other", "target": "750"}, GameFormat(target=750), id="to 750"
            ),
            pytest.param(
                {"game_format": "other", "hands": "10", "games": "5"},
                GameFormat(hands=10, games=5),
                id="5 x 10",
            ),
        ],
    )
    def test_formats(self, member: Client, typed: dict[str, str], expected: GameFormat) -> None:
        response = member.post(url("game-new"), new_game_data(**typed))
        game = Game.objects.get()
        assert response["Location"] == url("game-detail", game.pk)
        assert game.format == expected

    def test_new_names_become_players_and_known_ones_are_found(
        self, member: Client, club: Club
    ) -> None:
        Player.objects.create(club=club, name="Anne", created_at=NOW)
        member.post(url("game-new"), new_game_data(name_a1=" anne  "))
        assert sorted(Player.objects.values_list("name", flat=True)) == [
            "Anne",
            "Bruno",
            "Chloé",
            "David",
        ]

    @pytest.mark.parametrize(
        ("typed", "message"),
        [
            pytest.param({"name_b1": ""}, "Write a name", id="no name"),
            pytest.param({"name_b1": "ANNE"}, "already sits at this table", id="same person"),
            pytest.param({"game_format": "other"}, "points", id="no end"),
            pytest.param(
                {"game_format": "other", "target": "500", "hands": "12"}, "hands", id="two ends"
            ),
            pytest.param({"game_format": "other", "hands": "0"}, "from 1 to", id="no hands"),
            pytest.param({"game_format": "other", "hands": "x"}, "whole number", id="a letter"),
            pytest.param({"ruleset": "club-99"}, "valid choice", id="unknown rules"),
            pytest.param({"name_a2": "x" * 81}, "at most 80", id="a name too long"),
        ],
    )
    def test_bad_input_starts_nothing_and_loses_nothing(
        self, member: Client, typed: dict[str, str], message: str
    ) -> None:
        response = member.post(url("game-new"), new_game_data(**typed))
        assert message in words_on(response)
        assert 'value="David"' in response.content.decode()
        assert not Game.objects.exists()
        assert not Player.objects.exists()

    def test_again_fills_in_the_same_players(self, member: Client, game: Game) -> None:
        page = member.get(url("game-new"), {"again": game.pk}).content.decode()
        assert all(f'value="{name}"' in page for name in NAMES.values())

    def test_a_game_keeps_the_values_it_was_begun_under(self, game: Game) -> None:
        assert game.ruleset == preset_choice("contest").ruleset


class TestEnteringHands:
    def test_a_hand_shows_its_score_and_the_total(self, member: Client, game: Game) -> None:
        page = words_on(send(member, game, points_a="92"))
        assert "leads by 22" in page
        assert "Hand 1 is written down. Undo" in page
        assert totals_of(game) == (92, 70)

    def test_the_points_of_the_defence_are_enough(self, member: Client, game: Game) -> None:
        send(member, game, points_b="70")
        assert totals_of(game) == (92, 70)

    @pytest.mark.parametrize(
        ("typed", "messages"),
        [
            pytest.param({"taker": "", "points_a": "90"}, ["Say who took"], id="no taker"),
            pytest.param({}, ["card points"], id="no points"),
            pytest.param({"points_a": "163"}, ["163 points are not possible"], id="163"),
            pytest.param({"points_b": "-1"}, ["-1 points are not possible"], id="minus one"),
            pytest.param({"points_a": "161"}, ["161 points cannot be made"], id="161"),
            pytest.param({"points_b": "161"}, ["161 points cannot be made"], id="161 defence"),
            pytest.param({"points_a": "neuf"}, ["whole number"], id="letters"),
            pytest.param(
                {"points_a": "90", "points_b": "90"}, ["The two counts make 180"], id="180"
            ),
            pytest.param(
                {"points_a": "120", "capot": "A"}, ["every trick and every point"], id="capot"
            ),
            pytest.param(
                {"points_a": "162", "tricks": "8", "tricks_side": "A"},
                ["that is capot"],
                id="eight tricks",
            ),
            pytest.param(
                {"points_a": "67", "tricks": "1", "tricks_side": "A"},
                ["so many tricks"],
                id="one trick of 67",
            ),
            pytest.param(
                {"points_a": "5", "last_trick": "A"}, ["who won the last trick"], id="last trick"
            ),
            pytest.param({"points_a": "90", "tricks": "9"}, ["9 tricks"], id="nine tricks"),
            pytest.param(
                {"taker": "", "points_a": "161", "tricks": "9"},
                ["Say who took", "161 points cannot be made", "9 tricks"],
                id="every problem at once",
            ),
            pytest.param({"taker": "", "capot": "C"}, ["valid choice"], id="no such side"),
        ],
    )
    def test_impossible_input_is_refused_beside_its_field(
        self, member: Client, game: Game, typed: dict[str, str], messages: list[str]
    ) -> None:
        response = send(member, game, **typed)
        page = words_on(response)
        for message in messages:
            assert message in page
        for name, value in typed.items():
            assert name not in TYPED_NUMBERS or f'value="{value}"' in response.content.decode()
        assert not Hand.objects.exists()

    @pytest.mark.parametrize(
        "typed",
        [
            pytest.param({"points_a": "162"}, id="162 without capot"),
            pytest.param({"points_a": "80", "points_b": "72"}, id="152 together"),
            pytest.param({"points_a": "80", "other_count": "62"}, id="142 together"),
        ],
    )
    def test_unusual_input_asks_for_one_more_look(
        self, member: Client, game: Game, typed: dict[str, str]
    ) -> None:
        response = send(member, game, **typed)
        assert "One more look" in words_on(response)
        assert not Hand.objects.exists()
        found = re.search(
            r'name="confirmed" value="([^"]+)"', response.content.decode().replace("\n", " ")
        )
        assert found
        send(member, game, **typed, confirmed=found[1])
        assert Hand.objects.count() == 1

    def test_an_old_confirmation_does_not_cover_a_new_question(
        self, member: Client, game: Game
    ) -> None:
        send(member, game, points_a="162", confirmed="last_trick_forgotten")
        assert not Hand.objects.exists()

    def test_three_belotes_of_one_player_are_asked_about(self, member: Client, game: Game) -> None:
        for _ in range(2):
            send(member, game, points_a="90", belote="A1")
        page = words_on(send(member, game, points_a="90", belote="A1"))
        assert "One more look" in page
        assert Hand.objects.count() == 2

    def test_a_page_from_before_somebody_elses_hand_is_refused_once(
        self, member: Client, game: Game
    ) -> None:
        old = hand_data(game, points_a="92")
        write(game, takes(Seat.B1, 100))
        response = member.post(url("hand-new", game.pk), old)
        page = response.content.decode()
        assert "Somebody else changed this game" in page
        assert 'value="92"' in page
        assert totals_of(game) == (62, 100)
        # Sent again from the page that now shows the other hand, it counts.
        game.refresh_from_db()
        assert f'name="base_version" value="{game.version}"' in page

    def test_a_double_tap_writes_one_hand(self, member: Client, game: Game) -> None:
        data = hand_data(game, points_a="92")
        for _ in range(2):
            assert member.post(url("hand-new", game.pk), data).status_code == 302
        assert totals_of(game) == (92, 70)

    def test_a_penalty_hand_keeps_its_reason(self, member: Client, game: Game) -> None:
        data = hand_data(game, kind="penalty", penalty="A", reason="misdeal", reason_text="twice")
        page = words_on(member.post(url("hand-new", game.pk), data, follow=True))
        assert "Misdeal – twice" in page
        assert totals_of(game) == (0, 162)

    @pytest.mark.parametrize(
        ("typed", "message"),
        [
            pytest.param({"penalty": ""}, "Say which side is at fault", id="nobody at fault"),
            pytest.param({"reason": ""}, "Say what happened", id="no reason"),
            pytest.param({"reason": "other"}, "Write what happened", id="other without words"),
        ],
    )
    def test_a_penalty_needs_a_side_and_a_reason(
        self, member: Client, game: Game, typed: dict[str, str], message: str
    ) -> None:
        data = hand_data(game, **{"kind": "penalty", "penalty": "A", "reason": "talk"} | typed)
        assert message in words_on(member.post(url("hand-new", game.pk), data))
        assert not Hand.objects.exists()

    def test_a_hand_after_the_end_is_told_and_not_lost(self, member: Client, club: Club) -> None:
        game = make_game(club, game_format=GameFormat(hands=1))
        data = hand_data(game, points_a="92")
        write(game, takes(Seat.A1, 100))
        data["base_version"] = ""
        assert "The game is over" in words_on(member.post(url("hand-new", game.pk), data))
        assert totals_of(game) == (100, 62)

    def test_nobody_takes_moves_the_deal(self, member: Client, game: Game) -> None:
        assert "Anne deals" in words_on(member.get(url("game-detail", game.pk)))
        page = words_on(member.post(url("deal-pass", game.pk), follow=True))
        assert "Bruno deals" in page
        page = words_on(member.post(url("deal-restore", game.pk), follow=True))
        assert "Anne deals" in page

    def test_reading_the_address_of_a_sent_hand_shows_the_game(
        self, member: Client, game: Game
    ) -> None:
        assert member.get(url("hand-new", game.pk))["Location"] == url("game-detail", game.pk)


class TestPreview:
    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            pytest.param(
                {"points_a": "72", "belote": "A1"},
                "Contract made with 92 (72 + belote 20) of 182, against 90.",
                id="made by belote",
            ),
            pytest.param({"points_a": "70"}, "Contract failed with 70 of 162", id="failed"),
            pytest.param({"points_a": "81"}, "81 points wait for the winner", id="litige"),
            pytest.param({"capot": "B"}, "Capot: every trick for Bruno & David", id="capot"),
            pytest.param({"points_a": "161"}, "161 points cannot be made", id="impossible"),
            pytest.param({"taker": ""}, "appears here", id="nothing yet"),
        ],
    )
    def test_says_what_the_hand_would_score(
        self, member: Client, game: Game, typed: dict[str, str], said: str
    ) -> None:
        response = member.post(url("hand-preview", game.pk), hand_data(game, **typed))
        assert said in words_on(response).replace("&amp;", "&")
        assert not Hand.objects.exists()

    def test_counts_the_points_that_earlier_hands_hold(self, member: Client, game: Game) -> None:
        write(game, takes(Seat.A1, 81))
        page = words_on(member.post(url("hand-preview", game.pk), hand_data(game, points_a="100")))
        assert "+181" in page
        corrected = hand_data(game, points_a="100", number="1")
        assert "+100" in words_on(member.post(url("hand-preview", game.pk), corrected))


class TestCorrecting:
    def test_a_corrected_hand_moves_everything_after_it(self, member: Client, game: Game) -> None:
        write(game, takes(Seat.A1, 81), takes(Seat.B1, 100))
        page = member.get(url("hand-edit", game.pk, 1)).content.decode()
        assert page.count('value="81"') == 2
        data = hand_data(game, points_a="82")
        page = words_on(member.post(url("hand-edit", game.pk, 1), data, follow=True))
        assert "Hand 1 is corrected" in page
        assert totals_of(game) == (144, 180)
        history = words_on(member.get(url("game-history", game.pk)))
        assert "Anne took, 81 – 81" in history
        assert "Anne took, 82 – 80" in history
        assert "Élise" in history

    def test_a_hand_becomes_a_penalty(self, member: Client, game: Game) -> None:
        write(game, takes(Seat.A1, 90))
        data = hand_data(game, kind="penalty", penalty="B", reason="late")
        member.post(url("hand-edit", game.pk, 1), data)
        assert totals_of(game) == (162, 0)
        assert "Late or absent" in member.get(url("hand-edit", game.pk, 1)).content.decode()

    def test_a_bad_correction_changes_nothing(self, member: Client, game: Game) -> None:
        write(game, takes(Seat.A1, 90))
        page = words_on(member.post(url("hand-edit", game.pk, 1), hand_data(game, points_a="1")))
        assert "1 points cannot be made" in page
        assert totals_of(game) == (90, 72)

    def test_a_correction_on_an_old_page_is_refused(self, member: Client, game: Game) -> None:
        write(game, takes(Seat.A1, 90))
        data = hand_data(game, points_a="100")
        write(game, takes(Seat.A1, 90))
        page = words_on(member.post(url("hand-edit", game.pk, 1), data))
        assert "Somebody else changed this game" in page
        assert totals_of(game) == (180, 144)

    def test_undo_takes_back_only_what_was_just_written(self, member: Client, game: Game) -> None:
        write(game, takes(Seat.A1, 90))
        game.refresh_from_db()
        seen = game.version
        write(game, takes(Seat.A1, 100))
        member.post(url("hand-undo", game.pk, 1), {"base_version": seen})
        assert totals_of(game) == (190, 134)
        game.refresh_from_db()
        member.post(url("hand-undo", game.pk, 2), {"base_version": game.version})
        assert totals_of(game) == (90, 72)

    def test_a_withdrawn_hand_stays_in_the_history(self, member: Client, game: Game) -> None:
        write(game, takes(Seat.A1, 90), takes(Seat.B2, 110))
        game.refresh_from_db()
        member.post(url("hand-delete", game.pk, 1), {"base_version": game.version})
        assert totals_of(game) == (52, 110)
        assert "Anne took, 90 – 72" in words_on(member.get(url("game-history", game.pk)))

    def test_hands_of_a_finished_game_wait_for_its_reopening(
        self, member: Client, club: Club
    ) -> None:
        game = make_game(club, game_format=GameFormat(hands=1))
        write(game, takes(Seat.A1, 100))
        assert "Reopen it" in words_on(member.get(url("hand-edit", game.pk, 1)))
        member.post(url("hand-delete", game.pk, 1))
        assert totals_of(game) == (100, 62)
        member.post(url("game-reopen", game.pk))
        member.post(url("hand-edit", game.pk, 1), hand_data(game, points_a="110"))
        page = words_on(member.post(url("game-finish", game.pk), follow=True))
        assert "Anne &amp; Chloé win 110 to 52." in page

    def test_only_a_game_that_is_over_is_closed(self, member: Client, game: Game) -> None:
        page = words_on(member.post(url("game-finish", game.pk), follow=True))
        assert "play on, or stop it" in page

    def test_stopping_early_asks_why(self, member: Client, game: Game) -> None:
        write(game, takes(Seat.A1, 100))
        assert "Write why" in words_on(member.post(url("game-stop", game.pk), {"reason": ""}))
        page = words_on(member.post(url("game-stop", game.pk), {"reason": "late"}, follow=True))
        assert "Stopped early: late" in page
        assert "win 100 to 62" in page

    def test_players_and_length_can_be_changed(self, member: Client, game: Game) -> None:
        write(game, takes(Seat.A1, 100))
        data = new_game_data(name_b2="Denise", game_format="1000", first_dealer="B2")
        page = words_on(member.post(url("game-edit", game.pk), data, follow=True))
        assert "Bruno &amp; Denise" in page
        assert "to 1,000" in page


class TestSheet:
    def test_a_litige_shows_what_is_held(self, member: Client, game: Game) -> None:
        write(game, takes(Seat.A1, 81), takes(Seat.A1, 81))
        page = words_on(member.get(url("game-detail", game.pk)))
        assert "162 points are held" in page

    def test_several_games_are_added(self, member: Client, club: Club) -> None:
        game = make_game(club, game_format=GameFormat(hands=2, games=2))
        hands = [takes(Seat.A1, 100), takes(Seat.A1, 81), takes(Seat.B1, 110), takes(Seat.B1, 120)]
        write(game, *hands)
        page = words_on(member.get(url("game-detail", game.pk)))
        assert "Game 1: Anne &amp; Chloé with 81 held points given back 181 143" in page
        assert "Game 2: Bruno &amp; David 94 230" in page
        assert "All games together 275 373" in page

    def test_hands_after_the_end_are_marked(self, member: Client, club: Club) -> None:
        game = make_game(club, rules="classic", game_format=GameFormat(target=200))
        write(game, takes(Seat.A1, 100), takes(Seat.A1, 100))
        reopen_game(game_id=game.pk, author=SCORER, now=NOW)
        data = hand_data(game, points_a="162", capot="A")
        member.post(url("hand-edit", game.pk, 1), data)
        page = words_on(member.get(url("game-detail", game.pk)))
        assert "after the end: not counted" in page

    def test_the_takers_win_when_both_reach_the_target(self, member: Client, club: Club) -> None:
        game = make_game(club, rules="classic", game_format=GameFormat(target=200))
        write(game, takes(Seat.A1, 40), takes(Seat.A1, 162), takes(Seat.A1, 90))
        assert totals_of(game) == (252, 234)
        game = make_game(club, rules="classic", game_format=GameFormat(target=162))
        write(game, takes(Seat.A1, 90), takes(Seat.B1, 85, belote=Side.A))
        page = words_on(member.get(url("game-detail", game.pk)))
        assert "Anne &amp; Chloé win 187 to 157." in page

    def test_queries_do_not_grow_with_the_hands(
        self, member: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        short = make_game(club, game_format=GameFormat(hands=12, games=3))
        long = make_game(club, game_format=GameFormat(hands=12, games=3))
        write(short, takes(Seat.A1, 90))
        write(long, *[takes(Seat.B2, 110, belote=Side.A)] * 36)
        with django_assert_max_num_queries(8) as few:
            member.get(url("game-detail", short.pk))
        with django_assert_max_num_queries(len(few)):
            member.get(url("game-detail", long.pk))


class TestAccess:
    def test_strangers_do_not_learn_that_a_game_exists(self, stranger: Client, game: Game) -> None:
        for name in ("game-detail", "game-history", "game-edit", "game-stop", "game-rules"):
            assert stranger.get(url(name, game.pk)).status_code == 404
        assert stranger.post(url("hand-new", game.pk)).status_code == 404
        assert stranger.get(url("game-new")).status_code == 404

    def test_another_clubs_game_is_not_there(self, member: Client) -> None:
        other = make_game(make_club("Les Marronniers"))
        assert member.get(url("game-detail", other.pk)).status_code == 404

    def test_a_phone_with_the_tables_code_enters_hands_under_its_name(
        self, stranger: Client, game: Game
    ) -> None:
        join = url("game-join", game.token)
        assert "Anne &amp; Chloé" in words_on(stranger.get(join))
        stranger.post(join, {"name": "  Léa "})
        send(stranger, game, points_a="92")
        assert totals_of(game) == (92, 70)
        assert GameEvent.objects.get(kind="hand_recorded").author_name == "Léa"

    def test_a_phone_at_the_table_does_not_reopen_a_game(
        self, stranger: Client, club: Club
    ) -> None:
        game = make_game(club, game_format=GameFormat(hands=1))
        write(game, takes(Seat.A1, 100))
        stranger.post(url("game-join", game.token))
        assert stranger.post(url("game-reopen", game.pk)).status_code == 404
        assert "ask the organiser" in words_on(stranger.get(url("game-detail", game.pk)))

    def test_a_wrong_code_opens_nothing(self, stranger: Client, game: Game) -> None:
        assert stranger.get(url("game-join", "no-such-code")).status_code == 404


class TestSlips:
    def data(self, **typed: Any) -> dict[str, Any]:
        names = {key: value for key, value in new_game_data().items() if key.startswith("name")}
        return {**names, "ruleset_key": "classic", **typed}

    def test_a_possible_slip_is_a_finished_game(self, member: Client) -> None:
        data = self.data(hands_1="12", total_a_1="1000", total_b_1="944")
        page = words_on(member.post(url("slip-new"), data, follow=True))
        assert "Anne &amp; Chloé win 1,000 to 944." in page
        assert Game.objects.get().is_finished

    def test_an_impossible_slip_names_its_likely_causes(self, member: Client) -> None:
        data = self.data(hands_1="12", total_a_1="1000", total_b_1="934")
        response = member.post(url("slip-new"), data)
        page = words_on(response)
        assert "1000 – 934 cannot be after 12 hands" in page
        assert "The 10 of a last trick was forgotten." in page
        assert 'value="934"' in response.content.decode()
        assert not Game.objects.exists()

    def test_three_slips_are_added_up(self, member: Client) -> None:
        slips = {
            f"{name}_{n}": value
            for n in (1, 2, 3)
            for name, value in (("hands", 12), ("total_a", 1000), ("total_b", 944))
        }
        member.post(url("slip-new"), self.data(**slips))
        game = Game.objects.get()
        assert (game.total_a, game.total_b, game.hand_count) == (3000, 2832, 36)

    @pytest.mark.parametrize(
        ("typed", "message"),
        [
            pytest.param({"hands_1": "12", "total_a_1": "1000"}, "Write a number", id="one total"),
            pytest.param({}, "Write a number", id="nothing"),
            pytest.param(
                {"hands_1": "0", "total_a_1": "0", "total_b_1": "0"}, "equal to 1", id="no hands"
            ),
            pytest.param(
                {"hands_1": "12", "total_a_1": "-5", "total_b_1": "0"}, "equal to 0", id="negative"
            ),
        ],
    )
    def test_a_slip_needs_all_its_numbers(
        self, member: Client, typed: dict[str, str], message: str
    ) -> None:
        assert message in words_on(member.post(url("slip-new"), self.data(**typed)))
        assert not Game.objects.exists()

    def test_a_corrected_slip_keeps_what_was_there(self, member: Client) -> None:
        data = self.data(hands_1="12", total_a_1="1000", total_b_1="944")
        member.post(url("slip-new"), data)
        game = Game.objects.get()
        assert 'value="1000"' in member.get(url("slip-edit", game.pk)).content.decode()
        corrected = {"hands_1": "12", "total_a_1": "944", "total_b_1": "1000"}
        member.post(url("slip-edit", game.pk), corrected)
        assert totals_of(game) == (944, 1000)
        assert "1000 – 944 after 12 hands" in words_on(member.get(url("game-history", game.pk)))
        assert member.get(url("game-edit", game.pk))["Location"] == url("slip-edit", game.pk)

    def test_a_game_of_hands_has_no_slip(self, member: Client, game: Game) -> None:
        assert member.get(url("slip-edit", game.pk)).status_code == 404
