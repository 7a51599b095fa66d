"""The page on which anybody checks a contest."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import get_public_tournament
from tournaments.audit_log.queries.documents import is_offered
from tournaments.audit_log.queries.logs import log_head
from tournaments.extensions.proof.labels import CHECKED, NOT_CHECKED


@require_safe
def contest_check(request: HttpRequest, token: str) -> HttpResponse:
    """Say how anybody can check the contest; with scripts the page does it."""
    tournament = get_public_tournament(token)
    context = {
        "tournament": tournament,
        "head": log_head(tournament),
        # From the QR code on paper.
        "asked": request.GET.get("head", "")[:100],
        "is_offered": is_offered(tournament),
        "checked": CHECKED,
        "not_checked": NOT_CHECKED,
    }
    return render(request, "proof/contest_check.html", context)
