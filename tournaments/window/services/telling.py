"""Telling other programs what happened: by one process, outside of every request."""

import hashlib
import hmac
import logging
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction

from scorekeeper.models import Club
from tournaments.models import Webhook, WebhookDelivery
from tournaments.window.pages.webhook_events import news_of, state_of
from tournaments.window.receivers import Heard, ReceiverError, tell
from tournaments.window.services.webhooks import tell_later

logger = logging.getLogger(__name__)

PAUSES: Final = tuple(
    timedelta(minutes=minutes) for minutes in (1, 5, 20, 60, 3 * 60, 8 * 60, 24 * 60)
)
"""Between one try and the next; after the last one it is given up."""
KEPT: Final = timedelta(days=30)
AT_ONCE: Final = 8
"""Addresses that are told at the same time: one that is dead keeps no other waiting."""
IN_A_ROW: Final = 10
"""What one address is told before the others have their turn again."""
SIGNATURE: Final = "Belote-Signature"


def tell_news(*, now: datetime) -> None:
    """Note what happened since programs were told, and send what is due."""
    for club in Club.objects.filter(webhooks__isnull=False).distinct():
        try:
            _note_news(club, now)
        except Exception:
            # One club's contest that cannot be read keeps no other club's programs waiting.
            logger.exception("news of a club could not be read")
    WebhookDelivery.objects.filter(created_at__lt=now - KEPT).delete()
    send_due(now=now)


def _note_news(club: Club, now: datetime) -> None:
    state = state_of(club, today=now.date())
    for webhook in Webhook.objects.filter(club=club):
        if webhook.seen == state:
            continue
        with transaction.atomic():
            for event, told in news_of(club, webhook.seen, state, now=now):
                tell_later(webhook=webhook, event=event, now=now, club=club.name, **told)
            webhook.seen = state
            webhook.save(update_fields=["seen"])


def send_due(*, now: datetime) -> None:
    """Send what is due, to several addresses at once, to each in order."""
    due: defaultdict[int, list[WebhookDelivery]] = defaultdict(list)
    waiting = WebhookDelivery.objects.filter(due_at__lte=now).select_related("webhook")
    for delivery in waiting.order_by("due_at", "pk"):
        if len(due[delivery.webhook_id]) < IN_A_ROW:
            due[delivery.webhook_id].append(delivery)
    if not due:
        return
    is_server = bool(settings.PUBLIC_URL)
    with ThreadPoolExecutor(AT_ONCE, "webhook") as pool:
        for told in pool.map(lambda own: _told(own, now, is_server=is_server), due.values()):
            for delivery, answer in told:
                _noted(delivery, answer, now)


def _told(
    deliveries: Sequence[WebhookDelivery], now: datetime, *, is_server: bool
) -> list[tuple[WebhookDelivery, Heard | ReceiverError]]:
    """Send in order until one does not arrive; asks the database nothing."""
    found: list[tuple[WebhookDelivery, Heard | ReceiverError]] = []
    for delivery in deliveries:
        body, webhook = delivery.body.encode(), delivery.webhook
        headers = {
            "Content-Type": "application/json; charset=utf-8",
            "User-Agent": "Belote",
            "Belote-Event": delivery.event,
            "Belote-Delivery": str(delivery.key),
            SIGNATURE: signature(webhook.secret, body, now),
        }
        try:
            answer: Heard | ReceiverError = tell(
                webhook.address, body, headers, is_server=is_server
            )
        except ReceiverError as error:
            answer = error
        except Exception:
            # One address that cannot be told keeps no other waiting, nor what was told unnoted.
            logger.exception("a webhook could not be told")
            answer = ReceiverError("away")
        found.append((delivery, answer))
        if isinstance(answer, ReceiverError):
            break
    return found


def signature(secret: str, body: bytes, at: datetime) -> str:
    """Return `t=…,v1=…`: HMAC-SHA256 with the secret over the seconds, a point, and the body."""
    seconds = str(int(at.timestamp()))
    digest = hmac.new(secret.encode(), seconds.encode() + b"." + body, hashlib.sha256)
    return f"t={seconds},v1={digest.hexdigest()}"


def _noted(delivery: WebhookDelivery, answer: Heard | ReceiverError, now: datetime) -> None:
    try:
        with transaction.atomic():
            _note(delivery, answer, now)
    except Exception:
        # What the others were told is noted all the same, or it would be sent again.
        logger.exception("what a webhook answered could not be noted")


def _note(delivery: WebhookDelivery, answer: Heard | ReceiverError, now: datetime) -> None:
    """Note what came back, and when to try again."""
    delivery.status = answer.status if isinstance(answer, Heard) else None
    delivery.answer = answer.answer if isinstance(answer, Heard) else str(answer)
    delivery.tried_at = now
    pause = PAUSES[delivery.tries] if delivery.tries < len(PAUSES) else None
    delivery.tries += 1
    delivery.due_at = None if delivery.is_taken or pause is None else now + pause
    names = ("status", "answer", "tried_at", "tries", "due_at")
    # Where the address was ended meanwhile there is nothing to note.
    values = {name: getattr(delivery, name) for name in names}
    WebhookDelivery.objects.filter(pk=delivery.pk).update(**values)
