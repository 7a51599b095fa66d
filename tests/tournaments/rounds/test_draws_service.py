"""Draws that are made, changed by hand, published, taken back and mended."""

from datetime import timedelta

import pytest

from scorekeeper.models import Club, Game
from scorekeeper.refusals import Refused
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
    write_one,
)
from tests.table import NOW
from tournaments.audit_log.locks import RoundOpenError
from tournaments.audit_log.standings import contest_of
from tournaments.contests.services import finish_tournament
from tournaments.draw.certificate import verify
from tournaments.draw.drawing import SwapError
from tournaments.draw.request import Method
from tournaments.draw.result import LookAhead, Proof
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import LogEntry, Match, MatchSeat, SheetVerdict
from tournaments.rounds.services import (
    HandsWrittenError,
    discard_draw,
    publish_round,
    reseat,
    swap_in_draw,
    take_back_round,
)
from tournaments.tables.services import TableSlip, record_table_slip

pytestmark = pytest.mark.django_db


# How many there are.


@pytest.mark.parametrize(
    ("entries", "mode"),
    [(0, "teams"), (1, "teams"), (0, MELEE), (3, MELEE)],
    ids=["no team", "one team", "no player", "three players in mêlée"],
)
def test_too_few_are_not_drawn(club: Club, entries: int, mode: str) -> None:
    tournament = make_contest(club, teams=entries, mode=mode)
    with pytest.raises(Refused, match="A draw needs at least"):
        preview(tournament)
    assert not tournament.rounds.exists()


def test_three_teams_are_each_exempt_once_and_meet_once(club: Club) -> None:
    tournament = make_contest(club, teams=3, hands=2)
    met, exempt = set(), []
    for seed in range(3):
        playing = start_round(tournament, seed=seed)
        (match,) = games_of(playing)
        (one,), (other,) = numbers_at(match)
        met.add(frozenset({one, other}))
        exempt += exempt_of(playing)
        play_and_close(playing)
    assert sorted(exempt) == [1, 2, 3]
    assert len(met) == 3
    # Half of two hands of 162 each time, beside 200 and 124 at the table.
    assert sum(points_of(tournament).values()) == 3 * (162 + 324)


def test_five_players_in_melee_leave_one_exempt(club: Club) -> None:
    drawn = preview(make_contest(club, teams=5, mode=MELEE))
    assert len(drawn.draw.pairings) == 1
    assert len(drawn.draw.exempt) == 1
    assert drawn_numbers(drawn) == [1, 2, 3, 4, 5]


def test_501_teams_have_250_tables_and_one_exempt(club: Club) -> None:
    tournament = make_contest(club, teams=501, rounds=2)
    first = start_round(tournament)
    assert len(games_of(first)) == 250
    assert len(exempt_of(first)) == 1
    assert tournament.codes.count() == 250
    close(first)
    second = preview(tournament)
    assert drawn_numbers(second) == list(range(1, 502))
    assert second.draw.repeats == ()
    assert set(second.draw.exempt).isdisjoint(exempt_of(first))


# Who is drawn.


def test_only_complete_teams_that_have_not_left_are_drawn(club: Club) -> None:
    tournament = make_contest(club, teams=5)
    add_entries(tournament_id=tournament.pk, entries=[NewEntry(names=("Solo",))], **DOER)
    withdraw_entry(tournament_id=tournament.pk, number=2, from_round=1, **DOER)
    withdraw_entry(tournament_id=tournament.pk, number=3, from_round=2, **DOER)
    assert drawn_numbers(preview(tournament)) == [1, 3, 4, 5]


def test_those_not_checked_in_are_left_out_on_wish(club: Club) -> None:
    tournament = make_contest(club, teams=4)
    tournament.entries.filter(number__in=[2, 4]).update(checked_in_at=NOW)
    assert drawn_numbers(preview(tournament, only_here=True)) == [2, 4]
    assert drawn_numbers(preview(tournament)) == [1, 2, 3, 4]


