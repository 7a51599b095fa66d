from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension
from scorekeeper.models import Club, Evening
from tournaments.extensions.sync.services.sending import send_news
from tournaments.models import ArrivedEvening, HallComputer, ServerLink

SEND_EVERY_SECONDS: Final = 30.0


def evening_notice(evening: Evening) -> SafeString:
    """Return from which computer the news of a mirror comes, and when; a query."""
    arrived = ArrivedEvening.objects.select_related("computer").filter(evening=evening).first()
    if arrived is None:
        return SafeString("")
    return render_to_string("sync/_last_news.html", {"arrived": arrived})


def has_data(club: Club, _contest: Any) -> bool:
    """Return whether computers are paired, on this side or the other; two queries."""
    halls = HallComputer.objects.filter(club=club)
    return halls.exists() or ServerLink.objects.filter(club=club).exists()


EXTENSION = Extension(
    code="sync",
    help_chapters={"tournaments.extensions.sync": "window"},
    label=_("The hall and the server"),
    text=_("What the hall’s computer writes is on the club’s server as well"),
    has_data=has_data,
    urls="tournaments.extensions.sync.urls",
    templates={
        "contests.computers": "sync/_contests_button.html",
        "contest.mirror": "sync/_last_news_of_contest.html",
    },
    evening_notice=evening_notice,
    duties=(("news for the server", SEND_EVERY_SECONDS, send_news),),
)
