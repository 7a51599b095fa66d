"""The number that only grows: whichever computer has the larger one counts."""

from datetime import datetime
from typing import Final

from django.db import DatabaseError, transaction

from scorekeeper import running
from scorekeeper.models.computers import TakeOver, count_one_more, last_number
from scorekeeper.standby.node import PlaceOfComputer, standing

NOBODYS: Final = -1
"""What a computer says that does not write: no phone takes its word for the club's."""


class _KnownNumber:
    number = 0


def number_now() -> int:
    """Return the number of this computer's data, as it was last read."""
    return _KnownNumber.number


def told_number() -> int:
    """Return the number that phones are told, by which they know whose data these are."""
    serving = running.current()
    writes = not (serving and serving.only_reads) and standing().role is PlaceOfComputer.FIRST
    return number_now() if writes else NOBODYS


def read_number() -> int:
    """Read it from the database again."""
    try:
        _KnownNumber.number = last_number()
    except DatabaseError:
        _KnownNumber.number = 0
    return _KnownNumber.number


def since_when() -> str:
    """Return when this computer took over, as text; empty where it is the first one of all."""
    last = TakeOver.objects.order_by("-number").first()
    return last.at.isoformat() if last else ""


@transaction.atomic
def count_take_over(*, now: datetime, complete_until: datetime | None, newest: int) -> int:
    """Count one more, above `newest` too, which was heard of elsewhere; return its number."""
    number = count_one_more(now=now, complete_until=complete_until, above=newest)
    _KnownNumber.number = number
    return number
