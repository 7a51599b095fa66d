"""What fees come to, in words."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _


def euros_text(cents: int) -> str:
    """Return an amount in euros: "12 €", "7.50 €"."""
    euros, rest = divmod(cents, 100)
    amount = number_format(f"{euros}.{rest:02}" if rest else euros, force_grouping=True)
    # An amount is never parted from its sign at the end of a line.
    return (_("%(amount)s €") % {"amount": amount}).replace(" ", "\N{NO-BREAK SPACE}")
