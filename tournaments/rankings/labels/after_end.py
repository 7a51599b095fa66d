"""What was changed after the end of a contest, in sentences that pages and files share."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.labels.sheets import points_text

WHEN = "j F Y, H:i"


def title_text(ended_at: datetime) -> str:
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


def change_text(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> str:
    """Return what a correction changed, as far as it is a number: "92 → 102"."""
    texts = [_values_text(before), _values_text(after)]
    return " → ".join(text or "–" for text in texts) if any(texts) else ""


def _values_text(values: Mapping[str, Any] | None) -> str:
    """Return the points of a stored hand or slip, empty where there are none."""
    if not values:
        return ""
    if values.get("card_points") is not None:
        return points_text(int(values["card_points"]))
    if "slips" in values:
        return ", ".join(
            f"{points_text(slip['total_a'])} – {points_text(slip['total_b'])}"
            for slip in values["slips"]
        )
    return ""
