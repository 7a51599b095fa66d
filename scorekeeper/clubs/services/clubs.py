"""What concerns a whole club."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.models import Club


def oldest_club(*, now: datetime, name: str = "") -> Club:
    """Return the club that was there first; where there is none yet, one that is to be begun."""
    return Club.objects.order_by("pk").first() or Club.objects.create(
        name=name or _("Our club"), stage=Club.Stage.NEW, created_at=now
    )


@transaction.atomic
def begin_club(*, club: Club, name: str) -> None:
    """Give a club its name: nobody is asked for it again. A trial stays one.

    Asked of the locked row: the trial may have been filled since `club` was read.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    club.name = name
    if not club.is_trial:
        club.stage = Club.Stage.BEGUN
    club.save(update_fields=["name", "stage"])


def lock_club(club: Club) -> None:
    """Let nobody else name something in the club until the transaction ends.

    Two phones that type one new name at the same moment then make one player, not an error.
    SQLite's transactions wait for each other anyway.
    """
    Club.objects.select_for_update().get(pk=club.pk)
