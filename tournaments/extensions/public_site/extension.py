from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension
from scorekeeper.models import Club
from tournaments.extensions.public_site.services import deliver_events
from tournaments.models import ClubWindow, Webhook

TELL_EVERY_SECONDS: Final = 20.0


def _tell_webhooks() -> None:
    # Most clubs have no webhooks.
    if Webhook.objects.exists():
        deliver_events(now=timezone.now())


def has_data(club: Club, _contest: Any) -> bool:
    opened = ClubWindow.objects.filter(club=club)
    return opened.exists() or Webhook.objects.filter(club=club).exists()


EXTENSION = Extension(
    code="public_site",
    help_chapters={"tournaments.extensions.public_site": "window"},
    label=_("The club’s public pages"),
    text=_("Seasons and contests on the Internet for everybody, and news for other programs"),
    has_data=has_data,
    requires=("entry_requests",),
    urls="tournaments.extensions.public_site.urls",
    templates={
        "leagues.buttons": "public_site/_leagues_button.html",
        "season.head": "public_site/_season_head.html",
        "season.club": "public_site/_season_club.html",
        "season.links": "public_site/_season_links.html",
    },
    api="tournaments.extensions.public_site.api",
    duties=(("webhooks", TELL_EVERY_SECONDS, _tell_webhooks),),
)
