"""The board for a projector: no account, no menu, nothing on the network while nothing changes."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper.addresses import watch
from scorekeeper.hall_codes import hall_code
from scorekeeper.qr import qr_address, qr_svg
from tournaments.access import get_public_tournament
from tournaments.hall.pages.boards import board_of, board_version, shows_the_same


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
        "hall": hall_code(request, tournament.token, tournament.date),
        "reach": watch.reach,
    }
    template = "board" if known is None else "_board"
    return render(request, f"hall/{template}.html", context)
