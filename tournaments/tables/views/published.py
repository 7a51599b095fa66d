"""What the pages of a round being played begin with."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scorekeeper.models import Club
from tournaments.access import get_round_of
from tournaments.models import Round


def published_round(
    view: Callable[[HttpRequest, Round], HttpResponse],
) -> Callable[[HttpRequest, Club, int, int], HttpResponse]:
    """Call the view with a round that has tables; a draw that is still a preview is shown."""

    @wraps(view)
    def wrapped(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
        played = get_round_of(club, pk, number)
        if played.is_drawn:
            return redirect("tournaments:draw-detail", pk, number)
        return view(request, played)

    return wrapped
