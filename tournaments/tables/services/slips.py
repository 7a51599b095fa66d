"""Slips typed at the desk: a table's two totals."""

import uuid
from dataclasses import dataclass, replace
from typing import Any, Unpack

from django.db import transaction

from scorekeeper.engine.hand import Side
from scorekeeper.engine.totals import NOTHING_SEEN, Seen
from scorekeeper.models.authors import DoneBy
from scorekeeper.slips.services import ImpossibleSlipError, Slip, write_slip_over
from scorekeeper.slips.services import withdraw_slip as withdraw_game_slip
from tournaments.ledger.games import act_of, follow_game, refuse_over
from tournaments.ledger.locks import PUBLISHED, lock_match
from tournaments.ledger.log import append_all_at, append_at
from tournaments.models import LogEntry, Match, Round
from tournaments.tables.pages.tables import table_row

__all__ = [
    "ImpossibleSlipError",
    "NoGameError",
    "NothingToDoError",
    "TableSlip",
    "mark_checked",
    "record_table_slip",
    "table_recorded",
    "withdraw_table_slip",
]


class NoGameError(ValueError):
    """Raised for a match in which no cards are played."""


class NothingToDoError(ValueError):
    """Raised where no slip stands that could be taken back, or nothing is odd to be looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSlip:
    """What a slip says. Fewer hands than the round's have a reason; capots where it ticks them.

    `seen` is what its totals are judged by: capots that nobody typed are not known there.
    """

    hands: int
    total_a: int
    total_b: int
    capots_a: int = 0
    capots_b: int = 0
    reason: str = ""
    is_signed: bool = True
    seen: Seen = NOTHING_SEEN


def table_recorded(played: Round, key: uuid.UUID) -> int | None:
    """Return for which table the slip sent under that key was written, whatever stands by now."""
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
    **by: Unpack[DoneBy],
) -> Match:
    """Let a slip stand for a table's game, in an open or a closed round; corrects an earlier one.

    Hands that were written at the table stay stored and count for nothing until the slip is taken
    back. Totals that cannot be are kept only with `keep_to_check`, and are marked. Under a `key` a
    slip is written once, as often as it is sent. Raises ImpossibleSlipError and NoGameError.
    """
    tournament, match = lock_match(match_id, *PUBLISHED)
    game = match.game
    if game is None or not match.is_game:
        raise NoGameError
    if key and table_recorded(match.round, key) is not None:
        return match
    refuse_over(match, by["author"])
    # The seats of the contest keep its capots.
    totals = Slip(hands=slip.hands, total_a=slip.total_a, total_b=slip.total_b)
    needs_check = not replace(totals, seen=slip.seen).can_be(game.ruleset)
    if needs_check and not keep_to_check:
        raise ImpossibleSlipError
    if game.version:
        # Nobody spoke of a sheet on which nothing was ever written.
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
    acts = [act_of(event), (LogEntry.Kind.SLIP, _plain(slip, match, key))]
    append_all_at(match, acts, touches_results=True, **by)
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
def withdraw_table_slip(*, match_id: int, **by: Unpack[DoneBy]) -> Match:
    """Take a slip back, typed for the wrong table say: the hands written there count again.

    Raises NoGameError, and NothingToDoError where no slip stands.
    """
    _tournament, match = lock_match(match_id, *PUBLISHED)
    if match.game is None or not match.is_game:
        raise NoGameError
    if not match.game.is_slip:
        raise NothingToDoError
    withdraw_game_slip(game_id=match.game.pk, **by)
    match.refresh_from_db()
    match.needs_check = match.is_signed = False
    match.check_note = ""
    match.save(update_fields=["needs_check", "is_signed", "check_note"])
    return match


@transaction.atomic
def mark_checked(*, match_id: int, note: str, **by: Unpack[DoneBy]) -> Match:
    """Say that an odd table was looked at and stands. Raises NothingToDoError for any other."""
    _tournament, match = lock_match(match_id, *PUBLISHED)
    if not table_row(match).needs_look:
        raise NothingToDoError
    match.needs_check = False
    match.check_note = note
    match.save(update_fields=["needs_check", "check_note"])
    append_at(match, LogEntry.Kind.CHECKED, {"note": note}, **by)
    return match
