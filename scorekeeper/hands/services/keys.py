"""Keys under which phones sent hands, kept so that nothing is written a second time."""

import hashlib
import json
import uuid
from collections.abc import Iterable

from scorekeeper.models import Game, GameEvent, Hand, SentHand
from scorekeeper.models.written import WrittenHand, written_of


def is_repeated(hand: Hand, written: WrittenHand) -> bool:
    """Return whether a stored hand is what was sent.

    The deals that nobody took were counted with the hand, and not again since.
    """
    return written_of(hand) == written.with_passed_deals(hand.passed_deals)


def digest_of(written: WrittenHand) -> str:
    """Return the fingerprint of what was sent, whatever deals nobody took before it."""
    text = json.dumps(written.with_passed_deals(0).as_values(), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def find_sent(game: Game, hands: Iterable[Hand], key: uuid.UUID) -> SentHand | None:
    """Return what became of the hand that was sent under a key, None for a new key.

    `hands` are all that the locked game has.
    """
    if sent := game.sent_hands.select_related("hand").filter(key=key).first():
        return sent
    # Hands that were not typed on a phone here, or before keys were kept.
    hand = next((hand for hand in hands if hand.submission_key == key), None)
    return SentHand(game=game, key=key, hand=hand) if hand else None


def keep_sent(hand: Hand, key: uuid.UUID, written: WrittenHand) -> None:
    """Keep that a hand was sent under a key, and which hand of the sheet it is."""
    SentHand.objects.create(game=hand.game, key=key, hand=hand, digest=digest_of(written))


def forget_sent(hand: Hand, withdrawal: GameEvent) -> None:
    """Keep who withdrew a hand that is about to be deleted: none of its keys writes it again."""
    hand.sent.update(hand=None, withdrawal=withdrawal)
    SentHand.objects.get_or_create(
        game_id=hand.game_id, key=hand.submission_key, defaults={"withdrawal": withdrawal}
    )
