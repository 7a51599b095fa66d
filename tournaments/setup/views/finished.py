"""A contest after its end: what it does not take any more, and how it is opened again."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.clubs.access import may, signed
from scorekeeper.roles import Right
from tournaments.access import needs_in
from tournaments.models import Tournament
from tournaments.setup.services import resume_tournament

THEN: Final = "then"
"""The address to which what was typed goes once the contest is open again."""
_OF_THE_PAGE: Final = frozenset({"csrfmiddlewaretoken", THEN})


def finished_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Refuse an act that was sent after the end; it can be sent again once the contest is open."""
    context = {
        "tournament": tournament,
        "organises": may(request, tournament.club_id, Right.CONTESTS),
        "then": request.get_full_path(),
        "typed": _typed(request),
    }
    return render(request, "setup/contest_finished.html", context, status=409)


@require_POST
@needs_in(Right.CONTESTS)
def tournament_resume(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open a finished contest again; what was typed before that is offered to be sent now."""
    resume_tournament(tournament_id=tournament.pk, **signed(request))
    then = request.POST.get(THEN, "")
    if url_has_allowed_host_and_scheme(then, allowed_hosts=None):
        tournament.refresh_from_db()
        context = {"tournament": tournament, "then": then, "typed": _typed(request)}
        return render(request, "setup/contest_finished.html", context)
    messages.success(request, _("The contest is open again."))
    return redirect("tournaments:tournament-detail", tournament.pk)


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """Return every field of a form as it was sent, in order."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name not in _OF_THE_PAGE
        for value in values
    ]
