"""The number that only grows: whichever computer has the larger one counts."""

from datetime import datetime

from django.db import DatabaseError, transaction
from django.db.models import Max

from scorekeeper.models import TakeOver


class _KnownNumber:
    number = 0


def number_now() -> int:
    """Return the number of this computer's data, as it was last read."""
    return _KnownNumber.number


def read_number() -> int:
    """Read it from the database again."""
    try:
        found = TakeOver.objects.aggregate(last=Max("number"))["last"]
    except DatabaseError:
        found = None
    _KnownNumber.number = found or 0
    return _KnownNumber.number


def since_when() -> str:
    """Return when this computer took over, as text; empty where it is the first one of all."""
    last = TakeOver.objects.order_by("-number").first()
    return last.at.isoformat() if last else ""


@transaction.atomic
def count_take_over(*, now: datetime, complete_until: datetime | None, newest: int) -> int:
    """Count one more, above `newest` too, which was heard of elsewhere; return its number."""
    last = TakeOver.objects.aggregate(last=Max("number"))["last"] or 0
    number = max(last, newest) + 1
    TakeOver.objects.create(number=number, at=now, complete_until=complete_until)
    _KnownNumber.number = number
    return number
