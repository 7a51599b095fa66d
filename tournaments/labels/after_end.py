"""What was changed after the end of a contest, in sentences that pages and files share."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.labels.sheets import points_text

WHEN = "j F Y, H:i"


def title_text(ended_at: datetime) -> str:
    """Return the heading: since when the result was final."""
    return _("Corrected after its end on %(at)s") % {"at": moment_text(ended_at)}


def moment_text(at: datetime) -> str:
    """Return a moment as people in the hall say it."""
    return date_format(timezone.localtime(at), WHEN)


def moved_text(who: str, before: tuple[int, int] | None, now: tuple[int, int]) -> str:
    """Return how somebody stood at the end and stands now: place and points."""
    if before is None:
        text = _("%(who)s: place %(now)d with %(points)s points, not ranked before")
        return text % {"who": who, "now": now[0], "points": points_text(now[1])}
    if before[1] == now[1]:
        text = _("%(who)s: place %(before)d → %(now)d with the same %(points)s points")
    elif before[0] == now[0]:
        text = _("%(who)s: place %(now)d as before, %(old)s → %(points)s points")
    else:
        text = _("%(who)s: place %(before)d → %(now)d, %(old)s → %(points)s points")
    return text % {
        "who": who,
        "before": before[0],
        "now": now[0],
        "old": points_text(before[1]),
        "points": points_text(now[1]),
    }


def place_moved_text(number: int, before: int, now: int) -> str:
    """Return the same for a board: the number of the entry and its places."""
    text = _("no. %(number)d: place %(before)d → %(now)d")
    return text % {"number": number, "before": before, "now": now}
