"""Warnings and penalties in words."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scorekeeper.labels.sheets import points_text
from tournaments.standings.sanctions import ListedSanction, Sanction, TakenFrom


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
