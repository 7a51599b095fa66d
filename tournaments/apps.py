"""The competitions as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Name the app for Django."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Say what the score keeper asks of the competitions, and what leads to them."""
        from scorekeeper import additions, contest_pages, contests
        from scorekeeper.copies import erasures
        from tournaments.additions import ADDITIONS
        from tournaments.keeper import GamePages
        from tournaments.ledger.games import ContestGames
        from tournaments.people.services.erasures import erase_again

        contests.register(ContestGames())
        contest_pages.register(GamePages())
        erasures.register(erase_again)
        additions.register(ADDITIONS)
