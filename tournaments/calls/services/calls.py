"""A table calls the referee, who comes and rules."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Unpack

from django.db import transaction

from scorekeeper.models.authors import Author, DoneBy
from tournaments.calls.services.news import stir
from tournaments.ledger.locks import lock_unfinished
from tournaments.ledger.log import append
from tournaments.models import Call, LogEntry, Round, TableCode, Tournament

OPEN_AT_ONCE: Final = 3
"""Calls of one table that wait at a time: whoever plays with the button fills no list."""


class CalledEnoughError(ValueError):
    """Raised where as many calls of a table wait as may."""


class CallClosedError(ValueError):
    """Raised for a call that somebody else has closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What the referee decides, and by which rule; nothing where there was nothing to decide."""

    words: str = ""
    rule: str = ""


@transaction.atomic
def call_referee(
    *, code: TableCode, key: uuid.UUID, about: str, words: str, author: Author, now: datetime
) -> Call:
    """Call the referee to a table; sent again under the same key it is the same call.

    Raises CalledEnoughError and FinishedError.
    """
    tournament = lock_unfinished(code.tournament_id)
    if sent := tournament.calls.filter(key=key).first():
        return sent
    if tournament.calls.waiting().filter(table_number=code.number).count() >= OPEN_AT_ONCE:
        raise CalledEnoughError
    published = tournament.rounds.exclude(status=Round.Status.DRAWN).order_by("-number")
    call = Call.objects.create(
        tournament=tournament,
        key=key,
        table_number=code.number,
        round_number=published.values_list("number", flat=True).first(),
        about=about,
        words=words,
        by_name=author.name,
        called_at=now,
    )
    stir(tournament, [code.number])
    return call


@transaction.atomic
def take_call(*, tournament_id: int, call_id: int, author: Author, now: datetime) -> Call:
    """Say who comes. Raises CallClosedError, Call.DoesNotExist and FinishedError."""
    tournament, call = _lock(tournament_id, call_id)
    call.taken_by, call.taken_at = author.name, now
    call.save(update_fields=["taken_by", "taken_at"])
    stir(tournament, [call.table_number])
    return call


@transaction.atomic
def close_call(*, tournament_id: int, call_id: int, ruling: Ruling, **by: Unpack[DoneBy]) -> Call:
    """Close a call; what was ruled goes into the log.

    Raises CallClosedError, Call.DoesNotExist and FinishedError.
    """
    tournament, call = _lock(tournament_id, call_id)
    call.ruling, call.rule = ruling.words, ruling.rule
    call.closed_by, call.closed_at = by["author"].name, by["now"]
    call.save(update_fields=["ruling", "rule", "closed_by", "closed_at"])
    if ruling.words:
        data = {"about": call.about, "note": ruling.words}
        data |= {name: text for name, text in (("reason", call.words), ("rule", call.rule)) if text}
        place = {"round_number": call.round_number, "table_number": call.table_number}
        append(tournament, LogEntry.Kind.CALL, data, **by, **place)
    stir(tournament, [call.table_number])
    return call


def _lock(tournament_id: int, call_id: int) -> tuple[Tournament, Call]:
    tournament = lock_unfinished(tournament_id)
    call = tournament.calls.get(pk=call_id)
    if call.closed_at is not None:
        raise CallClosedError
    return tournament, call
