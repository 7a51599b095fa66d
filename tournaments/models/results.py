"""Between stored seats and what the standings read."""

from tournaments.models.matches import MatchSeat
from tournaments.standings.results import GameOutcome, ResultKind, RoundResult


def round_result(
    seat: MatchSeat, round_number: int, opponents: tuple[int, ...] = ()
) -> RoundResult:
    """Return a seat's result as the standings read it; its entry is to be loaded."""
    return RoundResult(
        entrant=seat.entry.number,
        round=round_number,
        points=seat.points,
        kind=ResultKind(seat.kind),
        outcome=GameOutcome(seat.outcome) if seat.outcome else None,
        opponents=opponents,
        capots=seat.capots,
        failed=seat.failed,
        hands=seat.hands,
    )
