"""The calls of a contest, messages to its tables, the phones there."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import sent, signed
from scorekeeper.models.keys import typed_number
from scorekeeper.roles import Right
from tournaments.access import needs_in
from tournaments.calls.forms import MessageForm, RulingForm
from tournaments.calls.labels import usual_messages
from tournaments.calls.pages.calls import call_list, calls_version
from tournaments.calls.pages.devices import device_page
from tournaments.calls.services.calls import CallClosedError, close_call, take_call
from tournaments.calls.services.messages import (
    NoSuchTableError,
    end_message,
    put_out,
    send_message,
)
from tournaments.models import TableMessage, TablePhone, Tournament


@require_safe
def calls(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who waits for the referee; asked for `board` only what changed since then is sent."""
    known = request.GET.get("board")
    if known and known == calls_version(pk, request.user.pk):
        return HttpResponse(status=204)
    return _calls(request, pk)


@needs_in(Right.WRITE)
def _calls(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, "page": call_list(tournament, now=timezone.now())}
    part = "calls/_call_list.html" if "board" in request.GET else "calls/call_list.html"
    return render(request, part, context)


@require_POST
@needs_in(Right.DECIDE)
def call_take(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    found = get_object_or_404(tournament.calls, pk=call)
    try:
        take_call(tournament_id=tournament.pk, call_id=found.pk, **signed(request))
    except CallClosedError:
        messages.info(request, _("This call is closed already."))
    return redirect("tournaments:call-list", tournament.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_in(Right.DECIDE)
def call_close(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    """Write down what was ruled, and close the call."""
    found = get_object_or_404(tournament.calls, pk=call)
    form = RulingForm(sent(request))
    if form.is_valid():
        try:
            close_call(
                tournament_id=tournament.pk, call_id=found.pk, ruling=form.ruling, **signed(request)
            )
        except CallClosedError:
            messages.info(request, _("This call is closed already."))
        return redirect("tournaments:call-list", tournament.pk)
    context = {"tournament": tournament, "call": found, "form": form}
    return render(request, "calls/call_close.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_in(Right.WRITE, to_write=Right.DECIDE)
def message_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what the tables are told; a POST tells them more."""
    table = typed_number(request.GET.get("table", ""))
    initial = {"tables": str(table or "")}
    form = MessageForm(sent(request), initial=initial)
    if form.is_valid() and _send(request, tournament, form):
        return redirect("tournaments:message-list", tournament.pk)
    rounds = tournament.rounds.count()
    context = {
        "tournament": tournament,
        "form": form,
        "told": tournament.messages.filter(ended_at=None).order_by("-pk"),
        "usual": usual_messages(rounds + 1),
    }
    return render(request, "calls/message_list.html", context)


def _send(request: HttpRequest, tournament: Tournament, form: MessageForm) -> bool:
    """Tell the tables, or say beside the field which there is not."""
    try:
        send_message(tournament_id=tournament.pk, **form.cleaned_data, **signed(request))
    except NoSuchTableError as error:
        text = _("There is no table %(number)d in this contest.")
        form.add_error("tables", text % {"number": error.args[0]})
        return False
    messages.success(request, _("Said: the phones show it in a few seconds."))
    return True


@require_POST
@needs_in(Right.DECIDE)
def message_end(request: HttpRequest, tournament: Tournament, message: int) -> HttpResponse:
    try:
        end_message(tournament_id=tournament.pk, message_id=message, now=timezone.now())
    except TableMessage.DoesNotExist:
        raise Http404 from None
    return redirect("tournaments:message-list", tournament.pk)


@require_safe
@needs_in(Right.WRITE)
def device_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who is missing, and which phones hold the codes of the tables."""
    context = {"tournament": tournament, "page": device_page(tournament, now=timezone.now())}
    return render(request, "calls/device_list.html", context)


@require_POST
@needs_in(Right.DECIDE)
def device_end(request: HttpRequest, tournament: Tournament, phone: int) -> HttpResponse:
    """Put a phone out: it is in at no table until it joins by a code again."""
    put_out(phone=get_object_or_404(TablePhone, code__tournament=tournament, pk=phone))
    messages.success(
        request,
        _("That phone is out. Whoever still has the code comes in again: a new code keeps it out."),
    )
    return redirect("tournaments:device-list", tournament.pk)
