"""Hall side: changes are sent to the club's server whenever it can be reached."""

import logging
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from tournaments.extensions.sync.errors import ArrivalProblem, DocumentRefusal
from tournaments.extensions.sync.kinds import KINDS, DocumentKind
from tournaments.extensions.sync.server import DocumentRefusedError, Server, ServerError
from tournaments.models import ServerLink
from tournaments.models.sync import SentDocument

LISTEN_EVERY: Final = timedelta(minutes=5)
FIRST_PAUSE: Final = timedelta(minutes=1)
LONGEST_PAUSE: Final = timedelta(hours=1)

logger = logging.getLogger(__name__)


def send_news() -> None:
    """Send the changes of every club of this computer; what fails is tried again later."""
    for link in ServerLink.objects.select_related("club"):
        send_changed(link=link, server=Server(link.address, link.key), now=timezone.now())


def send_changed(*, link: ServerLink, server: Server, now: datetime) -> None:
    """Send what has changed since the server got it, oldest first.

    A document that cannot be sent is tried again after increasing pauses and does not hold up
    others. A busy server is asked again after the shortest pause.
    """
    # Without a connection, do not spend time on creating documents.
    if link.trouble and not _ask_again(link, server, now):
        return
    for kind in KINDS:
        for stored in list(kind.unsent(link)):
            if not _send(link, server, kind, stored, now):
                return
    # Contact the server regularly even if nothing has changed.
    if link.heard_at is None or now - link.heard_at > LISTEN_EVERY:
        _ask_again(link, server, now)


def try_again(*, link: ServerLink) -> None:
    """Retry rejected documents, and failed ones without a pause."""
    for kind in KINDS:
        for record in kind.sent(link):
            if record.refused:
                record.asked, record.refused = 0, ""
            record.next_at, record.tries = None, 0
            record.save()


def _send(link: ServerLink, server: Server, kind: DocumentKind, stored: Any, now: datetime) -> bool:
    """Send one document if it is due; return whether the server still answers."""
    record = kind.record(link, stored)
    if record.next_at and record.next_at > now:
        return True
    text = kind.text(stored)
    if text is None:
        # Try again next time.
        return True
    try:
        taken = server.send(kind.place(stored), stored.name, text)
    except DocumentRefusedError as error:
        logger.warning("the server refused a document: %s", error.refusal.value)
        _note_refused(record, error.refusal, now)
    except ServerError as error:
        # Find out whether the connection or this document is the problem.
        if not _ask_again(link, server, now):
            return False
        logger.warning("a document did not get through: %s", error.of_document.value)
        _note_failed(record, error, now)
        return True
    else:
        _note_taken(record, taken, now)
    record.asked = kind.version(stored)
    record.save()
    _note_heard(link, now)
    return True


def _note_taken(record: SentDocument, taken: int, now: datetime) -> None:
    record.version, record.sent_at = taken, now
    record.refused = record.trouble = ""
    record.troubled_at = record.next_at = None
    record.tries = 0


def _note_refused(record: SentDocument, refusal: DocumentRefusal, now: datetime) -> None:
    record.refused, record.trouble, record.troubled_at = refusal.value, "", None
    # Retry what a person on the server has to decide; the rest waits for a change here.
    if refusal is DocumentRefusal.COMPUTER:
        _wait(record, now)


def _note_failed(record: SentDocument, error: ServerError, now: datetime) -> None:
    record.troubled_at = record.troubled_at if record.trouble else now
    record.trouble, record.refused = error.of_document.value, ""
    if error.of_document is ArrivalProblem.BUSY:
        record.tries = 0
    _wait(record, now)
    record.save()


def _wait(record: SentDocument, now: datetime) -> None:
    doubled = min(record.tries, 10)
    record.next_at = now + min(FIRST_PAUSE * 2**doubled, LONGEST_PAUSE)
    record.tries = doubled + 1


def _ask_again(link: ServerLink, server: Server, now: datetime) -> bool:
    """Return whether the server answers."""
    try:
        server.club_there()
    except ServerError as error:
        _note_trouble(link, error, now)
        return False
    _note_heard(link, now)
    return True


def _note_heard(link: ServerLink, now: datetime) -> None:
    link.heard_at, link.trouble, link.troubled_at = now, "", None
    link.save(update_fields=["heard_at", "trouble", "troubled_at"])


def _note_trouble(link: ServerLink, error: ServerError, now: datetime) -> None:
    since = link.troubled_at if link.trouble == error.trouble else now
    link.trouble, link.troubled_at = error.trouble.value, since
    link.save(update_fields=["trouble", "troubled_at"])
