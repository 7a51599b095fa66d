"""Phones at the tables: a table's code opens its game and accepts its sheet."""

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import NAME_KEY, actor, club_links, post_data, remember_name, require
from scorekeeper.engine.hand import Side
from scorekeeper.models.keys import typed_number
from scorekeeper.roles import Right
from tournaments.access import is_organiser, join_table, joined_tokens, requires_in_contest
from tournaments.audit_log.locks import RoundOpenError
from tournaments.models import Match, TableCode, Tournament
from tournaments.tables.forms import DisputeForm, JoinTableForm
from tournaments.tables.queries.phones import MatchPage, is_same_round, table_mark, table_now
from tournaments.tables.queries.tables import printed_codes
from tournaments.tables.services import (
    StaleSheetError,
    accept_sheet,
    dispute_sheet,
    note_phone,
    replace_code,
)


@require_safe
@requires_in_contest(Right.WRITE)
def code_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the codes of all tables, or of one; several on a sheet of paper, or one on each."""
    table = typed_number(request.GET.get("table", ""))
    context = {
        "tournament": tournament,
        "codes": printed_codes(request, tournament, table=table),
        "table": table,
        "is_big": request.GET.get("size") == "big",
    }
    return render(request, "tables/code_list.html", context)


@require_POST
@requires_in_contest(Right.DECIDE)
def code_replace(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Give a table a new code; the old one becomes invalid."""
    code = get_object_or_404(tournament.codes, number=number)
    replace_code(code_id=code.pk, **actor(request))
    messages.success(
        request,
        _("Table %(number)d has a new code: print it and put it on the table.")
        % {"number": number},
    )
    return redirect(reverse("tournaments:code-list", args=[tournament.pk], query={"table": number}))


SHEETS_LEFT: Final = (StaleSheetError, RoundOpenError)


@require_http_methods(["GET", "HEAD", "POST"])
def table_open(request: HttpRequest, token: str) -> HttpResponse:
    """Open the game of a table; a phone joins by POST and may say whose it is."""
    code = _code(token)
    if code is None:
        return render(request, "tables/code_unknown.html", status=404)
    if "mark" in request.GET:
        return _anything_new(request, code)
    form = JoinTableForm(post_data(request), initial={"name": request.session.get(NAME_KEY, "")})
    if form.is_valid():
        _join(request, code, form.cleaned_data["name"])
        return redirect("tournaments:table-open", token)
    organises = is_organiser(request, code.tournament)
    has_joined = token in joined_tokens(request)
    table = table_now(code, organises=organises)
    if table.is_playing and table.match and _goes_in(request, has_joined or organises):
        return redirect("scorekeeper:game-detail", table.match.game_id)
    is_phone = has_joined and not organises
    context = {
        "table": table,
        "form": form,
        "has_joined": has_joined,
        "organises": organises,
        "links": club_links(request, code.tournament.club_id) if is_phone else None,
    }
    return render(request, "tables/table_open.html", context)


def _join(request: HttpRequest, code: TableCode, name: str) -> None:
    join_table(request, code)
    remember_name(request, name)
    if request.session.session_key is None:
        request.session.save()
    key = request.session.session_key
    assert key is not None
    agent = request.META.get("HTTP_USER_AGENT", "")
    own = request.session.get(NAME_KEY, "")
    note_phone(code=code, session_key=key, name=own, agent=agent, now=timezone.now())


def _goes_in(request: HttpRequest, is_in: bool) -> bool:
    """Return whether the page of the game opens at once; with `look` the names are shown first."""
    return is_in and request.method != "POST" and "look" not in request.GET


def _code(token: str) -> TableCode | None:
    return TableCode.objects.select_related("tournament__club").filter(token=token).first()


def _anything_new(request: HttpRequest, code: TableCode) -> HttpResponse:
    """Redirect a waiting phone once there is something new at its table."""
    known, found = request.GET["mark"], table_mark(code)
    if known == found:
        return HttpResponse(status=204)
    # Teams change tables: in a new round, show the names first.
    query = {} if is_same_round(known, found) else {"look": 1}
    address = reverse("tournaments:table-open", args=[code.token], query=query)
    return HttpResponse(headers={"HX-Redirect": address})


def _sheet_page(request: HttpRequest, token: str) -> MatchPage:
    """Return the table's page if this visitor may accept its sheet; raises Http404."""
    code = _code(token)
    if code is None:
        raise Http404
    organises = is_organiser(request, code.tournament)
    if token not in joined_tokens(request):
        require(request, code.tournament.club_id, Right.WRITE)
    page = table_now(code, organises=organises).page
    if page is None:
        raise Http404
    return page


def _side(text: str) -> Side:
    if text not in list(Side):
        raise Http404
    return Side(text)


@require_POST
def sheet_accept(request: HttpRequest, token: str) -> HttpResponse:
    page = _sheet_page(request, token)
    side = _side(request.POST.get("side", ""))
    try:
        accept_sheet(
            match_id=page.match.pk,
            side=side,
            receipt=request.POST.get("receipt", ""),
            **actor(request),
        )
    except SHEETS_LEFT:
        messages.error(request, _("The sheet was changed or closed meanwhile: look at it again."))
    else:
        title = page.side_a.title if side is Side.A else page.side_b.title
        messages.success(request, _("%(side)s: accepted.") % {"side": title})
    return redirect("tournaments:table-open", token)


@require_http_methods(["GET", "HEAD", "POST"])
def sheet_dispute(request: HttpRequest, token: str) -> HttpResponse:
    """Record the totals that a side claims instead; the referee decides."""
    page = _sheet_page(request, token)
    side = _side(request.POST.get("side") or request.GET.get("side", ""))
    if not page.may_sign:
        return redirect("tournaments:table-open", token)
    form = DisputeForm(
        post_data(request),
        sides=(page.side_a.title, page.side_b.title),
        initial={"receipt": page.match.receipt},
    )
    if form.is_valid():
        _dispute(request, page.match, side, form)
        return redirect("tournaments:table-open", token)
    own = page.side_a if side is Side.A else page.side_b
    context = {"form": form, "page": page, "own": own}
    return render(request, "tables/table_dispute.html", context)


def _dispute(request: HttpRequest, match: Match, side: Side, form: DisputeForm) -> None:
    try:
        dispute_sheet(
            match_id=match.pk,
            side=side,
            receipt=form.cleaned_data["receipt"],
            claim=form.claim,
            **actor(request),
        )
    except SHEETS_LEFT:
        messages.error(request, _("The sheet was changed or closed meanwhile: look at it again."))
    else:
        messages.success(request, _("The referee has been notified. Stay at the table."))
