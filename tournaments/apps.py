"""The competitions as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """The app of the competitions."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Register the erasure of names that a restored backup brought back."""
        from scorekeeper.backups import erasures
        from tournaments.people.services.erasures import erase_again

        erasures.register(erase_again)
