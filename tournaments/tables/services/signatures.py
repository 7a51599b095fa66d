"""What both sides say of the final sheet, and what the referee decides."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Unpack

from django.db import transaction

from scorekeeper.engine.hand import Side
from scorekeeper.models.authors import Author, DoneBy
from tournaments.ledger.locks import PUBLISHED, lock_match
from tournaments.ledger.log import append_at
from tournaments.models import LogEntry, Match, Round, SheetVerdict
from tournaments.models.rounds import Signature, signature_of

HIGHEST_TOTAL: Final = 99_999
"""No sheet of a contest comes near it; what is typed above is a slip of the finger."""


class StaleSheetError(ValueError):
    """Raised when the sheet changed since it was looked at, or is not finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a side says the totals should be."""

    total_a: int | None
    total_b: int | None
    note: str


def accept_sheet(*, match_id: int, side: Side, receipt: str, **by: Unpack[DoneBy]) -> bool:
    """Let one side accept the finished sheet; `say_of_sheet` without a key."""
    return say_of_sheet(match_id=match_id, side=side, receipt=receipt, claim=None, **by)


def dispute_sheet(
    *, match_id: int, side: Side, receipt: str, claim: Claim, **by: Unpack[DoneBy]
) -> bool:
    """Let one side say what the finished sheet should say; the referee decides."""
    return say_of_sheet(match_id=match_id, side=side, receipt=receipt, claim=claim, **by)


@transaction.atomic
def say_of_sheet(
    *,
    match_id: int,
    side: Side,
    receipt: str,
    claim: Claim | None,
    author: Author,
    now: datetime,
    key: uuid.UUID | None = None,
) -> bool:
    """Note what one side says of the finished sheet it looked at; return whether that is new.

    Without a claim it accepts. The same words again, or anything under the same key, change
    nothing. Raises StaleSheetError, of a settled sheet for a claim too, and RoundOpenError once the
    round is closed.
    """
    _tournament, match = lock_match(match_id, Round.Status.PLAYING)
    # Before the receipt is looked at: what was said of a sheet that has changed since, was said.
    if key and match.sent_verdicts.filter(key=key).exists():
        return False
    _refuse_other_sheet(match, receipt)
    # What both sides accepted is not opened again by one of them: only the organiser changes it.
    if claim and signature_of(match, match.verdicts.all()) is Signature.SETTLED:
        raise StaleSheetError
    if key:
        match.sent_verdicts.create(key=key)
    return _say(match, side, claim, author, now)


def _refuse_other_sheet(match: Match, receipt: str) -> None:
    """Raise StaleSheetError where the sheet is not, or not any more, the one of that receipt."""
    if not match.receipt or match.receipt != receipt:
        raise StaleSheetError


def _say(match: Match, side: Side, claim: Claim | None, author: Author, now: datetime) -> bool:
    values = {
        "agrees": claim is None,
        "receipt": match.receipt,
        "total_a": claim.total_a if claim else None,
        "total_b": claim.total_b if claim else None,
        "note": claim.note if claim else "",
    }
    if match.verdicts.filter(side=side, **values).exists():
        return False
    SheetVerdict.objects.update_or_create(
        match=match, side=side, defaults={**values, "author_name": author.name, "at": now}
    )
    kind = LogEntry.Kind.DISPUTED if claim else LogEntry.Kind.ACCEPTED
    append_at(match, kind, {"side": side.value, **values}, author=author, now=now)
    return True


@transaction.atomic
def rule_on_sheet(*, match_id: int, receipt: str, note: str, **by: Unpack[DoneBy]) -> Match:
    """Let the referee decide that the sheet looked at stands; nobody at the table changes it.

    Raises StaleSheetError, and RoundOpenError once the table is gone.
    """
    return _settle(match_id, receipt, LogEntry.Kind.RULED, note, **by)


@transaction.atomic
def sign_on_paper(*, match_id: int, receipt: str, **by: Unpack[DoneBy]) -> Match:
    """Note that both sides signed the sheet of that receipt on paper.

    Raises StaleSheetError, and RoundOpenError once the table is gone.
    """
    return _settle(match_id, receipt, LogEntry.Kind.SIGNED, "", **by)


def _settle(
    match_id: int, receipt: str, kind: LogEntry.Kind, note: str, **by: Unpack[DoneBy]
) -> Match:
    _tournament, match = lock_match(match_id, *PUBLISHED)
    _refuse_other_sheet(match, receipt)
    match.is_signed = True
    match.check_note = note or match.check_note
    match.save(update_fields=["is_signed", "check_note"])
    append_at(match, kind, {"receipt": match.receipt, "note": note}, **by)
    return match
