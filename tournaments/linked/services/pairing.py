"""Which computers may send a club's contests, and to which server they are sent."""

import hashlib
import secrets
from datetime import datetime
from typing import Final

from django.db import transaction

from scorekeeper.models import Club
from tournaments.linked.server import Server, ServerError
from tournaments.linked.services.arriving import go_on_here
from tournaments.models import HallComputer, ServerLink

_KEY_BYTES: Final = 24


def hash_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def add_computer(*, club: Club, name: str, now: datetime) -> str:
    """Let another computer send contests of the club; return the key that only it knows."""
    key = secrets.token_urlsafe(_KEY_BYTES)
    HallComputer.objects.create(club=club, name=name, key_hash=hash_of(key), created_at=now)
    return key


@transaction.atomic
def end_computer(*, computer: HallComputer, now: datetime) -> None:
    """Take nothing more from a computer; what it sent stays, and goes on here."""
    HallComputer.objects.filter(pk=computer.pk, ended_at=None).update(ended_at=now)
    for arrived in computer.contests.order_by("pk"):
        go_on_here(arrived=arrived)


def link_server(*, club: Club, server: Server, now: datetime) -> ServerLink:
    """Send the club's contests to a server from now on; raises ServerError where it says no."""
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
    """Send nothing any more; what the server has, it keeps."""
    ServerLink.objects.filter(club=club).delete()


__all__ = ["ServerError", "add_computer", "end_computer", "hash_of", "link_server", "unlink_server"]
