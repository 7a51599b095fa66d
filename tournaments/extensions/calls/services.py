"""Use cases of calls for the referee, messages to tables, and sanctions."""

import uuid
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Unpack

from django.contrib.sessions.models import Session
from django.db import transaction

from scorekeeper.models.authors import Actor, Author
from scorekeeper.refusals import Refused
from tournaments.audit_log.locks import PUBLISHED, lock_unfinished
from tournaments.audit_log.log import append, touch_results
from tournaments.audit_log.settings import plain_settings
from tournaments.models import (
    Call,
    LogEntry,
    MatchSeat,
    Round,
    TableCode,
    TableMessage,
    TablePhone,
    Tournament,
)
from tournaments.models.tournaments import BOARD, EVERY_TABLE
from tournaments.refusals import ContestRefusal
from tournaments.standings.sanctions import ListedSanction, Sanction, countered_plain


def bump_version(tournament: Tournament, places: Iterable[int | str]) -> None:
    """Let the phones of these tables reload; the contest is locked.

    The version is in the contest's row, which polling phones read anyway.
    """
    news = dict(tournament.table_news)
    for place in places:
        news[str(place)] = news.get(str(place), 0) + 1
    tournament.table_news = news
    tournament.save(update_fields=["table_news"])


@transaction.atomic
def give_sanction(
    *,
    tournament_id: int,
    number: int,
    round_number: int,
    given: ListedSanction,
    reason: str,
    **by: Unpack[Actor],
) -> Sanction:
    """Give an entry a warning or a penalty in a round; its table is stored with it.

    Raises Refused, FinishedError and, if the round is not published, Round.DoesNotExist.
    """
    tournament = lock_unfinished(tournament_id)
    tournament.rounds.get(number=round_number, status__in=PUBLISHED)
    if not tournament.entries.filter(number=number).exists():
        raise Refused(ContestRefusal.NO_SUCH_ENTRY)
    sanction = Sanction(
        number=len(tournament.sanctions) + 1,
        entrant=number,
        round=round_number,
        table=_table_of(tournament, number, round_number),
        name=given.name,
        points=given.points,
        taken_from=given.taken_from,
        reason=reason,
    )
    plain = sanction.to_dict()
    tournament.sanctions = [*tournament.sanctions, plain]
    data = {name: value for name, value in plain.items() if name not in {"round", "table"}}
    _write(tournament, sanction, data, **by)
    return sanction


@transaction.atomic
def counter_sanction(*, tournament_id: int, number: int, reason: str, **by: Unpack[Actor]) -> None:
    """Let a sanction no longer count; it stays visible. Raises Refused, FinishedError."""
    tournament = lock_unfinished(tournament_id)
    try:
        tournament.sanctions = countered_plain(tournament.sanctions, number, reason)
    except LookupError:
        raise Refused(ContestRefusal.COUNTERED) from None
    sanction = next(one for one in tournament.sanctions_given if one.number == number)
    data = {"act": "countered", "number": number, "entry": sanction.entrant, "reason": reason}
    _write(tournament, sanction, data, **by)


@transaction.atomic
def set_sanction_list(
    *, tournament_id: int, listed: Sequence[ListedSanction], **by: Unpack[Actor]
) -> None:
    """Set the list of sanctions; those already given stay. Raises FinishedError."""
    tournament = lock_unfinished(tournament_id)
    before = plain_settings(tournament)
    tournament.sanction_list = [one.to_dict() for one in listed]
    after = plain_settings(tournament)
    if after != before:
        tournament.save(update_fields=["sanction_list"])
        data = {"settings": after, "before": before}
        append(tournament, LogEntry.Kind.CHANGED, data, **by)


def _table_of(tournament: Tournament, number: int, round_number: int) -> int | None:
    seats = MatchSeat.objects.filter(
        round__tournament=tournament, round__number=round_number, entry__number=number, counts=True
    )
    return seats.values_list("match__table_number", flat=True).first()


