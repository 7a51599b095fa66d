"""Withdrawals and late tables by mistake: everything is as it was, and the log says the same."""

import pytest
from django.urls import reverse

from scorekeeper.games.services.actions import GameIsOverError
from scorekeeper.games.services.games import stop_game
from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, start_round
from tests.draws import (
    DOER,
    MELEE,
    close,
    draw_page,
    drawn_numbers,
    exempt_of,
    log_kinds,
    numbers_at,
    points_of,
    preview,
    seat_of,
    write_one,
)
from tests.pages import member_of, text_of, words_on
from tests.tournaments.audit_log.replay.eventful import organiser as by_organiser
from tests.tournaments.tables.addresses import at, table_at
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.entries.services.entries import NewEntry, add_entries, remove_entry
from tournaments.entries.services.withdrawals import (
    NoPlaceError,
    cancel_table,
    return_entry,
    seat_late_entry,
    start_catch_up,
    take_free_seat,
    withdraw_entry,
)
from tournaments.models import Entry, LogEntry, Match, MatchSeat, Round, Tournament
from tournaments.rounds.services import publish_round, reseat, swap_in_draw, take_back_round
from tournaments.tables.services import TableSlip, record_table_slip

pytestmark = pytest.mark.django_db


def assert_told(tournament: Tournament) -> None:
    """Assert that the log, done again, tells exactly this contest."""
    found = verify_tournament(Tournament.objects.get(pk=tournament.pk))
    assert found.is_whole, found


def leave(tournament: Tournament, number: int, from_round: int = 1) -> None:
    withdraw_entry(tournament_id=tournament.pk, number=number, from_round=from_round, **DOER)


def come_back(tournament: Tournament, number: int) -> None:
    return_entry(tournament_id=tournament.pk, number=number, even_closed=True, **DOER)


def late_team(tournament: Tournament) -> Entry:
    (added,) = add_entries(
        tournament_id=tournament.pk, entries=[NewEntry(names=("Eva", "Max"))], **DOER
    )
    return added


class TestAMistakeSeenAfterTheRound:
    @pytest.mark.parametrize("is_later", [False, True], ids=["closed", "next round published"])
    def test_the_table_has_no_result_again_and_gets_its_slip(
        self, club: Club, is_later: bool
    ) -> None:
        tournament = make_contest(club, teams=6, hands=2, forfeit_points=250)
        published = start_round(tournament)
        first, *others = games_of(published)
        for match in others:
            play(match)
        (gone,), (left,) = numbers_at(first)
        leave(tournament, gone)
        close(published)
        if is_later:
            start_round(tournament)
        come_back(tournament, gone)
        first.refresh_from_db()
        assert first.kind == Match.Kind.GAME
        assert (points_of(tournament)[gone], points_of(tournament)[left]) == (0, 0)
        assert_told(tournament)
        slip = TableSlip(hands=2, total_a=200, total_b=124)
        record_table_slip(match_id=first.pk, slip=slip, **by_organiser(club))
        assert (points_of(tournament)[gone], points_of(tournament)[left]) == (200, 124)
        assert_told(tournament)

    def test_who_was_exempt_is_exempt_again_and_counted_as_such(self, club: Club) -> None:
        tournament = make_contest(club, teams=5, hands=2)
        published = start_round(tournament)
        (exempt,) = exempt_of(published)
        for match in games_of(published):
            play(match)
        leave(tournament, exempt)
        close(published)
        come_back(tournament, exempt)
        assert points_of(tournament)[exempt] == 162
        second = preview(tournament)
        assert {e.number for e in second.draw_request.entrants if e.byes} == {exempt}
        assert_told(tournament)

    def test_in_melee_a_table_waits_for_the_last_who_left(self, club: Club) -> None:
        tournament = make_contest(club, teams=8, hands=2, mode=MELEE, forfeit_points=250)
        published = start_round(tournament)
        first, second = games_of(published)
        play(second)
        (one, partner), (other, _opponent) = numbers_at(first)
        leave(tournament, one)
        leave(tournament, other)
        close(published)
        come_back(tournament, one)
        assert seat_of(published, one).match.kind == Match.Kind.FORFEIT
        assert_told(tournament)
        come_back(tournament, other)
        assert seat_of(published, partner).kind == MatchSeat.Kind.PLAYED
        assert_told(tournament)

    def test_the_log_names_the_rounds_played_after_all(self, club: Club) -> None:
        tournament = make_contest(club, teams=4, hands=2)
        published = start_round(tournament)
        (gone,), _left = numbers_at(games_of(published)[0])
        leave(tournament, gone)
        come_back(tournament, gone)
        logged = tournament.log.get(kind=LogEntry.Kind.RETURNED)
        assert logged.data == {"number": gone, "revived": [1]}


