"""Entering, previewing and correcting hands, without scripts."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from scorekeeper.engine.hand import HandEntry, Seat, Side, Trump
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.models import Club, Game, Hand
from tests.pages import words_on
from tests.sending import hand_data, new_game_data, send, url
from tests.table import make_game, takes, totals_of, write

TYPED_NUMBERS = ("points_a", "points_b", "tricks", "other_count")


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
            pytest.param({"points_b": "162"}, id="0 without capot"),
        ],
    )
    def test_unusual_input_asks_for_one_more_look(
        self, member: Client, game: Game, typed: dict[str, str]
    ) -> None:
        response = send(member, game, **typed)
        assert "Please check once more" in words_on(response)
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
        assert "Please check once more" in page
        assert Hand.objects.count() == 2

    def test_a_page_from_before_somebody_elses_hand_is_refused_once(
        self, member: Client, game: Game
    ) -> None:
        old = hand_data(game, points_a="92")
        write(game, takes(Seat.B1, 100))
        response = member.post(url("hand-new", game.pk), old)
        page = response.content.decode()
        assert "Somebody else has changed this game" in page
        assert 'value="92"' in page
        assert totals_of(game) == (62, 100)
        # Sent again from the page that now shows the other hand, it counts.
        game.refresh_from_db()
        assert f'name="base_version" value="{game.version}"' in page

    def test_a_double_tap_writes_one_hand(self, member: Client, game: Game) -> None:
        data = hand_data(game, points_a="92")
        for _ in range(2):
            response = member.post(url("hand-new", game.pk), data)
            assert response.status_code == 302
            assert response["Location"].endswith("?undo=1")
        assert totals_of(game) == (92, 70)

    def test_a_new_hand_on_a_page_gone_back_to_is_not_dropped(
        self, member: Client, game: Game
    ) -> None:
        old = hand_data(game, points_a="92")
        member.post(url("hand-new", game.pk), old)
        page = member.post(url("hand-new", game.pk), {**old, "points_a": "70"}).content.decode()
        assert "Somebody else has changed this game" in page
        assert 'value="70"' in page
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
    @pytest.mark.parametrize(
        "entry",
        [
            pytest.param(takes(Seat.B1, 95, belote=Side.A), id="belote of a side"),
            pytest.param(
                replace(takes(Seat.B1, 95, belote=Side.A), belote_seat=Seat.A2),
                id="belote of a player",
            ),
            pytest.param(takes(Seat.A1, 0, capot=Side.B), id="capot of the defence"),
            pytest.param(
                replace(takes(Seat.B2, 72), tricks=3, last_trick=Side.A, trump=Trump.HEARTS),
                id="all that a table can say",
            ),
        ],
    )
    def test_a_hand_sent_back_as_it_was_opened_is_the_same(
        self, member: Client, game: Game, entry: HandEntry
    ) -> None:
        write(game, entry)
        before = totals_of(game)
        form = member.get(url("hand-edit", game.pk, 1)).context["form"]
        shown = {field.html_name: field.value() for field in form}
        data = {name: value for name, value in shown.items() if value not in (None, "")}
        member.post(url("hand-edit", game.pk, 1), {**data, "kind": "hand"})
        hand = game.hands.get()
        assert hand.changed_at
        assert hand.entry == entry
        assert totals_of(game) == before

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
        assert "Somebody else has changed this game" in page
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
        # Told once, beside the only field, which is ready to be typed into.
        refused = member.post(url("game-stop", game.pk), {"reason": ""})
        assert words_on(refused).count("Write why: it stays on the sheet.") == 1
        assert "Something needs to be corrected" not in words_on(refused)
        field = re.search(r'<input[^>]* name="reason"[^>]*>', refused.content.decode())
        assert field
        for said in ("autofocus", 'aria-invalid="true"', 'aria-describedby="id_reason_error"'):
            assert said in field[0]
        page = words_on(member.post(url("game-stop", game.pk), {"reason": "late"}, follow=True))
        assert "Stopped early: late" in page
        assert "win 100 to 62" in page

    def test_players_and_length_can_be_changed(self, member: Client, game: Game) -> None:
        write(game, takes(Seat.A1, 100))
        data = new_game_data(name_b2="Denise", game_format="1000", first_dealer="B2")
        asked = member.post(url("game-edit", game.pk), data)
        assert "From David to Denise: 1 hand, 0 belotes, 62 points." in words_on(asked)
        sure = re.search(r'name="sure" value="([^"]+)"', asked.content.decode())
        assert sure
        data["sure"] = sure[1]
        page = words_on(member.post(url("game-edit", game.pk), data, follow=True))
        assert "Bruno &amp; Denise" in page
        assert "to 1,000" in page
