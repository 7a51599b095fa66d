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
    NAME_THE_CLUB = "name_the_club"
    """Too many were tried without the number of a club."""
    NO_TABLE = "no_table"
    WRONG_AT_TABLE = "wrong_at_table"
    TABLE_SHUT = "table_shut"
    """Too many wrong letters were typed for the table tonight."""


def refusal_text(why: CodeRefusal, seconds: int) -> str:
    """Return what to do; after so many seconds another code may be tried."""
    if why is CodeRefusal.TOO_MANY_TRIES:
        text = ngettext(
            "Too many codes were tried. Try again in %(seconds)d second, or scan the code.",
            "Too many codes were tried. Try again in %(seconds)d seconds, or scan the code.",
            seconds,
        )
        return text % {"seconds": seconds}
    if why is CodeRefusal.NAME_THE_CLUB:
        text = ngettext(
            "Too many codes without the number of a club were tried. Type that number before the "
            "letters, as in 3 BCDF: it is on the board and the card. Or try again in %(seconds)d "
            "second, or scan the code.",
            "Too many codes without the number of a club were tried. Type that number before the "
            "letters, as in 3 BCDF: it is on the board and the card. Or try again in %(seconds)d "
            "seconds, or scan the code.",
            seconds,
        )
        return text % {"seconds": seconds}
    if why is CodeRefusal.NO_CODE:
        return _(
            "A code has four letters, such as BCDF; that of a table is longer, such as "
            "BCDF 12 GHJK. Compare it with the board or the card."
        )
    if why is CodeRefusal.NO_TABLE:
        return _("This contest has no table of that number. Compare it with the card.")
    if why is CodeRefusal.WRONG_AT_TABLE:
        return _("The letters behind the table’s number are others. Compare them with the card.")
    if why is CodeRefusal.TABLE_SHUT:
        return _(
            "Too many wrong letters were typed for this table: they open nothing more tonight. "
            "Scan its QR code, or ask the organiser."
        )
    if why is CodeRefusal.TWO:
        return _("Two events of tonight have this code: scan the one that you see.")
    return _("Nothing has this code tonight. Compare it with the board.")
