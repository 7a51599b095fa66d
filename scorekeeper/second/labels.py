"""What is in the way between two computers, in words."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper import __version__
from scorekeeper.second.troubles import Trouble

TROUBLE_TEXTS: Final = {
    Trouble.AWAY: _("it does not answer: is it on, and on the same network?"),
    Trouble.CODE: _("the code is not known there, or no longer: have a new one shown."),
    Trouble.VERSION: _("the two run different versions of the program: install the same on both."),
    Trouble.DAMAGED: _("what arrived is not in order; everything is being copied again."),
    Trouble.FULL: _("the disk of the second computer is full: make room there."),
    Trouble.NOT_FIRST: _("that computer is none that can be followed: it follows one itself."),
    Trouble.NO_FILE: _("its data are in a PostgreSQL database, which has standbys of its own."),
    Trouble.OTHER: _("something went wrong; it is tried again."),
}


def trouble_text(trouble: Trouble, told: str = "") -> str:
    """Return what is in the way; `told` is the version of the other one."""
    if trouble is Trouble.VERSION and told:
        versions = {"there": told, "here": __version__}
        text = gettext("there runs version %(there)s, here %(here)s: install the same on both.")
        return text % versions
    return str(TROUBLE_TEXTS[trouble])