class TestPreviews:
    def test_a_preview_without_who_leaves_stays(self, club: Club) -> None:
        tournament = make_contest(club, teams=4)
        add_entries(tournament_id=tournament.pk, entries=[NewEntry(names=("Solo",))], **DOER)
        drawn = preview(tournament)
        swap_in_draw(round_id=drawn.pk, one=1, other=2, **DOER)
        leave(tournament, 5)
        assert tournament.rounds.get().swaps == [[1, 2]]
        assert LogEntry.Kind.DISCARDED not in log_kinds(tournament)
        publish_round(round_id=drawn.pk, **DOER)
        assert_told(tournament)

    def test_a_preview_with_who_leaves_goes(self, club: Club) -> None:
        tournament = make_contest(club, teams=5)
        drawn = preview(tournament)
        leave(tournament, drawn.draw.exempt[0])
        assert not tournament.rounds.exists()
        assert drawn_numbers(preview(tournament)) != [1, 2, 3, 4, 5]


class TestTheWrongLateTeam:
    @pytest.fixture
    def tournament(self, club: Club) -> Tournament:
        return make_contest(club, teams=5, hands=2)

    @pytest.fixture
    def playing(self, tournament: Tournament) -> Round:
        return start_round(tournament)

    @pytest.fixture
    def late(self, tournament: Tournament, playing: Round) -> Match:
        number = late_team(tournament).number
        return seat_late_entry(round_id=playing.pk, number=number, **DOER)

    def test_its_table_is_closed_and_the_exempt_team_is_exempt_again(
        self, tournament: Tournament, playing: Round, late: Match
    ) -> None:
        (alone,), (wrong,) = numbers_at(late)
        cancel_table(match_id=late.pk, **DOER)
        assert exempt_of(playing) == [alone]
        assert points_of(tournament)[alone] == 162
        assert not playing.seats.filter(entry__number=wrong).exists()
        assert_told(tournament)
        right = late_team_named(tournament, "Léo", "Zoé")
        again = seat_late_entry(round_id=playing.pk, number=right.number, **DOER)
        assert numbers_at(again) == ([alone], [right.number])
        remove_entry(tournament_id=tournament.pk, number=wrong, **DOER)
        assert_told(tournament)

    def test_not_once_a_hand_is_written(self, late: Match) -> None:
        write_one(late)
        with pytest.raises(NoPlaceError):
            cancel_table(match_id=late.pk, **DOER)

    def test_a_table_of_the_draw_is_not_closed(self, playing: Round, late: Match) -> None:
        for match in games_of(playing)[:-1]:
            with pytest.raises(NoPlaceError):
                cancel_table(match_id=match.pk, **DOER)

    def test_not_where_only_drawn_teams_sit_there_by_now(self, playing: Round, late: Match) -> None:
        _alone, (number,) = numbers_at(late)
        (other,), _side_b = numbers_at(games_of(playing)[0])
        reseat(round_id=playing.pk, one=number, other=other, **DOER)
        with pytest.raises(NoPlaceError):
            cancel_table(match_id=late.pk, **DOER)

    def test_the_page_offers_it_there_alone(self, club: Club, playing: Round, late: Match) -> None:
        organiser = member_of(club)
        page = text_of(organiser.get(at(playing)))
        assert 'id="cancel-3"' in page
        assert 'id="cancel-1"' not in page
        words = words_on(organiser.post(table_at(late, "table-cancel"), follow=True))
        assert "Table 3 is closed." in words
        assert 'id="cancel-3"' not in text_of(organiser.get(at(playing)))

    def test_a_table_with_hands_offers_it_no_more(
        self, club: Club, playing: Round, late: Match
    ) -> None:
        write_one(late)
        assert 'id="cancel-3"' not in text_of(member_of(club).get(at(playing)))


