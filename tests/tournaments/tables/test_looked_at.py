"""What somebody said of a sheet holds for that sheet: another one is looked at anew."""

import pytest

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.games.services.games import reopen_game, stop_game
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, start_round, write_hand
from tests.draws import DOER
from tests.tournaments.audit_log.replay.eventful import organiser
from tests.tournaments.tables.addresses import numbers_of
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.entries.services.withdrawals import return_entry, withdraw_entry
from tournaments.models import Match, Tournament
from tournaments.rounds.services import reseat
from tournaments.tables.labels import MANY_PENALTIES
from tournaments.tables.queries.tables import TableRow, table_row
from tournaments.tables.services import TableSlip, mark_checked, record_table_slip, rule_on_sheet

pytestmark = pytest.mark.django_db

PENALTY = HandEntry(penalty=Side.A)


@pytest.fixture
def contest(club: Club) -> Tournament:
    return make_contest(club, teams=8, hands=6)


@pytest.fixture
def match(contest: Tournament) -> Match:
    return games_of(start_round(contest))[0]


def row_of(match: Match) -> TableRow:
    return table_row(Match.objects.select_related("round__tournament").get(pk=match.pk))


def receipt_of(match: Match) -> str:
    match.refresh_from_db()
    assert match.receipt
    return match.receipt


def penalties(match: Match, count: int) -> None:
    assert match.game
    for _each in range(count):
        write_hand(match.game, PENALTY)


def stop(match: Match) -> None:
    stop_game(game_id=match.game_id or 0, reason="Late", **DOER)


def is_whole(match: Match) -> bool:
    return verify_tournament(Tournament.objects.get(rounds__matches=match)).is_whole


def check(match: Match) -> None:
    assert row_of(match).needs_look
    mark_checked(match_id=match.pk, note="seen", **DOER)
    assert not row_of(match).needs_look
    assert is_whole(match)


def test_a_sheet_that_was_looked_at_and_became_another_is_odd_again(match: Match) -> None:
    penalties(match, 1)
    stop(match)
    check(match)
    reopen_game(game_id=match.game_id or 0, **DOER)
    assert row_of(match).note == ""
    penalties(match, MANY_PENALTIES)
    stop(match)
    assert row_of(match).needs_look
    assert is_whole(match)


def test_one_more_penalty_is_looked_at_too(match: Match) -> None:
    penalties(match, MANY_PENALTIES)
    check(match)
    write_hand(match.game, HandEntry(taker=Seat.A1, card_points=100))
    assert not row_of(match).needs_look
    penalties(match, 1)
    assert row_of(match).needs_look
    assert is_whole(match)


@pytest.mark.parametrize("points", [90, 120])
def test_what_the_referee_said_goes_with_the_sheet(club: Club, match: Match, points: int) -> None:
    play(match)
    rule_on_sheet(match_id=match.pk, receipt=receipt_of(match), note="counted again", **DOER)
    correct_hand(
        game_id=match.game_id or 0,
        number=2,
        written=HandInput(entry=HandEntry(taker=Seat.A1, card_points=points)),
        even_finished=True,
        **organiser(club),
    )
    assert (row_of(match).note, row_of(match).is_unsigned) == ("", True)
    assert is_whole(match)


def test_a_slip_keeps_the_word_typed_with_it_until_the_next(club: Club, match: Match) -> None:
    by = organiser(club)
    slip = TableSlip(hands=6, total_a=600, total_b=372)
    record_table_slip(match_id=match.pk, slip=slip, note="found late", **by)
    assert row_of(match).note == "found late"
    assert is_whole(match)
    other = TableSlip(hands=6, total_a=610, total_b=362)
    record_table_slip(match_id=match.pk, slip=other, note="mended", **by)
    assert row_of(match).note == "mended"
    record_table_slip(match_id=match.pk, slip=slip, **by)
    assert row_of(match).note == ""
    assert is_whole(match)


def test_others_at_the_table_have_another_sheet(match: Match) -> None:
    stop(match)
    check(match)
    other = games_of(match.round)[1]
    one, two = numbers_of(match, Side.A)[0], numbers_of(other, Side.A)[0]
    reseat(round_id=match.round_id, one=one, other=two, **DOER)
    assert row_of(match).needs_look
    assert is_whole(match)


def test_a_game_that_stops_early_is_looked_at_though_it_was_before(match: Match) -> None:
    penalties(match, MANY_PENALTIES)
    check(match)
    stop(match)
    assert row_of(match).needs_look
    assert is_whole(match)


def test_a_table_left_by_mistake_keeps_what_was_said(contest: Tournament, match: Match) -> None:
    penalties(match, MANY_PENALTIES)
    check(match)
    leaver = numbers_of(match, Side.A)[0]
    withdraw_entry(tournament_id=contest.pk, number=leaver, from_round=1, **DOER)
    assert is_whole(match)
    return_entry(tournament_id=contest.pk, number=leaver, **DOER)
    assert row_of(match).note == "seen"
    assert is_whole(match)
