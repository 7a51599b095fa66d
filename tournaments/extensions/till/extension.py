from typing import Any

from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension
from scorekeeper.models import Club
from tournaments.models import LogEntry


def has_data(club: Club, contest: Any) -> bool:
    """Return whether a contest has prices or lines in its cash book; at most two queries."""
    if contest is None:
        return False
    if contest.till:
        return True
    kinds = (LogEntry.Kind.MONEY, LogEntry.Kind.COUNTED, LogEntry.Kind.PRICES)
    lines = contest.log.filter(kind__in=kinds)
    return bool(lines.exists() or contest.entries.exclude(purse={}).exists())


EXTENSION = Extension(
    code="till",
    help_chapters={"tournaments.extensions.till": "till"},
    label=_("Till"),
    text=_("Fees, expenses, the cash book and the prize fund of a contest"),
    has_data=has_data,
    urls="tournaments.extensions.till.urls",
    templates={
        "contest.money": "till/_contest_money.html",
        "entries.buttons": "till/_entries_button.html",
        "entry.buttons": "till/_entry_button.html",
    },
)
