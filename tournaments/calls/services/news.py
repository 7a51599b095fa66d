"""That the phones of some tables, or the board, have something to look at."""

from collections.abc import Iterable

from tournaments.models import Tournament


def stir(tournament: Tournament, places: Iterable[int | str]) -> None:
    """Let the phones of these tables look again; the contest is locked.

    It stands in the row of the contest, which phones that ask read anyway.
    """
    news = dict(tournament.table_news)
    for place in places:
        news[str(place)] = news.get(str(place), 0) + 1
    tournament.table_news = news
    tournament.save(update_fields=["table_news"])
