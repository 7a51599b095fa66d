"""Use cases of a club's public site and of its webhooks."""

import hashlib
import hmac
import json
import logging
import secrets
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from itertools import count
from typing import Any, Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from scorekeeper.clubs.services.members import may_open
from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from scorekeeper.refusals import ClubRefusal, Refused
from tournaments.extensions.public_site.queries import news_of, state_of
from tournaments.extensions.public_site.receivers import ReceiverAnswer, ReceiverError, post
from tournaments.models import ClubWindow, OpenedSeason, Season, Webhook, WebhookDelivery
from tournaments.models.public_site import ADDRESS_LENGTH
from tournaments.refusals import ContestRefusal

MOST_WEBHOOKS: Final = 5
_SECRET_BYTES: Final = 32
TEST: Final = "test"


@transaction.atomic
def add_webhook(*, club: Club, address: str, now: datetime) -> Webhook:
    """Add a webhook for events from now on. Raises Refused."""
    Club.objects.select_for_update().get(pk=club.pk)
    if Webhook.objects.filter(club=club).count() >= MOST_WEBHOOKS:
        raise Refused(ContestRefusal.TOO_MANY_WEBHOOKS)
    return Webhook.objects.create(
        club=club,
        address=address,
        secret=secrets.token_hex(_SECRET_BYTES),
        seen=state_of(club, today=now.date()),
        created_at=now,
    )


def queue_event(*, webhook: Webhook, event: str, now: datetime, **facts: Any) -> WebhookDelivery:
    """Queue an event for a webhook; it is sent by another process."""
    key = uuid.uuid4()
    body = {"id": str(key), "event": event, "at": now.isoformat(), **facts}
    return WebhookDelivery.objects.create(
        webhook=webhook,
        key=key,
        event=event,
        body=json.dumps(body, ensure_ascii=False),
        created_at=now,
        due_at=now,
    )


def send_test(*, webhook: Webhook, now: datetime) -> None:
    queue_event(webhook=webhook, event=TEST, now=now, club=webhook.club.name)


def send_again(*, delivery: WebhookDelivery, now: datetime) -> None:
    """Send an event again with the same key."""
    WebhookDelivery.objects.filter(pk=delivery.pk).update(due_at=now, tries=0)


_USUAL_ADDRESS: Final = "club"


def usual_address(club: Club) -> str:
    """Return an unused address derived from the club's name."""
    name = slugify(club.name)[: ADDRESS_LENGTH - 5].strip("-") or _USUAL_ADDRESS
    others = ClubWindow.objects.exclude(club=club).filter(address__startswith=name)
    taken = set(others.values_list("address", flat=True))
    numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(one for one in numbered if one not in taken)


def change_window(*, club: Club, settings: Mapping[str, Any], now: datetime) -> ClubWindow:
    """Change the texts or the address of a public site. Raises Refused."""
    try:
        with transaction.atomic():
            window, _is_new = ClubWindow.objects.update_or_create(
                club=club, defaults=settings, create_defaults={**settings, "created_at": now}
            )
    except IntegrityError:
        raise Refused(ContestRefusal.ADDRESS_TAKEN) from None
    return window


@transaction.atomic
def open_season(*, season: Season, author: Author, now: datetime) -> None:
    """Show a season on the club's public site, which is opened if necessary.

    Raises Refused.
    """
    club = season.league.club
    if not may_open(club):
        raise Refused(ClubRefusal.UNCONFIRMED)
    ClubWindow.objects.get_or_create(
        club=club, defaults={"address": usual_address(club), "created_at": now}
    )
    OpenedSeason.objects.get_or_create(
        season=season, defaults={"author_name": author.name, "at": now}
    )


def close_season(*, season: Season) -> None:
    """Stop showing a season; without any season the site is closed."""
    OpenedSeason.objects.filter(season=season).delete()


logger = logging.getLogger(__name__)

PAUSES: Final = tuple(
    timedelta(minutes=minutes) for minutes in (1, 5, 20, 60, 3 * 60, 8 * 60, 24 * 60)
)
"""The pauses between attempts; after the last one the delivery is given up."""
KEPT: Final = timedelta(days=30)
AT_ONCE: Final = 8
"""The number of addresses contacted in parallel, so that a dead one does not delay the others."""
IN_A_ROW: Final = 10
"""The number of events sent to one address before the others have their turn."""
SIGNATURE: Final = "Belote-Signature"


