"""Contests of club teams for tests: the lower number of a pair always wins its table."""

from scorekeeper.models import Club
from tests.contest import make_contest
from tests.phased import HANDS
from tests.table import NOW, SCORER
from tournaments.formats.meetings import Squad, TeamMeetings
from tournaments.formats.phases import Phase, PhaseKind
from tournaments.meetings.services import set_meetings
from tournaments.models import Tournament

NAMES = ("Brive", "Tulle", "Ussel", "Égletons")
LEAGUE = Phase(kind=PhaseKind.POOLS, rounds=3, size=4)
CUP = Phase(kind=PhaseKind.KNOCKOUT, rounds=2, third_place=True)


def squads_of(pairs: int, count: int = 4, reserve: int = 0) -> tuple[Squad, ...]:
    """Return club teams of so many pairs each: entries 1, 2 … of the first, and so on."""
    size = pairs + reserve
    return tuple(
        Squad(
            number=number,
            name=NAMES[number - 1],
            entries=tuple(range((number - 1) * size + 1, number * size + 1)),
        )
        for number in range(1, count + 1)
    )


def make_meetings(club: Club, *phases: Phase, pairs: int = 4, reserve: int = 0) -> Tournament:
    """Return a contest of four club teams that goes through some phases, not drawn yet."""
    tournament = make_contest(club, teams=4 * (pairs + reserve), rounds=1, hands=HANDS)
    meetings = TeamMeetings(pairs=pairs, squads=squads_of(pairs, reserve=reserve))
    return set_meetings(
        tournament_id=tournament.pk, meetings=meetings, phases=phases, author=SCORER, now=NOW
    )
