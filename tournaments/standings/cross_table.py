"""The cross-table of a contest: who met whom in each round, and what came out. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments.standings.results import GameOutcome, ResultKind, RoundResult


class CrossSeat(NamedTuple):
    """With whom and against whom an entrant sits in a round; nobody where it is exempt.

    `kind` says what the seat is, whether or not there is a result yet. `has_substitute` says that
    somebody sat there who does not play for the entrant now.
    """

    round: int
    entrant: int
    kind: ResultKind = ResultKind.PLAYED
    partners: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()
    has_substitute: bool = False


class CrossCell(NamedTuple):
    """What an entrant did in a round; `kind` is None where it had no seat.

    `points` and `outcome` are None while the table plays. `goes_on` says that a knock-out table
    ended level and somebody decided for this entrant.
    """

    round: int
    kind: ResultKind | None = None
    partners: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()
    points: int | None = None
    outcome: GameOutcome | None = None
    has_substitute: bool = False
    goes_on: bool = False

    @property
    def is_playing(self) -> bool:
        """Return whether cards are still played there."""
        return self.kind is not None and self.kind.is_game and self.points is None


def cross_cells(
    rounds: Iterable[int],
    seatings: Iterable[CrossSeat],
    results: Mapping[int, RoundResult],
    goes_on: Iterable[int] = (),
) -> tuple[CrossCell, ...]:
    """Return the cells of one entrant, a cell for each of these rounds.

    `seatings` and `results` are its own, the latter by round; `goes_on` are the rounds in which it
    goes on from a level table.
    """
    seated = {one.round: one for one in seatings}
    decided = frozenset(goes_on)
    return tuple(
        _cell(number, seated.get(number), results.get(number), goes_on=number in decided)
        for number in rounds
    )


def _cell(
    number: int, seat: CrossSeat | None, result: RoundResult | None, *, goes_on: bool
) -> CrossCell:
    if seat is None and result is None:
        return CrossCell(number)
    return CrossCell(
        round=number,
        kind=result.kind if result else seat and seat.kind,
        partners=seat.partners if seat else (),
        opponents=seat.opponents if seat else result.opponents if result else (),
        points=result.points if result else None,
        outcome=result.outcome if result else None,
        has_substitute=seat is not None and seat.has_substitute,
        goes_on=goes_on,
    )


class SquareCell(NamedTuple):
    """What a member of a pool did against another one; no round: they have not met yet.

    `is_own` marks the cell in which a member would meet itself.
    """

    opponent: int
    round: int | None = None
    points: int | None = None
    outcome: GameOutcome | None = None
    is_own: bool = False


def square(
    members: Sequence[int], results: Iterable[RoundResult]
) -> dict[int, tuple[SquareCell, ...]]:
    """Return a row for each member of a pool, with a cell for each member in the same order.

    `results` are those of the pool's rounds. Of two who met twice the later result is shown.
    """
    inside = frozenset(members)
    met: dict[tuple[int, int], RoundResult] = {}
    for result in sorted(results, key=lambda one: one.round):
        if result.entrant in inside:
            met.update(((result.entrant, who), result) for who in result.opponents)
    return {
        one: tuple(_met(one, other, met.get((one, other))) for other in members) for one in members
    }


def _met(one: int, other: int, result: RoundResult | None) -> SquareCell:
    if result is None:
        return SquareCell(other, is_own=one == other)
    return SquareCell(other, result.round, result.points, result.outcome)
