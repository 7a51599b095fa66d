"""Phones at the tables: a table's code opens what is played there now, and signs its sheet."""

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.access import NAME_KEY, club_links, remember_name, require, sent, signed
from scorekeeper.engine.hand import Side
from scorekeeper.roles import Right
from tournaments.access import is_organiser, join_table, joined_tokens
from tournaments.calls.pages.calls import table_desk
from tournaments.calls.services.messages import note_phone
from tournaments.calls.views.phones import seen_by
from tournaments.ledger.locks import RoundOpenError
from tournaments.models import Match, TableCode
from tournaments.tables.forms.phones import DisputeForm, JoinTableForm
from tournaments.tables.pages.phones import MatchPage, is_same_round, table_mark, table_now
from tournaments.tables.services.signatures import StaleSheetError, accept_sheet, dispute_sheet

SHEETS_LEFT: Final = (StaleSheetError, RoundOpenError)


@require_http_methods(["GET", "HEAD", "POST"])
def table_open(request: HttpRequest, token: str) -> HttpResponse:
    """Open what is played at a table now; a phone joins by a POST and may say whose it is."""
    code = _code(token)
    if code is None:
        return render(request, "tables/code_unknown.html", status=404)
    if "mark" in request.GET:
        return _anything_new(request, code)
    form = JoinTableForm(sent(request), initial={"name": request.session.get(NAME_KEY, "")})
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
        "desk": table_desk(code.tournament, code.number, seen=seen_by(request)),
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
    """Return whether the page of the game opens at once; `look` shows the names first."""
    return is_in and request.method != "POST" and "look" not in request.GET


def _code(token: str) -> TableCode | None:
    return TableCode.objects.select_related("tournament__club").filter(token=token).first()


def _anything_new(request: HttpRequest, code: TableCode) -> HttpResponse:
    """Send a waiting phone on, once its table has something new for it."""
    known, found = request.GET["mark"], table_mark(code)
    if known == found:
        return HttpResponse(status=204)
    # Teams change tables: whoever comes into a new round by itself looks at the names first.
    query = {} if is_same_round(known, found) else {"look": 1}
    address = reverse("tournaments:table-open", args=[code.token], query=query)
    return HttpResponse(headers={"HX-Redirect": address})


def _sheet_page(request: HttpRequest, token: str) -> MatchPage:
    """Return what is played at a table whose sheet this visitor may sign; raises Http404."""
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
            **signed(request),
        )
    except SHEETS_LEFT:
        messages.error(request, _("The sheet was changed or closed meanwhile: look at it again."))
    else:
        title = page.side_a.title if side is Side.A else page.side_b.title
        messages.success(request, _("%(side)s: accepted.") % {"side": title})
    return redirect("tournaments:table-open", token)


@require_http_methods(["GET", "HEAD", "POST"])
def sheet_dispute(request: HttpRequest, token: str) -> HttpResponse:
    """Let one side say what the finished sheet should say; the referee decides."""
    page = _sheet_page(request, token)
    side = _side(request.POST.get("side") or request.GET.get("side", ""))
    if not page.may_sign:
        return redirect("tournaments:table-open", token)
    form = DisputeForm(
        sent(request),
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
            **signed(request),
        )
    except SHEETS_LEFT:
        messages.error(request, _("The sheet was changed or closed meanwhile: look at it again."))
    else:
        messages.success(request, _("The referee is told. Stay at the table."))