def _write(
    tournament: Tournament, sanction: Sanction, data: dict[str, object], **by: Unpack[Actor]
) -> None:
    tournament.save(update_fields=["sanctions"])
    append(
        tournament,
        LogEntry.Kind.SANCTION,
        data,
        round_number=sanction.round,
        table_number=sanction.table,
        **by,
    )
    touch_results(tournament)


OPEN_AT_ONCE: Final = 3
"""The limit of open calls of one table, so that playing with the button fills no list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The referee's ruling and its rule; both may be empty."""

    words: str = ""
    rule: str = ""


@transaction.atomic
def call_referee(
    *, code: TableCode, key: uuid.UUID, about: str, words: str, author: Author, now: datetime
) -> Call:
    """Call the referee to a table; repeating it with the same key changes nothing.

    Raises Refused and FinishedError.
    """
    tournament = lock_unfinished(code.tournament_id)
    if sent := tournament.calls.filter(key=key).first():
        return sent
    if tournament.calls.waiting().filter(table_number=code.number).count() >= OPEN_AT_ONCE:
        raise Refused(ContestRefusal.CALLED_ENOUGH)
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
    bump_version(tournament, [code.number])
    return call


@transaction.atomic
def take_call(*, tournament_id: int, call_id: int, author: Author, now: datetime) -> Call:
    """Record who answers a call. Raises Refused, Call.DoesNotExist and FinishedError."""
    tournament, call = _lock(tournament_id, call_id)
    call.taken_by, call.taken_at = author.name, now
    call.save(update_fields=["taken_by", "taken_at"])
    bump_version(tournament, [call.table_number])
    return call


@transaction.atomic
def close_call(*, tournament_id: int, call_id: int, ruling: Ruling, **by: Unpack[Actor]) -> Call:
    """Close a call and log the ruling.

    Raises Refused, Call.DoesNotExist and FinishedError.
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
    bump_version(tournament, [call.table_number])
    return call


def _lock(tournament_id: int, call_id: int) -> tuple[Tournament, Call]:
    tournament = lock_unfinished(tournament_id)
    call = tournament.calls.get(pk=call_id)
    if call.closed_at is not None:
        raise Refused(ContestRefusal.CALL_CLOSED)
    return tournament, call


@transaction.atomic
def send_message(
    *,
    tournament_id: int,
    tables: Collection[int],
    text: str,
    is_on_board: bool,
    author: Author,
    now: datetime,
) -> TableMessage:
    """Send a message to the phones of some tables, or of all if none is given.

    Raises Refused and FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    wanted = sorted(set(tables))
    known = set(tournament.codes.values_list("number", flat=True))
    for number in wanted:
        if number not in known:
            raise Refused(ContestRefusal.NO_SUCH_TABLE, number=number)
    message = TableMessage.objects.create(
        tournament=tournament,
        tables=wanted,
        text=text,
        is_on_board=is_on_board,
        author_name=author.name,
        sent_at=now,
    )
    bump_version(tournament, _places(message))
    return message


@transaction.atomic
def end_message(*, tournament_id: int, message_id: int, now: datetime) -> None:
    """Stop showing a message. Raises TableMessage.DoesNotExist and FinishedError."""
    tournament = lock_unfinished(tournament_id)
    message = tournament.messages.get(pk=message_id)
    if message.ended_at is None:
        message.ended_at = now
        message.save(update_fields=["ended_at"])
        bump_version(tournament, _places(message))


def _places(message: TableMessage) -> list[int | str]:
    places: list[int | str] = [*message.tables] or [EVERY_TABLE]
    return [*places, BOARD] if message.is_on_board else places


def note_seen(*, code: TableCode, session_key: str | None, message_id: int) -> None:
    """Record that a phone of a table dismissed the messages up to that one."""
    phones = TablePhone.objects.filter(code=code, session=session_key)
    phones.filter(seen_message__lt=message_id).update(seen_message=message_id)


def put_out(*, phone: TablePhone) -> None:
    """Remove a phone's access to its table until it joins again with a code."""
    Session.objects.filter(pk=phone.session_id).delete()
