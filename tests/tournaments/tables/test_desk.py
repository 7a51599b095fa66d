"""Slips typed at the desk: table, total, total, Enter."""

import re
from typing import Any

import pytest
from django.test import Client

from scorekeeper.engine.hand import Side
from scorekeeper.models import Club
from scorekeeper.roles import Role
from tests.contest import make_contest, play_round, start_round
from tests.pages import member_of, text_of, words_on
from tests.table import NOW, SCORER
from tests.tournaments.tables.addresses import at, table_at
from tests.tournaments.tables.desk import desk, first_of, log_of, slip, stored
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import LogEntry, Round, Tournament
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db


class TestTyping:
    def test_a_slip_is_written_and_the_next_may_come(
        self, organiser: Client, playing: Round
    ) -> None:
        response = organiser.post(desk(playing), slip(), follow=True)
        assert response.redirect_chain == [(desk(playing), 302)]
        page = words_on(response)
        assert "Table 1: 200 – 124" in page
        assert "1 table without a result" in page
        assert stored(first_of(playing)) == ("slip", 200, 124)
        assert first_of(playing).is_signed

    @pytest.mark.parametrize("space", [" ", "\u00a0", "\u202f", "."])
    def test_a_total_is_typed_as_the_pages_write_it(
        self, organiser: Client, club: Club, space: str
    ) -> None:
        playing = start_round(make_contest(club, teams=4, rounds=1, hands=12))
        organiser.post(desk(playing), slip(a=f"1{space}004", b="940"))
        assert stored(first_of(playing)) == ("slip", 1004, 940)

    @pytest.mark.parametrize("table", ["+1", "1.", "1.0", "\uff11", "\u0661"])
    def test_the_table_is_the_one_that_the_form_reads(
        self, organiser: Client, playing: Round, table: str
    ) -> None:
        organiser.post(desk(playing), slip(table=table))
        assert stored(first_of(playing)) == ("slip", 200, 124)

    def test_names_appear_when_the_table_is_typed(self, organiser: Client, playing: Round) -> None:
        match = first_of(playing)
        number = match.seats.get(side=Side.A).entry.number
        answer = organiser.get(desk(playing, table=1), headers={"hx-request": "true"})
        assert "<html" not in answer.content.decode()
        assert f"{number} · Player {2 * number - 1} &amp; Player {2 * number}" in words_on(answer)
        unknown = organiser.get(desk(playing, table=9), headers={"hx-request": "true"})
        assert "No table 9 plays in this round." in words_on(unknown)

    def test_without_scripts_a_missing_table_is_a_link(
        self, organiser: Client, playing: Round
    ) -> None:
        assert desk(playing, table=2) in organiser.get(desk(playing)).content.decode()
        page = organiser.get(desk(playing, table=2))
        assert 'value="2"' in page.content.decode()
        assert "Nothing is written for this table yet." in words_on(page)

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            pytest.param(slip(table=9), "No table 9 plays in this round.", id="no such table"),
            pytest.param(slip(table=""), "Write a number.", id="no table"),
            pytest.param(slip(table="two"), "Enter a whole number.", id="a word"),
            pytest.param(slip(b=""), "Write a number.", id="one total"),
            pytest.param(slip(a="-4"), "greater than or equal to 0", id="negative"),
            pytest.param(slip(a="1234567"), "less than or equal to", id="far too much"),
            pytest.param(slip(hands=3), "The round has 2 hands.", id="too many hands"),
            pytest.param(slip(a=100, b=62, hands=1), "Write why", id="fewer hands, no reason"),
        ],
    )
    def test_a_slip_that_says_too_little_is_kept_on_the_page(
        self, organiser: Client, playing: Round, typed: dict[str, Any], said: str
    ) -> None:
        response = organiser.post(desk(playing), typed)
        assert said in words_on(response)
        assert f'value="{typed["total_a"]}"' in response.content.decode()
        assert not log_of(LogEntry.Kind.SLIP)

    def test_fewer_hands_capots_and_a_missing_signature(
        self, organiser: Client, playing: Round
    ) -> None:
        more: dict[str, Any] = {
            "hands": 1,
            "reason": "the hall closes",
            "capots_a": 1,
            "is_unsigned": "on",
        }
        organiser.post(desk(playing), slip(a=252, b=0, **more))
        match = first_of(playing)
        seat = match.seats.get(side=Side.A)
        assert (seat.points, seat.hands, seat.capots) == (252, 1, 1)
        assert not match.is_signed
        assert match.game
        assert match.game.stop_reason == "the hall closes"

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            pytest.param(
                slip(capots_b=1), "1 capot is at least 252 points: the total is too low.", id="low"
            ),
            pytest.param(
                slip(a=504, b=0, capots_a=3), "3 capots are at least 756 points", id="three"
            ),
            pytest.param(
                slip(a=800, b=600, capots_a=2, capots_b=1, keep="800-600-2"),
                "That is more capots than hands.",
                id="more than hands",
            ),
        ],
    )
    def test_capots_that_cannot_be_are_refused(
        self, organiser: Client, playing: Round, typed: dict[str, Any], said: str
    ) -> None:
        assert said in words_on(organiser.post(desk(playing), typed))
        assert not log_of(LogEntry.Kind.SLIP)

    def test_capots_that_can_be_are_kept(self, organiser: Client, playing: Round) -> None:
        organiser.post(desk(playing), slip(a=252, b=252, capots_a=1, capots_b=1))
        capots = first_of(playing).seats.values_list("capots", flat=True)
        assert list(capots) == [1, 1]

    def test_pressing_enter_twice_writes_once(self, organiser: Client, playing: Round) -> None:
        for _time in range(2):
            assert "Table 1: 200 – 124" in words_on(
                organiser.post(desk(playing), slip(), follow=True)
            )
        assert log_of(LogEntry.Kind.SLIP) == 1

    def test_a_closed_round_is_corrected_the_same_way(
        self, organiser: Client, playing: Round
    ) -> None:
        close_round(round_id=playing.pk, author=SCORER, now=NOW)
        organiser.post(desk(playing), slip())
        assert stored(first_of(playing)) == ("slip", 200, 124)

    def test_a_table_that_somebody_left_has_no_slip(
        self, organiser: Client, playing: Round
    ) -> None:
        match = first_of(playing)
        withdraw_entry(
            tournament_id=playing.tournament_id,
            number=match.seats.get(side=Side.A).entry.number,
            from_round=1,
            author=SCORER,
            now=NOW,
        )
        assert "There is no game at table" in words_on(organiser.post(desk(playing), slip()))
        assert organiser.get(table_at(match, "slip-edit")).status_code == 302
        page = words_on(organiser.get(desk(playing, table=1)))
        assert "There is no game at this table" in page

    def test_when_nothing_is_missing_the_round_can_be_closed(
        self, organiser: Client, playing: Round
    ) -> None:
        for table in (1, 2):
            organiser.post(desk(playing), slip(table))
        assert "Every table has its result" in words_on(organiser.get(desk(playing)))


