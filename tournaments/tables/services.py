"""Use cases of tables: slips, signatures, the clock, closing a round, table codes."""

import uuid
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, Unpack

from django.db import transaction
from django.db.models import Q

from scorekeeper.clubs.devices import words_for
from scorekeeper.engine.hand import Side
from scorekeeper.engine.totals import NOTHING_REPORTED, ReportedCounts
from scorekeeper.models import Game
from scorekeeper.models.authors import Actor, Author
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.models.codes import new_token
from scorekeeper.refusals import Refused
from scorekeeper.slips.services import ImpossibleSlipError, Slip, write_slip_over
from scorekeeper.slips.services import withdraw_slip as withdraw_game_slip
from tournaments.audit_log.games import action_from, follow_game, refuse_over
from tournaments.audit_log.locks import PUBLISHED, RoundOpenError, lock_match, lock_round
from tournaments.audit_log.log import (
    append,
    append_actions,
    append_at,
    append_in,
    lock_tournament,
    touch_results,
)
from tournaments.entries.services.withdrawals import close_unused
from tournaments.models import LogEntry, Match, Round, SheetVerdict, TableCode, TablePhone
from tournaments.models.rounds import Signature, signature_of
from tournaments.refusals import ContestRefusal
from tournaments.tables.queries.tables import table_row


@transaction.atomic
def replace_code(*, code_id: int, **by: Unpack[Actor]) -> TableCode:
    """Give a table a new code; phones that joined with the old one lose access.

    The log does not contain the code: reading the log must not give access.
    """
    codes = TableCode.objects.filter(pk=code_id)
    tournament = lock_tournament(codes.values_list("tournament", flat=True).get())
    code = codes.get()
    code.tournament = tournament
    code.token = new_token()
    code.save(update_fields=["token"])
    append(tournament, LogEntry.Kind.CODE, {}, table_number=code.number, **by)
    return code


LONGEST_TIMER = 6 * 60 * 60


def tables_missing(played: Round) -> list[int]:
    """Return the tables of a round with an unfinished game."""
    waiting = played.matches.filter(
        Q(kind__in=[Match.Kind.GAME, Match.Kind.CATCH_UP]), ~Q(game__status=Game.Status.FINISHED)
    )
    return [int(number) for number in waiting.values_list("table_number", flat=True) if number]


@transaction.atomic
def close_round(*, round_id: int, **by: Unpack[Actor]) -> Round:
    """Close a round: phones can no longer enter anything. Missing results are logged.

    Unused catch-up tables are closed, and their byes restored. Raises RoundOpenError if the round
    is not being played.
    """
    tournament, played = lock_round(round_id, Round.Status.PLAYING)
    close_unused(played, **by)
    played.status = Round.Status.CLOSED
    played.closed_at = by["now"]
    played.timer_left = played.timer_ends_at = None
    played.save()
    touch_results(tournament)
    append_in(played, LogEntry.Kind.CLOSED, {"missing": tables_missing(played)}, **by)
    return played


@transaction.atomic
def reopen_round(*, round_id: int, **by: Unpack[Actor]) -> Round:
    """Reopen a closed round; a preview of the next one is discarded.

    Raises Refused if a later round is published (correct single results instead), and
    FinishedError.
    """
    tournament, played = lock_round(round_id, Round.Status.CLOSED)
    later = tournament.rounds.filter(number__gt=played.number)
    if later.filter(status__in=PUBLISHED).exists():
        raise Refused(ContestRefusal.LATER_ROUND)
    for preview in later:
        append_in(preview, LogEntry.Kind.DISCARDED, {}, **by)
        preview.delete()
    played.status = Round.Status.PLAYING
    played.closed_at = played.timer_ends_at = None
    played.save()
    touch_results(tournament)
    append_in(played, LogEntry.Kind.REOPENED, {}, **by)
    return played


@transaction.atomic
def start_timer(*, round_id: int, **by: Unpack[Actor]) -> Round:
    _tournament, played = lock_round(round_id, Round.Status.PLAYING)
    if played.timer_left and played.timer_ends_at is None:
        played.timer_ends_at = by["now"] + timedelta(seconds=played.timer_left)
        _save_timer(played, "started", **by)
    return played


@transaction.atomic
def pause_timer(*, round_id: int, **by: Unpack[Actor]) -> Round:
    _tournament, played = lock_round(round_id, Round.Status.PLAYING)
    if played.timer_ends_at is not None:
        played.timer_left = played.seconds_left(by["now"])
        played.timer_ends_at = None
        _save_timer(played, "paused", **by)
    return played


