"""The history of a rating in words."""

from django.utils.formats import number_format
from django.utils.translation import ngettext

from tournaments.ratings.labels import rating_text
from tournaments.ratings.model import Strength


def rating_change_text(value: float) -> str:
    """Return a change with its sign: "+0.8", "−1.2", "0.0"."""
    rounded = round(value, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return f"{sign}{number_format(abs(rounded), decimal_pos=1)}"


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
