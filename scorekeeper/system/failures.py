"""Recent failures, for those who run the club."""

from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import may, requires
from scorekeeper.labels.problems import TROUBLE_NAMES, failed_while
from scorekeeper.models import Club
from scorekeeper.models.keys import typed_number
from scorekeeper.monitoring.failures import failures_of_tonight, last_failures
from scorekeeper.roles import Right

SEEN_KEY: Final = "failures_seen"
"""Session key: the second of the last failure that was dismissed."""
MOST_SHOWN: Final = 50


def news_of_failures(request: HttpRequest, club: Club) -> dict[str, Any] | None:
    """Return tonight's failures that were not yet dismissed in this browser.

    None if there are none, or if the user does not look after the computer.
    """
    if not may(request, club.pk, Right.COMPUTER):
        return None
    seen = request.session.get(SEEN_KEY, 0)
    tonight = failures_of_tonight(timezone.localtime())
    failures = [failure for failure in tonight if failure.second > seen]
    if not failures or not _may_look(request):
        return None
    return {"count": len(failures), "last": failures[0], "log": settings.LOG_FILE}


def _may_look(request: HttpRequest) -> bool:
    """Return whether the user works for every club.

    Failures are those of the whole program, and name pages of any club.
    """
    user = request.user
    is_first = isinstance(user, User) and user.is_superuser
    return is_first or not Club.objects.exclude(memberships__user=user.pk).exists()


@require_safe
@requires(Right.COMPUTER)
def failure_list(request: HttpRequest, club: Club) -> HttpResponse:
    if not _may_look(request):
        raise Http404
    failures = [
        {
            "failure": failure,
            "what": TROUBLE_NAMES[failure.trouble],
            "place": failed_while(failure),
        }
        for failure in last_failures()[:MOST_SHOWN]
    ]
    context = {"failures": failures, "log": settings.LOG_FILE}
    return render(request, "system/failure_list.html", context)


@require_POST
@requires(Right.COMPUTER)
def failures_seen(request: HttpRequest, club: Club) -> HttpResponse:
    """Dismiss the failures on the home page in this browser; later ones are shown again."""
    if until := typed_number(request.POST.get("until", "")):
        request.session[SEEN_KEY] = until
    return redirect("scorekeeper:home")
