"""Hands sent by phones, possibly more than once: each is written once and overwrites no other.

When its connection returns, a phone sends the hands it kept, without knowing which ones arrived
before and what others wrote meanwhile. Every action here therefore names the state it expects,
and is idempotent.
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
from scorekeeper.models.hands import HandInput, hand_tag, input_of, is_undoable

Bases = Collection[str] | None
"""Tags that a stored hand may have to be changed; None: whatever it is."""


class Done(StrEnum):
    """The result of a sent action."""

    RECORDED = "recorded"
    CORRECTED = "corrected"
    WITHDRAWN = "withdrawn"
    NOTED = "noted"
    SAME = "same"
    """It was already like that."""


class Refusal(StrEnum):
    """Why a sent action is refused and a person has to decide."""

    ANOTHER_HAND = "another_hand"
    """The sheet has another hand in that place."""
    HANDS_MISSING = "hands_missing"
    """The sheet has fewer hands than the phone knew."""
    HAND_DIFFERS = "hand_differs"
    """Another hand was sent under the same key."""
    HAND_WITHDRAWN = "hand_withdrawn"
    """The hand was written, and somebody withdrew it."""
    HAND_CHANGED = "hand_changed"
    """Somebody corrected it in the meantime."""
    DEALS_CHANGED = "deals_changed"
    """Somebody wrote the hand, or changed the number of passed deals before it."""
    BEYOND_END = "beyond_end"
    """Before this hand, the game had its last hand or a side reached the target."""


class HandRefusedError(Exception):
    """Raised when a sent action does not fit the sheet.

    `stored` is the conflicting hand, `by` the person who withdrew the hand.
    """

    def __init__(self, refusal: Refusal, stored: Hand | None = None, by: str = "") -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.stored = stored
        self.by = by


class UnusualHandError(ValueError):
    """Raised for a possible but unusual hand until somebody confirms it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class SentEntry:
    """A hand as sent by a phone. `confirmed` are the codes of confirmed warnings.

    Unless `counts_deals` is set, the server's number of passed deals is used.
    """

    written: HandInput
    confirmed: Collection[str] = ()
    counts_deals: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SentAnswer:
    """The result of a sent action, and the sheet after it.

    `notices` are warnings about the hand as part of its game.
    """

    done: Done
    sheet: LockedSheet
    notices: Sequence[Problem] = ()

    @classmethod
    def about(cls, done: Done, sheet: LockedSheet, hand: Hand) -> "SentAnswer":
        """Return the answer about one hand of the sheet, with its notices."""
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
    """Write a new hand in its place; sent again, or entered equally on two phones, it is one hand.

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
        if not agree(input_of(stored), written, ruleset):
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
    """Raise HandRefusedError if the game is over by its rules, GameIsOverError if it was stopped.

    A complete game that was reopened for corrections takes no further hands.
    """
    if not sheet.game.is_slip and sheet.tally.is_over:
        raise HandRefusedError(Refusal.BEYOND_END)
    if sheet.game.is_finished or sheet.game.is_slip:
        raise GameIsOverError


def _sent_before(sheet: LockedSheet, key: uuid.UUID, written: HandInput) -> Hand | None:
    """Return the result of the same hand sent earlier; raises HandRefusedError."""
    sent = find_sent(sheet, key)
    if sent is None:
        return None
    hand = _not_withdrawn(sent)
    # Even if it was corrected since: the phone then shows the correction.
    if sent.digest == digest_of(written) or is_repeated(hand, written):
        return hand
    raise HandRefusedError(Refusal.HAND_DIFFERS, hand)


def _not_withdrawn(sent: SentHand) -> Hand:
    """Return the stored hand; raises HandRefusedError if somebody withdrew it."""
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
    """Replace the hand with that key, if it still matches one of the tags `bases`.

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
    if input_of(hand) == written:
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
    """Withdraw the hand with that key, if it still matches one of the tags `bases`.

    In a finished game, only if the visitor may correct it, or shortly after the hand ended the
    game. A missing hand counts as withdrawn. Raises HandRefusedError and GameIsOverError.
    """
    sheet = lock_sheet_for(visitor, game_id)
    sent = find_sent(sheet, key)
    if sent is None or sent.hand is None:
        return SentAnswer(done=Done.SAME, sheet=sheet)
    game, hand = sheet.game, sent.hand
    if bases is not None and hand_tag(hand) not in bases:
        raise HandRefusedError(Refusal.HAND_CHANGED, hand)
    undone = hand.number == len(sheet.hands) and is_undoable(hand, now)
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
    """Set the number of passed deals before the next hand.

    `count` is 0 to MOST_PASSED_DEALS, `base` the number that the person saw. Raises
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
    # A late repetition must not undo what others entered since.
    if base is not None and game.passed_deals != base:
        raise HandRefusedError(Refusal.DEALS_CHANGED)
    more = count > game.passed_deals
    kind = GameEvent.Kind.DEAL_PASSED if more else GameEvent.Kind.DEAL_RESTORED
    # One action for each, as the log of a contest counts them.
    deals = range(abs(count - game.passed_deals))
    events = [log_event(game, kind, author=author, now=now) for _deal in deals]
    game.passed_deals = count
    store_tally(game, hands, sheet.tally, *events)
    return SentAnswer(done=Done.NOTED, sheet=sheet)


def _possible(entry: HandEntry, ruleset: RuleSet) -> Sequence[Problem]:
    """Return the warnings about a possible hand; raises ImpossibleHandError."""
    problems = check(entry, ruleset)
    if has_errors(problems):
        raise ImpossibleHandError(problems)
    return problems


def _ask_about(problems: Sequence[Problem], confirmed: Collection[str]) -> None:
    """Raise UnusualHandError unless all warnings are confirmed."""
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
    """Return whether two entries describe the same hand.

    What is scored must be equal; what is only noted may be missing but must not contradict.
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
        # The trumps may decide the total that the card points are part of.
        and whole_of(a, ruleset) == whole_of(b, ruleset)
        and all(stored is None or sent is None or stored == sent for stored, sent in pairs)
    )


def _declared_alike(one: Sequence[Declaration], other: Sequence[Declaration]) -> bool:
    """Return whether the declarations agree; highest cards may be missing in either entry."""
    a, b = Counter(one), Counter(other)
    mine, theirs = list((a - b).elements()), list((b - a).elements())
    kinds = [sorted((shown.side, shown.kind) for shown in left) for left in (mine, theirs)]
    said = [{(shown.side, shown.kind) for shown in left if shown.high} for left in (mine, theirs)]
    return kinds[0] == kinds[1] and said[0].isdisjoint(said[1])
