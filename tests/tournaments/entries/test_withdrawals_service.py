"""Entries that leave, come back or come late, and the tables they leave or find."""

import pytest

from scorekeeper.models import Club
from tests.contest import entry_of, games_of, make_contest, play, play_round, start_round
from tests.draws import (
    DOER,
    MELEE,
    close,
    drawn_numbers,
    exempt_of,
    log_kinds,
    numbers_at,
    play_and_close,
    points_of,
    preview,
    seat_of,
    write_one,
)
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.standings import contest_of
from tournaments.doctor.examine import examine
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.entries.services.withdrawals import (
    NoPlaceError,
    cancel_table,
    return_entry,
    seat_late_entry,
    start_catch_up,
    withdraw_entry,
)
from tournaments.models import LogEntry, Match, MatchSeat, Round, Tournament

pytestmark = pytest.mark.django_db


def test_a_withdrawal_discards_the_preview_it_was_in(club: Club) -> None:
    tournament = make_contest(club, teams=4)
    preview(tournament)
    withdraw_entry(tournament_id=tournament.pk, number=3, from_round=1, **DOER)
    assert not tournament.rounds.exists()
    assert log_kinds(tournament)[-2:] == [LogEntry.Kind.DISCARDED, LogEntry.Kind.WITHDRAWN]
    assert drawn_numbers(preview(tournament)) == [1, 2, 4]


def test_who_leaves_after_publishing_forfeits_and_the_opponents_get_their_score(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2, forfeit_points=250)
    published = start_round(tournament)
    first, _second = games_of(published)
    write_one(first)
    (gone,), (left,) = numbers_at(first)
    withdraw_entry(tournament_id=tournament.pk, number=gone, from_round=1, **DOER)
    assert seat_of(published, gone).kind == MatchSeat.Kind.ABSENT
    assert seat_of(published, left).match.kind == Match.Kind.FORFEIT
    assert (points_of(tournament)[gone], points_of(tournament)[left]) == (0, 250)
    standings = contest_of(tournament).standings()
    assert next(line for line in standings.lines if line.entrant == left).record.wins == 1


def test_a_forfeit_follows_the_hands_of_its_round(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=3)
    published = start_round(tournament)
    (gone,), (left,) = numbers_at(games_of(published)[0])
    withdraw_entry(tournament_id=tournament.pk, number=gone, from_round=1, **DOER)
    assert points_of(tournament)[left] == 275
    assert verify_tournament(Tournament.objects.get()).is_whole


