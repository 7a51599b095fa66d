"""A club takes part in what the clubs of the server have in common, or leaves."""

from datetime import date

from django.db import transaction

from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.clubs.services.founding import UnconfirmedError, may_open
from scorekeeper.models import Club


@transaction.atomic
def take_part(*, club: Club, since: date) -> None:
    """Let the club's contests count from a day on, where everybody sees it.

    Raises UnconfirmedError.
    """
    if not may_open(club):
        raise UnconfirmedError
    lock_club(club)
    club.together_from = since
    club.save(update_fields=["together_from"])


@transaction.atomic
def leave_together(*, club: Club) -> None:
    """Let nothing of the club count any more; who is whom elsewhere is kept for a return."""
    lock_club(club)
    club.together_from = None
    club.save(update_fields=["together_from"])
