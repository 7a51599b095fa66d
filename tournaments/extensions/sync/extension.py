from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from scorekeeper.extensions import Extension
from scorekeeper.models import Evening
from tournaments.extensions.sync.services.sending import send_news
from tournaments.models import ArrivedEvening

SEND_EVERY_SECONDS: Final = 30.0


def evening_notice(evening: Evening) -> SafeString:
    """Return from which computer the news of a mirror comes, and when; a query."""
    arrived = ArrivedEvening.objects.select_related("computer").filter(evening=evening).first()
    if arrived is None:
        return SafeString("")
    return render_to_string("sync/_last_news.html", {"arrived": arrived})


EXTENSION = Extension(
    code="sync",
    urls="tournaments.extensions.sync.urls",
    templates={
        "contests.computers": "sync/_contests_button.html",
        "contest.mirror": "sync/_last_news_of_contest.html",
    },
    evening_notice=evening_notice,
    duties=(("news for the server", SEND_EVERY_SECONDS, send_news),),
)
