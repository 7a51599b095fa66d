"""Prizes for tests, as somebody pastes them."""

from tests.table import NOW, SCORER
from tournaments.extensions.prizes.services import set_prizes
from tournaments.extensions.prizes.text_import import read_prizes
from tournaments.models import Tournament
from tournaments.standings.prizes import PrizePlan


def set_list(tournament: Tournament, text: str, *, several: bool = False) -> Tournament:
    """Set the prizes of a contest as they are pasted, one a line, and return it as it is now."""
    prizes = tuple(read_prizes(text, tags=tournament.tags).prizes)
    set_prizes(
        tournament_id=tournament.pk,
        change=lambda _before: PrizePlan(prizes=prizes, several=several),
        author=SCORER,
        now=NOW,
    )
    tournament.refresh_from_db()
    return tournament
