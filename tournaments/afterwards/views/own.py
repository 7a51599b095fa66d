"""After the end, for the organiser: the poster of the results, the text for the newspaper."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scorekeeper.downloads import download
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.roles import Right
from tournaments.access import needs_in
from tournaments.afterwards.pages.newspaper import newspaper_text
from tournaments.afterwards.pages.results import entries_text, results_page
from tournaments.models import Tournament

SIZES: Final = ("a4", "a3")
TEXT: Final = "text/plain; charset=utf-8"


@require_safe
@needs_in(Right.LOOK)
def newspaper(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    page = results_page(tournament)
    context = {
        "tournament": tournament,
        "text": newspaper_text(page),
        "is_known": bool(page.lines),
        "address": qr_address(request, "tournaments:results", tournament.token),
    }
    return render(request, "afterwards/newspaper.html", context)


@require_safe
@needs_in(Right.LOOK)
def newspaper_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    content = newspaper_text(results_page(tournament)).encode()
    return download(content, f"{slugify(tournament.name) or 'contest'}.txt", TEXT)


@require_safe
@needs_in(Right.LOOK)
def results_poster(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the poster to print: the first places, what they won, who gave it."""
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
    return render(request, "afterwards/results_poster.html", context)