def late_team_named(tournament: Tournament, *names: str) -> Entry:
    (added,) = add_entries(tournament_id=tournament.pk, entries=[NewEntry(names=names)], **DOER)
    return added


class TestTakingBack:
    def test_the_question_names_the_tables_that_go_too(self, club: Club) -> None:
        tournament = make_contest(club, teams=5, hands=2)
        playing = start_round(tournament)
        organiser = member_of(club)
        (alone,) = exempt_of(playing)
        pages = [at(playing), draw_page(playing)]
        for address in pages:
            assert "opened for" not in text_of(organiser.get(address))
        seat_late_entry(round_id=playing.pk, number=late_team(tournament).number, **DOER)
        for address in pages:
            said = f"Table 3, opened for {alone} and 6, is closed too."
            assert said in text_of(organiser.get(address))

    def test_a_catch_up_table_is_named_with_whom_it_counts_for(self, club: Club) -> None:
        tournament = make_contest(club, teams=5, hands=2)
        playing = start_round(tournament)
        (alone,) = exempt_of(playing)
        first = games_of(playing)[0]
        play(first)
        finisher = numbers_at(first)[0]
        start_catch_up(round_id=playing.pk, side_a=[alone], side_b=finisher, **DOER)
        page = text_of(member_of(club).get(draw_page(playing)))
        assert f"Table 3, opened for {alone}, is closed too." in page

    def test_the_log_knows_it(self, club: Club) -> None:
        tournament = make_contest(club, teams=5, hands=2)
        playing = start_round(tournament)
        seat_late_entry(round_id=playing.pk, number=late_team(tournament).number, **DOER)
        take_back_round(round_id=playing.pk, **DOER)
        assert_told(tournament)


class TestAForfeit:
    def test_not_even_the_organiser_stops_its_game(self, club: Club) -> None:
        tournament = make_contest(club, teams=4, hands=2)
        first = games_of(start_round(tournament))[0]
        write_one(first)
        (gone,), _left = numbers_at(first)
        leave(tournament, gone)
        assert first.game_id
        with pytest.raises(GameIsOverError):
            stop_game(game_id=first.game_id, reason="Late", **by_organiser(club))
        organiser = member_of(club)
        stop = reverse("scorekeeper:game-stop", args=[first.game_id])
        assert organiser.post(stop, {"reason": "Late"}).status_code == 302
        come_back(tournament, gone)
        write_one(first)
        assert points_of(tournament)[gone] == 200
        assert_told(tournament)


