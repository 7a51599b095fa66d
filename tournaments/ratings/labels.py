"""Texts and numbers of ratings."""

from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

FINDING_OUT: Final = 7.2
"""The uncertainty of a rating is above this for the first fifty games or so."""
SURE: Final = 5.8
"""The uncertainty of a player with about 150 games."""


def rating_text(value: float) -> str:
    return number_format(round(value, 1), decimal_pos=1)


def sureness_text(sigma: float) -> str:
    """Return in words how certain a rating is, from its uncertainty; a newcomer's is 25/3."""
    if sigma > FINDING_OUT:
        return _("still finding out")
    return _("fairly sure") if sigma > SURE else _("sure")
