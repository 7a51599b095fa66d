"""The boards for a projector: no menu, nothing on the network while nothing changes."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from scorekeeper.addresses import watch
from scorekeeper.clubs.access import get_evening, is_shown_codes
from scorekeeper.clubs.pages.shown_names import names_for_everybody
from scorekeeper.hall_codes import hall_code
from scorekeeper.qr import qr_address, qr_svg
from tournaments.access import get_public_tournament
from tournaments.hall.pages.boards import board_of, board_version, shows_the_same
from tournaments.hall.pages.evenings import evening_board as board_of_evening
from tournaments.hall.pages.evenings import evening_board_version


@require_safe
def board(request: HttpRequest, token: str) -> HttpResponse:
    """Show the board; asked for `board`, only what changed since that version is sent."""
    tournament = get_public_tournament(token)
    known = request.GET.get("board")
    if known is not None and shows_the_same(tournament, known):
        # Asked from here on, the log holds next to nothing that the board has not been told.
        return HttpResponse(status=204, headers={"Board-Version": board_version(tournament)})
    address = qr_address(request, "tournaments:public", tournament.token)
    context = {
        "board": board_of(tournament, show=request.GET.get("show", ""), now=timezone.now()),
        "tournament": tournament,
        "qr_svg": qr_svg(address),
        "hall": hall_code(request, tournament.token, tournament.date, club=tournament.club_id),
        "reach": watch.reach,
    }
    template = "board" if known is None else "_board"
    return render(request, f"hall/{template}.html", context)


def _evening_etag(request: HttpRequest, pk: int) -> str:
    """Return what changes whenever the page does; raises Http404."""
    evening = get_evening(request, pk)
    version = evening_board_version(evening, names_for_everybody(evening.club_id))
    shows_code = is_shown_codes(request, evening.club_id)
    parts = (version, shows_code, get_language(), request.get_host(), request.get_full_path())
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'


@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=_evening_etag)
def evening_board(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the board of a club evening, to its organisers and to phones that joined it.

    Asked for `board`, only what changed since that version is sent.
    """
    evening = get_evening(request, pk)
    known = request.GET.get("board")
    names = names_for_everybody(evening.club_id)
    if known is not None and known == evening_board_version(evening, names):
        return HttpResponse(status=204)
    address = qr_address(request, "scorekeeper:evening-join", evening.token)
    shows_code = is_shown_codes(request, evening.club_id)
    context = {
        "board": board_of_evening(evening),
        "evening": evening,
        "qr_svg": qr_svg(address) if shows_code and not evening.closed_at else "",
        "hall": hall_code(request, evening.token, evening.date, club=evening.club_id),
        "reach": watch.reach,
    }
    template = "evening_board" if known is None else "_evening_board"
    return render(request, f"hall/{template}.html", context)
