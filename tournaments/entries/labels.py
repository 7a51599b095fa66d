"""What is wrong with a line of a list of entries, and what fees come to, in words."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.entries.pasted import LineFault
from tournaments.files.rows import LONGEST_NAME


def euros_text(cents: int) -> str:
    """Return an amount in euros: "12 €", "7.50 €"."""
    euros, rest = divmod(cents, 100)
    amount = number_format(f"{euros}.{rest:02}" if rest else euros, force_grouping=True)
    # An amount is never parted from its sign at the end of a line.
    return (_("%(amount)s €") % {"amount": amount}).replace(" ", "\N{NO-BREAK SPACE}")


def line_fault_text(fault: LineFault, *, is_melee: bool) -> str:
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
