"""What is wrong with a list of entries, and what fees come to, in words."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.entry_lists import LONGEST_NAME, MOST_LINES, LineFault, ListFault


def euros_text(cents: int) -> str:
    """Return an amount in euros: "12 €", "7.50 €"."""
    euros, rest = divmod(cents, 100)
    amount = number_format(f"{euros}.{rest:02}" if rest else euros, force_grouping=True)
    # An amount is never parted from its sign at the end of a line.
    return (_("%(amount)s €") % {"amount": amount}).replace(" ", "\N{NO-BREAK SPACE}")


def list_fault_text(fault: ListFault) -> str:
    """Return why a list cannot be read at all, and what helps."""
    texts = {
        ListFault.EMPTY: _("There is no name in it: paste one entry a line, or choose a file."),
        ListFault.TOO_LARGE: _(
            "That is more than one megabyte: keep only the names, or take the list in parts."
        ),
        ListFault.TOO_MANY_LINES: _("That is more than %(count)d lines: take the list in parts.")
        % {"count": MOST_LINES},
        ListFault.NOT_A_LIST: _(
            "This file is no list that can be read: save it as XLSX or CSV, or paste the lines."
        ),
    }
    return texts[fault]


def line_fault_text(fault: LineFault, *, is_melee: bool) -> str:
    """Return why a line cannot be read."""
    if fault is LineFault.TOO_MANY_NAMES and is_melee:
        return _("More than one name: in a mêlée every player has a line of their own.")
    texts = {
        LineFault.NO_NAME: _("There is no name on it."),
        LineFault.TOO_MANY_NAMES: _("More than two names."),
        LineFault.TOO_LONG: _("A name of more than %(count)d letters.") % {"count": LONGEST_NAME},
        LineFault.NO_LETTER: _("A name without a letter."),
        LineFault.SAME_NAME_TWICE: _("The same name twice."),
    }
    return texts[fault]
