"""A contest in phases for tests, whose tables end as their numbers say."""

from collections.abc import Callable
from typing import Any

from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from tests.contest import games_of, make_contest, start_round
from tests.table import NOW, SCORER
from tournaments.formats.phases import Phase, PhaseKind, Take, TakeKind
from tournaments.models import Match, Round, Tournament
from tournaments.tables.services import TableSlip, close_round, record_table_slip

POOLS = Phase(kind=PhaseKind.POOLS, rounds=3, size=4)
TWO_OF_EACH = Phase(
    kind=PhaseKind.KNOCKOUT,
    rounds=3,
    takes=(Take(TakeKind.POOL, 2),),
    consolation=True,
    third_place=True,
)
KNOCKOUT = Phase(kind=PhaseKind.KNOCKOUT, rounds=4, third_place=True)
HANDS = 2
WHOLE = 162 * HANDS


def make_phased(club: Club, *phases: Phase, teams: int = 16, **settings: Any) -> Tournament:
    """Return a contest of teams that goes through some phases, not drawn yet."""
    rounds = sum(phase.rounds for phase in phases)
    return make_contest(club, teams=teams, rounds=rounds, hands=HANDS, phases=phases, **settings)


def lower_wins(one: int, other: int) -> tuple[int, int]:
    """Return the totals of two numbers: the lower one is the better player."""
    a = 200 + max(-40, min(40, other - one))
    return a, WHOLE - a


def write_total(match: Match, a: int, b: int, author: Author = SCORER) -> None:
    """Let a table have these totals; once its round is closed only an organiser can."""
    slip = TableSlip(hands=HANDS, total_a=a, total_b=b)
    record_table_slip(match_id=match.pk, slip=slip, author=author, now=NOW, keep_to_check=True)


def play_tables(
    playing: Round,
    totals: Callable[[int, int], tuple[int, int]] = lower_wins,
    *,
    but: Match | None = None,
) -> None:
    """Write down every table of a round, but for one that is written elsewhere."""
    for match in games_of(playing):
        if match == but or not match.is_game:
            continue
        seats = {seat.side: seat.entry.number for seat in match.seats.select_related("entry")}
        a, b = sorted(totals(*sorted(seats.values())), reverse=True)
        if a != b and seats["A"] > seats["B"]:
            a, b = b, a
        write_total(match, a, b)


def play_phased(tournament: Tournament, *, rounds: int, seed: int = 1) -> Round:
    """Draw, publish, play and close some rounds: the lower number always wins."""
    for _number in range(rounds):
        playing = start_round(tournament, seed=seed)
        play_tables(playing)
        closed = close_round(round_id=playing.pk, author=SCORER, now=NOW)
    return closed


def met_in(playing: Round) -> set[frozenset[int]]:
    """Return who meets whom in a round."""
    return {
        frozenset(seat.entry.number for seat in match.seats.select_related("entry"))
        for match in games_of(playing)
    }