@transaction.atomic
def set_timer(*, round_id: int, minutes: int, **by: Unpack[Actor]) -> Round:
    """Set the minutes left on the clock; a running clock continues."""
    _tournament, played = lock_round(round_id, Round.Status.PLAYING)
    seconds = min(max(0, minutes * 60), LONGEST_TIMER)
    played.timer_left = seconds or None
    runs = played.timer_ends_at is not None and seconds
    played.timer_ends_at = by["now"] + timedelta(seconds=seconds) if runs else None
    _save_timer(played, "set", **by)
    return played


@transaction.atomic
def announce_next_round(*, round_id: int, minutes: int, **by: Unpack[Actor]) -> Round:
    """Let the clock of a closed round run until the next one begins; 0 minutes remove it.

    Raises RoundOpenError if the round is not closed, or the next one is published.
    """
    tournament, closed = lock_round(round_id, Round.Status.CLOSED)
    if tournament.rounds.filter(number__gt=closed.number, status__in=PUBLISHED).exists():
        raise RoundOpenError
    seconds = min(max(0, minutes * 60), LONGEST_TIMER)
    closed.timer_ends_at = by["now"] + timedelta(seconds=seconds) if seconds else None
    _save_timer(closed, "started" if seconds else "set", **by)
    return closed


def _save_timer(played: Round, act: str, **by: Unpack[Actor]) -> None:
    played.save(update_fields=["timer_left", "timer_ends_at"])
    data = {"act": act, "seconds_left": played.seconds_left(by["now"])}
    append_in(played, LogEntry.Kind.TIMER, data, **by)


HIGHEST_TOTAL: Final = 99_999
"""Higher totals are typing errors: no contest comes near them."""


class StaleSheetError(ValueError):
    """The sheet is not finished, or has changed since it was shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The totals that a side claims."""

    total_a: int | None
    total_b: int | None
    note: str


def accept_sheet(*, match_id: int, side: Side, receipt: str, **by: Unpack[Actor]) -> bool:
    """Record that a side accepts the finished sheet; see `say_of_sheet`."""
    return say_of_sheet(match_id=match_id, side=side, receipt=receipt, claim=None, **by)


def dispute_sheet(
    *, match_id: int, side: Side, receipt: str, claim: Claim, **by: Unpack[Actor]
) -> bool:
    """Record the totals that a side claims instead; the referee decides."""
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
    """Record the verdict of a side on the finished sheet it was shown; return whether it is new.

    Without a claim the side accepts. Repeating a verdict, or a key, changes nothing. Raises
    StaleSheetError, also for a claim against a settled sheet, and RoundOpenError once the round is
    closed.
    """
    _tournament, match = lock_match(match_id, Round.Status.PLAYING)
    # Check the key before the receipt: the verdict was recorded even if the sheet changed since.
    if key and match.sent_verdicts.filter(key=key).exists():
        return False
    _refuse_other_sheet(match, receipt)
    # A sheet that both sides accepted cannot be disputed by one of them, only changed by the
    # organiser.
    if claim and signature_of(match, match.verdicts.all()) is Signature.SETTLED:
        raise StaleSheetError
    if key:
        match.sent_verdicts.create(key=key)
    return _say(match, side, claim, author, now)


def _refuse_other_sheet(match: Match, receipt: str) -> None:
    """Raise StaleSheetError unless the sheet still has that receipt."""
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
def rule_on_sheet(*, match_id: int, receipt: str, note: str, **by: Unpack[Actor]) -> Match:
    """Record that the referee confirms the sheet; the table cannot change it any more.

    Raises StaleSheetError, and RoundOpenError if the table no longer exists.
    """
    return _settle(match_id, receipt, LogEntry.Kind.RULED, note, **by)


@transaction.atomic
def sign_on_paper(*, match_id: int, receipt: str, **by: Unpack[Actor]) -> Match:
    """Record that both sides signed the sheet with that receipt on paper.

    Raises StaleSheetError, and RoundOpenError if the table no longer exists.
    """
    return _settle(match_id, receipt, LogEntry.Kind.SIGNED, "", **by)


def _settle(
    match_id: int, receipt: str, kind: LogEntry.Kind, note: str, **by: Unpack[Actor]
) -> Match:
    _tournament, match = lock_match(match_id, *PUBLISHED)
    _refuse_other_sheet(match, receipt)
    match.is_signed = True
    match.check_note = note or match.check_note
    match.save(update_fields=["is_signed", "check_note"])
    append_at(match, kind, {"receipt": match.receipt, "note": note}, **by)
    return match


