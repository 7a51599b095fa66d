"""Conversion of stored seats to the results that the standings read."""

from typing import Final, NamedTuple

from tournaments.models.rounds import MatchSeat
from tournaments.standings.results import GameOutcome, ResultKind, RoundResult

# A lookup here is faster than calling the enum for thousands of results.
KINDS: Final = {kind.value: kind for kind in ResultKind}
OUTCOMES: Final = {"": None} | {outcome.value: outcome for outcome in GameOutcome}


class SeatRow(NamedTuple):
    """The columns of a seat that standings need; cheaper than a model instance."""

    tournament: int
    round: int
    match: int
    side: str
    entry: int
    counts: bool
    has_result: bool
    kind: str
    points: int
    outcome: str
    capots: int
    failed: int
    hands: int


def round_result(
    seat: MatchSeat | SeatRow, entrant: int, round_number: int, opponents: tuple[int, ...] = ()
) -> RoundResult:
    return RoundResult(
        entrant,
        round_number,
        seat.points,
        KINDS[seat.kind],
        OUTCOMES[seat.outcome],
        opponents,
        seat.capots,
        seat.failed,
        seat.hands,
    )
