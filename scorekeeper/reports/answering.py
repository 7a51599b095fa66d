"""The request that is being answered: every line of the log that it causes has its number."""

import hashlib
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest

from scorekeeper.reports.lines import failure_number, number_of

GIVEN: Final = re.compile(r"[\w.:-]{1,64}", re.ASCII)

logger = logging.getLogger("scorekeeper.requests")


@dataclass(frozen=True, slots=True)
class Answering:
    """The request's number, as the page of a failure shows it, and the one that the proxy gave."""

    number: str
    given: str = ""


_current: ContextVar[Answering | None] = ContextVar("answering", default=None)


def current() -> Answering | None:
    return _current.get()


@contextmanager
def answering(request: HttpRequest, given: str) -> Iterator[Answering]:
    """Give the request its number, which follows from what a trusted proxy calls it, if it does.

    So whoever has the number from a page finds the proxy's lines too.
    """
    known = given if GIVEN.fullmatch(given) else ""
    if known:
        digest = int.from_bytes(hashlib.sha256(known.encode()).digest()[:8])
        request.failure_number = number_of(digest)  # type: ignore[attr-defined]
    answer = Answering(failure_number(request), known)
    token = _current.set(answer)
    try:
        yield answer
    finally:
        _current.reset(token)


def note_answer(request: HttpRequest, *, status: int, seconds: float) -> None:
    """Tell of a request that was answered, where requests are told of at all."""
    said = {"request": request, "status": status, "milliseconds": round(seconds * 1000)}
    logger.info("answered", extra=said)
