"""The score keeper as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScorekeeperConfig(AppConfig):
    """Name the app for Django."""

    name = "scorekeeper"
    verbose_name = _("Score keeper")
