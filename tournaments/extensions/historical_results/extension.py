from typing import Any

from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension
from scorekeeper.models import Club
from tournaments.models import PastContest


def has_data(club: Club, _contest: Any) -> bool:
    return PastContest.objects.filter(club=club).exists()


EXTENSION = Extension(
    code="historical_results",
    help_chapters={"tournaments.extensions.historical_results": "seasons"},
    label=_("Past results"),
    text=_("Contests from before this program, for leaderboards and seasons"),
    has_data=has_data,
    urls="tournaments.extensions.historical_results.urls",
    templates={
        "contests.buttons": "historical_results/_contests_button.html",
    },
)
