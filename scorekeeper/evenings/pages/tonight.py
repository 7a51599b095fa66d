"""Whether people play just now, in any club of this computer."""

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from scorekeeper.contests import is_contest_on
from scorekeeper.evenings.pages.evenings import STILL_TONIGHT
from scorekeeper.models import Evening, GameEvent

STILL_PLAYING: Final = timedelta(hours=2)
"""How long a table that writes nothing may still be playing."""


def is_somebody_playing(now: datetime) -> bool:
    """Return whether an evening or a contest of today is open, or a game was just written."""
    today = timezone.localdate(now)
    days = (today - STILL_TONIGHT, today)
    return (
        Evening.objects.filter(closed_at=None, date__range=days).exists()
        or is_contest_on(*days)
        or _was_written_since(now - STILL_PLAYING)
    )


def _was_written_since(moment: datetime) -> bool:
    # The last line alone: there is no index by time, and this is asked every minute.
    last = GameEvent.objects.order_by("-pk").values_list("at", flat=True).first()
    return last is not None and last > moment
