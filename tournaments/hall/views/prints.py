"""What the organiser prints for a round: table sheets, and the lists of who sits where."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.hall_codes import hall_code
from scorekeeper.models.keys import typed_number
from scorekeeper.qr import qr_address
from scorekeeper.roles import Right
from tournaments.access import get_round, needs_in
from tournaments.hall.pages.prints import Selection, seat_print, sheet_print
from tournaments.models import Tournament


@require_safe
@needs_in(Right.WRITE)
def table_sheets(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the sheets of a round to print: all tables, some of them, or blank ones."""
    played = get_round(tournament, number)
    selection = Selection(
        first=typed_number(request.GET.get("from", "")),
        last=typed_number(request.GET.get("to", "")),
        blank=typed_number(request.GET.get("blank", "")),
        per_page={"2": 2, "4": 4}.get(request.GET.get("per", ""), 1),
    )

    def address_of(token: str) -> str:
        return qr_address(request, "tournaments:table-open", token)

    hall = hall_code(request, tournament.token, tournament.date, club=tournament.club_id)
    context = {
        "tournament": tournament,
        "round": played,
        "selection": selection,
        "print": sheet_print(played, selection, address_of, hall.letters),
        "hall": hall,
    }
    return render(request, "hall/print_sheets.html", context)


@require_safe
@needs_in(Right.LOOK)
def seat_list(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show who sits where to print: by name, by table, or by number."""
    played = get_round(tournament, number)
    by = request.GET.get("by", "")
    context = {
        "tournament": tournament,
        "round": played,
        "by": by if by in {"table", "number"} else "name",
        "print": seat_print(played),
    }
    return render(request, "hall/print_seats.html", context)
