"""A round being played: its tables, its clock, catch-up tables, closing it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import actor, requires
from scorekeeper.models import Club
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.access import get_match, get_round_of, requires_in_contest
from tournaments.audit_log.locks import RoundOpenError
from tournaments.entries.queries.entries import free_seats, gives_its_number
from tournaments.entries.services import withdrawals
from tournaments.models import Round, Tournament
from tournaments.tables import services
from tournaments.tables.forms import CatchUpForm, ClockForm, LateEntryForm
from tournaments.tables.labels import DRAW_CHANGED, Show
from tournaments.tables.queries.tables import follows_round, round_play, round_tables

FEW_TABLES = 12
"""So many are found at a glance: no search stands above them."""


def published_round(
    view: Callable[[HttpRequest, Round], HttpResponse],
) -> Callable[[HttpRequest, Club, int, int], HttpResponse]:
    """Call the view with a round that has tables; redirect to the draw if it is still a preview."""

    @wraps(view)
    def wrapped(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
        played = get_round_of(club, pk, number)
        if played.is_drawn:
            return redirect("tournaments:draw-detail", pk, number)
        return view(request, played)

    return wrapped


def _to_round(played: Round) -> HttpResponse:
    return redirect("tournaments:round-detail", played.tournament_id, played.number)


@require_safe
def round_detail(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show the tables of a round; with `board` only send it if something changed."""
    known = request.GET.get("board")
    if known and known == follows_round(request.user.pk, pk, number):
        return HttpResponse(status=204)
    return _round_detail(request, pk, number)


@requires(Right.LOOK)
@published_round
def _round_detail(request: HttpRequest, played: Round) -> HttpResponse:
    asked = request.GET.get("show", "")
    play = round_play(
        played,
        show=Show(asked) if asked in list(Show) else Show.ALL,
        query=request.GET.get("q", "")[:60],
        now=timezone.now(),
    )
    rounds = list(played.tournament.rounds.order_by("number"))
    context = {"tournament": played.tournament, "round": played, "play": play, "rounds": rounds}
    context["is_last"] = rounds[-1] == played
    if "board" in request.GET:
        context["is_refresh"] = True
        return render(request, "tables/_round_play.html", context)
    context["few"] = FEW_TABLES
    context["late_form"] = LateEntryForm()
    if played.is_playing:
        seat = context["free_seat"] = next(iter(free_seats(played)), None)
        if seat:
            context["gives_number"] = gives_its_number(seat, played.tournament)
    return render(request, "tables/round_detail.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.DECIDE)
@published_round
def round_close(request: HttpRequest, played: Round) -> HttpResponse:
    """List missing, unsigned and odd tables; a POST closes the round nevertheless.

    With `at_once`, of the main button, it closes it only if there is nothing to list.
    """
    if not played.is_playing:
        return _to_round(played)
    tables = round_tables(played)
    if request.method == "POST" and ("at_once" not in request.POST or tables.may_close):
        try:
            services.close_round(round_id=played.pk, **actor(request))
        except RoundOpenError:
            messages.info(request, _("This round is already closed."))
        else:
            text = _("Round %(number)d is closed. Results can still be corrected.")
            messages.success(request, text % {"number": played.number})
        return _to_round(played)
    context = {
        "tournament": played.tournament,
        "round": played,
        "tables": tables,
    }
    return render(request, "tables/round_close.html", context)


@require_POST
@requires(Right.DECIDE)
@published_round
def round_reopen(request: HttpRequest, played: Round) -> HttpResponse:
    try:
        services.reopen_round(round_id=played.pk, **actor(request))
    except Refused as refused:
        messages.error(request, str(refused))
    except RoundOpenError:
        messages.info(request, _("This round is already open."))
    else:
        messages.success(request, _("The round is open again: the tables can enter hands."))
    return _to_round(played)


@require_POST
@requires(Right.DECIDE)
@published_round
def round_timer(request: HttpRequest, played: Round) -> HttpResponse:
    """Start or stop the clock, set its minutes, or say when the next round begins."""
    form = ClockForm(request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, str(errors[0]))
        return _to_round(played)
    try:
        _run_clock(request, played, form)
    except RoundOpenError:
        text = _("This round is closed: its clock no longer runs.")
        if form.cleaned_data["act"] == ClockForm.NEXT:
            text = _("The next round has already begun.")
        messages.error(request, text)
    if form.cleaned_data["act"] == ClockForm.NEXT:
        if request.POST.get("from") == "board":
            return redirect("tournaments:board", played.tournament.token)
        return redirect("tournaments:tournament-detail", played.tournament_id)
    return _to_round(played)


def _run_clock(request: HttpRequest, played: Round, form: ClockForm) -> None:
    by = actor(request)
    act, minutes = form.cleaned_data["act"], form.cleaned_data["minutes"]
    if act == ClockForm.SET:
        services.set_timer(round_id=played.pk, minutes=minutes, **by)
    elif act == ClockForm.NEXT:
        services.announce_next_round(round_id=played.pk, minutes=minutes, **by)
    elif act == ClockForm.PAUSE:
        services.pause_timer(round_id=played.pk, **by)
    else:
        services.start_timer(round_id=played.pk, **by)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.DECIDE)
