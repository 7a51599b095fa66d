"""Rounds of club teams once they are played: their tables stay, a reserve sits for its own club."""

from typing import Any

import pytest

from scorekeeper.models import Club
from tests.contest import games_of, start_round
from tests.meetings import LEAGUE, make_meetings
from tests.phased import play_tables
from tests.table import NOW, SCORER
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.verification import verify_document
from tournaments.entries.services.withdrawals import (
    NoPlaceError,
    cancel_table,
    start_catch_up,
    take_free_seat,
    withdraw_entry,
)
from tournaments.models import Tournament
from tournaments.rounds.queries.draws import opened_tables

pytestmark = pytest.mark.django_db

BY: dict[str, Any] = {"author": SCORER, "now": NOW}


def refuse_untrue(tournament: Tournament) -> None:
    tournament.refresh_from_db()
    found = verify_document(document_of(tournament), CODEC)
    assert (found.problems, found.reasons, found.differences) == ([], [], [])


def test_no_table_of_a_meeting_was_opened_later_and_can_be_closed(club: Club) -> None:
    tournament = make_meetings(club, LEAGUE, pairs=2)
    playing = start_round(tournament)
    assert opened_tables(playing) == {}
    for match in games_of(playing):
        with pytest.raises(NoPlaceError):
            cancel_table(match_id=match.pk, **BY)
    assert playing.seats.count() == 8


def test_a_pair_without_opponents_has_won_its_table_and_plays_no_other(club: Club) -> None:
    tournament = make_meetings(club, LEAGUE, pairs=2)
    withdraw_entry(tournament_id=tournament.pk, number=1, from_round=1, **BY)
    playing = start_round(tournament)
    alone = playing.seats.get(match__table_number=None).entry.number
    play_tables(playing)
    other = next(n for n in range(2, 9) if (n - 1) // 2 != (alone - 1) // 2)
    with pytest.raises(NoPlaceError):
        start_catch_up(round_id=playing.pk, side_a=[alone], side_b=[other], **BY)


def test_a_reserve_takes_a_seat_of_its_own_club_team_only(club: Club) -> None:
    tournament = make_meetings(club, LEAGUE, pairs=2, reserve=1)
    playing = start_round(tournament)
    withdraw_entry(tournament_id=tournament.pk, number=4, from_round=1, **BY)
    with pytest.raises(NoPlaceError):
        take_free_seat(round_id=playing.pk, number=3, **BY)
    seat = take_free_seat(round_id=playing.pk, number=6, **BY)
    assert seat.entry.number == 4
    refuse_untrue(tournament)
