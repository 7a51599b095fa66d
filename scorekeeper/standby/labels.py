"""Texts for problems between two computers."""

from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper import __version__
from scorekeeper.standby.errors import ClubHereError, PairingError, PairingProblem

TROUBLE_TEXTS: Final = {
    PairingProblem.AWAY: _("it does not answer: is it on, and on the same network?"),
    PairingProblem.BEHIND: _("it is catching up: the network or its disk is slow."),
    PairingProblem.CODE: _("the code is not known there, or no longer: show a new one there."),
    PairingProblem.VERSION: _(
        "the two run different versions of the program: install the same on both."
    ),
    PairingProblem.DAMAGED: _("what arrived was not in order; it is being copied again."),
    PairingProblem.FULL: _("the disk of the second computer is full: make room there."),
    PairingProblem.NOT_FIRST: _("that computer cannot be followed: it follows one itself."),
    PairingProblem.NO_FILE: _(
        "its data are in a PostgreSQL database, which has standbys of its own."
    ),
    PairingProblem.ALIVE: _(
        "that computer has carried on: follow it; or, if this one is to carry on, stop the "
        "program there."
    ),
    PairingProblem.OTHER: _("something went wrong; it is tried again."),
}


def trouble_text(trouble: PairingProblem, detail: str = "") -> str:
    """Return the text of a problem; `detail` is the other computer's version."""
    if trouble is PairingProblem.VERSION and detail:
        versions = {"there": detail, "here": __version__}
        text = gettext(
            "version %(there)s runs there, version %(here)s here: install the same on both."
        )
        return text % versions
    return str(TROUBLE_TEXTS[trouble])


def refusal_text(error: Exception) -> str:
    """Return a sentence that says why a computer cannot become a standby or take over."""
    if isinstance(error, PairingError):
        return str(capfirst(trouble_text(error.code, error.detail)))
    if isinstance(error, ClubHereError):
        return gettext("A club already lives on this computer: it follows nobody.")
    return getattr(error, "strerror", None) or str(error)
