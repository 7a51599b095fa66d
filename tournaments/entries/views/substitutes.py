"""Somebody sits in for somebody else, and what of that is put right."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import signed
from scorekeeper.models.keys import typed_number
from scorekeeper.roles import Right
from tournaments.access import needs_in
from tournaments.entries.forms.entries import taken_text
from tournaments.entries.forms.substitutes import SubstituteForm
from tournaments.entries.pages.substitutes import sitting_in, substitute_list
from tournaments.entries.services.entries import NamelessError, PersonTakenError
from tournaments.entries.services.substitutes import (
    WrongMomentError,
    substitute,
    take_back_substitute,
)
from tournaments.ledger.locks import FinishedError
from tournaments.models import Entry, Tournament


def _entry(tournament: Tournament, number: int) -> Entry:
    if tournament.finished_at:
        raise FinishedError(tournament)
    entry = tournament.entries.by_number().filter(number=number).first()
    if entry is None:
        raise Http404
    entry.tournament = tournament
    return entry


@require_safe
@needs_in(Right.LOOK)
def substitutes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show in which entries somebody sat in, and let one be chosen."""
    number = typed_number(request.GET.get("number", ""))
    if number and tournament.entries.filter(number=number).exists():
        return redirect("tournaments:entry-substitute", tournament.pk, number)
    context = {"tournament": tournament, "page": substitute_list(tournament)}
    return render(request, "entries/substitute_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_in(Right.DECIDE)
def entry_substitute(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    entry = _entry(tournament, number)
    sitting = sitting_in(tournament, entry)
    corrected = typed_number(request.GET.get("place", ""))
    if corrected not in {one.left.place for one in sitting.changed}:
        corrected = None
    form = SubstituteForm(request.POST or None, sitting=sitting, corrected=corrected)
    if form.is_valid() and _sit_in(request, form, entry):
        return redirect("tournaments:entry-substitute", tournament.pk, number)
    context = {"tournament": tournament, "entry": entry, "form": form, "sitting": sitting}
    return render(request, "entries/entry_substitute.html", context)


def _sit_in(request: HttpRequest, form: SubstituteForm, entry: Entry) -> bool:
    wanted = form.substitute
    try:
        substitute(
            tournament_id=entry.tournament_id,
            number=entry.number,
            wanted=wanted,
            instead=form.corrected is not None,
            **signed(request),
        )
    except PersonTakenError as error:
        form.refuse_person(error)
    except NamelessError:
        form.refuse_name()
    except WrongMomentError:
        form.refuse_moment()
    else:
        text = _("%(name)s sits in for number %(number)d.")
        messages.success(request, text % {"name": wanted.name, "number": entry.number})
    return form.is_valid()


@require_POST
@needs_in(Right.DECIDE)
def substitute_back(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Let who took a place last never have sat there."""
    entry = _entry(tournament, number)
    try:
        take_back_substitute(
            tournament_id=tournament.pk,
            number=entry.number,
            place=typed_number(request.POST.get("place", "")) or 0,
            **signed(request),
        )
    except PersonTakenError as error:
        messages.error(request, taken_text(error.name, error.number))
    except WrongMomentError:
        messages.error(request, _("Nobody sits in there."))
    else:
        messages.success(request, _("That is taken back: everybody sits as before."))
    return redirect("tournaments:entry-substitute", tournament.pk, number)
