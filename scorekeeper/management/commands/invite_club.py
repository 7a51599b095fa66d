"""Print a link with which somebody founds one club on this server: python manage.py invite_club."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.services.members import Founding, create_invitation


class Command(BaseCommand):
    help = "Print a link with which somebody founds one club; it works once, within 14 days."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.FOUNDING == Founding.OFF:
            raise CommandError(
                _("Clubs are not founded by a page here: set BELOTE_FOUNDING=invitation first.")
            )
        token = create_invitation(now=timezone.now())
        path = reverse("scorekeeper:club-found-invited", args=[token])
        self.stdout.write(f"{settings.PUBLIC_URL or 'http://localhost:8000'}{path}")
