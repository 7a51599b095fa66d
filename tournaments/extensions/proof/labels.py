"""What the checkers check, in words; the codes are those of check.js and check.py."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CHECKED: Final[Mapping[str, Promise]] = {
    "log": _("lines of the log, each with the hash of the one before"),
    "redacted": _(
        "lines shortened to protect people: initials instead of names, no payments, no wishes; one "
        "more line at the end of the document certifies them"
    ),
    "heads": _("fingerprints found in the log, printed or kept by this phone"),
    "entries": _("entries"),
    "draws": _("draws: everybody once, repeats as claimed, published as drawn"),
    "fewest": _("draws proved to have the fewest repeats"),
    "lots": _("lots for prizes"),
    "called": _("draws and lots from a number called in the hall and a secret fixed before"),
    "tables": _("tables"),
    "scored": _("hands, scored again"),
    "hands": _("hands as they were written"),
    "receipts": _("receipts of sheets"),
    "results": _("results"),
    "standings": _("lines of the ranking, with their tie-breaks"),
    "rankings": _("final rankings in the log"),
    "awards": _("prizes"),
    "counts": _("counts of the till"),
    "purses": _("payments of entries"),
}
NOT_CHECKED: Final[Mapping[str, Promise]] = {
    "hands": _("How hands are scored: in contests from before version 0.15 nothing fixes it."),
    "brought_in": _("What was played before the contest was imported from elsewhere."),
    "redrawn": _("Draws were not made again: for that the program is needed."),
    "fewest": _("Whether a draw has the fewest repeats, where its proof is a long search."),
    "unused": _(
        "Why a new series of secrets began before the announced secret was used: ask who drew."
    ),
    "no_draw": _("Rounds whose draw is not in the document."),
    "hidden_wishes": _("Wishes for the draw: only the organiser has them."),
    "places": _("The places from which rounds were drawn."),
    "phases": _("Who went on in pools and brackets, and the order that follows from it."),
    "meetings": _("Meetings of club teams, and the order that follows from them."),
    "declarations": _(
        "Hands in which both sides declared and nobody wrote whose declaration was best."
    ),
    "money": _("The cash book: it is not in the public document."),
    "handed": _("Whether each prize was handed to its winner at that moment."),
    "names": _("Who wrote a hand, if a name was removed later."),
    "unknown": _("Parts that this page does not know: the document is newer."),
    "anew": _(
        "Whether somebody rewrote the whole log: to find out, compare a fingerprint that was "
        "printed or photographed."
    ),
}
