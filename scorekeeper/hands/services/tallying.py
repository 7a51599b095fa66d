"""Write what follows from the hands of a game: scores, totals, the winner."""

from collections.abc import Sequence

from scorekeeper import contests
from scorekeeper.engine.hand import Side
from scorekeeper.engine.tally import Tally, Totals
from scorekeeper.games.services.statistics import keep_statistics
from scorekeeper.models import Game, Hand, SlipTotals
from scorekeeper.models.tallying import stored_hands, tally_hands

_FOLLOWING_COLUMNS = ("number", "outcome", "winner", "score_a", "score_b", "counted")


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
    store_tally(game, hands, result)


def follow_tally(game: Game, result: Tally) -> None:
    """Write what follows from the tally into a game, which is not saved."""
    if game.is_finished and not result.is_over:
        result = result.closed_early()
        game.winner = result.totals.leader or ""
    else:
        game.winner = result.winner or ""
    game.hand_count = len(result.hands)
    game.total_a = result.totals.a
    game.total_b = result.totals.b
    game.held = result.held.total


def follow_slips(game: Game, slips: Sequence[SlipTotals]) -> None:
    """Write what follows from its slips into a game, which is not saved."""
    totals = Totals(sum(slip.total_a for slip in slips), sum(slip.total_b for slip in slips))
    game.total_a, game.total_b = totals.a, totals.b
    game.winner = totals.leader or ""
    game.hand_count = sum(slip.hands for slip in slips)
    game.held = 0


def store_tally(game: Game, hands: Sequence[Hand], result: Tally) -> None:
    """Save the game's totals, which follow from all its hands, and raise its version."""
    follow_tally(game, result)
    save_totals(game, hands)


def retally(game: Game) -> None:
    """Save the totals that follow from the stored hands of a game that was changed itself."""
    hands = stored_hands(game)
    store_tally(game, hands, tally_hands(game, hands))


def save_totals(game: Game, hands: Sequence[Hand]) -> None:
    """Save a game whose totals were set, raise its version, and tell its contest if it has one.

    `hands` are all that are written; those under a slip count for nothing.
    """
    game.version += 1
    game.save()
    counted = () if game.is_slip else tuple(hand for hand in hands if hand.counted)
    keep_statistics(game, counted)
    if keeper := contests.keeper_of(game):
        keeper.stored(game, counted)
