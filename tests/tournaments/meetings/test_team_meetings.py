"""Whole contests of club teams, a league and a cup of four: who stands where, and the proof."""

import pytest

from scorekeeper.models import Club
from tests.meetings import CUP, LEAGUE, make_meetings
from tests.phased import play_phased
from tests.table import NOW, SCORER
from tournaments.audit_log.meetings import course_contest_of
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.standings import contest_of
from tournaments.formats.frames import CourseOverError
from tournaments.models import Tournament
from tournaments.rankings.queries.rankings import ranking_of
from tournaments.rounds.services import draw_round

pytestmark = pytest.mark.django_db


def refuse_untrue(tournament: Tournament) -> None:
    tournament.refresh_from_db()
    found = verify_document(document_of(tournament), CODEC)
    assert (found.problems, found.reasons, found.differences) == ([], [], [])


def test_a_league_of_four_club_teams(club: Club) -> None:
    tournament = make_meetings(club, LEAGUE, pairs=2)
    last = play_phased(tournament, rounds=3)
    assert last.matches.count() == 4
    lines = course_contest_of(tournament).standings().lines
    assert [(one.entrant, one.record.score, one.record.tables) for one in lines] == [
        (1, 6, 12),
        (2, 4, 8),
        (3, 2, 4),
        (4, 0, 0),
    ]
    with pytest.raises(CourseOverError):
        draw_round(tournament_id=tournament.pk, author=SCORER, now=NOW)
    refuse_untrue(tournament)


def test_a_cup_of_four_club_teams(club: Club) -> None:
    tournament = make_meetings(club, CUP, pairs=2)
    play_phased(tournament, rounds=2)
    contest = course_contest_of(tournament)
    assert contest.standings().order[0] == 1
    assert sorted(contest.trees().places().values()) == [1, 2, 3, 4]
    refuse_untrue(tournament)


def test_the_pairs_of_a_cup_are_ranked_by_their_own_games(club: Club) -> None:
    tournament = make_meetings(club, CUP, pairs=2)
    play_phased(tournament, rounds=2)
    tournament.refresh_from_db()
    shown = ranking_of(tournament)
    assert shown.standings.order == contest_of(tournament).standings().order
    # The numbers in the bracket are those of club teams, not of these pairs.
    assert not any("bracket" in line.why for line in shown.lines)
