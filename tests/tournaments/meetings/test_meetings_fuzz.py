"""Random acts over a league of club teams and its final: the log tells it, whatever is done."""

from collections.abc import Callable, Iterator

import pytest

from scorekeeper.models import Club
from tests.meetings import LEAGUE, make_meetings
from tests.tournaments.phases.test_fuzz import ACTS, BY, LOOKED_AT, Hall
from tournaments.audit.pages.documents import CODEC, document_of
from tournaments.course.phases import Phase, PhaseKind, Take, TakeKind
from tournaments.ledger.meetings import squads_contest_of
from tournaments.meetings.pages import meetings_page
from tournaments.meetings.services import line_up
from tournaments.models import Round
from tournaments.phases.pages import course_page
from tournaments.phases.services import decide_level
from tournaments.replay.verification import verify_document

pytestmark = pytest.mark.django_db

FINAL = Phase(kind=PhaseKind.KNOCKOUT, rounds=1, takes=(Take(TakeKind.POOL, 2),))


class HallOfClubTeams(Hall):
    """The same, where club teams change their order too."""

    def ways(self) -> Iterator[Callable[[], object]]:
        yield from super().ways()
        squad = self.chance.randrange(1, 5)
        own = self.tournament.meetings["squads"][squad - 1]["entries"]
        order = self.chance.sample(own, len(own))
        key = self.tournament.pk
        yield lambda: line_up(tournament_id=key, squad=squad, entries=order, **BY)

    def decide(self, played: Round) -> None:
        """Say of some meeting that is level who goes on."""
        for match in played.matches.exclude(table_number=None):
            winner = self.chance.randrange(1, 5)
            decide_level(match_id=match.pk, winner=winner, by="lot", **BY)


def test_whatever_club_teams_do_the_log_tells_the_same_contest(club: Club) -> None:
    hall = HallOfClubTeams(make_meetings(club, LEAGUE, FINAL, pairs=2, reserve=1), seed=7)
    for number in range(1, ACTS + 1):
        hall.act()
        if number % LOOKED_AT:
            continue
        hall.tournament.refresh_from_db()
        found = verify_document(document_of(hall.tournament), CODEC)
        assert (found.problems, found.reasons, found.differences) == ([], [], []), number
        course_page(hall.tournament)
        meetings = hall.tournament.team_meetings
        assert meetings
        meetings_page(hall.tournament, meetings)
        for one in squads_contest_of(hall.tournament, meetings).meetings:
            # Two for each table that is over, unless both have left it.
            assert sum(one.tables) <= 2 * sum(board.is_over for board in one.boards)
    assert hall.last is not None
