"""Announcing a contest: what is said of it, who sponsors it, and opening it to everybody."""

from collections.abc import Sequence
from datetime import datetime
from typing import Unpack

from django.db import transaction

from scorekeeper.clubs.services.founding import UnconfirmedError, may_open
from scorekeeper.models.authors import Author, DoneBy
from tournaments.announced.services.requests import move_up
from tournaments.ledger.log import append, lock_tournament
from tournaments.ledger.settings import plain_settings
from tournaments.models import ContestOpening, LogEntry, Tournament
from tournaments.replay.announced import Announcement, Sponsor


@transaction.atomic
def announce(
    *,
    tournament_id: int,
    announcement: Announcement,
    sponsors: Sequence[Sponsor],
    **by: Unpack[DoneBy],
) -> Tournament:
    """Say what is announced, and who gives something: after the end too, thanks come late.

    More places let those who wait move up.
    """
    tournament = lock_tournament(tournament_id)
    before = plain_settings(tournament)
    tournament.announcement = announcement.as_plain()
    tournament.sponsors = [one.as_plain() for one in sponsors]
    after = plain_settings(tournament)
    if after != before:
        tournament.save(update_fields=["announcement", "sponsors"])
        data = {"settings": after, "before": before}
        append(tournament, LogEntry.Kind.CHANGED, data, **by)
        move_up(tournament=tournament, **by)
    return tournament


@transaction.atomic
def open_contest(
    *,
    tournament_id: int,
    takes_requests: bool,
    shows_names: bool,
    author: Author,
    now: datetime,
) -> ContestOpening:
    """Show a contest to everybody who has its address. Raises UnconfirmedError."""
    tournament = lock_tournament(tournament_id)
    if not may_open(tournament.club):
        raise UnconfirmedError
    opened, _is_new = ContestOpening.objects.update_or_create(
        tournament=tournament,
        defaults={"takes_requests": takes_requests, "shows_names": shows_names},
        create_defaults={
            "takes_requests": takes_requests,
            "shows_names": shows_names,
            "author_name": author.name,
            "at": now,
        },
    )
    return opened


def close_contest(*, tournament: Tournament) -> None:
    """Announce it no more; who asked keeps a place and the own page."""
    ContestOpening.objects.filter(tournament=tournament).delete()
