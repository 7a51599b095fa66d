"""What both sides say of the final sheet, and what the referee decides."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from scorekeeper.engine.hand import Side
from scorekeeper.models.authors import Author
from tournaments.models import LogEntry, Match, Round, SheetVerdict, Tournament
from tournaments.models.signatures import Signature, signature_of
from tournaments.services.locks import PUBLISHED, lock_match
from tournaments.services.log import append_at


class StaleSheetError(ValueError):
    """Raised when the sheet changed since it was looked at, or is not finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a side says the totals should be."""

    total_a: int | None
    total_b: int | None
    note: str


@transaction.atomic
def accept_sheet(
    *, match_id: int, side: Side, receipt: str, author: Author, now: datetime
) -> SheetVerdict:
    """Let one side accept the finished sheet it looked at; again changes nothing.

    Raises StaleSheetError, and RoundOpenError once the round is closed.
    """
    tournament, match = _finished(match_id, receipt, Round.Status.PLAYING)
    return _say(tournament, match, side, None, author, now)


@transaction.atomic
def dispute_sheet(
    *, match_id: int, side: Side, receipt: str, claim: Claim, author: Author, now: datetime
) -> SheetVerdict:
    """Let one side say what the finished sheet should say instead; the referee decides.

    Raises StaleSheetError, for a settled sheet too, and RoundOpenError once the round is closed.
    """
    tournament, match = _finished(match_id, receipt, Round.Status.PLAYING)
    # What both sides accepted is not opened again by one of them: only the organiser changes it.
    if signature_of(match, match.verdicts.all()) is Signature.SETTLED:
        raise StaleSheetError
    return _say(tournament, match, side, claim, author, now)


def _finished(match_id: int, receipt: str, *statuses: str) -> tuple[Tournament, Match]:
    """Return a table with its contest, locked; raises StaleSheetError for another sheet."""
    tournament, match = lock_match(match_id, *statuses)
    if not match.receipt or match.receipt != receipt:
        raise StaleSheetError
    return tournament, match


def _say(
    tournament: Tournament,
    match: Match,
    side: Side,
    claim: Claim | None,
    author: Author,
    now: datetime,
) -> SheetVerdict:
    values = {
        "agrees": claim is None,
        "receipt": match.receipt,
        "total_a": claim.total_a if claim else None,
        "total_b": claim.total_b if claim else None,
        "note": claim.note if claim else "",
    }
    known = match.verdicts.filter(side=side, **values).first()
    if known:
        return known
    verdict, _created = SheetVerdict.objects.update_or_create(
        match=match, side=side, defaults={**values, "author_name": author.name, "at": now}
    )
    kind = LogEntry.Kind.DISPUTED if claim else LogEntry.Kind.ACCEPTED
    append_at(match, kind, {"side": side.value, **values}, author=author, now=now)
    return verdict


@transaction.atomic
def rule_on_sheet(
    *, match_id: int, receipt: str, note: str, author: Author, now: datetime
) -> Match:
    """Let the referee decide that the sheet looked at stands; nobody at the table changes it.

    Raises StaleSheetError, and RoundOpenError once the table is gone.
    """
    return _settle(match_id, receipt, LogEntry.Kind.RULED, note, author, now)


@transaction.atomic
def sign_on_paper(*, match_id: int, receipt: str, author: Author, now: datetime) -> Match:
    """Note that both sides signed the sheet of that receipt on paper.

    Raises StaleSheetError, and RoundOpenError once the table is gone.
    """
    return _settle(match_id, receipt, LogEntry.Kind.SIGNED, "", author, now)


def _settle(
    match_id: int, receipt: str, kind: LogEntry.Kind, note: str, author: Author, now: datetime
) -> Match:
    _tournament, match = _finished(match_id, receipt, *PUBLISHED)
    match.is_signed = True
    match.check_note = note or match.check_note
    match.save(update_fields=["is_signed", "check_note"])
    append_at(match, kind, {"receipt": match.receipt, "note": note}, author=author, now=now)
    return match
