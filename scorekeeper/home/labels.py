"""Why a typed code opens nothing, in words."""

from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class CodeRefusal(StrEnum):
    """Why nothing is opened."""

    NO_CODE = "no_code"
    """What was typed is none, which costs no try."""
    UNKNOWN = "unknown"
    TWO = "two"
    """Two things of tonight happen to have it."""
    TOO_MANY_TRIES = "too_many_tries"


def refusal_text(why: CodeRefusal, seconds: int) -> str:
    """Return what to do; after so many seconds another code may be tried."""
    if why is CodeRefusal.TOO_MANY_TRIES:
        text = ngettext(
            "Too many codes were tried. Try again in %(seconds)d second, or scan the code.",
            "Too many codes were tried. Try again in %(seconds)d seconds, or scan the code.",
            seconds,
        )
        return text % {"seconds": seconds}
    if why is CodeRefusal.NO_CODE:
        return _("The code has four letters and no digits. Compare it with the board.")
    if why is CodeRefusal.TWO:
        return _("Two events of tonight have this code: scan the one that you see.")
    return _("Nothing has this code tonight. Compare it with the board.")
