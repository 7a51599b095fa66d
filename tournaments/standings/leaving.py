"""Results of a table that an entrant leaves or comes back to; shared by services and replay."""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from tournaments.standings.results import ResultKind


class TakenSeat(Protocol):
    """An entrant's seat at a table."""

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
    """Yield the seats whose result changes if an entrant leaves, each with its new kind.

    Opponents get a forfeit, a partner in a mêlée is exempt. Entrants that have left already, or
    do not play for points, get nothing.
    """
    yield own, ResultKind.ABSENT
    for other in seats:
        if other != own and other.counts and other.kind != ResultKind.ABSENT:
            is_partner = other.side == own.side
            yield other, ResultKind.EXEMPT if is_partner else ResultKind.FORFEIT


def kind_on_return(seats: Iterable[TakenSeat], *, is_whole: bool) -> ResultKind:
    """Return the kind of result for an entrant that comes back to a table.

    It is a forfeit until the table `is_whole` again; then everybody there plays a game.
    """
    if not is_whole:
        return ResultKind.FORFEIT
    # Only a catch-up table has seats that do not count.
    plays_on = all(seat.counts for seat in seats)
    return ResultKind.PLAYED if plays_on else ResultKind.CATCH_UP
