"""Hands that phones send, as often as it takes: each is written once, and nothing over another.

A phone without a connection sends what it kept when the connection returns, not knowing what had
arrived and what others wrote meanwhile. Every act here therefore names the state it expects, and
the same act sent again finds it done.
"""

import uuid
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import transaction

from scorekeeper.engine.checks import Problem, Severity, check, check_series, has_errors, whole_of
from scorekeeper.engine.declarations import best_declaration_of
from scorekeeper.engine.hand import Declaration, HandEntry, Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import ImpossibleHandError
from scorekeeper.games.services.actions import (
    Admission,
    GameIsOverError,
    LockedSheet,
    lock_sheet_for,
    log_event,
    store_tally,
)
from scorekeeper.games.services.hands import (
    digest_of,
    find_sent,
    is_repeated,
    keep_sent,
    remove_hand,
    replace_hand,
    write_hand,
)
from scorekeeper.models import GameEvent, Hand, SentHand
from scorekeeper.models.authors import Author
from scorekeeper.models.hands import HandInput, hand_tag, is_just_written, written_of

Bases = Collection[str] | None
"""Tags that a stored hand may have to be changed; None: whatever it is."""


class Done(StrEnum):
    """What became of something that was sent."""

    RECORDED = "recorded"
    CORRECTED = "corrected"
    WITHDRAWN = "withdrawn"
    NOTED = "noted"
    SAME = "same"
    """It was like that already."""


class Refusal(StrEnum):
    """Why the sheet does not take what was sent: a person decides."""

    ANOTHER_HAND = "another_hand"
    """The sheet has a different hand in that place."""
    HANDS_MISSING = "hands_missing"
    """The sheet has fewer hands than the phone knew."""
    HAND_DIFFERS = "hand_differs"
    """Another hand was sent under the same key."""
    HAND_WITHDRAWN = "hand_withdrawn"
    """It was written, and somebody withdrew it."""
    HAND_CHANGED = "hand_changed"
    """Somebody corrected it meanwhile."""
    DEALS_CHANGED = "deals_changed"
    """Somebody wrote the hand, or changed how many deals nobody took before it."""
    BEYOND_END = "beyond_end"
    """The game had its last hand, or a side its target, before this one."""


class HandRefusedError(Exception):
    """Raised when what was sent does not fit the sheet.

    `stored` is the hand that stands in its way, `by` who withdrew it.
    """

    def __init__(self, refusal: Refusal, stored: Hand | None = None, by: str = "") -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.stored = stored
        self.by = by


