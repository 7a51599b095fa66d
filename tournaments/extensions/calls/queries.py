"""Calls for the referee, phones at the tables, sanctions."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Max, Q
from django.http import HttpRequest

from scorekeeper.models import Hand
from scorekeeper.system.devices import PhoneSeen, phones_seen
from tournaments.extensions.calls.labels import ago_text, usual_list
from tournaments.models import (
    Call,
    Entry,
    LogEntry,
    Round,
    TableCode,
    TableMessage,
    TablePhone,
    Tournament,
)
from tournaments.models.rounds import news_count
from tournaments.models.tournaments import EVERY_TABLE
from tournaments.sanctions import worth_text
from tournaments.seating import NamedEntry, SeatedTable, named_entries, tables_of
from tournaments.standings.sanctions import ListedSanction, Sanction, listed_from_dict

CLOSED_SHOWN: Final = 3
"""The number of rulings that the page of a table still shows."""


SEEN_KEY: Final = "messages_seen"
"""The session key for the last message dismissed on this phone."""


def seen_by(request: HttpRequest) -> int:
    seen: int = request.session.get(SEEN_KEY, 0)
    return seen


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDesk:
    """What the desk has for a table: its call, the last ruling, messages."""

    call: Call | None = None
    ruled: Call | None = None
    messages: Sequence[TableMessage] = ()

    @property
    def last_message(self) -> int:
        return max((message.pk for message in self.messages), default=0)


NOTHING: Final = TableDesk()


def call_list(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """Return all calls of a contest: open ones, longest wait first, then closed ones, latest first.

    `newest` is the key of the latest open call. Two queries.
    """
    waiting = list(tournament.calls.waiting())
    return {
        "version": str(news_count(tournament.table_news)),
        "waiting": [{"call": call, "waited": ago_text(now - call.called_at)} for call in waiting],
        "newest": max((call.pk for call in waiting), default=0),
        "closed": list(tournament.calls.exclude(closed_at=None).order_by("-closed_at", "-pk")),
    }


def waiting_tables(tournament: Tournament) -> list[int]:
    """Return the tables waiting for the referee, longest first; no query if there were no calls."""
    if not tournament.table_news or tournament.finished_at:
        return []
    return list(tournament.calls.waiting().values_list("table_number", flat=True))


def calls_of_table(code: TableCode) -> list[Call]:
    """Return the open calls of a table, and those closed last."""
    own = code.tournament.calls.filter(table_number=code.number)
    closed = own.exclude(closed_at=None).order_by("-closed_at")[:CLOSED_SHOWN]
    return [*own.waiting(), *closed]


def table_desk(tournament: Tournament, table: int | None, *, seen: int) -> TableDesk:
    """Return the data for a table whose phone has dismissed messages up to `seen`.

    Two queries, none if there were never calls or messages.
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
    """Return the messages to a table that its phone has not dismissed, newest first."""
    messages = tournament.messages.filter(ended_at=None, pk__gt=seen).order_by("-pk")
    return [message for message in messages if message.is_for(table)]


def calls_version(pk: int, user_pk: int | None) -> str:
    """Return the version of a contest's calls for members of its club; one query."""
    if user_pk is None:
        return ""
    mine = Q(club__memberships__user=user_pk)
    found: dict[str, Any] | None = (
        Tournament.objects.filter(mine, pk=pk).values_list("table_news", flat=True).first()
    )
    return "" if found is None else str(news_count(found))


AWAY: Final = timedelta(minutes=2)
"""A phone with an open page polls every few seconds."""
SILENT: Final = timedelta(minutes=20)
"""After this time somebody should check whether a table still plays: three hands or more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePhoneLine:
    """A phone that joined a table; `seen` is None if it has not polled this computer."""

    phone: TablePhone
    seen: PhoneSeen | None
    now: datetime
    last_message: int

    @property
    def is_there(self) -> bool:
        return self.seen is not None and self.now - self.seen.at < AWAY

    @property
    def seen_ago(self) -> str:
        return ago_text(self.now - self.seen.at) if self.seen else ""

    @property
    def waiting(self) -> int:
        return self.seen.waiting if self.seen else 0

    @property
    def has_read(self) -> bool:
        """Return whether the last message to its table was dismissed on it."""
        return bool(self.last_message) and self.phone.seen_message >= self.last_message


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A table: its entries, those of them not present, its phones, and its last sign of life."""

    number: int
    at: SeatedTable | None
    absent: Sequence[str]
    phones: Sequence[TablePhoneLine]
    silent: str
    """How long nothing was received, empty if that is no reason to check."""

    @property
    def has_no_phone(self) -> bool:
        plays = self.at is not None and self.at.is_game and not self.at.is_finished
        is_typed = self.at is not None and self.at.is_slip
        return plays and not is_typed and not any(phone.is_there for phone in self.phones)

    @property
    def is_asked_about(self) -> bool:
        return bool(self.absent or self.silent or self.has_no_phone)


