"""The page that explains ratings and switches them on or off."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import requires
from scorekeeper.models import Club
from scorekeeper.roles import Right
from tournaments.extensions.ratings.queries import left_open, rated_club, rating_examples
from tournaments.ratings.services import rate_what_changed, show_ratings


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.LOOK, to_write=Right.SEASONS)
def rating_help(request: HttpRequest, club: Club) -> HttpResponse:
    """Explain ratings in plain words; a member can switch them on or off here."""
    if request.method == "POST":
        return _switch(request, club, are_shown=request.POST.get("shows_ratings") == "on")
    if club.shows_ratings:
        rate_what_changed(club)
    context = {
        "club": club,
        "rated": rated_club(club) if club.shows_ratings else None,
        "open": left_open(club) if club.shows_ratings else None,
        "examples": rating_examples(),
    }
    return render(request, "ratings/rating_help.html", context)


def _switch(request: HttpRequest, club: Club, *, are_shown: bool) -> HttpResponse:
    show_ratings(club=club, are_shown=are_shown)
    if are_shown:
        messages.success(request, _("The ratings are shown to the members of the club."))
    else:
        messages.success(request, _("The ratings are hidden."))
    return redirect("tournaments:rating-help")
