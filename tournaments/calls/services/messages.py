"""Messages to the phones at the tables, and the phones that joined one."""

from collections.abc import Collection
from datetime import datetime

from django.contrib.sessions.models import Session
from django.db import transaction

from scorekeeper.clubs.devices import words_for
from scorekeeper.models.authors import Author
from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.calls.services.news import stir
from tournaments.ledger.locks import lock_unfinished
from tournaments.models import TableCode, TableMessage, TablePhone
from tournaments.models.tournaments import BOARD, EVERY_TABLE


class NoSuchTableError(ValueError):
    """Raised with the number of a table that has no code."""


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
    """Tell the phones of some tables something, all of them where none is named.

    Raises NoSuchTableError and FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    wanted = sorted(set(tables))
    known = set(tournament.codes.values_list("number", flat=True))
    for number in wanted:
        if number not in known:
            raise NoSuchTableError(number)
    message = TableMessage.objects.create(
        tournament=tournament,
        tables=wanted,
        text=text,
        is_on_board=is_on_board,
        author_name=author.name,
        sent_at=now,
    )
    stir(tournament, _places(message))
    return message


@transaction.atomic
def end_message(*, tournament_id: int, message_id: int, now: datetime) -> None:
    """Show a message no more. Raises TableMessage.DoesNotExist and FinishedError."""
    tournament = lock_unfinished(tournament_id)
    message = tournament.messages.get(pk=message_id)
    if message.ended_at is None:
        message.ended_at = now
        message.save(update_fields=["ended_at"])
        stir(tournament, _places(message))


def _places(message: TableMessage) -> list[int | str]:
    places: list[int | str] = [*message.tables] or [EVERY_TABLE]
    return [*places, BOARD] if message.is_on_board else places


def note_phone(
    *, code: TableCode, session_key: str, name: str, agent: str, now: datetime
) -> TablePhone:
    """Note that a phone joined a table, or joined it again."""
    known = {"name": name[:NAME_LENGTH], "device": words_for(agent)[:NAME_LENGTH]}
    phone, _is_new = TablePhone.objects.update_or_create(
        code=code,
        session_id=session_key,
        defaults=known,
        create_defaults={**known, "joined_at": now},
    )
    return phone


def note_seen(*, code: TableCode, session_key: str | None, message_id: int) -> None:
    """Note that a phone of a table put away the messages up to that one."""
    phones = TablePhone.objects.filter(code=code, session=session_key)
    phones.filter(seen_message__lt=message_id).update(seen_message=message_id)


def put_out(*, phone: TablePhone) -> None:
    """Let a phone be in at no table any more until it joins again by a code."""
    Session.objects.filter(pk=phone.session_id).delete()
