"""How large a JSON document of somebody else may be, whatever way it comes in. Pure."""

import json
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from typing import Any, Final, TypeVar

from scorekeeper.limited_process import Child

MOST_BYTES: Final = 60_000_000
MOST_VALUES: Final = 3_000_000
"""A contest of 1 000 teams over 36 hands has 27 million bytes and one million values."""
MOST_PROBLEMS: Final = 100
"""How many problems are told."""
MOST_COUNTED: Final = 10_000
"""How many are counted."""
READ_DIRECTLY: Final = 16_000
"""Bytes that are read here: few enough that reading them costs little."""
MEMORY: Final = 600_000_000
SECONDS: Final = 40
"""That a child computes: six times what the largest contest takes."""
PATIENCE: Final = 300.0 if sys.platform != "win32" else 90.0
"""How long it is waited for a child, by the clock: it lets everything else go first."""
IN_TURN: Final = 40.0
"""How long a document waits for the one before: as long as that may compute."""

_BEGINNINGS: Final = (b",", b"[", b"{")

T = TypeVar("T")


class CostsMoreError(Exception):
    """Raised where a document costs more than its size says: a child looks at it."""


class TooLargeError(ValueError):
    """Raised for JSON that is longer, or holds more values, than any document."""


def refuse_too_much(data: bytes) -> None:
    """Raise TooLargeError, without reading what a few bytes may unpack to.

    What begins a value is counted, in texts too: each value is counted at least once.
    """
    if len(data) > MOST_BYTES or sum(map(data.count, _BEGINNINGS)) > MOST_VALUES:
        raise TooLargeError


def read_json(data: bytes) -> Any:
    """Return what a JSON text holds; raises ValueError, TooLargeError among them."""
    refuse_too_much(data)
    return json.loads(data)


def looked_at(
    data: bytes, look: Callable[[bytes], Any], child: Child, club: int | None = None
) -> Any:
    """Return what `look` finds in a document of a club: here if it is small, else in a child.

    Raises TooLargeError, NoAnswerError and BusyError.
    """
    refuse_too_much(data)
    if len(data) <= READ_DIRECTLY:
        with suppress(CostsMoreError):
            return look(data)
    return child.answer_to(data, club)


def first_of(problems: Iterable[T]) -> tuple[list[T], int]:
    """Return the problems to be told, and how many were counted."""
    found = list(islice(problems, MOST_COUNTED))
    return found[:MOST_PROBLEMS], len(found)
