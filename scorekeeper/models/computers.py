"""Computers beside this one: which may follow it, and who took over when."""

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
    """A moment from which on another computer counts: `number` only grows.

    What the computer before wrote after `complete_until` may be missing.
    """

    number = models.PositiveIntegerField(unique=True)
    at = models.DateTimeField()
    complete_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.number)
