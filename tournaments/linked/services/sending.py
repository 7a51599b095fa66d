"""In the hall: what changed is sent to the club's server, whenever it can be reached."""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from tournaments.audit.pages.documents import document_of, document_text
from tournaments.linked.pages import unsent
from tournaments.linked.server import RefusedError, Server, ServerError
from tournaments.models import SentContest, ServerLink, Tournament

LISTEN_EVERY: Final = timedelta(minutes=5)

logger = logging.getLogger(__name__)


def send_news() -> None:
    """Send what every club of this computer has for its server; what fails is sent later again."""
    for link in ServerLink.objects.select_related("club"):
        send_changed(link=link, server=Server(link.address, link.key), now=timezone.now())


def send_changed(*, link: ServerLink, server: Server, now: datetime) -> None:
    """Send the contests that a server does not have as they are now, the oldest first."""
    # A hall without Internet makes no documents for nobody, as long as play goes on.
    if link.trouble and not _ask_again(link, server, now):
        return
    try:
        for tournament in list(unsent(link)):
            _send(link, server, tournament, now)
    except ServerError as error:
        _note_trouble(link, error, now)
        return
    # That nothing changed is no sign that the server is still there.
    if link.heard_at is None or now - link.heard_at > LISTEN_EVERY:
        _ask_again(link, server, now)


def try_again(*, link: ServerLink) -> None:
    """Send once more what the server refused."""
    link.contests.exclude(refused="").update(asked=0, refused="")


def _send(link: ServerLink, server: Server, tournament: Tournament, now: datetime) -> None:
    text = document_text(document_of(tournament))
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)
    if version != tournament.version:
        # Something was written while it was read: the next time.
        return
    first = tournament.log.values_list("hash", flat=True).get(number=1)
    sent, _is_new = SentContest.objects.get_or_create(
        tournament=tournament, defaults={"link": link}
    )
    try:
        sent.version, sent.refused = server.send(first, text), ""
    except RefusedError as error:
        sent.refused = error.refusal.value
        logger.warning("the server refused a contest: %s", error.refusal.value)
    else:
        sent.sent_at = now
    sent.link, sent.asked = link, version
    sent.save()
    _note_heard(link, now)


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
