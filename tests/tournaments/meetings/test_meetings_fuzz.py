"""Random acts over a league of club teams and its final: the log tells it, whatever is done."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

import pytest

from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from tests.meetings import LEAGUE, make_meetings
from tests.table import make_member
from tests.tournaments.phases.hall import BY, Hall
from tests.tournaments.phases.test_fuzz import LOOKED_AT
from tests.tries import tries
from tournaments.audit_log.meetings import squads_contest_of
from tournaments.formats.phases import Phase, PhaseKind, Take, TakeKind
from tournaments.meetings.queries import meetings_page
from tournaments.meetings.services import line_up
from tournaments.models import Round
from tournaments.phases.services import decide_level

pytestmark = pytest.mark.django_db

FINAL = Phase(kind=PhaseKind.KNOCKOUT, rounds=1, takes=(Take(TakeKind.POOL, 2),))
ACTS: Final = 300


class HallOfClubTeams(Hall):
    """The same, where club teams change their order too."""

    def __init__(self, club: Club, seed: int) -> None:
        self.tournament = make_meetings(club, LEAGUE, FINAL, pairs=2, reserve=1)
        self.chance = Random(seed)
        self.author = Author.of_user(make_member(club, f"Club teams {seed}"))
        self.done = 0

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


@pytest.mark.parametrize("seed", range(tries(3)))
def test_whatever_club_teams_do_the_log_tells_the_same_contest(club: Club, seed: int) -> None:
    hall = HallOfClubTeams(club, seed)
    for number in range(1, ACTS + 1):
        hall.act()
        if number % LOOKED_AT:
            continue
        hall.look()
        meetings = hall.tournament.team_meetings
        assert meetings
        meetings_page(hall.tournament, meetings)
        for one in squads_contest_of(hall.tournament).meetings:
            # Two for each table that is over, unless both have left it.
            assert sum(one.tables) <= 2 * sum(board.is_over for board in one.boards)
    assert hall.last is not None
