"""Texts about players: results, differences, places, charts."""

from fractions import Fraction

from django.utils.translation import ngettext, pgettext

from scorekeeper.labels.sheets import points_text
from tournaments.leaderboards.labels import average_text


def signed_points(points: int) -> str:
    """Return a difference with its sign: "+120", "−45", "0"."""
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return f"{sign}{points_text(abs(points))}"


def rank_text(place: int, entries: int) -> str:
    """Return "3 of 42", or only the place if the number of entries is unknown."""
    if not entries:
        return str(place)
    return pgettext("place", "%(place)d of %(entries)d") % {"place": place, "entries": entries}


def form_summary(*, evenings: int, average: Fraction, best: Fraction, last: Fraction) -> str:
    """Return the form over some evenings in one sentence."""
    text = ngettext(
        "%(count)d event: %(average)s points per hand on average, %(best)s at best, %(last)s "
        "the last time.",
        "%(count)d events: %(average)s points per hand on average, %(best)s at best, %(last)s "
        "the last time.",
        evenings,
    )
    return text % {
        "count": evenings,
        "average": average_text(average),
        "best": average_text(best),
        "last": average_text(last),
    }


def balance_text(games: int, one: str, one_won: int, other: str, other_won: int) -> str:
    """Return how often each side won in one sentence."""
    if one_won == other_won:
        text = ngettext(
            "%(games)d game, each side has won %(won)d.",
            "%(games)d games, each side has won %(won)d.",
            games,
        )
        return text % {"games": games, "won": one_won}
    ahead, won, lost = (
        (one, one_won, other_won) if one_won > other_won else (other, other_won, one_won)
    )
    text = ngettext(
        "%(games)d game: %(name)s ahead, %(won)d to %(lost)d.",
        "%(games)d games: %(name)s ahead, %(won)d to %(lost)d.",
        games,
    )
    return text % {"games": games, "name": ahead, "won": won, "lost": lost}
