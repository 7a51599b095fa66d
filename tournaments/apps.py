"""The competitions as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Name the app for Django."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Let contests have their say in their games."""
        from scorekeeper.contests import register
        from tournaments.keeper import ContestKeeper

        register(ContestKeeper())
