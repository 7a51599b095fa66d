"""What each player brought home from a game, kept beside the seat for leaderboards."""

from collections.abc import Sequence

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.scoring import Outcome
from scorekeeper.models import Game, GameSeat, Hand

KEPT = (
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


def keep_statistics(game: Game, hands: Sequence[Hand]) -> None:
    """Bring what is kept of a game's players up to date with the hands that count.

    Two queries, one while the game goes on.
    """
    seats = list(game.seats.all())
    if not game.is_finished and not any(seat.is_counted for seat in seats):
        return
    changed = []
    for seat in seats:
        before = [getattr(seat, name) for name in KEPT]
        follow_game(seat, game, hands)
        if before != [getattr(seat, name) for name in KEPT]:
            changed.append(seat)
    GameSeat.objects.bulk_update(changed, KEPT)


def follow_game(kept: GameSeat, game: Game, hands: Sequence[Hand]) -> None:
    """Write into a seat what follows from its game and the hands that count; it is not saved."""
    seat = Seat(kept.seat)
    is_a = seat.side is Side.A
    kept.is_counted = game.is_finished
    played = hands if game.is_finished else ()
    own, other = (game.total_a, game.total_b) if is_a else (game.total_b, game.total_a)
    kept.points, kept.against = (own, other) if game.is_finished else (0, 0)
    kept.hands = game.hand_count if game.is_finished else 0
    kept.is_won = game.is_finished and game.winner == seat.side
    kept.is_tied = game.is_finished and not game.winner
    took = [hand for hand in played if hand.taker == seat]
    kept.taken = len(took)
    kept.made = sum(hand.winner == seat.side for hand in took)
    kept.failed = sum(hand.outcome == Outcome.FAILED for hand in took)
    kept.capots = sum(hand.outcome == Outcome.CAPOT and hand.winner == seat.side for hand in played)
    kept.belotes = sum(hand.belote_seat == seat for hand in played)
