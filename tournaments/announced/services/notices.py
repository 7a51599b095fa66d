"""Mails to those who asked to enter and left an address: what became of it, nothing else."""

from collections.abc import Iterable
from enum import StrEnum
from functools import partial
from typing import Final

from django.db import transaction
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.services.mails import send_news
from tournaments.models import EntryRequest


class Notice(StrEnum):
    """What somebody is told."""

    ENTERED = "entered"
    WAITS = "waits"
    MOVED_UP = "moved_up"
    REFUSED = "refused"


SUBJECTS: Final = {
    Notice.ENTERED: gettext_lazy("You are entered"),
    Notice.WAITS: gettext_lazy("You are on the waiting list"),
    Notice.MOVED_UP: gettext_lazy("A place came free: you are entered"),
    Notice.REFUSED: gettext_lazy("Your request to enter"),
}
TEXTS: Final = {
    Notice.ENTERED: gettext_lazy("You are entered for the belote contest of %(day)s."),
    Notice.WAITS: gettext_lazy(
        "The belote contest of %(day)s is full: you are on the waiting list, and move up by "
        "yourself when a place comes free."
    ),
    Notice.MOVED_UP: gettext_lazy(
        "A place came free in the belote contest of %(day)s: you are entered. If you cannot come "
        "any more, withdraw on your page, so that the next one moves up."
    ),
    Notice.REFUSED: gettext_lazy(
        "The organiser could not take your request for the belote contest of %(day)s."
    ),
}


def tell_later(requests: Iterable[EntryRequest], notice: Notice = Notice.ENTERED) -> None:
    """Tell once all of it is stored."""
    for request in requests:
        if request.mail:
            transaction.on_commit(partial(_tell, request, notice))


def _tell(request: EntryRequest, notice: Notice) -> None:
    with translation.override(request.language or None):
        day = date_format(request.tournament.date, "j F Y")
        own_page = _("Your page: see where you stand, put the names right, withdraw.")
        send_news(
            address=request.mail,
            subject=str(SUBJECTS[notice]),
            text=f"{TEXTS[notice] % {'day': day}}\n{own_page}",
            page="tournaments:request-own",
            args=[request.token],
        )
