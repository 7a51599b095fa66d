"""The codes of the tables, to print and to replace."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import signed
from scorekeeper.models.keys import typed_number
from scorekeeper.roles import Right
from tournaments.access import needs_in
from tournaments.models import Tournament
from tournaments.tables.pages.codes import printed_codes
from tournaments.tables.services.codes import replace_code


@require_safe
@needs_in(Right.WRITE)
def code_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the codes of all tables, or of one, several on a sheet of paper or one on each."""
    table = typed_number(request.GET.get("table", ""))
    context = {
        "tournament": tournament,
        "codes": printed_codes(request, tournament, table=table),
        "table": table,
        "is_big": request.GET.get("size") == "big",
    }
    return render(request, "tables/code_list.html", context)


@require_POST
@needs_in(Right.DECIDE)
def code_replace(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Give a table a new code; the old one opens nothing any more."""
    code = get_object_or_404(tournament.codes, number=number)
    replace_code(code_id=code.pk, **signed(request))
    messages.success(
        request,
        _("Table %(number)d has a new code: print it and lay it on the table.")
        % {"number": number},
    )
    return redirect(reverse("tournaments:code-list", args=[tournament.pk], query={"table": number}))
