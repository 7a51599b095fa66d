"""What a table gives once somebody has left it, or comes back: stored and replayed alike."""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from tournaments.standings.results import ResultKind


class TakenSeat(Protocol):
    """An entry at a table."""

    @property
    def side(self) -> str:
        """Return the side it plays on."""

    @property
    def kind(self) -> str:
        """Return where its points come from: the value of a ResultKind."""

    @property
    def counts(self) -> bool:
        """Return whether it plays for points of its own."""


AnySeat = TypeVar("AnySeat", bound=TakenSeat)


def leave(own: AnySeat, seats: Iterable[AnySeat]) -> Iterator[tuple[AnySeat, ResultKind]]:
    """Yield the seats at a table that get something else once somebody leaves, and what.

    The opponents get a forfeit, a partner in mêlée is exempt; who has left already, or plays for
    nothing, gets nothing.
    """
    yield own, ResultKind.ABSENT
    for other in seats:
        if other != own and other.counts and other.kind != ResultKind.ABSENT:
            is_partner = other.side == own.side
            yield other, ResultKind.EXEMPT if is_partner else ResultKind.FORFEIT


def kind_on_return(seats: Iterable[TakenSeat], *, is_whole: bool) -> ResultKind:
    """Return what somebody gets who comes back to a table: a forfeit until it `is_whole` again.

    A game is one for everybody who sits there.
    """
    if not is_whole:
        return ResultKind.FORFEIT
    # Only at a catch-up table does somebody play for nothing.
    plays_on = all(seat.counts for seat in seats)
    return ResultKind.PLAYED if plays_on else ResultKind.CATCH_UP
