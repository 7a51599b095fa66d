from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension, is_contest_on
from scorekeeper.models import Club
from tournaments.extensions.club_export.services import forget_requests, keep_no_longer
from tournaments.models import EntryRequest

KEEP_EVERY_SECONDS: Final = 24 * 3600.0


def _keep_no_longer() -> None:
    if EntryRequest.objects.exists():
        forget_requests(now=timezone.now())
    # Nobody's name goes while phones wait for an answer.
    today = timezone.localdate()
    if Club.objects.exclude(keep_years=None).exists() and not is_contest_on(today, today):
        keep_no_longer(now=timezone.now())


EXTENSION = Extension(
    code="club_export",
    help_chapters={"tournaments.extensions.club_export": "backup"},
    requires=("entry_requests", "sync"),
    urls="tournaments.extensions.club_export.urls",
    owner_links=(("tournaments:club-data", _("The club’s data: export, move, erase")),),
    duties=(("names kept no longer", KEEP_EVERY_SECONDS, _keep_no_longer),),
)
