"""Warnings and penalties: given, countered, and the list of the contest."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import sent, signed
from scorekeeper.models.keys import typed_number
from scorekeeper.roles import Right
from tournaments.access import needs_in
from tournaments.calls.forms import ListFormSet, SanctionCounterForm, SanctionForm
from tournaments.calls.labels import sanction_text
from tournaments.calls.pages.sanctions import listed, rounds_published, sanction_lines
from tournaments.calls.services.sanctions import (
    CounteredError,
    NoSuchEntryError,
    counter_sanction,
    give_sanction,
    set_sanction_list,
)
from tournaments.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
@needs_in(Right.LOOK, to_write=Right.DECIDE)
def sanctions(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what was given; a POST gives."""
    form = SanctionForm(
        sent(request),
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
    """Give it, or say beside the field why not."""
    data = form.cleaned_data
    try:
        given = give_sanction(
            tournament_id=tournament.pk,
            number=data["number"],
            round_number=int(data["round"]),
            given=form.chosen,
            reason=data["reason"],
            **signed(request),
        )
    except NoSuchEntryError:
        form.add_error("number", _("Nobody has this number."))
        return False
    text = _("Number %(number)d: %(sanction)s.")
    said = {"number": given.entrant, "sanction": sanction_text(given)}
    messages.success(request, text % said)
    return True


@require_http_methods(["GET", "HEAD", "POST"])
@needs_in(Right.DECIDE)
def sanction_counter(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Let a warning or penalty count no more, and say why."""
    line = next((one for one in sanction_lines(tournament) if one.sanction.number == number), None)
    if line is None or not line.sanction.counts:
        return redirect("tournaments:sanctions", tournament.pk)
    form = SanctionCounterForm(sent(request))
    if form.is_valid():
        try:
            counter_sanction(
                tournament_id=tournament.pk,
                number=number,
                reason=form.cleaned_data["reason"],
                **signed(request),
            )
        except CounteredError:
            messages.info(request, _("It counted no more already."))
        return redirect("tournaments:sanctions", tournament.pk)
    context = {"tournament": tournament, "line": line, "form": form}
    return render(request, "calls/sanction_counter.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_in(Right.CONTESTS)
def sanction_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show and change what the contest may give."""
    initial = [
        {"name": one.name, "points": one.points or None, "taken_from": one.taken_from.value}
        for one in listed(tournament)
    ]
    forms = ListFormSet(sent(request), initial=initial)
    if forms.is_valid():
        kept = [form.listed for form in forms if form.has_changed() or form.initial]
        set_sanction_list(
            tournament_id=tournament.pk,
            listed=[one for one in kept if one is not None],
            **signed(request),
        )
        messages.success(request, _("Kept."))
        return redirect("tournaments:sanctions", tournament.pk)
    return render(request, "calls/sanction_list.html", {"tournament": tournament, "forms": forms})
