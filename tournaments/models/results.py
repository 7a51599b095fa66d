"""Between stored seats and what the standings read."""

from typing import NamedTuple

from tournaments.models.rounds import MatchSeat
from tournaments.standings.results import GameOutcome, ResultKind, RoundResult


class SeatRow(NamedTuple):
    """A seat as it is read where there are many: every contest of a season at once."""

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
        entrant=entrant,
        round=round_number,
        points=seat.points,
        kind=ResultKind(seat.kind),
        outcome=GameOutcome(seat.outcome) if seat.outcome else None,
        opponents=opponents,
        capots=seat.capots,
        failed=seat.failed,
        hands=seat.hands,
    )
