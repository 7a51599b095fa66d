from typing import Final

from django.utils import timezone

from scorekeeper.extensions import Extension
from tournaments.extensions.public_site.services import tell_news
from tournaments.models import Webhook

TELL_EVERY_SECONDS: Final = 20.0


def _tell_webhooks() -> None:
    # Most clubs tell no program anything.
    if Webhook.objects.exists():
        tell_news(now=timezone.now())


EXTENSION = Extension(
    code="public_site",
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
