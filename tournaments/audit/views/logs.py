"""The log of a contest."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import needs
from scorekeeper.models import Club
from scorekeeper.roles import Right
from tournaments.access import get_tournament
from tournaments.audit.forms import LogForm
from tournaments.audit.pages.logs import check_log, holds, log_head, log_lines, log_of
from tournaments.chain import read_head

LINES_A_PAGE = 50


@require_safe
@needs(Right.LOOK)
def tournament_log(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Show who did what and when, the latest first, and whether the chain is whole."""
    tournament = get_tournament(club, pk)
    form = LogForm(request.GET)
    wanted = form.wanted
    printed = read_head(asked) if (asked := request.GET.get("head", "").strip()) else None
    page = Paginator(log_of(tournament, **wanted), LINES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournament": tournament,
        "form": form,
        "is_part": any(wanted.values()),
        "page_obj": page,
        "lines": log_lines(tournament, list(page.object_list)),
        # A mark holds for the lines before it too: they are looked at whatever their number.
        "check": check_log(tournament, always=printed is not None or "check" in request.GET),
        "head": log_head(tournament),
        "asked": asked,
        "printed": printed,
        "holds": printed is not None and holds(tournament, printed),
    }
    return render(request, "audit/tournament_log.html", context)
