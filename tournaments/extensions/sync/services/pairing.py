"""Connections: which computers may send a club's contests, and to which server."""

import hashlib
import secrets
from datetime import datetime
from typing import Final

from django.db import transaction

from scorekeeper.models import Club
from tournaments.extensions.sync.errors import DocumentRefusal
from tournaments.extensions.sync.server import Server
from tournaments.extensions.sync.services.arriving import (
    CONTESTS,
    EVENINGS,
    take_evenings_on,
    take_on,
)
from tournaments.extensions.sync.services.taking import forget_refused, let_go
from tournaments.models import HallComputer, ServerLink

_KEY_BYTES: Final = 24


def hash_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def add_computer(*, club: Club, name: str, now: datetime) -> str:
    """Let another computer send contests of the club; return its key, which is not stored."""
    key = secrets.token_urlsafe(_KEY_BYTES)
    HallComputer.objects.create(club=club, name=name, key_hash=hash_of(key), created_at=now)
    return key


@transaction.atomic
def end_computer(*, computer: HallComputer, now: datetime) -> None:
    """Disconnect a computer; what it sent stays and can be continued here."""
    HallComputer.objects.filter(pk=computer.pk, ended_at=None).update(ended_at=now)
    for arrived in computer.contests.order_by("pk"):
        let_go(CONTESTS, arrived=arrived)
    for evening in computer.evenings.order_by("pk"):
        let_go(EVENINGS, arrived=evening)


@transaction.atomic
def go_on_as(*, computer: HallComputer, before: HallComputer, now: datetime) -> None:
    """Let a computer continue everything that it sent over an earlier connection.

    The earlier connection is closed. What was written here meanwhile is kept.
    """
    pks = [computer.pk, before.pk]
    list(HallComputer.objects.select_for_update().filter(pk__in=pks).order_by("pk"))
    HallComputer.objects.filter(pk=before.pk, ended_at=None).update(ended_at=now)
    # The conflicts about these documents are resolved now.
    sent = before.contests.filter(tournament__isnull=False)
    hashes = list(sent.values_list("first_hash", flat=True))
    computer.contests.filter(tournament=None, first_hash__in=hashes).delete()
    sent.update(computer=computer)
    evenings = before.evenings.filter(evening__isnull=False)
    keys = list(evenings.values_list("key", flat=True))
    computer.evenings.filter(evening=None, key__in=keys).delete()
    evenings.update(computer=computer)
    forget_refused(computer, [*hashes, *keys])
    known = computer.names.values_list("name", flat=True)
    before.names.exclude(name__in=list(known)).update(computer=computer)
    take_on(computer=computer)
    take_evenings_on(computer=computer)


@transaction.atomic
def keep_apart(*, computer: HallComputer) -> None:
    """Declare a computer a new one, which may not send documents of earlier computers."""
    HallComputer.objects.filter(pk=computer.pk).update(is_apart=True)
    for sent in (computer.contests, computer.evenings):
        asked = sent.filter(refused=DocumentRefusal.COMPUTER)
        asked.update(refused=DocumentRefusal.ELSEWHERE)


def link_server(*, club: Club, server: Server, now: datetime) -> ServerLink:
    """Send the club's contests to a server from now on; raises ServerError if that fails."""
    there = server.club_there()
    with transaction.atomic():
        ServerLink.objects.filter(club=club).delete()
        return ServerLink.objects.create(
            club=club,
            address=server.address,
            key=server.key,
            club_name=there,
            created_at=now,
            heard_at=now,
        )


def unlink_server(*, club: Club) -> None:
    """Stop sending; the server keeps what it has."""
    ServerLink.objects.filter(club=club).delete()
