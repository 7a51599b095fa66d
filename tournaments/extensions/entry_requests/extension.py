from typing import Any, Final

from django.db.models import Count
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension
from scorekeeper.models import Club
from tournaments.extensions.entry_requests.services import move_up_everywhere
from tournaments.models import ContestOpening, EntryRequest

MOVE_UP_EVERY_SECONDS: Final = 20.0


def home_notice(request: HttpRequest, club: Club) -> SafeString:
    """Return the contests with unanswered requests; one query."""
    asked = EntryRequest.objects.filter(tournament__club=club, state=EntryRequest.State.ASKED)
    contests = asked.values_list("tournament", "tournament__name").annotate(count=Count("pk"))
    context = {"contests": list(contests.order_by("tournament__date", "tournament"))}
    if not context["contests"]:
        return SafeString("")
    return render_to_string("entry_requests/_requests_notice.html", context, request)


def _move_up() -> None:
    move_up_everywhere(now=timezone.now())


def has_data(club: Club, contest: Any) -> bool:
    """Return whether a contest was announced, or has requests; at most two queries."""
    if contest is None:
        return False
    if contest.announcement or contest.sponsors:
        return True
    opened = ContestOpening.objects.filter(tournament=contest)
    return opened.exists() or EntryRequest.objects.filter(tournament=contest).exists()


EXTENSION = Extension(
    code="entry_requests",
    help_chapters={"tournaments.extensions.entry_requests": "contest-before"},
    label=_("Announcements"),
    text=_("A page and a poster before the day, where people can ask to enter"),
    has_data=has_data,
    requires=("prizes",),
    urls="tournaments.extensions.entry_requests.urls",
    templates={
        "contest.before": "entry_requests/_contest_before.html",
        "entries.buttons": "entry_requests/_entries_button.html",
    },
    home_notice=home_notice,
    duties=(("waiting lists", MOVE_UP_EVERY_SECONDS, _move_up),),
)
