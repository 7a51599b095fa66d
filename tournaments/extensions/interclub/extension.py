from typing import Any, Final

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension
from scorekeeper.models import Club
from tournaments.extensions.interclub.queries import questions_for
from tournaments.extensions.interclub.services import keep_up_to_date

RATE_EVERY_SECONDS: Final = 60.0


def home_notice(request: HttpRequest, club: Club) -> SafeString:
    """Return how many questions of other clubs wait for an answer; one query."""
    count = questions_for(club) if club.together_from else 0
    if not count:
        return SafeString("")
    return render_to_string("interclub/_questions.html", {"count": count}, request)


def has_data(club: Club, _contest: Any) -> bool:
    return club.together_from is not None


EXTENSION = Extension(
    code="interclub",
    help_chapters={"tournaments.extensions.interclub": "window"},
    label=_("Clubs together"),
    text=_("Ratings across all clubs of a server, and who also plays elsewhere"),
    has_data=has_data,
    urls="tournaments.extensions.interclub.urls",
    templates={
        "leaderboards.sharing": "interclub/_leaderboard_button.html",
        "club.players": "interclub/_club_players.html",
        "me": "interclub/_own_elsewhere.html",
    },
    home_notice=home_notice,
    list_links=(("tournaments:people-elsewhere", _("Who also plays elsewhere")),),
    duties=(("ratings over all clubs", RATE_EVERY_SECONDS, keep_up_to_date),),
)
