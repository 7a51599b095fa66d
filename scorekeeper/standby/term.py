"""The take-over number, which only grows: the computer with the higher one is the primary."""

from datetime import datetime
from typing import Final

from django.db import DatabaseError, transaction

from scorekeeper import running
from scorekeeper.models.computers import TakeOver, count_one_more, last_number
from scorekeeper.standby.node import NodeRole, node_state

NOBODYS: Final = -1
"""The number sent by a computer that must not write: phones ignore it."""


class _KnownNumber:
    number = 0


def number_now() -> int:
    """Return the number of this computer's data, as last read."""
    return _KnownNumber.number


def announced_number() -> int:
    """Return the number sent to phones, by which they recognise the data."""
    serving = running.current()
    writes = not (serving and serving.only_reads) and node_state().role is NodeRole.FIRST
    return number_now() if writes else NOBODYS


def read_number() -> int:
    """Read the number from the database again."""
    try:
        _KnownNumber.number = last_number()
    except DatabaseError:
        _KnownNumber.number = 0
    return _KnownNumber.number


def since_when() -> str:
    """Return when this computer took over, as text; empty if it was the primary from the start."""
    last = TakeOver.objects.order_by("-number").first()
    return last.at.isoformat() if last else ""


@transaction.atomic
def count_take_over(*, now: datetime, complete_until: datetime | None, newest: int) -> int:
    """Increase the number, above `newest` too, which other computers reported; return it."""
    number = count_one_more(now=now, complete_until=complete_until, above=newest)
    _KnownNumber.number = number
    return number
