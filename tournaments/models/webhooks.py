"""Webhooks: addresses of other programs that a club notifies, and the deliveries."""

from typing import Any, Final

from django.db import models

from scorekeeper.models import Club

URL_LENGTH: Final = 300
SECRET_LENGTH: Final = 64
ANSWER_LENGTH: Final = 200


class Webhook(models.Model):
    """An address that is notified of events; `secret` signs the requests.

    `seen` says up to where it was notified: the version of each contest's log, the hash of each
    season's table.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    address = models.CharField(max_length=URL_LENGTH)
    secret = models.CharField(max_length=SECRET_LENGTH)
    seen: Any = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.address


class WebhookDelivery(models.Model):
    """One notification, kept until it is delivered or given up.

    `due_at` is the time of the next attempt, None once there is no further one. `answer` is the
    beginning of the response, or the error.
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
