"""The competitions as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Name the app for Django."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Let a restored backup erase again the names that were erased after it."""
        from scorekeeper.backups import erasures
        from tournaments.people.services.erasures import erase_again

        erasures.register(erase_again)
