"""The organiser's page of a round: which tables play, what is odd, its clock, its closing."""

from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.games.services.games import stop_game
from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, play_round, start_round, write_hand
from tests.pages import count_queries, member_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.tables.addresses import PHONE, at, dispute, numbers_of, table_at
from tournaments.contests.services import finish_tournament
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import LogEntry, Round, TableCode, Tournament
from tournaments.rounds.services import draw_round
from tournaments.tables.queries.phones import table_mark
from tournaments.tables.services import (
    TableSlip,
    accept_sheet,
    record_table_slip,
    reopen_round,
    set_timer,
    sign_on_paper,
    start_timer,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return make_contest(club, teams=8, hands=2)


@pytest.fixture
def playing(tournament: Tournament) -> Round:
    return start_round(tournament)


class TestTables:
    def test_every_table_says_how_far_it_is(self, organiser: Client, playing: Round) -> None:
        first, second, *_rest = games_of(playing)
        play(first, [100, 100])
        write_hand(second.game, HandEntry(taker=Seat.A1, card_points=162))
        page = words_on(organiser.get(at(playing)))
        assert "4 tables 3 without a result 1 finished 1 not signed 0 to check" in page
        assert "hand 2 of 2" in page
        assert "not begun" in page
        assert "200" in page

    @pytest.mark.parametrize(
        ("query", "tables"),
        [
            pytest.param({"show": "playing"}, {2, 3, 4}, id="playing"),
            pytest.param({"show": "finished"}, {1}, id="finished"),
            pytest.param({"show": "unsigned"}, {1}, id="not signed"),
            pytest.param({"show": "look"}, set(), id="nothing to look at"),
            pytest.param({"show": "nonsense"}, {1, 2, 3, 4}, id="no such choice"),
            pytest.param({"q": "nobody at all"}, set(), id="a name nobody has"),
        ],
    )
    def test_tables_are_chosen_by_their_state(
        self, organiser: Client, playing: Round, query: dict[str, str], tables: set[int]
    ) -> None:
        play(games_of(playing)[0])
        page = organiser.get(at(playing, **query)).content.decode()
        assert {n for n in range(1, 5) if f'id="table-{n}"' in page} == tables

    def test_tables_are_found_by_number_and_name(self, organiser: Client, playing: Round) -> None:
        match = games_of(playing)[2]
        number = numbers_of(match, Side.A)[0]
        for query in (f"player {2 * number}", f"PLAYER {2 * number}"):
            page = organiser.get(at(playing, q=query)).content.decode()
            assert 'id="table-3"' in page
        found = organiser.get(at(playing, q=str(number))).content.decode()
        assert 'id="table-3"' in found

    def test_a_disputed_sheet_waits_for_the_referee(
        self, organiser: Client, playing: Round
    ) -> None:
        match = games_of(playing)[0]
        play(match, [100, 100])
        dispute(match)
        page = organiser.get(at(playing, show="look"))
        assert "1 to check" in words_on(page)
        assert "not accepted" in words_on(page)
        assert table_at(match, "sheet-ruling") in page.content.decode()

    def test_one_side_that_accepted_is_told_from_none(
        self, organiser: Client, playing: Round
    ) -> None:
        match = games_of(playing)[0]
        play(match)
        match.refresh_from_db()
        accept_sheet(match_id=match.pk, side=Side.A, receipt=match.receipt, author=PHONE, now=NOW)
        assert "one side signed" in words_on(organiser.get(at(playing)))

    def test_three_penalties_are_odd_until_somebody_looked(
        self, organiser: Client, club: Club
    ) -> None:
        played = start_round(make_contest(club, teams=2, hands=4))
        (match,) = games_of(played)
        assert match.game
        for _hand in range(3):
            write_hand(match.game, HandEntry(penalty=Side.A))
        page = words_on(organiser.get(at(played)))
        assert "3 penalties" in page
        assert "1 to check" in page
        organiser.post(table_at(match, "slip-check"), {"note": "a new player"})
        page = words_on(organiser.get(at(played)))
        assert "3 penalties" in page
        assert "a new player" in page
        assert "0 to check" in page

    def test_a_game_stopped_early_says_why(self, organiser: Client, playing: Round) -> None:
        match = games_of(playing)[0]
        assert match.game
        write_hand(match.game, HandEntry(taker=Seat.A1, card_points=100))
        stop_game(game_id=match.game.pk, reason="the hall closes", author=SCORER, now=NOW)
        page = words_on(organiser.get(at(playing, show="look")))
        assert "stopped early" in page
        assert "the hall closes" in page

    def test_a_forfeit_names_who_left(
        self, organiser: Client, tournament: Tournament, playing: Round
    ) -> None:
        gone = numbers_of(games_of(playing)[0], Side.A)[0]
        withdraw_entry(
            tournament_id=tournament.pk, number=gone, from_round=1, author=SCORER, now=NOW
        )
        page = words_on(organiser.get(at(playing)))
        assert f"{gone} left" in page
        assert "183" in page

    def test_a_melee_shows_both_partners(self, organiser: Client, club: Club) -> None:
        played = start_round(make_contest(club, teams=4, mode=Tournament.Mode.MELEE))
        first, second = numbers_of(games_of(played)[0], Side.A)
        assert f"{first} + {second}" in words_on(organiser.get(at(played)))

    def test_a_draft_of_a_draw_is_elsewhere(
        self, organiser: Client, tournament: Tournament
    ) -> None:
        drawn = draw_round(tournament_id=tournament.pk, author=SCORER, now=NOW, seed=1)
        assert organiser.get(at(drawn))["Location"] == at(drawn, "draw-detail")
        assert organiser.post(at(drawn, "round-close"))["Location"] == at(drawn, "draw-detail")

    @pytest.mark.parametrize("teams", [0, 1, 3])
    def test_few_teams_have_a_page_too(self, organiser: Client, club: Club, teams: int) -> None:
        tournament = make_contest(club, teams=teams, hands=2)
        if teams < 2:
            address = reverse("tournaments:round-detail", args=[tournament.pk, 1])
            assert organiser.get(address).status_code == 404
            return
        page = words_on(organiser.get(at(start_round(tournament))))
        assert "1 table " in page
        assert "Exempt" in page

    def test_strangers_and_other_clubs_see_nothing(self, playing: Round) -> None:
        assert visitor().get(at(playing)).status_code == 302
        other = member_of(make_club("Elsewhere"), "other")
        for name in ("round-detail", "round-close", "slip-desk", "catch-up-new"):
            assert other.get(at(playing, name)).status_code == 404

    @pytest.mark.parametrize("name", ["round-detail", "round-close", "slip-desk", "catch-up-new"])
    def test_as_many_queries_for_many_tables(
        self, organiser: Client, club: Club, name: str
    ) -> None:
        # Both are still being played.
        few = start_round(make_contest(club, teams=6, hands=2))
        many = start_round(make_contest(club, teams=24, hands=2))
        for played in (few, many):
            for match in games_of(played)[:2]:
                play(match)
        organiser.get(at(few))
        for_few = count_queries(lambda: organiser.get(at(few, name)))
        assert count_queries(lambda: organiser.get(at(many, name))) == for_few


class TestBoard:
    def board_of(self, tournament: Tournament) -> str:
        tournament.refresh_from_db()
        return tournament.state

    def test_nothing_is_sent_while_nothing_changes(
        self, organiser: Client, tournament: Tournament, playing: Round
    ) -> None:
        version = self.board_of(tournament)
        assert f"board={version}" in organiser.get(at(playing)).content.decode()
        answer = organiser.get(at(playing, board=version))
        assert answer.status_code == 204

    def test_a_new_hand_is_sent_and_the_choice_of_tables_kept(
        self, organiser: Client, tournament: Tournament, playing: Round
    ) -> None:
        version = self.board_of(tournament)
        play(games_of(playing)[0])
        page = organiser.get(at(playing, board=version, show="finished")).content.decode()
        assert "<html" not in page
        assert 'id="table-1"' in page
        assert 'id="table-2"' not in page
        assert f"board={self.board_of(tournament)}&amp;show=finished" in page


class TestClock:
    def test_the_clock_is_set_started_and_stopped(self, organiser: Client, playing: Round) -> None:
        organiser.post(at(playing, "round-timer"), {"act": "set", "minutes": "75"})
        page = organiser.get(at(playing))
        assert "1:15:00" in words_on(page)
        assert "Start the clock" in words_on(page)
        organiser.post(at(playing, "round-timer"), {"act": "start"})
        page = organiser.get(at(playing))
        assert "Stop the clock" in words_on(page)
        playing.refresh_from_db()
        assert playing.timer_ends_at
        assert f'data-ends-at="{playing.timer_ends_at.isoformat()}"' in page.content.decode()
        organiser.post(at(playing, "round-timer"), {"act": "pause"})
        playing.refresh_from_db()
        assert playing.timer_ends_at is None

    def test_a_clock_that_has_run_out_says_so(self, organiser: Client, playing: Round) -> None:
        set_timer(round_id=playing.pk, minutes=1, author=SCORER, now=NOW)
        start_timer(round_id=playing.pk, author=SCORER, now=NOW)
        Round.objects.filter(pk=playing.pk).update(timer_ends_at="2020-01-01T00:00:00Z")
        page = organiser.get(at(playing))
        assert 'data-state="over"' in page.content.decode()
        assert "0:00 Time is up" in words_on(page)

    @pytest.mark.parametrize(
        "sent",
        [
            pytest.param({"act": "set", "minutes": "soon"}, id="no number"),
            pytest.param({"act": "set"}, id="no minutes"),
            pytest.param({"act": "explode"}, id="no such act"),
        ],
    )
    def test_nonsense_changes_nothing(
        self, organiser: Client, playing: Round, sent: dict[str, str]
    ) -> None:
        organiser.post(at(playing, "round-timer"), sent)
        playing.refresh_from_db()
        assert playing.timer_left is None


class TestTheNextRound:
    """After a round is closed one tap says when the next one begins; everybody sees it."""

    @pytest.fixture
    def tournament(self, club: Club) -> Tournament:
        return make_contest(club, teams=4, rounds=2, hands=1)

    @pytest.fixture
    def closed(self, tournament: Tournament) -> Round:
        return play_round(tournament)

    def announced(self, organiser: Client, closed: Round, minutes: int) -> datetime | None:
        organiser.post(at(closed, "round-timer"), {"act": "next", "minutes": str(minutes)})
        closed.refresh_from_db()
        return closed.timer_ends_at

    def test_everybody_sees_when_it_begins(
        self, organiser: Client, tournament: Tournament, closed: Round
    ) -> None:
        code = TableCode.objects.get(tournament=tournament, number=1)
        phone, table = visitor(), reverse("tournaments:table-open", args=[code.token])
        begins = self.announced(organiser, closed, 10)
        assert begins
        assert timedelta(minutes=9) < begins - timezone.now() <= timedelta(minutes=10)
        said = f"The next round begins at {timezone.localtime(begins):%H:%M}."
        overview = reverse("tournaments:tournament-detail", args=[tournament.pk])
        public = reverse("tournaments:public", args=[tournament.token])
        for page in (organiser.get(overview), visitor().get(public), phone.get(table)):
            assert said in words_on(page)
        board = visitor().get(reverse("tournaments:board", args=[tournament.token]))
        assert "Next round in" in words_on(board)
        assert f'data-ends-at="{begins.isoformat()}"' in board.content.decode()
        call_command("verify_tournament", str(tournament.pk))

    def test_the_hour_can_be_typed(self, organiser: Client, closed: Round) -> None:
        def announced(after: timedelta) -> str:
            hour = f"{timezone.localtime(timezone.now() + after):%H:%M}"
            sent = {"act": "next", "hour": hour}
            answer = organiser.post(at(closed, "round-timer"), sent, follow=True)
            return words_on(answer).replace(hour, "HOUR")

        far = announced(timedelta(hours=12))
        assert "This hour has passed, or is too far away." in far
        assert "The next round begins at" not in announced(timedelta(hours=-2))
        assert "The next round begins at HOUR." in announced(timedelta(minutes=40))
        answer = organiser.post(at(closed, "round-timer"), {"act": "next", "hour": "soon"})
        assert answer.status_code == 302

    def test_it_is_changed_and_taken_back(
        self, organiser: Client, tournament: Tournament, closed: Round
    ) -> None:
        first = self.announced(organiser, closed, 5)
        later = self.announced(organiser, closed, 20)
        assert first
        assert later
        assert later > first
        assert self.announced(organiser, closed, 0) is None
        board = visitor().get(reverse("tournaments:board", args=[tournament.token]))
        assert "Next round in" not in words_on(board)
        call_command("verify_tournament", str(tournament.pk))

    def test_a_phone_that_waits_is_told(self, organiser: Client, closed: Round) -> None:
        code = TableCode.objects.get(tournament=closed.tournament_id, number=1)
        before = table_mark(code)
        self.announced(organiser, closed, 10)
        assert table_mark(code) != before

    def test_the_clock_of_the_next_round_is_its_own(
        self, organiser: Client, tournament: Tournament, closed: Round
    ) -> None:
        self.announced(organiser, closed, 10)
        start_round(tournament, seed=2)
        board = visitor().get(reverse("tournaments:board", args=[tournament.token]))
        assert "Next round in" not in words_on(board)
        said = self.announced(organiser, closed, 20)
        assert said == closed.timer_ends_at
        assert closed.tournament.log.filter(kind=LogEntry.Kind.TIMER).count() == 1

    def test_a_round_that_is_open_again_waits_for_nothing(
        self, organiser: Client, tournament: Tournament, closed: Round
    ) -> None:
        self.announced(organiser, closed, 10)
        reopen_round(round_id=closed.pk, author=SCORER, now=NOW)
        board = visitor().get(reverse("tournaments:board", args=[tournament.token]))
        assert 'role="timer"' not in board.content.decode()
        call_command("verify_tournament", str(tournament.pk))

    def test_after_the_last_round_nothing_begins(
        self, organiser: Client, tournament: Tournament, closed: Round
    ) -> None:
        overview = reverse("tournaments:tournament-detail", args=[tournament.pk])
        asked = "In how many minutes does the next round begin?"
        assert asked in words_on(organiser.get(overview))
        play_round(tournament, seed=2)
        assert asked not in words_on(organiser.get(overview))

    def test_a_finished_contest_waits_for_nothing(
        self, organiser: Client, tournament: Tournament, closed: Round
    ) -> None:
        self.announced(organiser, closed, 10)
        finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
        board = visitor().get(reverse("tournaments:board", args=[tournament.token]))
        assert "Next round in" not in words_on(board)


class TestClosing:
    def test_what_is_missing_is_listed_with_its_table(
        self, organiser: Client, playing: Round
    ) -> None:
        first, second, third, _last = games_of(playing)
        play(first, [100, 100])
        dispute(first)
        play(second)
        record_table_slip(
            match_id=third.pk,
            slip=TableSlip(hands=2, total_a=200, total_b=114),
            keep_to_check=True,
            author=SCORER,
            now=NOW,
        )
        response = organiser.get(at(playing, "round-close"))
        page = words_on(response)
        assert "1 table has no result yet Those who sit there" in page
        assert "1 table does not accept its sheet Table 1" in page
        assert "1 table to check Table 3" in page
        assert "1 sheet is not signed by both sides Table 2" in page
        assert table_at(first, "sheet-ruling") in response.content.decode()
        assert "Close it without 1 table" in page

    def test_nobody_is_said_to_have_signed_a_forfeit(
        self, organiser: Client, tournament: Tournament, playing: Round
    ) -> None:
        forfeited, *others = games_of(playing)
        gone = numbers_of(forfeited, Side.A)[0]
        withdraw_entry(
            tournament_id=tournament.pk, number=gone, from_round=1, author=SCORER, now=NOW
        )
        for match in others:
            play(match)
            match.refresh_from_db()
            sign_on_paper(match_id=match.pk, receipt=match.receipt, author=SCORER, now=NOW)
        page = words_on(organiser.get(at(playing, "round-close")))
        assert "Every table has its result, signed by both sides." not in page
        assert "Every table that played has its result, signed by both sides." in page

    def test_a_round_is_closed_and_opened_again(self, organiser: Client, playing: Round) -> None:
        for match in games_of(playing):
            play(match)
            match.refresh_from_db()
            sign_on_paper(match_id=match.pk, receipt=match.receipt, author=SCORER, now=NOW)
        page = words_on(organiser.get(at(playing, "round-close")))
        assert "Every table has its result, signed by both sides." in page
        page = words_on(organiser.post(at(playing, "round-close"), follow=True))
        assert "Round 1 is closed." in page
        assert "Open the round again" in page
        organiser.post(at(playing, "round-reopen"))
        playing.refresh_from_db()
        assert playing.is_playing

    def test_closing_twice_is_no_fault(self, organiser: Client, playing: Round) -> None:
        organiser.post(at(playing, "round-close"))
        assert organiser.post(at(playing, "round-close"), follow=True).status_code == 200
        closed = LogEntry.objects.filter(kind=LogEntry.Kind.CLOSED)
        assert closed.count() == 1

    def test_an_unfinished_table_of_a_closed_round_has_no_result(
        self, organiser: Client, playing: Round
    ) -> None:
        organiser.post(at(playing, "round-close"))
        page = words_on(organiser.get(at(playing)))
        assert "4 without a result" in page
        assert "no result" in page

    def test_a_round_before_a_later_one_stays_closed(
        self, organiser: Client, tournament: Tournament
    ) -> None:
        first = play_round(tournament)
        start_round(tournament)
        page = words_on(organiser.post(at(first, "round-reopen"), follow=True))
        assert "A later round is published" in page
        first.refresh_from_db()
        assert first.is_closed