def test_a_team_that_comes_late_is_drawn_for_the_next_round(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    play_round(tournament)
    add_entries(tournament_id=tournament.pk, entries=[NewEntry(names=("Eva", "Max"))], **DOER)
    second = preview(tournament)
    assert drawn_numbers(second) == [1, 2, 3, 4, 5]
    # It has no points, so it is the lowest-ranked: exempt.
    assert second.draw.exempt == (5,)


# How it is drawn.


def test_the_first_round_is_by_lot_and_the_next_by_ranking(club: Club) -> None:
    tournament = make_contest(club, teams=8, hands=2)
    first = play_round(tournament)
    assert first.draw_request.method is Method.LOT
    ranks = contest_of(tournament).standings().ranks
    second = preview(tournament)
    assert second.draw_request.method is Method.RANKING
    assert {e.number: e.place for e in second.draw_request.entrants} == ranks
    assert second.draw.repeats == ()


def test_the_same_seed_draws_the_same_and_another_one_otherwise(club: Club) -> None:
    tournament = make_contest(club, teams=12)
    first, again, other = (preview(tournament, seed=seed).draw for seed in (5, 5, 6))
    assert first == again
    assert first.pairings != other.pairings


def test_a_preview_is_replaced_by_the_next_draw(club: Club) -> None:
    tournament = make_contest(club, teams=4)
    preview(tournament)
    second = preview(tournament, seed=2)
    assert [drawn.pk for drawn in tournament.rounds.all()] == [second.pk]
    assert log_kinds(tournament)[-2:] == [LogEntry.Kind.DRAWN] * 2


def test_a_round_more_than_planned_is_like_the_last(club: Club) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    play_round(tournament)
    extra = preview(tournament)
    assert (extra.number, extra.hands) == (2, 2)
    assert extra.draw.look_ahead is LookAhead.LAST_ROUND


def test_no_draw_while_a_round_is_played_or_the_contest_is_over(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    playing = start_round(tournament)
    with pytest.raises(RoundOpenError):
        preview(tournament)
    play_and_close(playing)
    finish_tournament(tournament_id=tournament.pk, **DOER)
    with pytest.raises(RoundOpenError):
        preview(tournament)


def test_a_repeat_that_cannot_be_avoided_is_proven_and_named(club: Club) -> None:
    tournament = make_contest(club, teams=2, hands=2)
    play_round(tournament)
    drawn = preview(tournament)
    (repeat,) = drawn.draw.repeats
    assert (repeat.entrants, repeat.times) == ((1, 2), 1)
    assert drawn.draw.proof is Proof.BARRIER
    logged = tournament.log.get(kind=LogEntry.Kind.DRAWN, round_number=2)
    assert logged.data["repeats"] == [{"kind": "opponents", "entrants": [1, 2], "times": 1}]


def test_a_stored_draw_can_be_drawn_again(club: Club) -> None:
    tournament = make_contest(club, teams=7, hands=2)
    play_round(tournament)
    drawn = preview(tournament)
    drawn.refresh_from_db()
    assert verify(drawn.draw_certificate, drawn.draw_request) == ()


# Before publishing.


def test_two_tables_are_exchanged_and_back(club: Club) -> None:
    tournament = make_contest(club, teams=5)
    drawn = preview(tournament)
    before = drawn.draw
    seated, (exempt,) = before.pairings[0].a[0], before.exempt
    swap_in_draw(round_id=drawn.pk, one=seated, other=exempt, **DOER)
    drawn.refresh_from_db()
    assert drawn.draw.exempt == (seated,)
    assert drawn.draw.pairings[0].a == (exempt,)
    assert drawn.draw_certificate.draw == before
    swap_in_draw(round_id=drawn.pk, one=exempt, other=seated, **DOER)
    drawn.refresh_from_db()
    assert (drawn.draw.pairings, drawn.draw.exempt) == (before.pairings, before.exempt)


def test_an_exchange_with_nobody_changes_nothing(club: Club) -> None:
    tournament = make_contest(club, teams=4)
    drawn = preview(tournament)
    with pytest.raises(SwapError):
        swap_in_draw(round_id=drawn.pk, one=1, other=99, **DOER)
    drawn.refresh_from_db()
    assert drawn.swaps == []
    assert LogEntry.Kind.SWAPPED not in log_kinds(tournament)


def test_a_discarded_draw_leaves_the_log_alone(club: Club) -> None:
    tournament = make_contest(club, teams=4)
    discard_draw(round_id=preview(tournament).pk, **DOER)
    assert not tournament.rounds.exists()
    assert log_kinds(tournament)[-2:] == [LogEntry.Kind.DRAWN, LogEntry.Kind.DISCARDED]


# Publishing, and taking it back.


def test_publishing_seats_everybody_and_starts_the_games(club: Club) -> None:
    tournament = make_contest(club, teams=5, hands=10, round_minutes=45)
    drawn = preview(tournament)
    assert not MatchSeat.objects.exists()
    swap_in_draw(round_id=drawn.pk, one=1, other=2, **DOER)
    published = publish_round(round_id=drawn.pk, **DOER)
    tables = [numbers_at(match) for match in games_of(published)]
    assert tables == [(list(p.a), list(p.b)) for p in published.draw.pairings]
    assert exempt_of(published) == list(published.draw.exempt)
    assert published.seconds_left(NOW + timedelta(minutes=5)) == 45 * 60
    first = games_of(published)[0]
    assert first.game is not None
    assert first.game.hands_per_game == 10
    names = list(first.game.seats.order_by("seat").values_list("name", flat=True))
    (one,), (other,) = numbers_at(first)
    assert names == [*entry_of(tournament, one).names, *entry_of(tournament, other).names]


def test_in_melee_partners_sit_across_the_table(club: Club) -> None:
    tournament = make_contest(club, teams=4, mode=MELEE)
    (match,) = games_of(start_round(tournament))
    assert match.game is not None
    chairs = dict(match.game.seats.values_list("seat", "name"))
    side_a, side_b = numbers_at(match)
    wanted = {"A1": side_a[0], "A2": side_a[1], "B1": side_b[0], "B2": side_b[1]}
    assert chairs == {seat: f"Player {number}" for seat, number in wanted.items()}


def test_a_table_keeps_its_code_for_the_whole_contest(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    play_round(tournament)
    before = dict(tournament.codes.values_list("number", "token"))
    start_round(tournament)
    assert dict(tournament.codes.values_list("number", "token")) == before


def test_what_is_published_cannot_be_exchanged_discarded_or_published_again(club: Club) -> None:
    published = start_round(make_contest(club, teams=4))
    for act in (publish_round, discard_draw):
        with pytest.raises(RoundOpenError):
            act(round_id=published.pk, **DOER)
    with pytest.raises(RoundOpenError):
        swap_in_draw(round_id=published.pk, one=1, other=2, **DOER)


def test_a_published_draw_is_taken_back_and_published_again(club: Club) -> None:
    tournament = make_contest(club, teams=5)
    published = start_round(tournament)
    before = [numbers_at(match) for match in games_of(published)]
    again = take_back_round(round_id=published.pk, **DOER)
    assert again.is_drawn
    assert not Match.objects.exists()
    assert not Game.objects.exists()
    published = publish_round(round_id=again.pk, **DOER)
    assert [numbers_at(match) for match in games_of(published)] == before


def test_a_draw_stays_once_something_is_written(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    published = start_round(tournament)
    first, second = games_of(published)
    write_one(first)
    with pytest.raises(HandsWrittenError):
        take_back_round(round_id=published.pk, **DOER)
    other = start_round(make_contest(club, teams=2, hands=2, name="Other"))
    (slip_table,) = games_of(other)
    slip = TableSlip(total_a=200, total_b=124, hands=2)
    record_table_slip(match_id=slip_table.pk, slip=slip, **DOER)
    with pytest.raises(HandsWrittenError):
        take_back_round(round_id=other.pk, **DOER)
    assert second.game is not None


def test_a_closed_round_is_not_taken_back(club: Club) -> None:
    played = close(start_round(make_contest(club, teams=4)))
    with pytest.raises(RoundOpenError):
        take_back_round(round_id=played.pk, **DOER)


# Changing tables after publishing.


def test_what_a_table_wrote_counts_for_those_who_sit_there_now(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    published = start_round(tournament)
    first, second = games_of(published)
    play(first, [150, 150])
    play(second, [90, 90])
    close(published)
    (one,), (other,) = numbers_at(first)[0], numbers_at(second)[0]
    assert (points_of(tournament)[one], points_of(tournament)[other]) == (300, 180)
    SheetVerdict.objects.create(match=first, side="A", agrees=True, receipt=first.receipt, at=NOW)
    reseat(round_id=published.pk, one=one, other=other, **DOER)
    assert (points_of(tournament)[one], points_of(tournament)[other]) == (180, 300)
    first.refresh_from_db()
    assert numbers_at(first)[0] == [other]
    assert first.game is not None
    names = set(first.game.seats.values_list("name", flat=True))
    assert set(entry_of(tournament, other).names) < names
    assert not first.verdicts.exists()
    assert log_kinds(tournament)[-1] == LogEntry.Kind.RESEATED


def test_the_receipt_names_who_really_sat_there(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    first, second = games_of(start_round(tournament))
    play(first, [150, 150])
    first.refresh_from_db()
    before = first.receipt
    assert before
    one, other = numbers_at(first)[0][0], numbers_at(second)[0][0]
    reseat(round_id=first.round_id, one=one, other=other, **DOER)
    first.refresh_from_db()
    assert first.receipt not in ("", before)


def test_both_sides_of_one_table_change_places(club: Club) -> None:
    tournament = make_contest(club, teams=2, hands=2)
    (match,) = games_of(start_round(tournament))
    play(match, [150, 150])
    (one,), (other,) = numbers_at(match)
    reseat(round_id=match.round_id, one=one, other=other, **DOER)
    assert numbers_at(match) == ([other], [one])
    assert points_of(tournament) == {one: 24, other: 300}


def test_the_exempt_team_takes_a_seat(club: Club) -> None:
    tournament = make_contest(club, teams=3, hands=2)
    published = start_round(tournament)
    (match,) = games_of(published)
    (exempt,), ((one,), _) = exempt_of(published), numbers_at(match)
    play(match, [150, 150])
    reseat(round_id=published.pk, one=exempt, other=one, **DOER)
    assert exempt_of(published) == [one]
    assert (points_of(tournament)[exempt], points_of(tournament)[one]) == (300, 162)


def test_players_of_a_melee_change_tables(club: Club) -> None:
    tournament = make_contest(club, teams=8, hands=2, mode=MELEE)
    published = start_round(tournament)
    first, second = games_of(published)
    one, other = numbers_at(first)[0][1], numbers_at(second)[1][0]
    reseat(round_id=published.pk, one=one, other=other, **DOER)
    assert numbers_at(first)[0][1] == other
    assert numbers_at(second)[1][0] == one


@pytest.mark.parametrize(("one", "other"), [(1, 99), (1, 1)], ids=["nobody", "itself"])
def test_nobody_changes_places_with(club: Club, one: int, other: int) -> None:
    published = start_round(make_contest(club, teams=4))
    with pytest.raises(SwapError):
        reseat(round_id=published.pk, one=one, other=other, **DOER)


def test_who_met_is_what_was_played_and_not_what_was_drawn(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    published = start_round(tournament)
    first, second = games_of(published)
    reseat(
        round_id=published.pk, one=numbers_at(first)[1][0], other=numbers_at(second)[1][0], **DOER
    )
    met = {tuple(sorted([*a, *b])) for a, b in map(numbers_at, games_of(published))}
    play_and_close(published)
    assert set(preview(tournament).draw_request.opponents) == met
