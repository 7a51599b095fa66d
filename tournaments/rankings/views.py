"""Rankings, lots drawn in the hall, and exports for a spreadsheet."""

from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from math import ceil
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import actor, post_data
from scorekeeper.clubs.names import short_names
from scorekeeper.models.keys import typed_number
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.access import get_public_tournament, requires_in_contest
from tournaments.contests.services import draw_lot, record_lot
from tournaments.draw_secrets import secret_fingerprint
from tournaments.entries.queries.entries import entries_sheet
from tournaments.files.downloads import contest_file_name, download_list, refuse_unknown_kind
from tournaments.files.spreadsheets import ExportedList
from tournaments.models import Tournament
from tournaments.rankings.forms import CalledLotForm, CompareForm, LotForm
from tournaments.rankings.queries.cross_table import cross_table, cross_table_sheet
from tournaments.rankings.queries.exports import hands_sheet, ranking_sheet, results_sheet
from tournaments.rankings.queries.rankings import Ranking, RankingLine, ranking_of, tied_groups
from tournaments.standings.ranking import LastResort
from tournaments.tags import tag_label
from tournaments.visible_ranking import Reader

LINES_A_PAGE: Final = 100
NAME_ON_PAPER: Final = 30
NOTE_ON_PAPER: Final = 45
"""How many characters of a name, and of a reason, stand in one row of a printed ranking."""
TYPE_SIZES: Final = {"large": 28, "medium": 38}
"""With how many rows at most a ranking is printed in larger type (rankings.css)."""

SHEETS: Final[Mapping[str, Callable[[Tournament], ExportedList]]] = {
    "entries": entries_sheet,
    "ranking": ranking_sheet,
    "results": results_sheet,
    "hands": hands_sheet,
    "cross-table": cross_table_sheet,
}


@require_safe
@requires_in_contest(Right.FILES)
def export_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament}
    return render(request, "rankings/export_list.html", context)


@require_safe
@requires_in_contest(Right.FILES)
def export_file(request: HttpRequest, tournament: Tournament, what: str, kind: str) -> HttpResponse:
    refuse_unknown_kind(kind)
    if what not in SHEETS:
        raise Http404
    sheet = SHEETS[what](tournament)
    return download_list(sheet, contest_file_name(tournament, sheet), kind)


@require_safe
@requires_in_contest(Right.LOOK)
def ranking(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show a ranking: general, after a round, of one round alone, or of a tag."""
    shown = _asked(request, tournament)
    lines = _lines(request, shown)
    form = CompareForm(request.GET, ranking=shown)
    context: dict[str, Any] = {
        "tournament": tournament,
        "ranking": shown,
        "lines": lines,
        "short": short_names(line.title for line in lines),
        "shows_all": "all" in request.GET,
        "type_size": _type_size(lines),
        "tags": [(tag, tag_label(tag)) for tag in shown.tags],
        "tag_label": tag_label(shown.tag),
        "form": form,
    }
    if form.is_valid():
        context["answer"] = _answer(shown, form.cleaned_data["why"], form.cleaned_data["than"])
    return render(request, "rankings/ranking.html", context)


def _lines(request: HttpRequest, shown: Ranking) -> Page[RankingLine]:
    """Return a page of the lines; all of them where they are to be printed or looked through."""
    a_page = max(1, len(shown.lines)) if "whole" in request.GET else LINES_A_PAGE
    return Paginator(shown.lines, a_page).get_page(request.GET.get("page"))


def _type_size(lines: Iterable[RankingLine]) -> str:
    """Return how large a ranking is printed, so that one sheet is full and no second one begins."""
    rows = sum(
        sum(ceil(len(name) / NAME_ON_PAPER) for name in line.names)
        + ceil(len(line.note) / NOTE_ON_PAPER)
        + len(line.sanctions)
        for line in lines
    )
    return next((size for size, most in TYPE_SIZES.items() if rows <= most), "")


def _asked(request: HttpRequest, tournament: Tournament) -> Ranking:
    """Return the ranking that the address names; raises Http404 for an unknown round."""
    after_round = typed_number(request.GET.get("round", ""))
    only_round = typed_number(request.GET.get("only", ""))
    tag = request.GET.get("tag", "")
    found = ranking_of(tournament, after_round=after_round, only_round=only_round, tag=tag)
    if {after_round, only_round} - {None, *found.published}:
        raise Http404
    return found


def _answer(shown: Ranking, number: int, other: int) -> dict[str, Any] | None:
    found = shown.why(number, other)
    if found is None:
        return None
    above, below, why = found
    return {
        "above": shown.line_of(above),
        "below": shown.line_of(below),
        "why": why[:1].upper() + why[1:],
    }


@require_safe
@requires_in_contest(Right.LOOK)
def cross_table_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who met whom in each round, by place or by number."""
    context = _cross_table(request, tournament, Reader.CLUB)
    return render(request, "rankings/cross_table.html", context)


@require_safe
def public_cross_table(request: HttpRequest, token: str) -> HttpResponse:
    """Show everybody who met whom, as far as the ranking may be shown."""
    context = _cross_table(request, get_public_tournament(token), Reader.EVERYBODY)
    return render(request, "rankings/public_cross_table.html", context)


def _cross_table(request: HttpRequest, tournament: Tournament, reader: Reader) -> dict[str, Any]:
    by_number = request.GET.get("by") == "number"
    table = cross_table(tournament, reader=reader, by_number=by_number)
    return {
        "tournament": tournament,
        "table": table,
        "short": short_names(line.ranked.title for line in table.lines),
        "by_number": by_number,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.DECIDE)
def lot_new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw lots among entries that are equal in everything else, or record those of the hall."""
    data = post_data(request)
    groups = tied_groups(tournament)
    forms = [LotForm(data, group=group) for group in groups]
    announced = secret_fingerprint(tournament)
    # A number that was typed while the secret was lost is refused in words.
    takes_number = announced or (data is not None and "drawn" in data)
    called = [CalledLotForm(data, group=group) for group in groups if takes_number]
    if data is not None:
        asked: list[LotForm | CalledLotForm] = [*forms, *called]
        given = next((form for form in asked if form.is_bound), None)
        if given is None:
            messages.error(request, _("The ranking has changed: they are no longer tied."))
            return redirect("tournaments:lot-new", tournament.pk)
        if given.is_valid():
            return _record(request, tournament, given)
    context = {
        "tournament": tournament,
        "forms": list(zip_longest(forms, called)),
        "announced": announced,
        "share_places": tournament.ranking_rules.last_resort is LastResort.SHARED,
    }
    return render(request, "rankings/lot_new.html", context)


def _record(
    request: HttpRequest, tournament: Tournament, form: LotForm | CalledLotForm
) -> HttpResponse:
    if isinstance(form, CalledLotForm):
        among, called = form.group.numbers, form.cleaned_data["called"]
        try:
            order = draw_lot(
                tournament_id=tournament.pk,
                among=among,
                called=called,
                announced=request.POST.get("announced", ""),
                **actor(request),
            )
        except Refused as refused:
            messages.error(request, str(refused))
            return redirect("tournaments:lot-new", tournament.pk)
    else:
        order = form.order
        record_lot(tournament_id=tournament.pk, order=order, **actor(request))
    listed = ", ".join(str(number) for number in order)
    messages.success(
        request, _("The lots are recorded, in this order: %(list)s.") % {"list": listed}
    )
    return redirect("tournaments:ranking", tournament.pk)
