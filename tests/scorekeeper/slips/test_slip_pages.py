"""Slips: the totals of games without their hands."""

import re
from typing import Any

import pytest
from django.test import Client

from scorekeeper.models import Game, Player
from tests.pages import words_on
from tests.sending import new_game_data, url
from tests.table import totals_of
from tournaments.doctor.examine import examine


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
        assert "1,000 – 934 is impossible after 12 hands" in page
        assert "The 10 of a last trick was forgotten." in page
        assert 'value="934"' in response.content.decode()
        assert not Game.objects.exists()

    def test_totals_that_nothing_explains_are_not_explained(self, member: Client) -> None:
        data = self.data(hands_1="12", total_a_1="1234", total_b_1="5")
        page = words_on(member.post(url("slip-new"), data))
        assert "No single mistake explains it" in page
        assert "Perhaps: No single" not in page

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

    def test_a_game_to_a_target_has_ended_with_its_last_hand(self, member: Client) -> None:
        data = self.data(
            ruleset_key="five_hundred_one", hands_1="12", total_a_1="1500", total_b_1="444"
        )
        page = words_on(member.post(url("slip-new"), data))
        assert "1,500 – 444 is impossible after 12 hands under these rules." in page
        assert "Somebody had reached 501 before the last hand" in page
        assert not Game.objects.exists()
        member.post(
            url("slip-new"), data | {"hands_1": "4", "total_a_1": "520", "total_b_1": "128"}
        )
        assert totals_of(Game.objects.get()) == (520, 128)

    def test_the_likely_number_of_hands_is_said(self, member: Client) -> None:
        data = self.data(
            ruleset_key="five_hundred_one", hands_1="12", total_a_1="520", total_b_1="128"
        )
        page = words_on(member.post(url("slip-new"), data))
        assert "how many hands were played? Perhaps 4." in page

    def test_a_game_stopped_for_time_reached_no_target(self, member: Client) -> None:
        data = self.data(ruleset_key="classic", hands_1="4", total_a_1="420", total_b_1="228")
        page = words_on(member.post(url("slip-new"), data))
        assert "Nobody has reached 1,000: was the game stopped early, for time?" in page
        shown = words_on(member.post(url("slip-new"), data | {"stopped_early": "on"}, follow=True))
        game = Game.objects.get()
        assert totals_of(game) == (420, 228)
        assert "Stopped early: for time" in shown
        edit = url("slip-edit", game.pk)
        assert "checked" in member.get(edit).content.decode()
        others = {"hands_1": "4", "total_a_1": "228", "total_b_1": "420"}
        assert "Nobody has reached 1,000" in words_on(member.post(edit, others))
        member.post(edit, others | {"stopped_early": "on"})
        game.refresh_from_db()
        assert (totals_of(game), game.stop_reason) == ((228, 420), "for time")

    def test_a_slip_of_another_number_of_hands_is_asked_about(self, member: Client) -> None:
        data = self.data(ruleset_key="contest", hands_1="10", total_a_1="864", total_b_1="756")
        response = member.post(url("slip-new"), data)
        asked = "The slip has 10 hands, a game under these rules 12: is that right"
        assert asked in words_on(response)
        assert not Game.objects.exists()
        stopped = data | {"stopped_early": "on"}
        assert "Stopped early: for time" in words_on(
            member.post(url("slip-new"), stopped, follow=True)
        )
        game = Game.objects.get()
        edit = url("slip-edit", game.pk)
        assert "checked" in member.get(edit).content.decode()
        # More hands than the rules have were not stopped.
        more = {"hands_1": "13", "total_a_1": "1053", "total_b_1": "1053", "stopped_early": "on"}
        response = member.post(edit, more)
        assert "The slip has 13 hands, a game under these rules 12" in words_on(response)
        sure = re.search(r'name="sure" value="([^"]+)"', response.content.decode())
        assert sure
        assert member.post(edit, more | {"sure": sure[1]}).status_code == 302
        assert totals_of(Game.objects.get()) == (1053, 1053)

    def test_what_hardly_any_game_ends_with_is_asked_once(self, member: Client) -> None:
        data = self.data(ruleset_key="contest", hands_1="12", total_a_1="3024", total_b_1="0")
        response = member.post(url("slip-new"), data)
        page = words_on(response)
        assert "3,024 – 0 after 12 hands: possible, but hardly one game in a thousand" in page
        assert "Something needs to be corrected" not in page
        assert not Game.objects.exists()
        sure = re.search(r'name="sure" value="([^"]+)"', response.content.decode())
        assert sure
        assert "Correct the totals 3,024 – 0 is right" in words_on(response)
        other = data | {"sure": sure[1], "total_a_1": "2772", "total_b_1": "162"}
        assert "2,772 – 162 after 12 hands: possible" in words_on(
            member.post(url("slip-new"), other)
        )
        member.post(url("slip-new"), data | {"sure": sure[1]})
        assert totals_of(Game.objects.get()) == (3024, 0)

    def test_a_game_of_hands_has_no_slip(self, member: Client, game: Game) -> None:
        assert member.get(url("slip-edit", game.pk)).status_code == 404


