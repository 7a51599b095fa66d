"""Which programs a club tells of what happens, and telling them again."""

import json
import secrets
import uuid
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from scorekeeper.models import Club
from tournaments.models import Webhook, WebhookDelivery
from tournaments.window.pages.webhook_events import state_of

MOST_WEBHOOKS: Final = 5
_SECRET_BYTES: Final = 32
TEST: Final = "test"


class TooManyWebhooksError(Exception):
    """Raised where a club tells as many programs as it may."""


@transaction.atomic
def add_webhook(*, club: Club, address: str, now: datetime) -> Webhook:
    """Tell an address of what happens from now on. Raises TooManyWebhooksError."""
    Club.objects.select_for_update().get(pk=club.pk)
    if Webhook.objects.filter(club=club).count() >= MOST_WEBHOOKS:
        raise TooManyWebhooksError
    return Webhook.objects.create(
        club=club,
        address=address,
        secret=secrets.token_hex(_SECRET_BYTES),
        seen=state_of(club, today=now.date()),
        created_at=now,
    )


def tell_later(*, webhook: Webhook, event: str, now: datetime, **told: Any) -> WebhookDelivery:
    """Note what an address is to be told; it is sent by the process that sends."""
    key = uuid.uuid4()
    body = {"id": str(key), "event": event, "at": now.isoformat(), **told}
    return WebhookDelivery.objects.create(
        webhook=webhook,
        key=key,
        event=event,
        body=json.dumps(body, ensure_ascii=False),
        created_at=now,
        due_at=now,
    )


def send_test(*, webhook: Webhook, now: datetime) -> None:
    tell_later(webhook=webhook, event=TEST, now=now, club=webhook.club.name)


def send_again(*, delivery: WebhookDelivery, now: datetime) -> None:
    """Send something once more, as if it had not been sent: under the same key."""
    WebhookDelivery.objects.filter(pk=delivery.pk).update(due_at=now, tries=0)
