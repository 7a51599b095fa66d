"""Texts of leaderboards: averages, shares, kinds of games."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

NOTHING: Final = "–"
_PLACES: Final = {0: Decimal(1), 1: Decimal("0.1"), 2: Decimal("0.01")}


def rounded(number: Fraction, places: int) -> Decimal:
    """Round to a number of decimals, halves away from zero."""
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return exact.quantize(_PLACES[places], rounding=ROUND_HALF_UP)


def average_text(average: Fraction | None) -> str:
    """Return an average with two decimals in the active locale."""
    if average is None:
        return NOTHING
    return number_format(rounded(average, 2), force_grouping=True)


def share_text(share: Fraction | None) -> str:
    if share is None:
        return NOTHING
    return _("%(number)s%%") % {"number": number_format(rounded(100 * share, 0))}
