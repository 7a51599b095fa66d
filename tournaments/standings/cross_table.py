"""The cross-table of a contest: opponents and results of every round. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments.standings.results import GameOutcome, ResultKind, RoundResult


class CrossSeat(NamedTuple):
    """The partners and opponents of an entrant in a round; empty for a bye.

    `kind` is the kind of the seat, with or without a result. `has_substitute` if somebody sat there
    who is not a present player of the entrant.
    """

    round: int
    entrant: int
    kind: ResultKind = ResultKind.PLAYED
    partners: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()
    has_substitute: bool = False


class CrossCell(NamedTuple):
    """The round of an entrant; `kind` is None without a seat.

    `points` and `outcome` are None during the game. `goes_on` if a knock-out table ended level and
    was decided for this entrant.
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
        """Return whether the game is still being played."""
        return self.kind is not None and self.kind.is_game and self.points is None


def cross_cells(
    rounds: Iterable[int],
    seatings: Iterable[CrossSeat],
    results: Mapping[int, RoundResult],
    goes_on: Iterable[int] = (),
) -> tuple[CrossCell, ...]:
    """Return the cells of one entrant for these rounds.

    `seatings` and `results` are those of the entrant, the latter by round; `goes_on` are the rounds
    in which it goes on from a level table.
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
    """The result of a member of a pool against another one; no round if they have not met yet.

    `is_own` marks the cell of a member against itself.
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

    `results` are those of the pool's rounds. If two have met twice, the later result is shown.
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
