"""The page of the wishes: entries kept apart, seats at certain tables, the tables of the hall."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import actor, requires
from scorekeeper.models import Club
from scorekeeper.roles import Right
from tournaments.access import get_tournament, requires_in_contest
from tournaments.draw.wishes import Span
from tournaments.models import Tournament
from tournaments.wishes import services
from tournaments.wishes.forms import GroupForm, HallsForm, SeatForm, typed_spans
from tournaments.wishes.queries import (
    numbers_tagged,
    wishes_page,
)


def _forms(tournament: Tournament, **bound: Any) -> dict[str, Any]:
    """Return the forms of the page; the submitted one is bound."""
    known = list(tournament.entries.values_list("number", flat=True))
    return {
        "apart": GroupForm(
            bound.get("apart"),
            known=known,
            tagged=numbers_tagged(tournament),
            round_count=tournament.round_count,
        ),
        "seat": SeatForm(
            bound.get("seat"),
            known=known,
            halls=_hall_spans(tournament),
            there=tournament.tables_there.spans,
            prefix="seat",
        ),
        "halls": HallsForm(bound.get("halls"), initial=_halls_typed(tournament), prefix="halls"),
    }


def _hall_spans(tournament: Tournament) -> dict[str, Span]:
    """Return the tables of each hall by its name."""
    return {hall.name: (hall.first, hall.last) for hall in tournament.tables_there.halls}


def _halls_typed(tournament: Tournament) -> dict[str, Any]:
    """Return the tables as initial values of the form."""
    halls = tournament.tables_there
    return {
        "count": halls.count,
        "skipped": ", ".join(map(str, halls.skipped)),
        "halls": "\n".join(_hall_typed(one.name, one.first, one.last) for one in halls.halls),
    }


def _hall_typed(name: str, first: int, last: int) -> str:
    return f"{name}: {first}-{last}"


def _page(request: HttpRequest, tournament: Tournament, found: dict[str, Any]) -> HttpResponse:
    wrong = next((form for form in found.values() if form.errors), None)
    context = {
        "tournament": tournament,
        "page": wishes_page(tournament),
        "forms": found,
        "form": wrong,
    }
    return render(request, "wishes/wishes.html", context)


def _done(request: HttpRequest, pk: int) -> HttpResponse:
    messages.success(request, _("Saved. The next draw follows it."))
    return redirect("tournaments:wishes", pk)


@require_safe
@requires_in_contest(Right.CONTESTS)
def wishes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament, _forms(tournament))


@require_POST
@requires(Right.CONTESTS)
def wish_apart(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    return _wished(request, club, pk, "apart", lambda form: {"group": form.group})


@require_POST
@requires(Right.CONTESTS)
def wish_seat(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    return _wished(request, club, pk, "seat", lambda form: {"seat": form.seat})


@require_POST
@requires(Right.CONTESTS)
def wish_halls(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    return _wished(request, club, pk, "halls", lambda form: {"halls": form.made})


_KEEPS: Final[Mapping[str, Callable[..., object]]] = {
    "apart": services.keep_apart,
    "seat": services.fix_seat,
    "halls": services.set_halls,
}


def _wished(
    request: HttpRequest, club: Club, pk: int, what: str, wish_of: Callable[[Any], dict[str, Any]]
) -> HttpResponse:
    """Store the wish of a form, or show the page again with what was typed."""
    tournament = get_tournament(club, pk)
    found = _forms(tournament, **{what: request.POST})
    form = found[what]
    if not form.is_valid():
        return _page(request, tournament, found)
    _KEEPS[what](tournament_id=pk, **wish_of(form), **actor(request))
    return _done(request, pk)


@require_POST
@requires_in_contest(Right.CONTESTS)
def wish_remove(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Remove a wish: a group by its numbers, or a seat by its entry."""
    by: dict[str, Any] = {"tournament_id": tournament.pk, **actor(request)}
    try:
        group = [first for first, _last in typed_spans(request.POST.get("group", ""))]
        seat = [first for first, _last in typed_spans(request.POST.get("seat", ""))]
    except forms.ValidationError:
        group = seat = []
    if group:
        services.let_meet(entrants=tuple(group), **by)
    for number in seat:
        services.free_seat(entrant=number, **by)
    messages.success(request, _("The wish is removed."))
    return redirect("tournaments:wishes", tournament.pk)
