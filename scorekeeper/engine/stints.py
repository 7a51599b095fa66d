"""What each player earned in a game, hand by hand if somebody was substituted. Pure.

Games, seats and hands are objects with the columns of the stored models.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.scoring import Outcome
from scorekeeper.engine.tally import has_failed

KEPT: Final = (
    "is_counted",
    "points",
    "against",
    "hands",
    "is_won",
    "is_tied",
    "taken",
    "made",
    "failed",
    "capots",
    "belotes",
)
"""The columns of a game that are copied beside each of its seats, for leaderboards."""


class Earned(NamedTuple):
    """What a player earned in a game, in the order of `KEPT`."""

    is_counted: bool = False
    points: int = 0
    against: int = 0
    hands: int = 0
    is_won: bool = False
    is_tied: bool = False
    taken: int = 0
    made: int = 0
    failed: int = 0
    capots: int = 0
    belotes: int = 0


NOTHING: Final = Earned()


def hand_order(seat: Any) -> tuple[int, bool, int]:
    """Return the sort key that puts the rows of one seat, or of one person, in order of arrival."""
    return seat.first_hand, seat.last_hand is None, seat.last_hand or 0


def stints_of(kept: Any, seats: Sequence[Any]) -> Sequence[Any]:
    """Return the seats of a game that the player of `kept` sat on, the first one first.

    Their sum is stored beside the last of them: for an earlier one the result is empty.
    """
    if kept.player_id is None:
        return (kept,)
    own = sorted((one for one in seats if one.player_id == kept.player_id), key=hand_order)
    return own if own[-1] is kept else ()


def player_stats(
    stints: Sequence[Any], game: Any, hands: Sequence[Any], slips: Sequence[Any] = ()
) -> Earned:
    """Return what a player earned in a game; nothing while it is running."""
    return earned(stints, game, hands, slips) if stints and game.is_finished else NOTHING


def earned(
    stints: Sequence[Any], game: Any, hands: Sequence[Any], slips: Sequence[Any] = ()
) -> Earned:
    """Return what a player earned so far, and the hands or slips that count for it.

    A substitute gets only the hands played on that seat, and their points; a won game counts for
    both players. It does not count for somebody who sat down but played no hand.
    """
    parts = [_earned_in(stint, game, hands, slips) for stint in stints]
    sums = (sum(values) for values in zip(*(part[1:4] + part[6:] for part in parts), strict=True))
    points, against, count, *others = sums
    last = next((part for part in reversed(parts) if part.is_counted), NOTHING)
    return Earned(last.is_counted, points, against, count, last.is_won, last.is_tied, *others)


def _earned_in(stint: Any, game: Any, hands: Sequence[Any], slips: Sequence[Any]) -> Earned:
    seat = Seat(stint.seat)
    side, other = seat.side, seat.side.other
    last = game.hand_count if stint.last_hand is None else min(stint.last_hand, game.hand_count)
    played = [hand for hand in hands if stint.first_hand <= hand.number <= last]
    took = [hand for hand in played if hand.taker == seat]
    count = max(0, last - stint.first_hand + 1)
    is_counted = count > 0 or not game.hand_count
    return Earned(
        is_counted=is_counted,
        points=_points_of(stint, game, hands, side, last),
        against=_points_of(stint, game, hands, other, last),
        hands=count,
        is_won=is_counted and game.winner == side,
        is_tied=is_counted and not game.winner,
        taken=len(took),
        made=sum(hand.winner == side for hand in took),
        failed=sum(has_failed(hand.outcome, hand.winner, side) for hand in took),
        capots=sum(hand.outcome == Outcome.CAPOT and hand.winner == side for hand in played)
        + _share(_capots_of(slips, side), stint, game, last),
        belotes=sum(hand.belote_seat == seat for hand in played),
    )


def _points_of(stint: Any, game: Any, hands: Sequence[Any], side: Side, last: int) -> int:
    """Return the points of a side in the hands that this player played.

    If only totals are known, it is a share in proportion to the hands; points held by litiges until
    the end go to whoever sat there then.
    """
    total: int = game.total_a if side is Side.A else game.total_b
    if stint.first_hand == 1 and stint.last_hand is None:
        return total
    if game.is_slip:
        return _share(total, stint, game, last)
    marks: list[tuple[int, int]] = [
        (hand.number, hand.score_a if side is Side.A else hand.score_b) for hand in hands
    ]
    before = sum(points for number, points in marks if number < stint.first_hand)
    if stint.last_hand is None:
        return total - before
    return sum(points for number, points in marks if number <= last) - before


def _capots_of(slips: Sequence[Any], side: Side) -> int:
    """Return the capots of a side, if its slips report them."""
    return sum((one.capots_a if side is Side.A else one.capots_b) or 0 for one in slips)


def _share(total: int, stint: Any, game: Any, last: int) -> int:
    """Return the proportional share of somebody who played only some of the hands."""
    before, after = (total * hand // max(1, game.hand_count) for hand in _span(stint, last))
    return int(after - before)


def _span(stint: Any, last: int) -> tuple[int, int]:
    """Return the numbers of hands played before sitting down and before leaving the seat."""
    return min(stint.first_hand - 1, last), last


def shared_hands(one: Any, other: Any) -> tuple[int, int | None] | None:
    """Return the first and the last hand that both played, None if there is none.

    The last hand is None if both are still seated.
    """
    first = max(one.first_hand, other.first_hand)
    lasts = [row.last_hand for row in (one, other) if row.last_hand is not None]
    last = min(lasts, default=None)
    return None if last is not None and last < first else (first, last)


def sitting_in_hand(seats: Iterable[Any], number: int) -> dict[Seat, Any]:
    """Return who sat on each seat in the hand with that number."""
    return {
        Seat(one.seat): one
        for one in seats
        if one.first_hand <= number and (one.last_hand is None or number <= one.last_hand)
    }
