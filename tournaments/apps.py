"""The competitions as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Name the app for Django."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Let contests have their say in their games, and take names out of what they hold."""
        from scorekeeper import contest_pages, contests
        from scorekeeper.copies import erasures
        from tournaments.keeper import GamePages
        from tournaments.ledger.games import ContestGames
        from tournaments.people.services.erasures import erase_again

        contests.register(ContestGames())
        contest_pages.register(GamePages())
        erasures.register(erase_again)
