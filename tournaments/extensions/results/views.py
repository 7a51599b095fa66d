"""The results of a finished contest: public page, poster, newspaper text."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scorekeeper.downloads import download
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.roles import Right
from tournaments.access import get_public_tournament, requires_in_contest
from tournaments.extensions.results.queries import entries_text, newspaper_text, results_page
from tournaments.hall.queries.public import contest_podium
from tournaments.models import Tournament
from tournaments.previews.podiums import not_found_by_search, preview_of
from tournaments.visible_ranking import Reader, visible_ranking

SIZES: Final = ("a4", "a3")
TEXT: Final = "text/plain; charset=utf-8"


@require_safe
@requires_in_contest(Right.LOOK)
def newspaper(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    page = results_page(tournament)
    context = {
        "tournament": tournament,
        "text": newspaper_text(page),
        "is_known": bool(page.lines),
        "address": qr_address(request, "tournaments:results", tournament.token),
    }
    return render(request, "results/newspaper.html", context)


@require_safe
@requires_in_contest(Right.LOOK)
def newspaper_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    content = newspaper_text(results_page(tournament)).encode()
    return download(content, f"{slugify(tournament.name) or 'contest'}.txt", TEXT)


@require_safe
@requires_in_contest(Right.LOOK)
def results_poster(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the poster for printing: first places, prizes, sponsors."""
    page = results_page(tournament)
    address = qr_address(request, "tournaments:results", tournament.token)
    size = request.GET.get("size", "")
    context = {
        "tournament": tournament,
        "page": page,
        "entries": entries_text(page),
        "address": address,
        "qr_svg": qr_svg(address),
        "size": size if size in SIZES else SIZES[0],
    }
    return render(request, "results/results_poster.html", context)


@require_safe
def results(request: HttpRequest, token: str) -> HttpResponse:
    """Show the results; before the end, say that it is not over."""
    tournament = get_public_tournament(token)
    podium = contest_podium(tournament)
    seen = visible_ranking(tournament, Reader.EVERYBODY)
    page = results_page(tournament) if seen.is_final else None
    context = {
        "tournament": tournament,
        "page": page,
        "entries": entries_text(page) if page else "",
        "preview": preview_of(podium, "tournaments:results", "tournaments:public-picture", token),
    }
    response = render(request, "results/results.html", context)
    return not_found_by_search(response)
