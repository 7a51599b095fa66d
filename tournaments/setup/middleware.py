"""What is answered where a finished contest refuses an act: that it is opened again first."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import is_organiser
from tournaments.ledger.locks import FinishedError
from tournaments.setup.views.finished import finished_page


class FinishedMiddleware:
    """Refuse what a finished contest does not take, keep what was typed, and show the way."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as usual."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for an act that came after the end."""
        if not isinstance(exception, FinishedError):
            return None
        tournament = exception.tournament
        if request.method == "POST" or not is_organiser(request, tournament):
            return finished_page(request, tournament)
        messages.error(request, _("The contest is finished. Open it again first."))
        return redirect("tournaments:tournament-detail", tournament.pk)
