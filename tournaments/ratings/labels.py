"""Texts and numbers of ratings."""

from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.ratings.model import Strength

FINDING_OUT: Final = 7.2
"""The uncertainty of a rating is above this for the first fifty games or so."""
SURE: Final = 5.8
"""The uncertainty of a player with about 150 games."""


def rating_text(value: float) -> str:
    return number_format(round(value, 1), decimal_pos=1)


def rating_change_text(value: float) -> str:
    """Return a change with its sign: "+0.8", "−1.2", "0.0"."""
    rounded = round(value, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return f"{sign}{number_format(abs(rounded), decimal_pos=1)}"


def sureness_text(sigma: float) -> str:
    """Return in words how certain a rating is, from its uncertainty; a newcomer's is 25/3."""
    if sigma > FINDING_OUT:
        return _("still finding out")
    return _("fairly sure") if sigma > SURE else _("sure")


def history_summary(*, games: int, last: Strength, best: float) -> str:
    """Return a rating's history in one sentence, as the text alternative of the chart."""
    return ngettext(
        "After %(games)d game the rating is %(last)s, give or take %(off)s; at its best it was "
        "%(best)s.",
        "After %(games)d games the rating is %(last)s, give or take %(off)s; at its best it was "
        "%(best)s.",
        games,
    ) % {
        "games": games,
        "last": rating_text(last.mu),
        "off": rating_text(last.sigma),
        "best": rating_text(best),
    }