@published_round
def catch_up_new(request: HttpRequest, played: Round) -> HttpResponse:
    """Open a catch-up table for an exempt entry and an early finisher."""
    tables = round_tables(played)
    exempt = [line.number for line in tables.still_exempt]
    initial = dict(zip(played.tournament.format.exempt_places, exempt, strict=False))
    form = CatchUpForm(request.POST or None, tournament=played.tournament, initial=initial)
    if form.is_valid() and _start_catch_up(request, played, form):
        return _to_round(played)
    context = {"tournament": played.tournament, "round": played, "tables": tables, "form": form}
    return render(request, "tables/round_catch_up.html", context)


def _start_catch_up(request: HttpRequest, played: Round, form: CatchUpForm) -> bool:
    """Open the table, or explain above the form why not."""
    try:
        match = withdrawals.start_catch_up(
            round_id=played.pk, side_a=form.side("a"), side_b=form.side("b"), **actor(request)
        )
    except withdrawals.NoPlaceError:
        form.add_error(
            None,
            _(
                "This table is not possible: one of them must be exempt in this round, and the "
                "others must have finished their own game."
            ),
        )
    except RoundOpenError:
        form.add_error(None, _("This round is closed."))
    else:
        text = _("The catch-up game is played at table %(table)d.")
        messages.success(request, text % {"table": match.table_number})
        return True
    return False


@require_POST
@requires(Right.DECIDE)
@published_round
def late_entry(request: HttpRequest, played: Round) -> HttpResponse:
    """Let a late entry play against the exempt one, or take a free seat."""
    form = LateEntryForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Write the number of the late team."))
        return _to_round(played)
    late = form.cleaned_data["number"]
    try:
        said = _seat_late(request, played, late)
    except withdrawals.NoPlaceError:
        text = _(
            "There is no place for number %(number)d: nobody is exempt, or it already has a place."
        )
        messages.error(request, text % {"number": late})
    except RoundOpenError:
        messages.error(request, _("This round is closed."))
    else:
        messages.success(request, said)
    return _to_round(played)


def _seat_late(request: HttpRequest, played: Round, late: int) -> str:
    """Return the table of a late team; raises NoPlaceError and RoundOpenError."""
    doer: Any = {"round_id": played.pk, **actor(request)}
    try:
        match = withdrawals.seat_late_entry(number=late, **doer)
    except withdrawals.NoPlaceError:
        seat = withdrawals.take_free_seat(number=late, **doer)
        match = seat.match
        if seat.entry.number != late:
            text = _(
                "The late team plays at table %(table)d, and is number %(number)d from now on."
            )
            return text % {"table": match.table_number, "number": seat.entry.number}
    text = _("Number %(number)d plays at table %(table)d.")
    return text % {"number": late, "table": match.table_number}


@require_POST
@requires_in_contest(Right.DECIDE)
def table_cancel(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Close an unused table that was opened after the draw."""
    match = get_match(tournament, number, table)
    try:
        withdrawals.cancel_table(match_id=match.pk, **actor(request))
    except withdrawals.NoPlaceError:
        text = _("This table stays: something is written there, or it belongs to the draw.")
        messages.error(request, text)
    except RoundOpenError:
        messages.error(request, DRAW_CHANGED)
    else:
        messages.success(request, _("Table %(table)d is closed.") % {"table": table})
    return redirect(reverse("tournaments:round-detail", args=[tournament.pk, number]))
