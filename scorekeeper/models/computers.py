"""Computers beside this one: which may follow it, and who took over when."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import models


class PairedComputer(models.Model):
    """A code by which another computer may follow this one: 20 characters, 100 random bits.

    It stays readable: what is sent is sealed with it. Like the key that signs sessions it comes
    along with every copy, and whoever takes over goes on with it.
    """

    code = models.CharField(max_length=20, unique=True)
    made_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="paired_computers")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.pk)


class TakeOver(models.Model):
    """A moment from which on other data count than before: `number` only grows.

    Another computer took over: what the one before wrote after `complete_until` may be missing. Or
    a copy was put back, of which that is not known.
    """

    number = models.PositiveIntegerField(unique=True)
    at = models.DateTimeField()
    complete_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.number)


def last_number() -> int:
    found: int | None = TakeOver.objects.aggregate(last=models.Max("number"))["last"]
    return found or 0


def count_one_more(*, now: datetime, complete_until: datetime | None = None, above: int = 0) -> int:
    """Count that other data count from now on; return their number, greater than `above` too."""
    number = max(last_number(), above) + 1
    TakeOver.objects.create(number=number, at=now, complete_until=complete_until)
    return number