class UnusualHandError(ValueError):
    """Raised for a hand that is possible but unusual until somebody says that it is right."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class SentEntry:
    """A hand as a phone sends it. `confirmed` are codes of warnings that somebody answered.

    Where `counts_deals` is not set, the deals that nobody took are those the server counted.
    """

    written: HandInput
    confirmed: Collection[str] = ()
    counts_deals: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SentAnswer:
    """What was done, and the sheet after it.

    `notices` is what is unusual about the hand as part of its game.
    """

    done: Done
    sheet: LockedSheet
    notices: Sequence[Problem] = ()

    @classmethod
    def about(cls, done: Done, sheet: LockedSheet, hand: Hand) -> "SentAnswer":
        """Return the answer about one hand of the sheet, with what it is after those before it."""
        entries = [one.entry for one in sheet.hands[: hand.number]]
        return cls(done=done, sheet=sheet, notices=check_series(entries))


@transaction.atomic
def send_hand(
    *,
    game_id: int,
    visitor: Admission,
    key: uuid.UUID,
    number: int,
    sent: SentEntry,
    author: Author,
    now: datetime,
) -> SentAnswer:
    """Write a new hand at its place; sent again, or typed on two phones alike, it is one hand.

    Raises HandRefusedError, GameIsOverError, ImpossibleHandError and UnusualHandError.
    """
    sheet = lock_sheet_for(visitor, game_id)
    if known := _sent_before(sheet, key, sent.written):
        return SentAnswer.about(Done.SAME, sheet, known)
    written, ruleset = sent.written, sheet.tally.ruleset
    if not sent.counts_deals:
        written = written.with_passed_deals(sheet.game.passed_deals)
    problems = _possible(written.entry, ruleset)
    if number <= len(sheet.hands):
        stored = sheet.hands[number - 1]
        if not agree(written_of(stored), written, ruleset):
            raise HandRefusedError(Refusal.ANOTHER_HAND, stored)
        keep_sent(stored, key, sent.written)
        return SentAnswer.about(Done.SAME, sheet, stored)
    _refuse_after_the_end(sheet)
    if number > len(sheet.hands) + 1:
        raise HandRefusedError(Refusal.HANDS_MISSING)
    _ask_about(problems, sent.confirmed)
    hand = write_hand(sheet, written, submission_key=key, author=author, now=now, problems=problems)
    return SentAnswer.about(Done.RECORDED, sheet, hand)


def _refuse_after_the_end(sheet: LockedSheet) -> None:
    """Raise HandRefusedError where the rules have ended the game, GameIsOverError where people did.

    A full game that was opened again, to be corrected, is as full as before.
    """
    if not sheet.game.is_slip and sheet.tally.is_over:
        raise HandRefusedError(Refusal.BEYOND_END)
    if sheet.game.is_finished or sheet.game.is_slip:
        raise GameIsOverError


def _sent_before(sheet: LockedSheet, key: uuid.UUID, written: HandInput) -> Hand | None:
    """Return what became of the same hand sent before; raises HandRefusedError."""
    sent = find_sent(sheet, key)
    if sent is None:
        return None
    hand = _not_withdrawn(sent)
    # Corrected since, it was sent nevertheless, and the phone then shows what it became.
    if sent.digest == digest_of(written) or is_repeated(hand, written):
        return hand
    raise HandRefusedError(Refusal.HAND_DIFFERS, hand)


def _not_withdrawn(sent: SentHand) -> Hand:
    """Return the hand that was sent; raises HandRefusedError where somebody withdrew it."""
    if sent.hand is None:
        by = sent.withdrawal.author_name if sent.withdrawal else ""
        raise HandRefusedError(Refusal.HAND_WITHDRAWN, by=by)
    return sent.hand


@transaction.atomic
def send_correction(
    *,
    game_id: int,
    visitor: Admission,
    key: uuid.UUID,
    bases: Bases,
    sent: SentEntry,
    author: Author,
    now: datetime,
) -> SentAnswer:
    """Replace the hand of that key, if it still is what one of the tags `bases` was of.

    Raises HandRefusedError, GameIsOverError, Hand.DoesNotExist, ImpossibleHandError and
    UnusualHandError.
    """
    sheet = lock_sheet_for(visitor, game_id)
    before = find_sent(sheet, key)
    if before is None:
        raise Hand.DoesNotExist
    game, hand, written = sheet.game, _not_withdrawn(before), sent.written
    if not sent.counts_deals:
        written = written.with_passed_deals(hand.passed_deals)
    if written_of(hand) == written:
        return SentAnswer.about(Done.SAME, sheet, hand)
    problems = _possible(written.entry, game.ruleset)
    if bases is not None and hand_tag(hand) not in bases:
        raise HandRefusedError(Refusal.HAND_CHANGED, hand)
    if game.is_slip or (game.is_finished and not sheet.corrects_finished):
        raise GameIsOverError
    _ask_about(problems, sent.confirmed)
    replace_hand(sheet, hand.number, written, author=author, now=now, problems=problems)
    return SentAnswer.about(Done.CORRECTED, sheet, hand)


@transaction.atomic
def send_withdrawal(
    *,
    game_id: int,
    visitor: Admission,
    key: uuid.UUID,
    bases: Bases,
    author: Author,
    now: datetime,
) -> SentAnswer:
    """Take the hand of that key off the sheet, if it still is what one of the tags `bases` was of.

    Of a finished game only where the visitor may correct it, or a moment after it ended the
    game. A hand that is not there is withdrawn already. Raises HandRefusedError and
    GameIsOverError.
    """
    sheet = lock_sheet_for(visitor, game_id)
    sent = find_sent(sheet, key)
    if sent is None or sent.hand is None:
        return SentAnswer(done=Done.SAME, sheet=sheet)
    game, hand = sheet.game, sent.hand
    if bases is not None and hand_tag(hand) not in bases:
        raise HandRefusedError(Refusal.HAND_CHANGED, hand)
    undone = hand.number == len(sheet.hands) and is_just_written(hand, now)
    if game.is_slip or (game.is_finished and not (sheet.corrects_finished or undone)):
        raise GameIsOverError
    remove_hand(sheet, hand.number, author=author, now=now)
    return SentAnswer(done=Done.WITHDRAWN, sheet=sheet)


@transaction.atomic
def send_passed_deals(
    *,
    game_id: int,
    visitor: Admission,
    number: int,
    count: int,
    author: Author,
    now: datetime,
    base: int | None = None,
) -> SentAnswer:
    """Note how many deals found no taker before the hand that comes next.

    `count` is 0 to MOST_PASSED_DEALS, `base` what it was when somebody changed it. Raises
    HandRefusedError and GameIsOverError.
    """
    sheet = lock_sheet_for(visitor, game_id)
    game, hands = sheet.game, sheet.hands
    if number <= len(hands) and hands[number - 1].passed_deals == count:
        return SentAnswer(done=Done.SAME, sheet=sheet)
    if game.is_finished or game.is_slip:
        raise GameIsOverError
    if number > len(hands) + 1:
        raise HandRefusedError(Refusal.HANDS_MISSING)
    if number <= len(hands):
        raise HandRefusedError(Refusal.DEALS_CHANGED)
    if game.passed_deals == count:
        return SentAnswer(done=Done.SAME, sheet=sheet)
    # Sent again late, it must not undo what others noted since.
    if base is not None and game.passed_deals != base:
        raise HandRefusedError(Refusal.DEALS_CHANGED)
    more = count > game.passed_deals
    kind = GameEvent.Kind.DEAL_PASSED if more else GameEvent.Kind.DEAL_RESTORED
    # One act each, as the log of a contest counts them.
    deals = range(abs(count - game.passed_deals))
    events = [log_event(game, kind, author=author, now=now) for _deal in deals]
    game.passed_deals = count
    store_tally(game, hands, sheet.tally, *events)
    return SentAnswer(done=Done.NOTED, sheet=sheet)


def _possible(entry: HandEntry, ruleset: RuleSet) -> Sequence[Problem]:
    """Return what is unusual about a hand that is possible; raises ImpossibleHandError."""
    problems = check(entry, ruleset)
    if has_errors(problems):
        raise ImpossibleHandError(problems)
    return problems


def _ask_about(problems: Sequence[Problem], confirmed: Collection[str]) -> None:
    """Refuse an unusual hand until somebody says that it is right."""
    asked = [
        problem
        for problem in problems
        if problem.severity is Severity.WARNING and problem.code not in confirmed
    ]
    if asked:
        raise UnusualHandError(asked)


_SCORED = ("taker", "card_points", "capot", "penalty", "contract", "taker_alone")
_NOTED = (
    "belote_seat",
    "defenders_count",
    "tricks",
    "last_trick",
    "trump",
)


def agree(one: HandInput, other: HandInput, ruleset: RuleSet) -> bool:
    """Return whether two people wrote the same hand.

    What is scored must be the same; what is only noted must not contradict, and may be missing.
    """
    a, b = one.entry, other.entry
    pairs = [(getattr(a, name), getattr(b, name)) for name in _NOTED]
    pairs.append((one.penalty_reason or None, other.penalty_reason or None))
    return (
        all(getattr(a, name) == getattr(b, name) for name in _SCORED)
        and a.belotes(Side.A) == b.belotes(Side.A)
        and a.belotes(Side.B) == b.belotes(Side.B)
        and _declared_alike(a.declarations, b.declarations)
        and best_declaration_of(a) is best_declaration_of(b)
        # The trumps may say of how many points those written are a part.
        and whole_of(a, ruleset) == whole_of(b, ruleset)
        and all(noted is None or told is None or noted == told for noted, told in pairs)
    )


def _declared_alike(one: Sequence[Declaration], other: Sequence[Declaration]) -> bool:
    """Return whether the same was declared; the highest cards may be missing on either side."""
    a, b = Counter(one), Counter(other)
    mine, theirs = list((a - b).elements()), list((b - a).elements())
    kinds = [sorted((shown.side, shown.kind) for shown in left) for left in (mine, theirs)]
    said = [{(shown.side, shown.kind) for shown in left if shown.high} for left in (mine, theirs)]
    return kinds[0] == kinds[1] and said[0].isdisjoint(said[1])
