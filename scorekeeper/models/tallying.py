"""Between the stored hands of a game and the engine's tally."""

from collections.abc import Sequence

from scorekeeper.engine.hand import Seat
from scorekeeper.engine.tally import Tally, tally
from scorekeeper.models.games import Game
from scorekeeper.models.hands import Hand


def stored_hands(game: Game) -> list[Hand]:
    return list(game.hands.order_by("number"))


def counted_hands(game: Game) -> list[Hand]:
    """Return the hands of a game that count for something, in order: none under a slip."""
    return [] if game.is_slip else [hand for hand in stored_hands(game) if hand.counted]


def tally_hands(game: Game, hands: Sequence[Hand]) -> Tally:
    entries = (hand.entry for hand in hands)
    return tally(entries, game.ruleset, game.format, Seat(game.first_dealer))
