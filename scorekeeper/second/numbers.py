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


@transaction.atomic
def count_take_over(*, now: datetime, complete_until: datetime | None) -> int:
    """Count one more; return its number."""
    number = (TakeOver.objects.aggregate(last=Max("number"))["last"] or 0) + 1
    TakeOver.objects.create(number=number, at=now, complete_until=complete_until)
    _KnownNumber.number = number
    return number
