"""Calls, sanctions and phones in words."""

from collections.abc import Iterable
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.labels.sheets import points_text
from tournaments.standings.sanctions import ListedSanction, Sanction, TakenFrom


def usual_list() -> tuple[ListedSanction, ...]:
    """Return the sanctions of a contest without a list of its own (decision)."""
    return (
        ListedSanction(name=_("Late at the table")),
        ListedSanction(name=_("Talking or signals")),
        ListedSanction(name=_("Talking or signals again"), points=50),
        ListedSanction(name=_("A revoke wrongly denied"), points=50, taken_from=TakenFrom.GAME),
        ListedSanction(name=_("Unsporting conduct"), points=100),
    )


def listed_text(one: ListedSanction) -> str:
    """Return a sanction in the list: "Late at the table (warning)"."""
    return f"{one.name} ({worth_text(one)})"


def worth_text(one: ListedSanction) -> str:
    if one.is_warning:
        return _("warning")
    text = _("−%(points)s off the total")
    if one.taken_from is TakenFrom.GAME:
        text = _("−%(points)s off the game")
    return text % {"points": points_text(one.points)}


def sanction_text(one: Sanction) -> str:
    """Return a sanction as in a ranking: "Late at the table, round 2: warning"."""
    return _("%(name)s, round %(round)d: %(worth)s") % {
        "name": one.name,
        "round": one.round,
        "worth": worth_text(one),
    }


def list_text(listed: Iterable[ListedSanction]) -> str:
    return ", ".join(map(listed_text, listed))


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
