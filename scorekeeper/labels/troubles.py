"""Why something failed, in words: what it is, what is safe, what to do."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.reports.failures import Failure
from scorekeeper.reports.troubles import Trouble

TROUBLE_TITLES: Final = {
    Trouble.MISTAKE: _("Something broke on our side"),
    Trouble.DISK_FULL: _("The disk of the hall’s computer is full"),
    Trouble.NOT_WRITABLE: _("The hall’s computer cannot reach its data"),
    Trouble.BUSY: _("The hall’s computer is busy"),
}
TROUBLE_TEXTS: Final = {
    Trouble.MISTAKE: _("Wait a moment, go back and try again; keep the paper sheet at hand."),
    Trouble.DISK_FULL: _(
        "Tell the organiser to make room on that computer: empty its bin, delete large files. "
        "Then send it again."
    ),
    Trouble.NOT_WRITABLE: _(
        "Tell the organiser: the data folder is write-protected, away, or on a disk that fails. "
        "Go on on paper meanwhile."
    ),
    Trouble.BUSY: _("It has been writing something else for a while. Send it again in a moment."),
}
TROUBLE_DETAILS: Final = {
    Trouble.MISTAKE: _(
        "The program made a mistake: nothing was stored. Send it again, or tell the organiser the "
        "number %(number)s."
    ),
    Trouble.DISK_FULL: _(
        "The disk of the hall’s computer is full: nothing was stored. Tell the organiser to make "
        "room, then it can be sent again (number %(number)s)."
    ),
    Trouble.NOT_WRITABLE: _(
        "The hall’s computer cannot reach its data: nothing was stored. Tell the organiser the "
        "number %(number)s, and go on on paper meanwhile."
    ),
    Trouble.BUSY: _(
        "The hall’s computer is busy: nothing was stored. It can be sent again in a moment "
        "(number %(number)s)."
    ),
}
TROUBLE_NAMES: Final = {
    Trouble.MISTAKE: _("The program made a mistake"),
    Trouble.DISK_FULL: _("The disk is full"),
    Trouble.NOT_WRITABLE: _("The data could not be reached"),
    Trouble.BUSY: _("The database was busy for too long"),
}


def failed_while(failure: Failure) -> str:
    """Return what was going on: somebody sent something, opened a page, or nobody did anything."""
    if not failure.method:
        return gettext("while the program looked after something by itself")
    if failure.is_writing:
        return gettext("while something was being stored")
    return gettext("while a page was being opened")
