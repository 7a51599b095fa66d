"""A table calls the referee from whatever has its code, and sees what becomes of it."""

import uuid
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.access import sent, signed
from scorekeeper.models.keys import typed_number
from tournaments.calls.forms import CallForm
from tournaments.calls.pages.calls import calls_of_table, messages_for
from tournaments.calls.services.calls import CalledEnoughError, call_referee
from tournaments.calls.services.messages import note_seen
from tournaments.models import TableCode
from tournaments.models.rounds import news_mark

SEEN_KEY: Final = "messages_seen"
"""In the session: the key of the last message that was put away on this phone."""


def seen_by(request: HttpRequest) -> int:
    seen: int = request.session.get(SEEN_KEY, 0)
    return seen


@require_http_methods(["GET", "HEAD", "POST"])
def table_call(request: HttpRequest, token: str) -> HttpResponse:
    """Show what a table called for and what was ruled; a POST calls."""
    code = TableCode.objects.select_related("tournament__club").filter(token=token).first()
    if code is None:
        return render(request, "tables/code_unknown.html", status=404)
    mark = news_mark(code.tournament, code.number)
    if request.GET.get("board") == f"-{mark}":
        return HttpResponse(status=204)
    form = CallForm(sent(request))
    if form.is_valid() and _call(request, code, form):
        return redirect("tournaments:table-call", token)
    context = {
        "code": code,
        "tournament": code.tournament,
        "form": form,
        "key": uuid.uuid4(),
        "mark": f"-{mark}",
        "calls": calls_of_table(code),
        "told": messages_for(code.tournament, code.number) if mark else [],
    }
    part = "calls/_table_calls.html" if "board" in request.GET else "calls/table_call.html"
    return render(request, part, context)


def _call(request: HttpRequest, code: TableCode, form: CallForm) -> bool:
    """Call, or say above the form why not."""
    data = form.cleaned_data
    try:
        call_referee(
            code=code, key=data["key"], about=data["about"], words=data["words"], **signed(request)
        )
    except CalledEnoughError:
        form.add_error(None, _("The referee knows: your calls wait in the list."))
        return False
    messages.success(request, _("The referee is called. Stay at the table."))
    return True


@require_POST
def messages_seen(request: HttpRequest, token: str) -> HttpResponse:
    """Put away on this phone what the desk told its table."""
    code = TableCode.objects.filter(token=token).first()
    if code is None:
        return render(request, "tables/code_unknown.html", status=404)
    seen = typed_number(request.POST.get("upto", "")) or 0
    request.session[SEEN_KEY] = max(seen_by(request), seen)
    note_seen(code=code, session_key=request.session.session_key, message_id=seen)
    return redirect("tournaments:table-open", token)