class TestCapots:
    def data(self, **typed: Any) -> dict[str, Any]:
        names = {key: value for key, value in new_game_data().items() if key.startswith("name")}
        slip = {"ruleset_key": "contest", "hands_1": "12", "total_a_1": "1254", "total_b_1": "780"}
        return {**names, **slip, **typed}

    def test_a_slip_says_capots_and_the_players_have_them(self, member: Client) -> None:
        data = self.data(capots_a_1="1", capots_b_1="0")
        page = words_on(member.post(url("slip-new"), data, follow=True))
        assert "1,254 1 capot" in page
        assert "780 0 capots" in page
        game = Game.objects.get()
        counts = dict(game.seats.values_list("seat", "capots"))
        assert counts == {"A1": 1, "A2": 1, "B1": 0, "B2": 0}
        edit = member.get(url("slip-edit", game.pk)).content.decode()
        assert re.search(r'name="capots_a_1" value="1"', edit)
        none = {"hands_1": "12", "total_a_1": "1164", "total_b_1": "780"}
        member.post(url("slip-edit", game.pk), none)
        assert set(game.seats.values_list("capots", flat=True)) == {0}
        history = words_on(member.get(url("game-history", game.pk)))
        assert "1254 – 780 after 12 hands, capots 1 and 0" in history
        assert "1164 – 780 after 12 hands" in history

    def test_a_slip_that_says_no_capots_shows_none(self, member: Client) -> None:
        page = words_on(member.post(url("slip-new"), self.data(), follow=True))
        assert "1,254" in page
        assert "0 capots" not in page

    def test_capots_of_slips_that_are_added_up_are_added(self, member: Client) -> None:
        second = {"hands_2": "12", "total_a_2": "1254", "total_b_2": "780", "capots_a_2": "1"}
        member.post(url("slip-new"), self.data(capots_a_1="1", **second))
        assert dict(Game.objects.get().seats.values_list("seat", "capots"))["A1"] == 2

    @pytest.mark.parametrize(
        ("typed", "message"),
        [
            pytest.param(
                {"capots_a_1": "0", "capots_b_1": "0"},
                "1,254 – 780 is impossible after 12 hands with these capots.",
                id="the sum has one",
            ),
            pytest.param(
                {"capots_a_1": "2"}, "Perhaps: A capot is ticked for the wrong side", id="why"
            ),
            pytest.param(
                {"capots_b_1": "4"}, "4 capots are at least 1008 points", id="too low a total"
            ),
            pytest.param({"capots_a_1": "41"}, "less than or equal to 40", id="no such number"),
            pytest.param(
                {"hands_1": "", "total_a_1": "", "total_b_1": "", "capots_a_1": "1"},
                "Write a number",
                id="capots alone",
            ),
        ],
    )
    def test_capots_that_cannot_be_are_refused(
        self, member: Client, typed: dict[str, str], message: str
    ) -> None:
        response = member.post(url("slip-new"), self.data(**typed))
        assert message in words_on(response)
        assert not Game.objects.exists()

    def test_the_question_knows_the_capots(self, member: Client) -> None:
        """Of 12 hands six were capots: hardly ever. Without a word of capots it is asked too."""
        data = self.data(total_a_1="2484", total_b_1="0", capots_a_1="6")
        asked = words_on(member.post(url("slip-new"), data))
        assert "2,484 – 0 after 12 hands: possible" in asked
        sure = re.search(
            r'name="sure" value="([^"]+)"', member.post(url("slip-new"), data).content.decode()
        )
        assert sure
        other = data | {"sure": sure[1], "capots_a_1": ""}
        assert "2,484 – 0 after 12 hands: possible" in words_on(member.post(url("slip-new"), other))
        assert member.post(url("slip-new"), data | {"sure": sure[1]}).status_code == 302


class TestNamesOfASlip:
    @pytest.fixture
    def slip(self, member: Client) -> Game:
        names = {key: value for key, value in new_game_data().items() if key.startswith("name")}
        totals = {"hands_1": "12", "total_a_1": "1000", "total_b_1": "944"}
        member.post(url("slip-new"), {**names, "ruleset_key": "classic", **totals})
        return Game.objects.get()

    def correct(self, member: Client, slip: Game, **typed: str) -> str:
        data = {"hands_1": "12", "total_a_1": "1000", "total_b_1": "944", **typed}
        return words_on(member.post(url("slip-edit", slip.pk), data, follow=True))

    def test_the_page_says_for_whom_it_counts(self, member: Client, slip: Game) -> None:
        for address in (url("slip-new"), url("slip-edit", slip.pk)):
            assert "A slip counts as a whole for these four." in words_on(member.get(address))

    def test_who_sat_in_gets_the_whole_slip(self, member: Client, slip: Game) -> None:
        said = self.correct(member, slip, name_a1="Zoé")
        assert "The slip is corrected." in said
        seats = {seat.name: (seat.is_counted, seat.points) for seat in slip.seats.all()}
        assert seats["Zoé"] == (True, 1000)
        assert "Anne" not in seats
        history = words_on(member.get(url("game-history", slip.pk)))
        assert "Anne" in history
        assert [finding.text for finding in examine([slip.club]).findings] == []

    def test_names_stay_where_a_page_of_before_sends_none(self, member: Client, slip: Game) -> None:
        before = list(slip.seats.values_list("seat", "name"))
        self.correct(member, slip, total_b_1="944")
        assert list(slip.seats.values_list("seat", "name")) == before

    def test_one_person_has_no_two_seats(self, member: Client, slip: Game) -> None:
        bruno = Player.objects.get(name="Bruno")
        Player.objects.create(
            club=slip.club, name="Bru", created_at=slip.created_at, merged_into=bruno
        )
        assert "Bruno already has a seat" in self.correct(member, slip, name_a1="Bru")
        assert "already sits at this table" in self.correct(member, slip, name_a1="Bruno")
        assert slip.seats.get(seat="A1").name == "Anne"
