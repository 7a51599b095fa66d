"""What is done with a draw is done with the one that was looked at, not with a newer one."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from tournaments.ledger.locks import CannotDrawError, lock_round
from tournaments.models import Round


class DrawChangedError(CannotDrawError):
    """Raised when a preview was drawn again or changed by hand since it was looked at."""


def draw_mark(drawn: Round) -> str:
    """Return what tells a preview from every other: its fingerprint and how often it was mended."""
    return f"{drawn.draw_certificate.fingerprint}-{len(drawn.swaps)}"


@contextmanager
def draw_as_seen(*, round_id: int, mark: str) -> Iterator[None]:
    """Hold a preview locked as it was looked at, for one act of `services.draws`.

    Raises DrawChangedError, and RoundOpenError for a draw that is no preview any more.
    """
    with transaction.atomic():
        _tournament, drawn = lock_round(round_id, Round.Status.DRAWN)
        refuse_unseen(drawn, mark)
        yield


def refuse_unseen(drawn: Round, mark: str | None) -> None:
    """Raise DrawChangedError for a preview that is not the one of the mark, if one is given."""
    if mark is not None and draw_mark(drawn) != mark:
        raise DrawChangedError
