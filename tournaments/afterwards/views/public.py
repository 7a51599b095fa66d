"""Results for everybody, on one page that may be sent around."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import get_public_tournament
from tournaments.afterwards.pages.results import entries_text, results_page
from tournaments.hall.pages.public import contest_podium
from tournaments.previews.podiums import not_found_by_search, preview_of


@require_safe
def results(request: HttpRequest, token: str) -> HttpResponse:
    """Show who won what; before the end, that it is not over."""
    tournament = get_public_tournament(token)
    podium = contest_podium(tournament)
    page = results_page(tournament) if tournament.finished_at else None
    context = {
        "tournament": tournament,
        "page": page,
        "entries": entries_text(page) if page else "",
        "preview": preview_of(podium, "tournaments:results", "tournaments:public-picture", token),
    }
    response = render(request, "afterwards/results.html", context)
    return not_found_by_search(response)