class TestASeatThatSomebodyLeft:
    @pytest.fixture
    def tournament(self, club: Club) -> Tournament:
        return make_contest(club, teams=4, hands=2, forfeit_points=250)

    def test_a_late_team_takes_it_and_its_number(self, club: Club, tournament: Tournament) -> None:
        playing = start_round(tournament)
        member = member_of(club)
        match = games_of(playing)[0]
        (gone,), (waiting,) = numbers_at(match)
        assert "Nobody is exempt in this round" in words_on(member.get(at(playing)))
        leave(tournament, gone)
        offered = words_on(member.get(at(playing)))
        assert f"Number {gone} left before it played" in offered
        late = late_team(tournament)
        address = at(playing, "late-entry")
        said = words_on(member.post(address, {"number": late.number}, follow=True))
        assert f"plays at table {match.table_number}, and is number {gone} from now on" in said
        assert not tournament.entries.filter(number=late.number).exists()
        entry = tournament.entries.by_number().get(number=gone)
        assert (entry.names, entry.withdrawn_from) == (["Eva", "Max"], None)
        assert points_of(tournament)[waiting] == 0
        assert_told(tournament)
        match.refresh_from_db()
        play(match, [100, 100])
        assert points_of(tournament)[gone] == 200
        assert match.game
        assert {"Eva", "Max"} <= set(match.game.seats.values_list("name", flat=True))
        assert_told(tournament)

    def test_not_where_something_was_written(self, tournament: Tournament) -> None:
        playing = start_round(tournament)
        match = games_of(playing)[0]
        write_one(match)
        leave(tournament, numbers_at(match)[0][0])
        with pytest.raises(NoPlaceError):
            take_free_seat(round_id=playing.pk, number=late_team(tournament).number, **DOER)

    def test_in_a_later_round_it_keeps_the_own_number(
        self, club: Club, tournament: Tournament
    ) -> None:
        first = start_round(tournament)
        for match in games_of(first):
            play(match)
        close(first)
        playing = start_round(tournament)
        match = games_of(playing)[0]
        (gone,), (waiting,) = numbers_at(match)
        before = points_of(tournament)
        leave(tournament, gone, from_round=2)
        member = member_of(club)
        assert f"Number {gone} left before this round" in words_on(member.get(at(playing)))
        late = late_team(tournament)
        address = at(playing, "late-entry")
        said = words_on(member.post(address, {"number": late.number}, follow=True))
        assert f"Number {late.number} plays at table {match.table_number}." in said
        assert numbers_at(match) == ([late.number], [waiting])
        assert_told(tournament)
        match.refresh_from_db()
        assert match.game
        assert {"Eva", "Max"} <= set(match.game.seats.values_list("name", flat=True))
        play(match, [100, 100])
        after = points_of(tournament)
        assert (after[late.number], after[gone]) == (200, before[gone])
        assert_told(tournament)

    def test_of_a_team_that_came_for_a_later_round_and_left_the_number_is_taken_too(
        self, club: Club, tournament: Tournament
    ) -> None:
        first = start_round(tournament)
        for match in games_of(first):
            play(match)
        close(first)
        pair = [NewEntry(names=("Zoé", "Yves")), NewEntry(names=("Luc", "Ida"))]
        numbers = {
            entry.number for entry in add_entries(tournament_id=tournament.pk, entries=pair, **DOER)
        }
        playing = start_round(tournament)
        gone = min(numbers)
        leave(tournament, gone, from_round=2)
        member = member_of(club)
        assert f"and becomes number {gone}." in words_on(member.get(at(playing)))
        late = late_team(tournament)
        said = words_on(
            member.post(at(playing, "late-entry"), {"number": late.number}, follow=True)
        )
        assert f"and is number {gone} from now on" in said

    def test_in_a_melee_a_late_player_takes_it(self, club: Club) -> None:
        tournament = make_contest(club, teams=8, hands=2, mode=MELEE)
        playing = start_round(tournament)
        match = games_of(playing)[0]
        gone = numbers_at(match)[0][0]
        leave(tournament, gone)
        member = member_of(club)
        assert f"Number {gone} left before anything" in words_on(member.get(at(playing)))
        (added,) = add_entries(
            tournament_id=tournament.pk, entries=[NewEntry(names=("Eva",))], **DOER
        )
        late = added.number
        member.post(at(playing, "late-entry"), {"number": late})
        assert late in numbers_at(match)[0]
        match.refresh_from_db()
        play(match, [100, 100])
        assert points_of(tournament)[late] == 200
        assert_told(tournament)

    def test_nor_for_a_team_that_sits_somewhere(self, tournament: Tournament) -> None:
        playing = start_round(tournament)
        one, other = games_of(playing)
        leave(tournament, numbers_at(one)[0][0])
        with pytest.raises(NoPlaceError):
            take_free_seat(round_id=playing.pk, number=numbers_at(other)[0][0], **DOER)
        assert_told(tournament)