def device_page(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """Return every table with its phones, and the number of absent entries; eight queries."""
    published = tournament.rounds.exclude(status=Round.Status.DRAWN).order_by("-number").first()
    tables = {}
    if published:
        published.tournament = tournament
        seated = tables_of([published], named_entries(tournament.pk))
        tables = {at.number: at for at in seated if at.number}
    absent = _absent(tournament)
    phones = _phones(tournament, now)
    sent = _last_sent(published) if published and published.is_playing else {}
    numbers = sorted({*tournament.codes.values_list("number", flat=True), *tables})
    lines = [
        TableLine(
            number=number,
            at=tables.get(number),
            absent=_absent_at(tables.get(number), absent),
            phones=phones.get(number, ()),
            silent=_silent(tables.get(number), sent, published, now),
        )
        for number in numbers
    ]
    asked_about = [line for line in lines if line.is_asked_about]
    return {
        "tables": lines,
        "asked_about": asked_about,
        "round": published,
        "absent": len(absent),
    }


def _absent(tournament: Tournament) -> set[int]:
    """Return the entries not checked in, none if check-in is not used."""
    playing = Entry.objects.filter(tournament=tournament, withdrawn_from=None)
    rows = dict(playing.values_list("number", "checked_in_at"))
    if not any(rows.values()):
        return set()
    return {number for number, here in rows.items() if here is None}


def _absent_at(at: SeatedTable | None, absent: set[int]) -> list[str]:
    if at is None:
        return []
    return [f"{one.number} {one.title}" for one in at.entries if one.number in absent]


def _phones(tournament: Tournament, now: datetime) -> Mapping[int, Sequence[TablePhoneLine]]:
    messages = list(tournament.messages.filter(ended_at=None).order_by("pk"))
    phones = TablePhone.objects.filter(code__tournament=tournament).select_related("code")
    found: defaultdict[int, list[TablePhoneLine]] = defaultdict(list)
    for phone in phones.order_by("code__number", "joined_at"):
        table = phone.code.number
        last = max((message.pk for message in messages if message.is_for(table)), default=0)
        seen = phones_seen.get(phone.session_id)
        found[table].append(TablePhoneLine(phone=phone, seen=seen, now=now, last_message=last))
    return found


def _last_sent(published: Round) -> Mapping[int, datetime]:
    hands = Hand.objects.filter(game__match__round=published).order_by()
    rows = hands.values_list("game__match__table_number").annotate(Max("recorded_at"))
    return {table: at for table, at in rows if table}


def _silent(
    at: SeatedTable | None,
    sent: Mapping[int, datetime],
    published: Round | None,
    now: datetime,
) -> str:
    if at is None or published is None or not published.is_playing:
        return ""
    if not at.is_game or at.is_finished:
        return ""
    begun = published.published_at or now
    since = max(begun, sent.get(at.number or 0, begun))
    return ago_text(now - since) if now - since >= SILENT else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionLine:
    """A sanction, with the entry, the referee, and who countered it."""

    sanction: Sanction
    entry: NamedEntry | None
    given: dict[str, Any] | None
    countered: dict[str, Any] | None

    @property
    def worth(self) -> str:
        return worth_text(self.sanction)


def sanction_lines(tournament: Tournament) -> list[SanctionLine]:
    """Return the sanctions of a contest, latest first; two queries."""
    if not tournament.sanctions:
        return []
    names = named_entries(tournament.pk)
    given, countered = _authors_of(tournament)
    return [
        SanctionLine(
            sanction=one,
            entry=names.get(one.entrant),
            given=given.get(one.number),
            countered=countered.get(one.number),
        )
        for one in reversed(tournament.sanctions_given)
    ]


def _authors_of(
    tournament: Tournament,
) -> tuple[dict[int, dict[str, Any]], dict[int, dict[str, Any]]]:
    """Return who gave and who countered each; unknown in a contest imported without a log."""
    given: dict[int, dict[str, Any]] = {}
    countered: dict[int, dict[str, Any]] = {}
    acts = tournament.log.filter(kind=LogEntry.Kind.SANCTION)
    for data, by, at in acts.values_list("data", "author_name", "at"):
        kept = countered if "act" in data else given
        kept[data["number"]] = {"by": by, "at": at}
    return given, countered


def listed(tournament: Tournament) -> Sequence[ListedSanction]:
    """Return the contest's own list of sanctions, or the default one."""
    return listed_from_dict(tournament.sanction_list) or usual_list()


def rounds_published(tournament: Tournament) -> list[int]:
    rounds = tournament.rounds.exclude(status=Round.Status.DRAWN).order_by("-number")
    return list(rounds.values_list("number", flat=True))