class TestImpossible:
    def test_what_was_meant_is_one_button_above_the_totals(
        self, organiser: Client, club: Club
    ) -> None:
        playing = start_round(make_contest(club, teams=4, rounds=1, hands=12))
        page = text_of(organiser.post(desk(playing), slip(a=1005, b=940)))
        offered = 'name="corrected" value="1004-940"'
        assert page.index("slip-sides") < page.index(offered) < page.index('id="id_total_a"')
        organiser.post(desk(playing), slip(a=1005, b=940, corrected="1004-940"))
        assert stored(first_of(playing)) == ("slip", 1004, 940)

    def test_likely_causes_are_named_and_nothing_is_written(
        self, organiser: Client, playing: Round
    ) -> None:
        page = words_on(organiser.post(desk(playing), slip(b=114)))
        assert "200 – 114 is impossible after 2 hands under these rules" in page
        assert "Perhaps: The 10 of a last trick was forgotten." in page
        assert stored(first_of(playing)) == ("hands", 0, 0)

    def test_it_can_be_kept_to_be_checked(self, organiser: Client, playing: Round) -> None:
        first = text_of(organiser.post(desk(playing), slip(b=114)))
        assert 'name="keep" value="200-114-2"' in first
        page = words_on(organiser.post(desk(playing), slip(b=114, keep="200-114-2"), follow=True))
        assert "To be checked." in page
        assert first_of(playing).needs_check

    def test_only_the_totals_that_were_shown_are_kept(
        self, organiser: Client, playing: Round
    ) -> None:
        page = words_on(organiser.post(desk(playing), slip(b=113, keep="200-114-2")))
        assert "200 – 113 is impossible" in page
        assert not log_of(LogEntry.Kind.SLIP)

    def test_a_slip_that_was_checked_is_odd_no_more(
        self, organiser: Client, playing: Round
    ) -> None:
        organiser.post(desk(playing), slip(b=114, keep="200-114-2"))
        match = first_of(playing)
        page = words_on(organiser.get(table_at(match, "sheet-ruling")))
        assert "No hands add up to these totals" in page
        page = words_on(organiser.post(table_at(match, "slip-check"), follow=True))
        assert "Checked: the result stays." in page
        assert "0 to check" in page
        assert log_of(LogEntry.Kind.CHECKED) == 1


