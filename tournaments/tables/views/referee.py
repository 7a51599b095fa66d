"""What the referee decides, and sheets signed on paper."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.access import signed
from scorekeeper.roles import Right
from tournaments.access import get_match, needs_in
from tournaments.ledger.locks import RoundOpenError
from tournaments.models import Match, Tournament
from tournaments.tables.forms.desk import LookForm, NoteForm
from tournaments.tables.labels import DRAW_CHANGED, Show
from tournaments.tables.pages.rulings import ruling_page
from tournaments.tables.services.signatures import StaleSheetError, rule_on_sheet, sign_on_paper


@require_POST
@needs_in(Right.WRITE)
def sheet_sign(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Note that both sides signed the sheet on paper; goes back to the tables as they were."""
    match = get_match(tournament, number, table)
    receipt = request.POST.get("receipt", "")
    try:
        sign_on_paper(match_id=match.pk, receipt=receipt, **signed(request))
    except RoundOpenError:
        messages.error(request, DRAW_CHANGED)
    except StaleSheetError:
        messages.error(request, _why_not(match))
    else:
        text = _("Table %(table)d is signed on paper.")
        messages.success(request, text % {"table": table})
    shown = request.POST.get("show", "")
    query = {"show": shown} if shown in list(Show) and shown != Show.ALL else None
    return redirect(reverse("tournaments:round-detail", args=[tournament.pk, number], query=query))


@require_http_methods(["GET", "HEAD", "POST"])
@needs_in(Right.DECIDE)
def sheet_ruling(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Show both versions of a table's sheet and its hands; a POST decides that it stands."""
    match = get_match(tournament, number, table)
    form = NoteForm(request.POST or None)
    if form.is_valid() and _decide(request, match, form):
        return redirect("tournaments:round-detail", tournament.pk, number)
    page = ruling_page(match := get_match(match.round.tournament, number, table))
    context = {
        "tournament": match.round.tournament,
        "round": match.round,
        "page": page,
        "sheet": page["sheet"],
        "game": match.game,
        "form": form,
        "look_form": LookForm(),
    }
    return render(request, "tables/sheet_ruling.html", context)


def _decide(request: HttpRequest, match: Match, form: NoteForm) -> bool:
    """Let the sheet that was looked at stand, or say above the form why not.

    Return whether there is nothing to decide any more.
    """
    try:
        rule_on_sheet(
            match_id=match.pk,
            receipt=request.POST.get("receipt", ""),
            note=form.cleaned_data["note"],
            **signed(request),
        )
    except RoundOpenError:
        messages.error(request, DRAW_CHANGED)
        return True
    except StaleSheetError:
        form.add_error(None, _why_not(match))
        return False
    text = _("It is decided: the sheet of table %(table)d stands.")
    messages.success(request, text % {"table": match.table_number})
    return True


def _why_not(match: Match) -> str:
    """Return why a sheet cannot be settled as it was looked at."""
    match.refresh_from_db(fields=["receipt"])
    if not match.receipt:
        return _("The game at this table still goes on.")
    return _("The sheet was changed or closed meanwhile: look at it again.")
