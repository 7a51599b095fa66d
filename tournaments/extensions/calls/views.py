"""Calls for the referee, messages to tables, sanctions."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import actor, post_data
from scorekeeper.models.keys import typed_number
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.access import requires_in_contest
from tournaments.extensions.calls.forms import (
    CallForm,
    ListFormSet,
    MessageForm,
    RulingForm,
    SanctionCounterForm,
    SanctionForm,
)
from tournaments.extensions.calls.labels import usual_messages
from tournaments.extensions.calls.queries import (
    SEEN_KEY,
    call_list,
    calls_of_table,
    calls_version,
    device_page,
    listed,
    messages_for,
    rounds_published,
    sanction_lines,
    seen_by,
)
from tournaments.extensions.calls.services import (
    call_referee,
    close_call,
    counter_sanction,
    end_message,
    give_sanction,
    note_seen,
    put_out,
    send_message,
    set_sanction_list,
    take_call,
)
from tournaments.models import TableCode, TableMessage, TablePhone, Tournament
from tournaments.models.rounds import news_mark
from tournaments.sanctions import sanction_text


@require_safe
def calls(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the calls; with `board`, only send them if they have changed since then."""
    known = request.GET.get("board")
    if known and known == calls_version(pk, request.user.pk):
        return HttpResponse(status=204)
    return _calls(request, pk)


@requires_in_contest(Right.WRITE)
def _calls(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, "page": call_list(tournament, now=timezone.now())}
    part = "calls/_call_list.html" if "board" in request.GET else "calls/call_list.html"
    return render(request, part, context)


