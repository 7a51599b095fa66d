"""Whole contests of club teams, a league and a cup of four: who stands where, and the proof."""

from datetime import date
from typing import Any

import pytest

from scorekeeper.models import Club
from scorekeeper.rules.queries import preset_choice
from tests.contest import make_contest, play_round
from tests.meetings import CUP, LEAGUE, make_meetings, squads_of
from tests.phased import play_phased
from tests.table import NOW, SCORER
from tournaments.audit_log.meetings import course_contest_of
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.standings import contest_of
from tournaments.contests.services import USUAL_RULES, Settings, change_tournament
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.formats.meetings import TeamMeetings
from tournaments.formats.next_round import CourseOverError
from tournaments.meetings.services import set_meetings
from tournaments.models import Tournament
from tournaments.rankings.queries.rankings import ranking_of
from tournaments.rounds.services import draw_round

pytestmark = pytest.mark.django_db

BY: dict[str, Any] = {"author": SCORER, "now": NOW}


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


def test_a_melee_in_which_club_teams_were_to_meet_is_drawn_from_its_players(club: Club) -> None:
    tournament = make_contest(club, teams=0, rounds=1, hands=2)
    players = [NewEntry(names=(f"Player {number}",)) for number in range(1, 9)]
    add_entries(tournament_id=tournament.pk, entries=players, **BY)
    meetings = TeamMeetings(pairs=2, squads=squads_of(2))
    set_meetings(tournament_id=tournament.pk, meetings=meetings, phases=[LEAGUE], **BY)
    change_tournament(
        tournament_id=tournament.pk,
        settings=Settings(
            name="Mêlée",
            date=date(2026, 11, 21),
            rules=preset_choice(USUAL_RULES),
            round_hands=(2, 2),
            mode=Tournament.Mode.MELEE,
        ),
        **BY,
    )
    play_round(tournament)
    play_round(tournament, seed=2)
    refuse_untrue(tournament)
