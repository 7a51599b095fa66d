"""The competitions as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Name the app for Django."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Say what the score keeper asks of the competitions, and what leads to them."""
        from scorekeeper import extensions
        from scorekeeper.backups import erasures
        from tournaments.audit_log.games import ContestGames
        from tournaments.extensions import ADDITIONS, GamePages
        from tournaments.people.services.erasures import erase_again

        extensions.register_keeper(ContestGames())
        extensions.register_pages(GamePages())
        erasures.register(erase_again)
        extensions.register_additions(ADDITIONS)
