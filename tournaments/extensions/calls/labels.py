"""What the desk says: the usual sanctions and messages, how long ago something was."""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.standings.sanctions import ListedSanction, TakenFrom


def usual_list() -> tuple[ListedSanction, ...]:
    """Return the sanctions of a contest without a list of its own (decision)."""
    return (
        ListedSanction(name=_("Late at the table")),
        ListedSanction(name=_("Talking or signals")),
        ListedSanction(name=_("Talking or signals again"), points=50),
        ListedSanction(name=_("A revoke wrongly denied"), points=50, taken_from=TakenFrom.GAME),
        ListedSanction(name=_("Unsporting conduct"), points=100),
    )


def ago_text(spent: timedelta) -> str:
    """Return a period: "12 min"."""
    minutes = max(0, int(spent.total_seconds() // 60))
    if minutes < 1:
        return _("under a minute")
    if minutes < 60:
        return ngettext("%(count)d min", "%(count)d min", minutes) % {"count": minutes}
    hours = minutes // 60
    return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}


def usual_messages(next_round: int) -> tuple[str, ...]:
    """Return frequent messages to the tables."""
    return (
        _("Round %(number)d in ten minutes.") % {"number": next_round},
        _("Please sign your sheet and hand it in."),
        _("Your seats have changed: check where you sit."),
        _("Break: we continue in a quarter of an hour."),
    )
