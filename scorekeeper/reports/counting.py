"""What a server's operator has counted; nothing is counted where nobody asked for it."""

from collections.abc import Callable
from enum import StrEnum


class Counted(StrEnum):
    """What happens often enough to be a figure."""

    HAND = "hand"
    REFUSED_SIGN_IN = "refused sign-in"


class _Counting:
    by: Callable[[Counted], None] | None = None
    request: Callable[[int, float], None] | None = None


def begin(by: Callable[[Counted], None], *, request: Callable[[int, float], None]) -> None:
    """Count from now on: `request` gets the status of each answer and the seconds it took."""
    _Counting.by, _Counting.request = by, request


def end() -> None:
    _Counting.by = _Counting.request = None


def count(what: Counted) -> None:
    if _Counting.by:
        _Counting.by(what)


def count_request(status: int, seconds: float) -> None:
    if _Counting.request:
        _Counting.request(status, seconds)
