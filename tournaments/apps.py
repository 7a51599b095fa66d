"""The competitions as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Name the app for Django."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Let contests have their say in their games, and take names out of what they hold."""
        from scorekeeper import contests
        from scorekeeper.copies import erasures
        from tournaments.keeper import ContestKeeper
        from tournaments.people.services.erasures import erase_again

        contests.register(ContestKeeper())
        erasures.register(erase_again)
