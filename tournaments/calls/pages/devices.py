"""Who is missing, and which phones there are: table by table."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Max

from scorekeeper.computer.arrivals import PhoneSeen, phones_seen
from scorekeeper.models import Hand
from tournaments.calls.labels import ago_text
from tournaments.models import Entry, Round, TablePhone, Tournament
from tournaments.seating import SeatedTable, named_entries, tables_of

AWAY: Final = timedelta(minutes=2)
"""A phone that is looked at asks every few seconds."""
SILENT: Final = timedelta(minutes=20)
"""After which somebody goes and looks whether a table still plays: three hands or more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePhoneLine:
    """A phone that joined a table; `seen` is None where this computer has not heard of it."""

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
        """Return whether the last message to its table was put away there."""
        return bool(self.last_message) and self.phone.seen_message >= self.last_message


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A table: who should sit there, which of them are not here, its phones, what it sent."""

    number: int
    at: SeatedTable | None
    absent: Sequence[str]
    phones: Sequence[TablePhoneLine]
    silent: str
    """For how long it has sent nothing, empty where that is nothing to ask about."""

    @property
    def has_no_phone(self) -> bool:
        plays = self.at is not None and self.at.is_game and not self.at.is_finished
        is_typed = self.at is not None and self.at.is_slip
        return plays and not is_typed and not any(phone.is_there for phone in self.phones)

    @property
    def is_asked_about(self) -> bool:
        return bool(self.absent or self.silent or self.has_no_phone)


def device_page(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """Return every table with its phones, and how many entries are not here yet: eight queries."""
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
    """Return who has not checked in, nobody where the door is not used."""
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
    told = list(tournament.messages.filter(ended_at=None).order_by("pk"))
    phones = TablePhone.objects.filter(code__tournament=tournament).select_related("code")
    found: defaultdict[int, list[TablePhoneLine]] = defaultdict(list)
    for phone in phones.order_by("code__number", "joined_at"):
        table = phone.code.number
        last = max((message.pk for message in told if message.is_for(table)), default=0)
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
