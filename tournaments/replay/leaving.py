"""Entries that leave and come back, done again."""

from tournaments.replay.state import MatchState, RoundState, SeatState, State
from tournaments.standings.results import ResultKind


def _seats_from(
    state: State, number: int, from_round: int
) -> list[tuple[RoundState, MatchState, SeatState]]:
    """Return where an entry sits from a round on."""
    return [
        (played, match, seat)
        for played in state.in_order()
        if played.number >= from_round
        for match, seat in played.counting()
        if seat.entry == number
    ]


def leave(state: State, number: int, from_round: int) -> None:
    """Let an entry leave before a round; its tables from there on are forfeits."""
    state.entries[number].withdrawn_from = from_round
    for _played, match, seat in _seats_from(state, number, from_round):
        seat.kind = ResultKind.ABSENT
        if match.kind == "exempt":
            continue
        match.kind = "forfeit"
        for other in match.seats:
            if other.counts and other.kind is not ResultKind.ABSENT:
                is_partner = other.side is seat.side
                other.kind = ResultKind.EXEMPT if is_partner else ResultKind.FORFEIT


def come_back(state: State, number: int, revived: list[int] | None) -> None:
    """Take a withdrawal back; tables in the `revived` rounds are played after all.

    Older logs do not name them: there it is the round now played alone.
    """
    entry = state.entries[number]
    if entry.withdrawn_from is None:
        return
    seats = _seats_from(state, number, entry.withdrawn_from)
    entry.withdrawn_from = None
    for played, match, seat in seats:
        if played.number not in revived if revived is not None else played.status != "playing":
            continue
        if match.kind == "exempt":
            seat.kind = ResultKind.EXEMPT
        elif match.sheet and all(_plays(state, one, played.number) for one in match.seats):
            # Only at a catch-up table does somebody play for nothing.
            is_catch_up = not all(one.counts for one in match.seats)
            match.kind = "catch_up" if is_catch_up else "game"
            for one in match.seats:
                one.kind = ResultKind.CATCH_UP if is_catch_up else ResultKind.PLAYED
        elif match.sheet:
            seat.kind = ResultKind.FORFEIT


def _plays(state: State, seat: SeatState, number: int) -> bool:
    left = state.entries[seat.entry].withdrawn_from
    return left is None or number < left
