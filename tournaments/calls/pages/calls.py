"""Calls as the referee sees them, and as the table does that called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from tournaments.calls.labels import ago_text
from tournaments.models import Call, Round, TableCode, TableMessage, Tournament
from tournaments.models.tournaments import BOARD, EVERY_TABLE

CLOSED_SHOWN: Final = 3
"""Rulings that the page of a table still shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDesk:
    """What the desk has for a table: its call, what was ruled last, what it is told."""

    call: Call | None = None
    ruled: Call | None = None
    messages: Sequence[TableMessage] = ()

    @property
    def last_message(self) -> int:
        return max((message.pk for message in self.messages), default=0)


NOTHING: Final = TableDesk()


def news_count(news: Mapping[str, int]) -> int:
    """Return what changes whenever anybody calls, is answered or told something."""
    return sum(news.values())


def call_list(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """Return every call of a contest, who waits longest first, what was closed last first.

    `newest` is the key of the call that came last among those that wait. Two queries.
    """
    waiting = list(tournament.calls.waiting())
    return {
        "version": str(news_count(tournament.table_news)),
        "waiting": [{"call": call, "waited": ago_text(now - call.called_at)} for call in waiting],
        "newest": max((call.pk for call in waiting), default=0),
        "closed": list(tournament.calls.exclude(closed_at=None).order_by("-closed_at", "-pk")),
    }


def waiting_tables(tournament: Tournament) -> list[int]:
    """Return the tables that wait for the referee, longest first; no query where none ever did."""
    if not tournament.table_news or tournament.finished_at:
        return []
    return list(tournament.calls.waiting().values_list("table_number", flat=True))


def calls_of_table(code: TableCode) -> list[Call]:
    """Return the calls of a table that wait, and those closed last."""
    own = code.tournament.calls.filter(table_number=code.number)
    closed = own.exclude(closed_at=None).order_by("-closed_at")[:CLOSED_SHOWN]
    return [*own.waiting(), *closed]


def table_desk(tournament: Tournament, table: int | None, *, seen: int) -> TableDesk:
    """Return what the desk has for a table whose phone put away messages up to `seen`.

    Two queries, none where nobody ever called nor was told anything.
    """
    news = tournament.table_news
    if table is None or tournament.finished_at or not {EVERY_TABLE, str(table)} & news.keys():
        return NOTHING
    last = list(tournament.calls.filter(table_number=table).order_by("-called_at", "-pk")[:1])
    open_calls = [call for call in last if call.closed_at is None]
    ruled = [call for call in last if call.closed_at and call.ruling and _is_now(call, tournament)]
    return TableDesk(
        call=open_calls[0] if open_calls else None,
        ruled=ruled[0] if ruled else None,
        messages=messages_for(tournament, table, seen=seen),
    )


def _is_now(call: Call, tournament: Tournament) -> bool:
    later = tournament.rounds.filter(number__gt=call.round_number or 0)
    return not later.exclude(status=Round.Status.DRAWN).exists()


def messages_for(tournament: Tournament, table: int, *, seen: int = 0) -> list[TableMessage]:
    """Return what a table is told and its phone has not put away, the newest first."""
    told = tournament.messages.filter(ended_at=None, pk__gt=seen).order_by("-pk")
    return [message for message in told if message.is_for(table)]


def board_messages(tournament: Tournament) -> list[TableMessage]:
    """Return what the board says; no query where it never said anything."""
    if BOARD not in tournament.table_news:
        return []
    return list(tournament.messages.filter(ended_at=None, is_on_board=True).order_by("-pk")[:2])


def calls_version(pk: int, user_pk: int | None) -> str:
    """Return the version of the calls of a contest for a member of its club, in one query."""
    if user_pk is None:
        return ""
    mine = Q(club__memberships__user=user_pk)
    found: dict[str, Any] | None = (
        Tournament.objects.filter(mine, pk=pk).values_list("table_news", flat=True).first()
    )
    return "" if found is None else str(news_count(found))
