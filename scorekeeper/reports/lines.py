"""Lines of the log: one a failure, with the number that its page shows; nobody forges one.

    2026-11-22 21:47:03+01:00 ERROR django.request: 483-217 disk_full POST /games/12/pass/ …

Where the program is wrong the traceback follows, indented, each line with the number: searching
for ERROR finds one line a failure, searching for its number everything that is known of it.
"""

import logging
import re
import secrets
import traceback
from datetime import datetime
from typing import Final

from django.http import HttpRequest

from scorekeeper.reports.troubles import Trouble, trouble_of

HIDDEN: Final = "…"
MOST_NUMBERS: Final = 1_000_000
LONGEST: Final = 500
"""Letters of what one line says; a name can be as long as somebody likes."""

# Codes of tables and evenings have 22 letters, sign-in links and sessions 32: see `new_token` and
# `create_sign_in_link`. In an address, whatever is that long may be one that was mistyped.
CODE = re.compile(
    r"(?<=/)[\w-]{20,}(?=[/?#\s]|$)"
    r"|(?<![\w-])(?=[a-z\d_-]*[A-Z\d])(?=[A-Z\d_-]*[a-z])[\w-]{22}(?:[\w-]{10})?(?![\w-])",
    re.ASCII,
)


def new_number() -> str:
    """Return a number for a failure that is easy to read out on the phone: "483-217"."""
    return number_of(secrets.randbelow(MOST_NUMBERS))


def number_of(digest: int) -> str:
    digits = f"{digest % MOST_NUMBERS:06}"
    return f"{digits[:3]}-{digits[3:]}"


def failure_number(request: HttpRequest) -> str:
    """Return the number of what fails in this request: its page and its line have the same."""
    number: str = getattr(request, "failure_number", "") or new_number()
    request.failure_number = number  # type: ignore[attr-defined]
    return number


def hide_codes(text: str) -> str:
    """Return a text without the codes that open tables, evenings and accounts."""
    return CODE.sub(HIDDEN, text)


def clean(text: str) -> str:
    """Return a text as one line in which nothing can hide: no codes, no control characters."""
    shown = hide_codes(text[: 2 * LONGEST])[:LONGEST]
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in shown
    )


def place_of(request: HttpRequest) -> str:
    """Return what was asked for: "POST /games/12/hands/new/", nothing of what was sent."""
    return f"{request.method} {clean(request.path)}"


class OnlyFailures(logging.Filter):
    """Lets nothing through but exceptions: an answer such as that of `/healthz` is no news."""

    def filter(self, record: logging.LogRecord) -> bool:
        return bool(record.exc_info)


class LineFormatter(logging.Formatter):
    """Writes a record as one line; a failure also with its number, its kind and its place."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and below it the traceback of a mistake."""
        at = datetime.fromtimestamp(record.created).astimezone()
        head = f"{at.isoformat(sep=' ', timespec='seconds')} {record.levelname} {record.name}:"
        error = failed(record)
        if error is None:
            return f"{head} {clean(record.getMessage())}"
        number, trouble = number_of_record(record), trouble_of(error)
        said = clean(f"{type(error).__name__}: {error}")
        line = f"{head} {number} {trouble.value} {_place(record)} {said}"
        if trouble is not Trouble.MISTAKE:
            # How it came about helps nobody to make room.
            return line
        traced = "".join(traceback.format_exception(error)).splitlines()
        return "\n".join([line, *(f"    {number} {clean(text)}" for text in traced)])


def failed(record: logging.LogRecord) -> BaseException | None:
    """Return what failed, None where a record only tells of something, or of a bad request."""
    is_failure = record.levelno >= logging.ERROR and not record.name.startswith("django.security")
    return record.exc_info[1] if is_failure and record.exc_info else None


def request_of(record: logging.LogRecord) -> HttpRequest | None:
    request = getattr(record, "request", None)
    return request if isinstance(request, HttpRequest) else None


def number_of_record(record: logging.LogRecord) -> str:
    """Return the number of a failure, the same in every place where the record is written."""
    if request := request_of(record):
        return failure_number(request)
    number: str = getattr(record, "failure_number", "") or new_number()
    record.failure_number = number
    return number


def _place(record: logging.LogRecord) -> str:
    """Return where it failed: an address, or else what the program itself was doing."""
    request = request_of(record)
    return place_of(request) if request else f"- {clean(record.getMessage())} -"