__all__ = [
    "ImpossibleSlipError",
    "TableSlip",
    "mark_checked",
    "record_table_slip",
    "table_recorded",
    "withdraw_table_slip",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSlip:
    """A score slip. Fewer hands than planned need a reason; capots are given if it reports them.

    `seen` is used to check the totals: capots that were not typed are unknown there.
    """

    hands: int
    total_a: int
    total_b: int
    capots_a: int = 0
    capots_b: int = 0
    reason: str = ""
    is_signed: bool = True
    seen: ReportedCounts = NOTHING_REPORTED


def table_recorded(played: Round, key: uuid.UUID) -> int | None:
    """Return the table of a slip sent with that key, whatever is stored there now."""
    slips = LogEntry.objects.filter(
        tournament=played.tournament_id, round_number=played.number, kind=LogEntry.Kind.SLIP
    )
    return slips.filter(data__key=str(key)).values_list("table_number", flat=True).first()


@transaction.atomic
def record_table_slip(
    *,
    match_id: int,
    slip: TableSlip,
    keep_to_check: bool = False,
    note: str = "",
    key: uuid.UUID | None = None,
    **by: Unpack[Actor],
) -> Match:
    """Let a slip replace the hands of a table's game, in an open or a closed round.

    Hands entered at the table stay stored, but only count again if the slip is withdrawn. An
    earlier slip is corrected. Impossible totals are stored only with `keep_to_check`, and marked.
    With a `key` a slip is stored once, however often it is sent. Raises ImpossibleSlipError and
    Refused.
    """
    tournament, match = lock_match(match_id, *PUBLISHED)
    game = match.game
    if game is None or not match.is_game:
        raise Refused(ContestRefusal.NO_GAME_NOW)
    if key and table_recorded(match.round, key) is not None:
        return match
    refuse_over(match, by["author"])
    # The capots of a slip are stored in the contest's seats.
    totals = Slip(hands=slip.hands, total_a=slip.total_a, total_b=slip.total_b)
    needs_check = not replace(totals, seen=slip.seen).can_be(game.ruleset)
    if needs_check and not keep_to_check:
        raise ImpossibleSlipError
    if game.version:
        # A game without any change has no verdicts.
        match.verdicts.all().delete()
    event = write_slip_over(game, totals, reason=slip.reason, **by)
    follow_game(
        tournament,
        match,
        game,
        (),
        capots={Side.A: slip.capots_a, Side.B: slip.capots_b},
        needs_check=needs_check,
        check_note=note,
        is_signed=slip.is_signed,
    )
    acts = [action_from(event), (LogEntry.Kind.SLIP, _plain(slip, match, key))]
    append_actions(match, acts, touches_results=True, **by)
    return match


def _plain(slip: TableSlip, match: Match, key: uuid.UUID | None) -> dict[str, Any]:
    return {
        "hands": slip.hands,
        "total_a": slip.total_a,
        "total_b": slip.total_b,
        "capots_a": slip.capots_a,
        "capots_b": slip.capots_b,
        "reason": slip.reason,
        "signed": slip.is_signed,
        "to_check": match.needs_check,
        "note": match.check_note,
        **({"key": str(key)} if key else {}),
    }


@transaction.atomic
def withdraw_table_slip(*, match_id: int, **by: Unpack[Actor]) -> Match:
    """Withdraw a slip, for example one typed for the wrong table; the hands there count again.

    Raises Refused, for example if there is no slip.
    """
    _tournament, match = lock_match(match_id, *PUBLISHED)
    if match.game is None or not match.is_game:
        raise Refused(ContestRefusal.NO_GAME)
    if not match.game.is_slip:
        raise Refused(ContestRefusal.NO_SLIP, table=match.table_number or 0)
    withdraw_game_slip(game_id=match.game.pk, **by)
    match.refresh_from_db()
    match.needs_check = match.is_signed = False
    match.check_note = ""
    match.save(update_fields=["needs_check", "is_signed", "check_note"])
    return match


@transaction.atomic
def mark_checked(*, match_id: int, note: str, **by: Unpack[Actor]) -> Match:
    """Record that an odd table was checked and is correct. Raises Refused for any other."""
    _tournament, match = lock_match(match_id, *PUBLISHED)
    if not table_row(match).needs_look:
        raise Refused(ContestRefusal.NOTHING_ODD, table=match.table_number or 0)
    match.needs_check = False
    match.check_note = note
    match.save(update_fields=["needs_check", "check_note"])
    append_at(match, LogEntry.Kind.CHECKED, {"note": note}, **by)
    return match


def note_phone(
    *, code: TableCode, session_key: str, name: str, agent: str, now: datetime
) -> TablePhone:
    """Record that a phone joined a table, or joined it again."""
    known = {"name": name[:NAME_LENGTH], "device": words_for(agent)[:NAME_LENGTH]}
    phone, _is_new = TablePhone.objects.update_or_create(
        code=code,
        session_id=session_key,
        defaults=known,
        create_defaults={**known, "joined_at": now},
    )
    return phone
