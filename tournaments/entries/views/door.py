"""The door: who comes in, who has paid, who is missing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import signed
from scorekeeper.roles import Right
from tournaments.access import needs_in
from tournaments.entries.forms.door import CheckinForm, typed_entry_number
from tournaments.entries.labels import euros_text
from tournaments.entries.pages.entries import MISSING, entry_counts, entry_lines, found_lines
from tournaments.entries.services.entries import check_in, set_paid
from tournaments.models import Tournament

LONGEST_SEARCH = 100


@require_http_methods(["GET", "HEAD", "POST"])
@needs_in(Right.DOOR)
def entry_checkin(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Check entries in by number, typed or scanned; show who is missing."""
    form = CheckinForm(request.POST or None, tournament=tournament)
    if form.is_valid():
        _act(request, tournament.pk, form)
        if "back" in request.POST:
            return _to_list(request, tournament.pk)
        query = {"n": form.cleaned_data["number"]}
        return redirect(reverse("tournaments:entry-checkin", args=[tournament.pk], query=query))
    number = None if form.is_bound else typed_entry_number(request.GET.get("n", ""))
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    lines = entry_lines(tournament)
    context = {
        "tournament": tournament,
        "form": form,
        "found": next((line for line in lines if line.number == number), None),
        "fee": euros_text(tournament.fee_cents) if tournament.fee_cents else "",
        "asked": number,
        "counts": entry_counts(tournament, lines),
        "missing": found_lines(lines, search=search, show=MISSING),
        "search": search,
    }
    return render(request, "entries/entry_checkin.html", context)


def _act(request: HttpRequest, pk: int, form: CheckinForm) -> None:
    by = signed(request)
    numbers = [form.cleaned_data["number"]]
    for is_here in form.says_here:
        check_in(tournament_id=pk, numbers=numbers, is_here=is_here, **by)
    for has_paid in form.says_paid:
        set_paid(tournament_id=pk, numbers=numbers, has_paid=has_paid, **by)


def _to_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Go back to the page of the list from which a button was pressed."""
    messages.success(request, _("Written down."))
    query = QueryDict(request.POST["back"], mutable=True)
    query.pop("added", None)
    address = reverse("tournaments:entry-list", args=[pk])
    return redirect(f"{address}?{query.urlencode()}" if query else address)