@require_POST
@requires_in_contest(Right.DECIDE)
def call_take(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    found = get_object_or_404(tournament.calls, pk=call)
    try:
        take_call(tournament_id=tournament.pk, call_id=found.pk, **actor(request))
    except Refused as refused:
        messages.info(request, str(refused))
    return redirect("tournaments:call-list", tournament.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.DECIDE)
def call_close(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    """Record the ruling and close the call."""
    found = get_object_or_404(tournament.calls, pk=call)
    form = RulingForm(post_data(request))
    if form.is_valid():
        try:
            close_call(
                tournament_id=tournament.pk, call_id=found.pk, ruling=form.ruling, **actor(request)
            )
        except Refused as refused:
            messages.info(request, str(refused))
        return redirect("tournaments:call-list", tournament.pk)
    context = {"tournament": tournament, "call": found, "form": form}
    return render(request, "calls/call_close.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.WRITE, to_write=Right.DECIDE)
def message_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the messages to the tables; a POST sends one."""
    table = typed_number(request.GET.get("table", ""))
    initial = {"tables": str(table or "")}
    form = MessageForm(post_data(request), initial=initial)
    if form.is_valid() and _send(request, tournament, form):
        return redirect("tournaments:message-list", tournament.pk)
    rounds = tournament.rounds.count()
    context = {
        "tournament": tournament,
        "form": form,
        "shown": tournament.messages.filter(ended_at=None).order_by("-pk"),
        "usual": usual_messages(rounds + 1),
    }
    return render(request, "calls/message_list.html", context)


def _send(request: HttpRequest, tournament: Tournament, form: MessageForm) -> bool:
    """Send a message, or say beside the field which tables do not exist."""
    try:
        send_message(tournament_id=tournament.pk, **form.cleaned_data, **actor(request))
    except Refused as refused:
        form.add_error("tables", str(refused))
        return False
    messages.success(request, _("Sent: the phones show it within a few seconds."))
    return True


@require_POST
@requires_in_contest(Right.DECIDE)
def message_end(request: HttpRequest, tournament: Tournament, message: int) -> HttpResponse:
    try:
        end_message(tournament_id=tournament.pk, message_id=message, now=timezone.now())
    except TableMessage.DoesNotExist:
        raise Http404 from None
    return redirect("tournaments:message-list", tournament.pk)


@require_safe
@requires_in_contest(Right.WRITE)
def device_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who is missing, and which phones have joined the tables."""
    context = {"tournament": tournament, "page": device_page(tournament, now=timezone.now())}
    return render(request, "calls/device_list.html", context)


@require_POST
@requires_in_contest(Right.DECIDE)
def device_end(request: HttpRequest, tournament: Tournament, phone: int) -> HttpResponse:
    """Remove a phone's access until it joins a table again with a code."""
    put_out(phone=get_object_or_404(TablePhone, code__tournament=tournament, pk=phone))
    messages.success(
        request,
        _(
            "That phone is disconnected. Anybody who still has the code can join again: a new "
            "code prevents that."
        ),
    )
    return redirect("tournaments:device-list", tournament.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def table_call(request: HttpRequest, token: str) -> HttpResponse:
    """Show the calls of a table and their rulings; a POST calls the referee."""
    code = TableCode.objects.select_related("tournament__club").filter(token=token).first()
    if code is None:
        return render(request, "tables/code_unknown.html", status=404)
    mark = news_mark(code.tournament, code.number)
    if request.GET.get("board") == f"-{mark}":
        return HttpResponse(status=204)
    form = CallForm(post_data(request))
    if form.is_valid() and _call(request, code, form):
        return redirect("tournaments:table-call", token)
    context = {
        "code": code,
        "tournament": code.tournament,
        "form": form,
        "key": uuid.uuid4(),
        "mark": f"-{mark}",
        "calls": calls_of_table(code),
        "shown": messages_for(code.tournament, code.number) if mark else [],
    }
    part = "calls/_table_calls.html" if "board" in request.GET else "calls/table_call.html"
    return render(request, part, context)


def _call(request: HttpRequest, code: TableCode, form: CallForm) -> bool:
    """Call the referee, or explain above the form why not."""
    data = form.cleaned_data
    try:
        call_referee(
            code=code, key=data["key"], about=data["about"], words=data["words"], **actor(request)
        )
    except Refused as refused:
        form.add_error(None, str(refused))
        return False
    messages.success(request, _("The referee has been called. Stay at the table."))
    return True


@require_POST
def messages_seen(request: HttpRequest, token: str) -> HttpResponse:
    """Dismiss the desk's messages on this phone."""
    code = TableCode.objects.filter(token=token).first()
    if code is None:
        return render(request, "tables/code_unknown.html", status=404)
    seen = typed_number(request.POST.get("upto", "")) or 0
    request.session[SEEN_KEY] = max(seen_by(request), seen)
    note_seen(code=code, session_key=request.session.session_key, message_id=seen)
    return redirect("tournaments:table-open", token)


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.LOOK, to_write=Right.DECIDE)
def sanctions(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the sanctions; a POST gives one."""
    form = SanctionForm(
        post_data(request),
        listed=listed(tournament),
        rounds=rounds_published(tournament),
        initial={"number": typed_number(request.GET.get("number", ""))},
    )
    if form.is_valid() and _give(request, tournament, form):
        return redirect("tournaments:sanctions", tournament.pk)
    context = {
        "tournament": tournament,
        "form": form,
        "lines": sanction_lines(tournament),
        "has_rounds": bool(form.fields["round"].choices),  # type: ignore[attr-defined]
    }
    return render(request, "calls/sanctions.html", context)


def _give(request: HttpRequest, tournament: Tournament, form: SanctionForm) -> bool:
    """Give a sanction, or explain beside the field why not."""
    data = form.cleaned_data
    try:
        given = give_sanction(
            tournament_id=tournament.pk,
            number=data["number"],
            round_number=int(data["round"]),
            given=form.chosen,
            reason=data["reason"],
            **actor(request),
        )
    except Refused as refused:
        form.add_error("number", str(refused))
        return False
    text = _("Number %(number)d: %(sanction)s.")
    said = {"number": given.entrant, "sanction": sanction_text(given)}
    messages.success(request, text % said)
    return True


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.DECIDE)
def sanction_counter(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Let a sanction no longer count, with a reason."""
    line = next((one for one in sanction_lines(tournament) if one.sanction.number == number), None)
    if line is None or not line.sanction.counts:
        return redirect("tournaments:sanctions", tournament.pk)
    form = SanctionCounterForm(post_data(request))
    if form.is_valid():
        try:
            counter_sanction(
                tournament_id=tournament.pk,
                number=number,
                reason=form.cleaned_data["reason"],
                **actor(request),
            )
        except Refused as refused:
            messages.info(request, str(refused))
        return redirect("tournaments:sanctions", tournament.pk)
    context = {"tournament": tournament, "line": line, "form": form}
    return render(request, "calls/sanction_counter.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.CONTESTS)
def sanction_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show and change the contest's list of sanctions."""
    initial = [
        {"name": one.name, "points": one.points or None, "taken_from": one.taken_from.value}
        for one in listed(tournament)
    ]
    forms = ListFormSet(post_data(request), initial=initial)
    if forms.is_valid():
        kept = [form.listed for form in forms if form.has_changed() or form.initial]
        set_sanction_list(
            tournament_id=tournament.pk,
            listed=[one for one in kept if one is not None],
            **actor(request),
        )
        messages.success(request, _("Saved."))
        return redirect("tournaments:sanctions", tournament.pk)
    return render(request, "calls/sanction_list.html", {"tournament": tournament, "forms": forms})
