"""What is in the way between two computers, in words."""

from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper import __version__
from scorekeeper.second.troubles import ClubHereError, PairTrouble, TroubleError

TROUBLE_TEXTS: Final = {
    PairTrouble.AWAY: _("it does not answer: is it on, and on the same network?"),
    PairTrouble.BEHIND: _("it is catching up: the network or its disk is slow."),
    PairTrouble.CODE: _("the code is not known there, or no longer: have a new one shown."),
    PairTrouble.VERSION: _(
        "the two run different versions of the program: install the same on both."
    ),
    PairTrouble.DAMAGED: _("what arrived was not in order; it is being copied again."),
    PairTrouble.FULL: _("the disk of the second computer is full: make room there."),
    PairTrouble.NOT_FIRST: _("that computer is none that can be followed: it follows one itself."),
    PairTrouble.NO_FILE: _("its data are in a PostgreSQL database, which has standbys of its own."),
    PairTrouble.ALIVE: _(
        "that computer goes on: follow it; or, where this one is to go on, stop the program there."
    ),
    PairTrouble.OTHER: _("something went wrong; it is tried again."),
}


def trouble_text(trouble: PairTrouble, told: str = "") -> str:
    """Return what is in the way; `told` is the version of the other one."""
    if trouble is PairTrouble.VERSION and told:
        versions = {"there": told, "here": __version__}
        text = gettext("there runs version %(there)s, here %(here)s: install the same on both.")
        return text % versions
    return str(TROUBLE_TEXTS[trouble])


def refusal_text(error: Exception) -> str:
    """Return why a computer does not follow another one, or take over, as a sentence."""
    if isinstance(error, TroubleError):
        return str(capfirst(trouble_text(error.code, error.told)))
    if isinstance(error, ClubHereError):
        return gettext("A club lives on this computer already: it follows nobody.")
    return getattr(error, "strerror", None) or str(error)
