"""Entries, ranking, results and hands as files for a spreadsheet."""

from collections.abc import Callable, Mapping
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scorekeeper.roles import Right
from tournaments.access import needs_in
from tournaments.entries.pages.exports import entries_sheet
from tournaments.files.downloads import download_list, refuse_unknown_kind
from tournaments.files.spreadsheets import ExportedList
from tournaments.models import Tournament
from tournaments.rankings.pages.exports import (
    hands_sheet,
    ranking_sheet,
    results_sheet,
)

SHEETS: Final[Mapping[str, Callable[[Tournament], ExportedList]]] = {
    "entries": entries_sheet,
    "ranking": ranking_sheet,
    "results": results_sheet,
    "hands": hands_sheet,
}


@require_safe
@needs_in(Right.FILES)
def export_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament}
    return render(request, "rankings/export_list.html", context)


@require_safe
@needs_in(Right.FILES)
def export_file(request: HttpRequest, tournament: Tournament, what: str, kind: str) -> HttpResponse:
    refuse_unknown_kind(kind)
    if what not in SHEETS:
        raise Http404
    sheet = SHEETS[what](tournament)
    name = f"{slugify(tournament.name)}-{tournament.date:%Y-%m-%d}-{slugify(sheet.title)}".strip(
        "-"
    )
    return download_list(sheet, name, kind)
