"""Addresses of other programs that a club tells of what happens, and what was told."""

from typing import Any, Final

from django.db import models

from scorekeeper.models import Club

URL_LENGTH: Final = 300
SECRET_LENGTH: Final = 64
ANSWER_LENGTH: Final = 200


class Webhook(models.Model):
    """An address that is told of what happens; `secret` signs what is sent there.

    `seen` is what it was told up to: the lines of each contest's log, the mark of each season's
    table.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    address = models.CharField(max_length=URL_LENGTH)
    secret = models.CharField(max_length=SECRET_LENGTH)
    seen: Any = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.address


class WebhookDelivery(models.Model):
    """One thing that an address is told, until it is answered or given up.

    `due_at` is when it is sent next; empty once it is over. `answer` are the first letters of what
    came back, or why nothing did.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    key = models.UUIDField(unique=True)
    event = models.CharField(max_length=32)
    body = models.TextField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    answer = models.CharField(max_length=ANSWER_LENGTH, blank=True)

    def __str__(self) -> str:
        return f"{self.event} → {self.webhook}"

    @property
    def is_taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300
