"""Enter, correct and withdraw hands; the log keeps everything that was entered."""

import hashlib
import json
import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F

from scorekeeper.engine.checks import MOST_PASSED_DEALS, Problem, check, has_errors
from scorekeeper.engine.scoring import ImpossibleHandError
from scorekeeper.engine.tally import Tally
from scorekeeper.games.services.actions import (
    GameIsOverError,
    LockedSheet,
    StaleGameError,
    apply_tally,
    close,
    lock_game,
    lock_sheet,
    log_event,
    refuse_stale,
    reopen,
    retally,
    store_hands,
    store_tally,
)
from scorekeeper.models import Game, GameEvent, GameSeat, Hand, SentHand
from scorekeeper.models.authors import Author
from scorekeeper.models.hands import HandInput as HandInput
from scorekeeper.models.hands import input_of, tally_hands
from scorekeeper.monitoring.failures import hand_written


def is_repeated(hand: Hand, written: HandInput) -> bool:
    """Return whether a stored hand equals the one that was sent.

    Passed deals are not compared: the server counted them when the hand was stored.
    """
    return input_of(hand) == written.with_passed_deals(hand.passed_deals)


def digest_of(written: HandInput) -> str:
    """Return the fingerprint of a sent hand, not counting passed deals."""
    text = json.dumps(written.with_passed_deals(0).as_values(), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def find_sent(sheet: LockedSheet, key: uuid.UUID) -> SentHand | None:
    """Return the record of the hand that was sent under a key, if there is one.

    One query; none if the hand is on the sheet under that key.
    """
    hand = next((hand for hand in sheet.hands if hand.submission_key == key), None)
    if hand:
        return SentHand(game=sheet.game, key=key, hand=hand, digest=hand.sent_digest)
    found = sheet.game.sent_hands.filter(key=key).first()
    if found:
        found.hand = next((hand for hand in sheet.hands if hand.pk == found.hand_id), None)
    return found


def keep_sent(hand: Hand, key: uuid.UUID, written: HandInput) -> None:
    """Record that a hand stored under another key was also sent under this one."""
    SentHand.objects.create(game=hand.game, key=key, hand=hand, digest=digest_of(written))


def _forget_sent(hand: Hand, withdrawal: GameEvent) -> None:
    """Record who withdrew a hand before it is deleted, so that no key of it writes it again."""
    hand.sent.update(hand=None, withdrawal=withdrawal)
    SentHand.objects.get_or_create(
        game_id=hand.game_id,
        key=hand.submission_key,
        defaults={"withdrawal": withdrawal, "digest": hand.sent_digest},
    )


@transaction.atomic
def record_hand(
    *,
    game_id: int,
    written: HandInput,
    submission_key: uuid.UUID,
    author: Author,
    now: datetime,
    base_version: int | None = None,
) -> Hand:
    """Write the next hand of a game; repeating the same submission changes nothing.

    Raises StaleGameError if the game changed since `base_version` or another hand was written
    under this key, GameIsOverError after its end, and ImpossibleHandError if the entry has errors.
    """
    # Only after locking: of two simultaneous requests with one hand, the second finds it.
    sheet = lock_sheet(game_id)
    if sent := find_sent(sheet, submission_key):
        if sent.hand is None or not is_repeated(sent.hand, written):
            # Withdrawn since, or another hand typed on a page from the browser's cache.
            raise StaleGameError
        return sent.hand
    refuse_stale(sheet.game, base_version)
    return write_hand(sheet, written, submission_key=submission_key, author=author, now=now)


def write_hand(
    sheet: LockedSheet,
    written: HandInput,
    *,
    submission_key: uuid.UUID,
    author: Author,
    now: datetime,
    problems: Sequence[Problem] | None = None,
) -> Hand:
    """Append a hand to a sheet.

    `problems` are the results of checking the hand, if it was checked already. Raises
    GameIsOverError and ImpossibleHandError.
    """
    game = sheet.game
    if game.is_finished or sheet.tally.is_over or game.is_slip:
        raise GameIsOverError
    if problems is None:
        problems = check(written.entry, game.ruleset)
    sheet.tally = sheet.tally.with_hand(written.entry, problems)
    hand = Hand(
        game=game,
        number=len(sheet.hands) + 1,
        **written.as_columns(),
        submission_key=submission_key,
        sent_digest=digest_of(written),
        recorded_name=author.name,
        recorded_at=now,
    )
    sheet.hands.append(hand)
    apply_tally(sheet.hands, sheet.tally)
    hand.save(force_insert=True)
    events = [_log(game, GameEvent.Kind.HAND_RECORDED, hand.number, author, now, after=written)]
    game.passed_deals = 0
    if sheet.tally.is_over:
        events.append(close(game, author=author, now=now))
    store_tally(game, sheet.hands, sheet.tally, *events)
    hand_written.send(sender=None)
    return hand


@transaction.atomic
def correct_hand(
    *,
    game_id: int,
    number: int,
    written: HandInput,
    author: Author,
    now: datetime,
    base_version: int | None = None,
    even_finished: bool = False,
) -> Tally:
    """Replace the entry of a hand, and recompute everything after it.

    A finished game must be reopened first, unless `even_finished` is set.

    Raises StaleGameError, GameIsOverError, Hand.DoesNotExist and ImpossibleHandError.
    """
    sheet = _lock_hands(game_id, number, base_version, even_finished=even_finished)
    return replace_hand(sheet, number, written, author=author, now=now)


def replace_hand(
    sheet: LockedSheet,
    number: int,
    written: HandInput,
    *,
    author: Author,
    now: datetime,
    problems: Sequence[Problem] | None = None,
) -> Tally:
    """Replace the entry of a hand on a sheet.

    `problems` are the results of checking the hand, if it was checked already. Raises
    ImpossibleHandError.
    """
    game, hand = sheet.game, sheet.hands[number - 1]
    problems = check(written.entry, game.ruleset) if problems is None else problems
    if has_errors(problems):
        raise ImpossibleHandError(problems)
    before = input_of(hand)
    for name, value in written.as_columns().items():
        setattr(hand, name, value)
    sheet.tally = tally_hands(game, sheet.hands)
    hand.changed_at = now
    kind = GameEvent.Kind.HAND_CORRECTED
    event = _log(game, kind, number, author, now, before=before, after=written)
    store_hands(game, sheet.hands, sheet.tally, event, also=hand)
    return sheet.tally


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
    """Delete a hand; the hands after it move up and are recomputed.

    With `undo`, a game that ended with this hand is reopened.
    Raises StaleGameError, GameIsOverError and Hand.DoesNotExist.
    """
    sheet = _lock_hands(game_id, number, base_version, even_finished=undo)
    return remove_hand(sheet, number, author=author, now=now)


def remove_hand(sheet: LockedSheet, number: int, *, author: Author, now: datetime) -> Tally:
    """Delete a hand of a sheet; a finished game is reopened."""
    game, hand = sheet.game, sheet.hands.pop(number - 1)
    events = [reopen(game, author=author, now=now)] if game.is_finished else []
    if number == len(sheet.hands) + 1:
        game.passed_deals = hand.passed_deals
    kind, before = GameEvent.Kind.HAND_WITHDRAWN, input_of(hand)
    events.append(_log(game, kind, number, author, now, before=before))
    _forget_sent(hand, events[-1])
    hand.delete()
    if game.has_substitutes and not game.is_contest and number <= len(sheet.hands):
        _move_up_seats(game, number)
    sheet.tally = tally_hands(game, sheet.hands)
    store_hands(game, sheet.hands, sheet.tally, *events)
    return sheet.tally


def _move_up_seats(game: Game, number: int) -> None:
    """Adjust the hands at which substitutes took their seats, after a hand was withdrawn.

    Not called when the last hand is withdrawn, which is usually entered again.
    """
    seats = GameSeat.every.filter(game=game)
    seats.filter(first_hand__gt=number).update(first_hand=F("first_hand") - 1)
    seats.filter(last_hand__gte=number).update(last_hand=F("last_hand") - 1)
    game.seated = None


@transaction.atomic
def pass_deal(*, game_id: int, author: Author, now: datetime) -> Game:
    """Count a passed deal: no hand is written, and the rules decide who deals next.

    At most MOST_PASSED_DEALS in a row are counted; after more, no hand could be stored.
    """
    return _change_passed_deals(game_id, 1, GameEvent.Kind.DEAL_PASSED, author, now)


@transaction.atomic
def restore_deal(*, game_id: int, author: Author, now: datetime) -> Game:
    """Undo the last passed deal."""
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
    retally(game, log_event(game, kind, author=author, now=now))
    return game


def _lock_hands(
    game_id: int, number: int, base_version: int | None, *, even_finished: bool = False
) -> LockedSheet:
    """Return the locked sheet of an unfinished game that has a hand with that number."""
    sheet = lock_sheet(game_id, base_version=base_version)
    # Hands under a slip do not count.
    if sheet.game.is_slip or (sheet.game.is_finished and not even_finished):
        raise GameIsOverError
    if not 1 <= number <= len(sheet.hands):
        raise Hand.DoesNotExist
    return sheet


def _log(
    game: Game,
    kind: GameEvent.Kind,
    number: int,
    author: Author,
    now: datetime,
    *,
    before: HandInput | None = None,
    after: HandInput | None = None,
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