def test_when_both_sides_of_a_table_leave_nobody_gets_anything(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    published = start_round(tournament)
    (one,), (other,) = numbers_at(games_of(published)[0])
    for number in (one, other):
        withdraw_entry(tournament_id=tournament.pk, number=number, from_round=1, **DOER)
    assert (points_of(tournament)[one], points_of(tournament)[other]) == (0, 0)


def test_in_melee_the_partner_of_who_left_is_exempt(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2, mode=MELEE, forfeit_points=250)
    published = start_round(tournament)
    (gone, partner), opponents = numbers_at(games_of(published)[0])
    withdraw_entry(tournament_id=tournament.pk, number=gone, from_round=1, **DOER)
    points = points_of(tournament)
    assert (points[gone], points[partner]) == (0, 162)
    assert [points[number] for number in opponents] == [250, 250]


def test_an_exempt_team_that_leaves_gets_nothing(club: Club) -> None:
    tournament = make_contest(club, teams=3, hands=2)
    published = start_round(tournament)
    (exempt,) = exempt_of(published)
    assert points_of(tournament)[exempt] == 162
    withdraw_entry(tournament_id=tournament.pk, number=exempt, from_round=1, **DOER)
    assert points_of(tournament)[exempt] == 0


def test_who_leaves_after_a_round_keeps_its_points_and_is_drawn_no_more(club: Club) -> None:
    tournament = make_contest(club, teams=5, hands=2)
    play_round(tournament)
    before = points_of(tournament)
    withdraw_entry(tournament_id=tournament.pk, number=2, from_round=2, **DOER)
    assert points_of(tournament) == before
    assert drawn_numbers(preview(tournament)) == [1, 3, 4, 5]


def test_who_comes_back_plays_on_where_the_table_stopped(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    published = start_round(tournament)
    first, _second = games_of(published)
    write_one(first)
    (gone,), (left,) = numbers_at(first)
    withdraw_entry(tournament_id=tournament.pk, number=gone, from_round=1, **DOER)
    return_entry(tournament_id=tournament.pk, number=gone, **DOER)
    write_one(first)
    assert (points_of(tournament)[gone], points_of(tournament)[left]) == (200, 124)
    assert entry_of(tournament, gone).withdrawn_from is None


# Entries that come late, and catch-up tables.


def test_a_late_team_finds_no_place_where_nobody_is_exempt(club: Club) -> None:
    tournament = make_contest(club, teams=4)
    published = start_round(tournament)
    add_entries(tournament_id=tournament.pk, entries=[NewEntry(names=("Eva", "Max"))], **DOER)
    with pytest.raises(NoPlaceError):
        seat_late_entry(round_id=published.pk, number=5, **DOER)


@pytest.mark.parametrize("number", [1, 6, 99], ids=["seated already", "solo", "nobody"])
def test_who_is_not_seated_late(club: Club, number: int) -> None:
    tournament = make_contest(club, teams=5)
    published = start_round(tournament)
    add_entries(tournament_id=tournament.pk, entries=[NewEntry(names=("Solo",))], **DOER)
    with pytest.raises(NoPlaceError):
        seat_late_entry(round_id=published.pk, number=number, **DOER)


def test_a_late_table_gets_a_code_and_both_are_exempt_no_more(club: Club) -> None:
    tournament = make_contest(club, teams=5, hands=2)
    published = start_round(tournament)
    (exempt,) = exempt_of(published)
    add_entries(tournament_id=tournament.pk, entries=[NewEntry(names=("Eva", "Max"))], **DOER)
    match = seat_late_entry(round_id=published.pk, number=6, **DOER)
    assert (match.table_number, numbers_at(match)) == (3, ([exempt], [6]))
    assert exempt_of(published) == []
    assert tournament.codes.filter(number=3).exists()
    play_and_close(published)
    second = preview(tournament)
    assert tuple(sorted((exempt, 6))) in second.draw_request.opponents
    assert all(entrant.byes == 0 for entrant in second.draw_request.entrants)


def catch_up(playing: Round, exempt: int, finisher: int) -> Match:
    return start_catch_up(round_id=playing.pk, side_a=[exempt], side_b=[finisher], **DOER)


def test_a_catch_up_game_counts_as_exempt_and_as_a_meeting(club: Club) -> None:
    tournament = make_contest(club, teams=3, hands=2)
    published = start_round(tournament)
    (exempt,) = exempt_of(published)
    (match,) = games_of(published)
    play(match, [90, 90])
    (finisher,), _other = numbers_at(match)
    play(catch_up(published, exempt, finisher), [150, 150])
    assert (points_of(tournament)[exempt], points_of(tournament)[finisher]) == (300, 180)
    close(published)
    request = preview(tournament).draw_request
    assert {e.number for e in request.entrants if e.byes} == {exempt}
    assert tuple(sorted((exempt, finisher))) in request.opponents


def test_at_a_catch_up_table_that_nobody_used_the_exempt_team_is_exempt_again(club: Club) -> None:
    tournament = make_contest(club, teams=3, hands=2)
    published = start_round(tournament)
    (exempt,) = exempt_of(published)
    play(games_of(published)[0], [90, 90])
    catch_up(published, exempt, numbers_at(games_of(published)[0])[0][0])
    assert verify_tournament(Tournament.objects.get()).is_whole
    close(published)
    assert points_of(tournament)[exempt] == 162
    assert exempt_of(published) == [exempt]
    assert log_kinds(tournament)[-2:] == [LogEntry.Kind.RESEATED, LogEntry.Kind.CLOSED]
    assert verify_tournament(Tournament.objects.get()).is_whole
    assert [found.text for found in examine([club]).findings] == []


def test_a_catch_up_table_with_a_hand_stays_when_the_round_is_closed(club: Club) -> None:
    tournament = make_contest(club, teams=3, hands=2)
    published = start_round(tournament)
    (exempt,) = exempt_of(published)
    play(games_of(published)[0], [90, 90])
    extra = catch_up(published, exempt, numbers_at(games_of(published)[0])[0][0])
    write_one(extra)
    close(published)
    assert exempt_of(published) == []
    assert verify_tournament(Tournament.objects.get()).is_whole


def test_only_a_finisher_plays_the_exempt_team(club: Club) -> None:
    tournament = make_contest(club, teams=3, hands=2)
    published = start_round(tournament)
    (exempt,) = exempt_of(published)
    (one,), (other,) = numbers_at(games_of(published)[0])
    for side_b in (one, other, exempt, 99):
        with pytest.raises(NoPlaceError):
            catch_up(published, exempt, side_b)
    play(games_of(published)[0], [90, 90])
    with pytest.raises(NoPlaceError):
        catch_up(published, one, other)


def test_a_catch_up_table_is_closed_again_until_a_hand_is_written(club: Club) -> None:
    tournament = make_contest(club, teams=3, hands=2)
    published = start_round(tournament)
    (exempt,) = exempt_of(published)
    (match,) = games_of(published)
    play(match, [90, 90])
    extra = catch_up(published, exempt, numbers_at(match)[0][0])
    cancel_table(match_id=extra.pk, **DOER)
    assert exempt_of(published) == [exempt]
    assert points_of(tournament)[exempt] == 162
    extra = catch_up(published, exempt, numbers_at(match)[0][0])
    write_one(extra)
    with pytest.raises(NoPlaceError):
        cancel_table(match_id=extra.pk, **DOER)
