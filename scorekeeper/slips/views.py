"""Pages of slips: totals without hands."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import (
    actor,
    get_writable_game,
    names_offered,
    names_shown,
    starting_place,
)
from scorekeeper.engine.hand import Seat
from scorekeeper.games.forms.games import initial_of_game, name_field, two_seats_text
from scorekeeper.games.services.games import SitsElsewhereError
from scorekeeper.slips import services
from scorekeeper.slips.forms import SlipEditForm, SlipForm, initial_of_slips


@require_http_methods(["GET", "HEAD", "POST"])
def slip_new(request: HttpRequest) -> HttpResponse:
    club, evening = starting_place(request)
    initial = {"ruleset_key": evening.ruleset_key} if evening else {}
    names = names_offered(request, club, evening)
    form = SlipForm(request.POST or None, club=club, names=names, initial=initial)
    if form.is_valid() and form.rules:
        game = services.record_slip(
            club=club,
            seating=form.seating(evening),
            rules=form.rules,
            slips=form.slips,
            **actor(request),
            stop_reason=form.stop_reason,
        )
        messages.success(request, _("The slip is written down."))
        return redirect("scorekeeper:game-detail", game.pk)
    context = {"form": form, "evening": evening}
    return render(request, "slips/slip_new.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def slip_edit(request: HttpRequest, pk: int) -> HttpResponse:
    game = get_writable_game(request, pk)
    if not game.is_slip:
        raise Http404
    # Slips of contests are corrected at the desk, where signatures and checks are handled.
    if game.is_contest:
        return redirect("scorekeeper:game-detail", pk)
    shown = names_shown(request, game.club_id)
    initial = initial_of_game(game, shown) | initial_of_slips(game)
    # Pages of earlier versions send no names: the stored ones stay.
    stay = {field: initial[field] for field in map(name_field, Seat)}
    names = names_offered(request, game.club, game.evening, game)
    sent = {**stay, **request.POST.dict()} if request.POST else None
    form = SlipEditForm(sent, game=game, names=names, initial=initial)
    if form.is_valid():
        try:
            services.correct_slip(
                game_id=pk,
                slips=form.slips,
                names=form.seating(game.evening).names,
                **actor(request),
                stop_reason=form.stop_reason,
            )
        except SitsElsewhereError as error:
            form.add_error(name_field(error.at), two_seats_text(error, shown))
        else:
            messages.success(request, _("The slip is corrected."))
            return redirect("scorekeeper:game-detail", pk)
    return render(request, "slips/slip_edit.html", {"form": form, "game": game})
