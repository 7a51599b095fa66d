"""Calendar files (iCalendar, RFC 5545). Pure: plain values in, bytes out.

Written by hand, because whole days need no time zones: only the folding of long lines and the
escaping of special characters remain.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

CONTENT_TYPE: Final = "text/calendar; charset=utf-8"
OCTETS_A_LINE: Final = 75
_ESCAPED: Final = str.maketrans(
    {"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None, "\t": " "}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarDay:
    """A whole day in a calendar. `key` is stable, so a moved day replaces the old one.

    `address` is a link to details; in a file it must be reachable from anywhere.
    """

    key: str
    day: date
    title: str
    text: str = ""
    address: str = ""


def calendar_file(name: str, days: Iterable[CalendarDay], *, now: datetime) -> bytes:
    """Return a calendar of whole days with a name."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Belote//Calendar//EN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(name)}",
    ]
    for one in days:
        lines += _lines(one, now)
    folded = [part for line in [*lines, "END:VCALENDAR"] for part in _folded(line)]
    return "".join(f"{line}\r\n" for line in folded).encode()


def _lines(one: CalendarDay, now: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{hashlib.sha256(one.key.encode()).hexdigest()[:32]}@belote"
    yield f"DTSTAMP:{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"DTSTART;VALUE=DATE:{_day(one.day)}"
    yield f"DTEND;VALUE=DATE:{_day(one.day + timedelta(days=1))}"
    yield f"SUMMARY:{_text(one.title)}"
    if one.text:
        yield f"DESCRIPTION:{_text(one.text)}"
    if one.address.startswith("http"):
        yield f"URL:{_text(one.address)}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _day(day: date) -> str:
    return day.isoformat().replace("-", "")


def _text(text: str) -> str:
    seen = "".join(mark for mark in text if mark.isprintable() or mark in "\n\t")
    return seen.translate(_ESCAPED)


def _folded(line: str) -> Iterator[str]:
    """Yield a line in pieces of at most 75 octets; all but the first begin with a space."""
    piece = ""
    for mark in line:
        if len((piece + mark).encode()) > OCTETS_A_LINE:
            yield piece
            piece = " "
        piece += mark
    yield piece
