"""Limits on the size of JSON documents from outside. Pure."""

import json
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from typing import Any, Final, TypeVar

from scorekeeper.limited_process import Child

MOST_BYTES: Final = 60_000_000
MOST_VALUES: Final = 3_000_000
"""A contest of 1 000 teams with 36 hands has 27 million bytes and one million values."""
MOST_PROBLEMS: Final = 100
"""The number of problems that are reported."""
MOST_COUNTED: Final = 10_000
"""The number of problems that are counted."""
READ_DIRECTLY: Final = 16_000
"""Up to this many bytes a document is parsed in this process."""
MEMORY: Final = 600_000_000
SECONDS: Final = 40
"""CPU seconds of the child process, about six times what the largest contest needs."""
PATIENCE: Final = 300.0 if sys.platform != "win32" else 90.0
"""How long to wait for a child process, in real time: it runs at low priority."""
IN_TURN: Final = 40.0
"""How long a document waits for the one before, in seconds."""

_BEGINNINGS: Final = (b",", b"[", b"{")

T = TypeVar("T")


class CostsMoreError(Exception):
    """Raised if a small document is expensive to parse: a child process verifies it instead."""


class TooLargeError(ValueError):
    """Raised for JSON that is longer, or has more values, than any document."""


def refuse_too_much(data: bytes) -> None:
    """Raise TooLargeError before parsing, because a few bytes may expand to much more.

    Every character that begins a value is counted, those inside strings too, so no value is missed.
    """
    if len(data) > MOST_BYTES or sum(map(data.count, _BEGINNINGS)) > MOST_VALUES:
        raise TooLargeError


def read_json(data: bytes) -> Any:
    """Return the value of a JSON text; raises ValueError, including TooLargeError."""
    refuse_too_much(data)
    return json.loads(data)


def looked_at(
    data: bytes, look: Callable[[bytes], Any], child: Child, club: int | None = None
) -> Any:
    """Return the result of `look` on a club's document, in a child process unless it is small.

    Raises TooLargeError, NoAnswerError and BusyError.
    """
    refuse_too_much(data)
    if len(data) <= READ_DIRECTLY:
        with suppress(CostsMoreError):
            return look(data)
    return child.answer_to(data, club)


def first_of(problems: Iterable[T]) -> tuple[list[T], int]:
    """Return the first problems, and the number of all."""
    found = list(islice(problems, MOST_COUNTED))
    return found[:MOST_PROBLEMS], len(found)
