"""Between the stored hands of a game and the engine's tally."""

from collections.abc import Sequence

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.tally import Tally, tally
from scorekeeper.models import Game, Hand

_FOLLOWING_COLUMNS = ("number", "outcome", "winner", "score_a", "score_b", "counted")


def stored_hands(game: Game) -> list[Hand]:
    """Return the hands of a game in order."""
    return list(game.hands.order_by("number"))


def tally_hands(game: Game, hands: Sequence[Hand]) -> Tally:
    """Return the tally of a game from its hands, in order."""
    entries = (hand.entry for hand in hands)
    return tally(entries, game.ruleset, game.format, Seat(game.first_dealer))


def load_tally(game: Game) -> Tally:
    """Return the tally of a game from its stored hands."""
    return tally_hands(game, stored_hands(game))


def apply_tally(hands: Sequence[Hand], result: Tally) -> list[Hand]:
    """Write what follows from the tally into the hands; return those that changed."""
    changed = []
    for index, hand in enumerate(hands):
        before = [getattr(hand, name) for name in _FOLLOWING_COLUMNS]
        hand.number = index + 1
        hand.counted = index < len(result.hands)
        if hand.counted:
            scored = result.hands[index].score
            hand.outcome = scored.outcome.value
            hand.winner = scored.winner or ""
            hand.score_a = scored.points(Side.A)
            hand.score_b = scored.points(Side.B)
        else:
            hand.score_a = hand.score_b = 0
        if before != [getattr(hand, name) for name in _FOLLOWING_COLUMNS]:
            changed.append(hand)
    return changed


def store_hands(game: Game, hands: Sequence[Hand], result: Tally) -> None:
    """Save the hands that the tally changed, and the game's totals."""
    # In order of their numbers: a hand that moves up finds its place already empty.
    for hand in apply_tally(hands, result):
        hand.save()
    store_tally(game, result)


def store_tally(game: Game, result: Tally) -> None:
    """Save the game's totals and raise its version."""
    if game.is_finished and not result.is_over:
        result = result.closed_early()
        game.winner = result.totals.leader or ""
    else:
        game.winner = result.winner or ""
    game.hand_count = len(result.hands)
    game.total_a = result.totals.a
    game.total_b = result.totals.b
    game.held = result.held.total
    game.version += 1
    game.save()
