"""Enter, correct and withdraw hands; nothing that was entered is ever lost."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from scorekeeper.engine.checks import MOST_PASSED_DEALS
from scorekeeper.engine.scoring import ImpossibleHandError
from scorekeeper.engine.tally import Tally
from scorekeeper.games.services.games import (
    GameIsOverError,
    StaleGameError,
    close,
    lock_game,
    log_event,
    refuse_stale,
    reopen,
)
from scorekeeper.hands.services.keys import find_sent, forget_sent, is_repeated, keep_sent
from scorekeeper.hands.services.tallying import apply_tally, retally, store_hands, store_tally
from scorekeeper.models import Game, GameEvent, Hand
from scorekeeper.models.authors import Author
from scorekeeper.models.tallying import stored_hands, tally_hands
from scorekeeper.models.written import WrittenHand, written_of

__all__ = [
    "ImpossibleHandError",
    "WrittenHand",
    "correct_hand",
    "pass_deal",
    "record_hand",
    "remove_hand",
    "replace_hand",
    "restore_deal",
    "withdraw_hand",
    "write_hand",
]


def _find_sent(
    game: Game, hands: Sequence[Hand], submission_key: uuid.UUID, written: WrittenHand
) -> Hand | None:
    """Return the hand that was already written under that key; raises StaleGameError."""
    sent = find_sent(game, hands, submission_key)
    if sent is None:
        return None
    if sent.hand is None or not is_repeated(sent.hand, written):
        raise StaleGameError  # withdrawn since, or typed anew on a page that the browser had kept
    return sent.hand


@transaction.atomic
def record_hand(
    *,
    game_id: int,
    written: WrittenHand,
    submission_key: uuid.UUID,
    author: Author,
    now: datetime,
    base_version: int | None = None,
) -> Hand:
    """Write the next hand of a game; the same submission sent again changes nothing.

    Raises StaleGameError when the game changed since `base_version` or another hand was already
    written under this key, GameIsOverError after its end and ImpossibleHandError when the entry
    has errors.
    """
    game = lock_game(game_id)
    # Looked for behind the lock: the same hand sent twice at once waits here for itself.
    hands = stored_hands(game)
    if sent_before := _find_sent(game, hands, submission_key, written):
        return sent_before
    refuse_stale(game, base_version)
    return write_hand(game, hands, written, submission_key=submission_key, author=author, now=now)


def write_hand(
    game: Game,
    hands: Sequence[Hand],
    written: WrittenHand,
    *,
    submission_key: uuid.UUID,
    author: Author,
    now: datetime,
) -> Hand:
    """Write a hand after all others of a locked game.

    Raises GameIsOverError and ImpossibleHandError.
    """
    before = tally_hands(game, hands)
    if game.is_finished or before.is_over or game.is_slip:
        raise GameIsOverError
    hand = Hand(
        game=game,
        number=len(hands) + 1,
        **written.as_values(),
        submission_key=submission_key,
        recorded_name=author.name,
        recorded_at=now,
    )
    after = before.with_hand(written.entry)
    apply_tally([*hands, hand], after)
    hand.save()
    keep_sent(hand, submission_key, written)
    _log(game, GameEvent.Kind.HAND_RECORDED, hand.number, author, now, after=written)
    game.passed_deals = 0
    if after.is_over:
        close(game, author=author, now=now)
    store_tally(game, [*hands, hand], after)
    return hand


@transaction.atomic
def correct_hand(
    *,
    game_id: int,
    number: int,
    written: WrittenHand,
    author: Author,
    now: datetime,
    base_version: int | None = None,
    even_finished: bool = False,
) -> Tally:
    """Replace a hand by what it should have been; everything after it is computed again.

    A finished game is opened again first, except where `even_finished` is set.

    Raises StaleGameError, GameIsOverError, Hand.DoesNotExist and ImpossibleHandError.
    """
    game, hands = _lock_hands(game_id, number, base_version, even_finished=even_finished)
    return replace_hand(game, hands, number, written, author=author, now=now)


def replace_hand(
    game: Game,
    hands: Sequence[Hand],
    number: int,
    written: WrittenHand,
    *,
    author: Author,
    now: datetime,
) -> Tally:
    """Write something else for one of the hands of a locked game; raises ImpossibleHandError."""
    hand = hands[number - 1]
    before = written_of(hand)
    for name, value in written.as_values().items():
        setattr(hand, name, value)
    result = tally_hands(game, hands)
    hand.changed_at = now
    hand.save()
    _log(game, GameEvent.Kind.HAND_CORRECTED, number, author, now, before=before, after=written)
    store_hands(game, hands, result)
    return result


@transaction.atomic
def withdraw_hand(
    *,
    game_id: int,
    number: int,
    author: Author,
    now: datetime,
    base_version: int | None = None,
    undo: bool = False,
) -> Tally:
    """Take a hand off the sheet; the hands after it move up and are computed again.

    With `undo` a game that this very hand had ended is open again.
    Raises StaleGameError, GameIsOverError and Hand.DoesNotExist.
    """
    game, hands = _lock_hands(game_id, number, base_version, even_finished=undo)
    return remove_hand(game, hands, number, author=author, now=now)


def remove_hand(
    game: Game, hands: Sequence[Hand], number: int, *, author: Author, now: datetime
) -> Tally:
    """Take a hand off the sheet of a locked game, which is open again if it had ended."""
    left = list(hands)
    hand = left.pop(number - 1)
    if game.is_finished:
        reopen(game, author=author, now=now)
    if number == len(left) + 1:
        game.passed_deals = hand.passed_deals
    kind, before = GameEvent.Kind.HAND_WITHDRAWN, written_of(hand)
    forget_sent(hand, _log(game, kind, number, author, now, before=before))
    hand.delete()
    result = tally_hands(game, left)
    store_hands(game, left, result)
    return result


@transaction.atomic
def pass_deal(*, game_id: int, author: Author, now: datetime) -> Game:
    """Note a deal that nobody took: no hand is written, who deals next follows the rules.

    More than MOST_PASSED_DEALS in a row are not counted: no hand could be written after them.
    """
    return _change_passed_deals(game_id, 1, GameEvent.Kind.DEAL_PASSED, author, now)


@transaction.atomic
def restore_deal(*, game_id: int, author: Author, now: datetime) -> Game:
    """Take back the last deal that nobody took."""
    return _change_passed_deals(game_id, -1, GameEvent.Kind.DEAL_RESTORED, author, now)


def _change_passed_deals(
    game_id: int, by: int, kind: GameEvent.Kind, author: Author, now: datetime
) -> Game:
    game = lock_game(game_id)
    if game.is_finished:
        raise GameIsOverError
    if not 0 <= game.passed_deals + by <= MOST_PASSED_DEALS:
        return game
    game.passed_deals += by
    log_event(game, kind, author=author, now=now)
    retally(game)
    return game


def _lock_hands(
    game_id: int, number: int, base_version: int | None, *, even_finished: bool = False
) -> tuple[Game, list[Hand]]:
    """Return a locked game that may be changed, and its hands, that number among them."""
    game = lock_game(game_id, base_version=base_version)
    # Hands under a slip count for nothing while it stands.
    if game.is_slip or (game.is_finished and not even_finished):
        raise GameIsOverError
    hands = stored_hands(game)
    if not 1 <= number <= len(hands):
        raise Hand.DoesNotExist
    return game, hands


def _log(
    game: Game,
    kind: GameEvent.Kind,
    number: int,
    author: Author,
    now: datetime,
    *,
    before: WrittenHand | None = None,
    after: WrittenHand | None = None,
) -> GameEvent:
    return log_event(
        game,
        kind,
        author=author,
        now=now,
        hand_number=number,
        before=before.as_values() if before else None,
        after=after.as_values() if after else None,
    )
