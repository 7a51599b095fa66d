"""Enter, correct and withdraw hands; nothing that was entered is ever lost."""

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
from scorekeeper.models.hands import tally_hands, written_of
from scorekeeper.monitoring.failures import hand_written


def is_repeated(hand: Hand, written: HandInput) -> bool:
    """Return whether a stored hand is what was sent.

    The deals that nobody took were counted with the hand, and not again since.
    """
    return written_of(hand) == written.with_passed_deals(hand.passed_deals)


def digest_of(written: HandInput) -> str:
    """Return the fingerprint of what was sent, whatever deals nobody took before it."""
    text = json.dumps(written.with_passed_deals(0).as_values(), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def find_sent(sheet: LockedSheet, key: uuid.UUID) -> SentHand | None:
    """Return what became of the hand that was sent under a key, if one was.

    One query, and none where it stands on the sheet under that key.
    """
    hand = next((hand for hand in sheet.hands if hand.submission_key == key), None)
    if hand:
        return SentHand(game=sheet.game, key=key, hand=hand, digest=hand.sent_digest)
    found = sheet.game.sent_hands.filter(key=key).first()
    if found:
        found.hand = next((hand for hand in sheet.hands if hand.pk == found.hand_id), None)
    return found


def keep_sent(hand: Hand, key: uuid.UUID, written: HandInput) -> None:
    """Keep that a hand which stands under another key was sent under this one too."""
    SentHand.objects.create(game=hand.game, key=key, hand=hand, digest=digest_of(written))


def _forget_sent(hand: Hand, withdrawal: GameEvent) -> None:
    """Keep who withdrew a hand that is about to be deleted: none of its keys writes it again."""
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
    """Write the next hand of a game; the same submission sent again changes nothing.

    Raises StaleGameError when the game changed since `base_version` or another hand was already
    written under this key, GameIsOverError after its end and ImpossibleHandError when the entry
    has errors.
    """
    # Looked for behind the lock: the same hand sent twice at once waits here for itself.
    sheet = lock_sheet(game_id)
    if sent := find_sent(sheet, submission_key):
        if sent.hand is None or not is_repeated(sent.hand, written):
            # Withdrawn since, or typed anew on a page that the browser had kept.
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
    """Write a hand after all others of a sheet, which then holds it.

    `problems` are those of the hand, where it was judged already. Raises GameIsOverError and
    ImpossibleHandError.
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
    """Replace a hand by what it should have been; everything after it is computed again.

    A finished game is opened again first, except where `even_finished` is set.

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
    """Write something else for one of the hands of a sheet.

    `problems` are those of the hand, where it was judged already. Raises ImpossibleHandError.
    """
    game, hand = sheet.game, sheet.hands[number - 1]
    problems = check(written.entry, game.ruleset) if problems is None else problems
    if has_errors(problems):
        raise ImpossibleHandError(problems)
    before = written_of(hand)
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
    """Take a hand off the sheet; the hands after it move up and are computed again.

    With `undo` a game that this very hand had ended is open again.
    Raises StaleGameError, GameIsOverError and Hand.DoesNotExist.
    """
    sheet = _lock_hands(game_id, number, base_version, even_finished=undo)
    return remove_hand(sheet, number, author=author, now=now)


def remove_hand(sheet: LockedSheet, number: int, *, author: Author, now: datetime) -> Tally:
    """Take a hand off a sheet, whose game is open again if it had ended."""
    game, hand = sheet.game, sheet.hands.pop(number - 1)
    events = [reopen(game, author=author, now=now)] if game.is_finished else []
    if number == len(sheet.hands) + 1:
        game.passed_deals = hand.passed_deals
    kind, before = GameEvent.Kind.HAND_WITHDRAWN, written_of(hand)
    events.append(_log(game, kind, number, author, now, before=before))
    _forget_sent(hand, events[-1])
    hand.delete()
    if game.has_substitutes and not game.is_contest and number <= len(sheet.hands):
        _move_up_seats(game, number)
    sheet.tally = tally_hands(game, sheet.hands)
    store_hands(game, sheet.hands, sheet.tally, *events)
    return sheet.tally


def _move_up_seats(game: Game, number: int) -> None:
    """Let who sat in keep the hands that they played: those after the withdrawn one moved up.

    The last hand of a sheet is written again as a rule: then seats changed hands where they did.
    """
    seats = GameSeat.every.filter(game=game)
    seats.filter(first_hand__gt=number).update(first_hand=F("first_hand") - 1)
    seats.filter(last_hand__gte=number).update(last_hand=F("last_hand") - 1)
    game.seated = None


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
    retally(game, log_event(game, kind, author=author, now=now))
    return game


def _lock_hands(
    game_id: int, number: int, base_version: int | None, *, even_finished: bool = False
) -> LockedSheet:
    """Return a sheet that may be changed, that number among its hands."""
    sheet = lock_sheet(game_id, base_version=base_version)
    # Hands under a slip count for nothing while it stands.
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
