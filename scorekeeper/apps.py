"""The score keeper as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScorekeeperConfig(AppConfig):
    """Name the app for Django."""

    name = "scorekeeper"
    verbose_name = _("Score keeper")

    def ready(self) -> None:
        """Connect the handlers of sign-ins."""
        from django.contrib.auth.signals import user_logged_in

        from scorekeeper.clubs.signed_in import note_sign_in

        user_logged_in.connect(note_sign_in)
