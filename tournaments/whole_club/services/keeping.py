"""How long a club keeps the names of people who come no more, and what goes then."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.services.players import AnonymousError
from scorekeeper.copies.erasures import empty_written_log
from scorekeeper.models import Club, MemberEvent, SignInLink
from scorekeeper.models.authors import Author
from scorekeeper.models.evenings import KeptElsewhereError
from tournaments.announced.pages.requests import CONTACT_WEEKS
from tournaments.ledger.log import FinishedError
from tournaments.models import EntryRequest
from tournaments.people.services.names import anonymise_player
from tournaments.whole_club.pages.keeping import NameLeaving, leaving, years_before

MOST_AT_ONCE: Final = 25
"""Names that go in one day: each looks through every log of the club."""

logger = logging.getLogger(__name__)


def keep_for(*, club: Club, years: int | None) -> None:
    """Let names go after so many years without a sign of somebody; None: never."""
    Club.objects.filter(pk=club.pk).update(keep_years=years)


def keep_no_longer(*, now: datetime) -> int:
    """Take away, in every club that wants it, the names that it keeps no longer; return how many.

    The log of a contest stays whole: a line vouches for what is left. Old lines about who came to
    work in the club go too, and sign-in links that held so long ago.
    """
    return sum(_in_club(club, now) for club in Club.objects.exclude(keep_years=None))


def forget_requests(*, now: datetime) -> int:
    """Forget who asked to enter, and how to reach them, some weeks after the contest.

    In which order they asked, when, and what became of it stays.
    """
    day = timezone.localdate(now) - timedelta(weeks=CONTACT_WEEKS)
    over = EntryRequest.objects.filter(tournament__date__lt=day).exclude(names=[])
    forgotten = over.update(names=[], phone="", mail="")
    if forgotten:
        transaction.on_commit(empty_written_log)
    return forgotten


def _in_club(club: Club, now: datetime) -> int:
    years = club.keep_years or 0
    today = timezone.localdate(now)
    count = _take_names(club, leaving(club, years=years, on=today), now)
    day = years_before(today, years)
    with transaction.atomic():
        told = MemberEvent.objects.filter(club=club, at__date__lt=day)
        # How many clubs somebody founded is counted by these.
        told.exclude(kind=MemberEvent.Kind.FOUNDED).delete()
        links = SignInLink.objects.filter(user__memberships__club=club)
        links.filter(expires_at__date__lt=day).delete()
    return count


def _take_names(club: Club, names: Iterable[NameLeaving], now: datetime) -> int:
    """Take away as many names as go in one day, whoever comes first; return how many.

    Those that cannot go do not count: no number of them holds up the others.
    """
    count = refused = 0
    for one in names:
        if count == MOST_AT_ONCE:
            break
        try:
            anonymise_player(player_id=one.player.pk, author=Author(_("kept no longer")), now=now)
            count += 1
        except (AnonymousError, FinishedError, KeptElsewhereError):
            # Somebody else did it meanwhile, or another computer writes the contest or the evening.
            refused += 1
    if count or refused:
        logger.info("names kept no longer in club %s: %s, refused: %s", club.pk, count, refused)
    return count