def deliver_events(*, now: datetime) -> None:
    """Queue new events, and send those that are due."""
    for club in Club.objects.filter(webhooks__isnull=False).distinct():
        try:
            _note_news(club, now)
        except Exception:
            # A contest that cannot be read must not delay other clubs' webhooks.
            logger.exception("news of a club could not be read")
    WebhookDelivery.objects.filter(created_at__lt=now - KEPT).delete()
    send_due(now=now)


def _note_news(club: Club, now: datetime) -> None:
    state = state_of(club, today=now.date())
    for webhook in Webhook.objects.filter(club=club):
        if webhook.seen == state:
            continue
        with transaction.atomic():
            for event, facts in news_of(club, webhook.seen, state, now=now):
                queue_event(webhook=webhook, event=event, now=now, club=club.name, **facts)
            webhook.seen = state
            webhook.save(update_fields=["seen"])


def send_due(*, now: datetime) -> None:
    """Send what is due, to several addresses in parallel, to each in order."""
    due: defaultdict[int, list[WebhookDelivery]] = defaultdict(list)
    waiting = WebhookDelivery.objects.filter(due_at__lte=now).select_related("webhook")
    for delivery in waiting.order_by("due_at", "pk"):
        if len(due[delivery.webhook_id]) < IN_A_ROW:
            due[delivery.webhook_id].append(delivery)
    if not due:
        return
    is_server = bool(settings.PUBLIC_URL)
    with ThreadPoolExecutor(AT_ONCE, "webhook") as pool:
        for answers in pool.map(
            lambda own: _deliver_to(own, now, is_server=is_server), due.values()
        ):
            for delivery, answer in answers:
                _noted(delivery, answer, now)


def _deliver_to(
    deliveries: Sequence[WebhookDelivery], now: datetime, *, is_server: bool
) -> list[tuple[WebhookDelivery, ReceiverAnswer | ReceiverError]]:
    """Send events in order until one fails; makes no queries."""
    found: list[tuple[WebhookDelivery, ReceiverAnswer | ReceiverError]] = []
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
            answer: ReceiverAnswer | ReceiverError = post(
                webhook.address, body, headers, is_server=is_server
            )
        except ReceiverError as error:
            answer = error
        except Exception:
            # A failure at one address must not delay others, nor lose what was delivered.
            logger.exception("a webhook could not be told")
            answer = ReceiverError("away")
        found.append((delivery, answer))
        if isinstance(answer, ReceiverError):
            break
    return found


def signature(secret: str, body: bytes, at: datetime) -> str:
    """Return `t=…,v1=…`: HMAC-SHA256 with the secret over the seconds, a dot, and the body."""
    seconds = str(int(at.timestamp()))
    digest = hmac.new(secret.encode(), seconds.encode() + b"." + body, hashlib.sha256)
    return f"t={seconds},v1={digest.hexdigest()}"


def _noted(
    delivery: WebhookDelivery, answer: ReceiverAnswer | ReceiverError, now: datetime
) -> None:
    try:
        with transaction.atomic():
            _note(delivery, answer, now)
    except Exception:
        # Record the deliveries of the others, or they would be sent again.
        logger.exception("what a webhook answered could not be noted")


def _note(delivery: WebhookDelivery, answer: ReceiverAnswer | ReceiverError, now: datetime) -> None:
    """Record the response, and the time of the next attempt."""
    delivery.status = answer.status if isinstance(answer, ReceiverAnswer) else None
    delivery.answer = answer.answer if isinstance(answer, ReceiverAnswer) else str(answer)
    delivery.tried_at = now
    pause = PAUSES[delivery.tries] if delivery.tries < len(PAUSES) else None
    delivery.tries += 1
    delivery.due_at = None if delivery.is_taken or pause is None else now + pause
    names = ("status", "answer", "tried_at", "tries", "due_at")
    # The webhook may have been deleted in the meantime.
    values = {name: getattr(delivery, name) for name in names}
    WebhookDelivery.objects.filter(pk=delivery.pk).update(**values)
