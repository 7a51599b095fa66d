"""Other computers: which may become standbys, and who took over when."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import models


class PairedComputer(models.Model):
    """A code with which another computer may become a standby: 20 characters, 100 random bits.

    It is stored in plain text, because messages are encrypted with it. Like the key that signs
    sessions it is part of every backup, and a standby that takes over keeps using it.
    """

    code = models.CharField(max_length=20, unique=True)
    made_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="paired_computers")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.pk)


class TakeOver(models.Model):
    """A moment from which other data are valid; `number` only grows.

    Either another computer took over: then hands written by the former one after `complete_until`
    may be missing. Or a backup was restored, without `complete_until`.
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
    """Record that other data are valid from now on; return their number, which exceeds `above`."""
    number = max(last_number(), above) + 1
    TakeOver.objects.create(number=number, at=now, complete_until=complete_until)
    return number