class TestCapotsThatAreTyped:
    def test_a_capot_whose_bonus_is_missing_is_found(self, organiser: Client, club: Club) -> None:
        playing = start_round(make_contest(club, teams=4, rounds=1, hands=12))
        page = words_on(organiser.post(desk(playing), slip(a=1004, b=940, capots_a="1")))
        assert "1,004 – 940 is impossible after 12 hands under these rules" in page
        assert "Perhaps: A capot was counted as an ordinary hand." in page
        assert "Perhaps: A capot is ticked for the wrong side, or from another sheet." in page
        assert stored(first_of(playing)) == ("hands", 0, 0)
        organiser.post(
            desk(playing), slip(a=1004, b=940, capots_a="1", keep="1004-940-12"), follow=True
        )
        assert first_of(playing).needs_check

    def test_capots_that_nobody_typed_are_not_known(self, organiser: Client, club: Club) -> None:
        playing = start_round(make_contest(club, teams=4, rounds=1, hands=12))
        organiser.post(desk(playing), slip(a=1094, b=940))
        assert stored(first_of(playing)) == ("slip", 1094, 940)
        assert not first_of(playing).needs_check


class TestHardlyEver:
    def test_it_is_asked_and_written_once_somebody_is_sure(
        self, organiser: Client, club: Club
    ) -> None:
        playing = start_round(make_contest(club, teams=4, rounds=1, hands=12))
        page = text_of(organiser.post(desk(playing), slip(a=3024, b=0)))
        assert "possible, but hardly one game in a thousand" in page
        assert 'name="sure" value="3024-0-12"' in page
        assert "3,024 – 0 is right" in page
        assert stored(first_of(playing)) == ("hands", 0, 0)
        organiser.post(desk(playing), slip(a=3024, b=0, sure="2772-0-12"))
        assert stored(first_of(playing)) == ("hands", 0, 0)
        organiser.post(desk(playing), slip(a=3024, b=0, sure="3024-0-12"))
        assert stored(first_of(playing)) == ("slip", 3024, 0)
        assert not first_of(playing).needs_check

    def test_whoever_is_sure_is_still_asked_about_an_earlier_slip(
        self, organiser: Client, club: Club
    ) -> None:
        playing = start_round(make_contest(club, teams=4, rounds=1, hands=12))
        organiser.post(desk(playing), slip(a=1004, b=940))
        page = text_of(organiser.post(desk(playing), slip(a=3024, b=0, sure="3024-0-12")))
        assert "Which one counts?" in page
        assert 'type="hidden" name="sure" value="3024-0-12"' in page
        assert stored(first_of(playing)) == ("slip", 1004, 940)


def test_the_round_is_closed_where_the_last_slip_was_typed(club: Club, organiser: Client) -> None:
    playing = start_round(make_contest(club, teams=4, hands=2))

    def beside_the_form(client: Client) -> str:
        return (
            text_of(client.get(desk(playing))).split('id="slip-missing"')[1].split("</section>")[0]
        )

    organiser.post(desk(playing), slip(1))
    assert "Close round 1" not in beside_the_form(organiser)
    organiser.post(desk(playing), slip(2))
    shown = beside_the_form(organiser)
    assert re.search(r"Every table has its result.*Close round 1", shown)
    # Whoever may not close it has no button that would be refused.
    said = beside_the_form(member_of(club, "dede", Role.DESK))
    assert "Every table has its result" in said
    assert "Close round 1" not in said
    action = re.search(r'action="([^"]+)"', shown)
    assert action
    organiser.post(action[1], {"at_once": "1"})
    playing.refresh_from_db()
    assert playing.is_closed


def test_a_melee_counts_for_every_player(organiser: Client, club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2, mode=Tournament.Mode.MELEE)
    played = start_round(tournament)
    organiser.post(desk(played), slip())
    points = sorted(played.seats.values_list("points", flat=True))
    assert points == [124, 124, 200, 200]


def test_a_link_from_before_leads_to_the_round_that_is_played(
    club: Club, organiser: Client
) -> None:
    contest = make_contest(club, teams=4, rounds=2, hands=2)
    play_round(contest)
    first = contest.rounds.get()
    assert organiser.get(desk(first)).status_code == 200
    second = start_round(contest, seed=2)
    answer = organiser.get(desk(first), follow=True)
    assert answer.request["PATH_INFO"] == desk(second)
    assert "Round 1 is closed: here is round 2." in words_on(answer)
    # The page of the closed round links to its own slips, which are still corrected there.
    page = organiser.get(at(first, "round-detail"))
    assert f"{desk(first)}?correct=1" in page.content.decode()
    assert organiser.get(desk(first, correct=1)).status_code == 200
    table = first_of(first).table_number or 0
    answer = organiser.post(desk(first), slip(table, hands=2, confirm="1"), follow=True)
    assert answer.request["PATH_INFO"] == desk(first)
