"""Messages between tables and the desk during a contest: calls, messages, phones."""

import uuid

from django.contrib.sessions.models import Session
from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.audit_log.actions.types import CALLED_FOR
from tournaments.models.rounds import TableCode
from tournaments.models.tournaments import Tournament

WORDS_LENGTH = 200


class CallQuerySet(models.QuerySet["Call"]):
    """QuerySet of calls."""

    def waiting(self) -> "CallQuerySet":
        """Return the open calls, oldest first."""
        return self.filter(closed_at=None).order_by("called_at", "pk")


class Call(models.Model):
    """A call for the referee from a table.

    The calling page generates `key`, so a call sent twice is stored once. `words` is the table's
    text; `ruling` and `rule` are the referee's answer, which the contest's log also contains.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="calls")
    key = models.UUIDField(default=uuid.uuid4)
    table_number = models.PositiveSmallIntegerField()
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    about = models.CharField(
        max_length=16, choices=[(code, _(text)) for code, text in CALLED_FOR.items()]
    )
    words = models.CharField(max_length=WORDS_LENGTH, blank=True)
    by_name = models.CharField(max_length=NAME_LENGTH)
    called_at = models.DateTimeField()
    taken_by = models.CharField(max_length=NAME_LENGTH, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    ruling = models.CharField(max_length=WORDS_LENGTH, blank=True)
    rule = models.CharField(max_length=NAME_LENGTH, blank=True)
    closed_by = models.CharField(max_length=NAME_LENGTH, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = CallQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "key"], name="a_key_calls_once"),
        )

    def __str__(self) -> str:
        return f"{self.table_number}: {self.about}"


class TableMessage(models.Model):
    """A message from the desk to the phones of some tables, or of all tables if none is named."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="messages")
    tables = models.JSONField(default=list)
    text = models.CharField(max_length=WORDS_LENGTH)
    is_on_board = models.BooleanField(default=False)
    author_name = models.CharField(max_length=NAME_LENGTH)
    sent_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.text

    def is_for(self, table: int) -> bool:
        return not self.tables or table in self.tables


class TablePhone(models.Model):
    """A phone that joined a table with its code; valid for the length of its session.

    `seen_message` is the key of the last message dismissed on that phone.
    """

    code = models.ForeignKey(TableCode, on_delete=models.CASCADE, related_name="phones")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    device = models.CharField(max_length=NAME_LENGTH, blank=True)
    joined_at = models.DateTimeField()
    seen_message = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["code", "session"], name="a_phone_joins_a_table_once"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.device})"
