"""Draws: drawing a round, viewing, changing and publishing it, and swapping seats later."""

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from copy import deepcopy
from typing import Any

from django.contrib import messages
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import actor, post_data, requires, rights_of
from scorekeeper.downloads import JSON, download
from scorekeeper.models import Club
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.access import get_round_of, requires_in_contest
from tournaments.audit_log.locks import RoundOpenError
from tournaments.draw.certificate import hide_wishes
from tournaments.draw.drawing import SwapError
from tournaments.draw.request import RequestError
from tournaments.draw.seats import TooFewTablesError
from tournaments.formats.next_round import CourseError
from tournaments.models import Round, Tournament
from tournaments.rounds import services
from tournaments.rounds.forms import DrawForm, SwapForm, fixed_seats, usual_draw
from tournaments.rounds.labels import METHOD_LABELS, METHOD_SUMMARIES, too_few_tables_text
from tournaments.rounds.queries.draws import draw_page, draw_plan, drawn_again, seating_of
from tournaments.rounds.queries.requests import course_text, tables_there
from tournaments.rounds.services import (
    HandsWrittenError,
    draw_as_seen,
    draw_mark,
    reseat,
)

PHASE_SAYS = gettext_lazy("Pools and brackets decide who meets whom: nobody can be moved here.")


def _to_draw(drawn: Round) -> HttpResponse:
    return redirect("tournaments:draw-detail", drawn.tournament_id, drawn.number)


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.CONTESTS)
def draw_new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the next round as a preview, after showing who is in the draw and who is not.

    With `at_once`, of the main button, it is drawn in the usual way if there is nothing to ask.
    """
    plan = draw_plan(tournament)
    data: Mapping[str, Any] | None = post_data(request)
    called = ""
    if "at_once" in request.POST:
        if plan.preview:
            return _to_draw(plan.preview)
        called = request.POST.get("called", "")
        data = None if plan.asks else usual_draw(tournament, plan) | {"called": called}
    form = DrawForm(data, tournament=tournament, plan=plan, called=called)
    if form.is_valid():
        drawn = _draw(request, tournament, form)
        if drawn:
            return _to_draw(drawn)
    context: dict[str, Any] = {
        "tournament": tournament,
        "plan": plan,
        "form": form,
        "room": tables_there(tournament, len(plan.ready)),
    }
    if plan.method:
        context["method_title"] = METHOD_LABELS[plan.method]
        context["method_summary"] = METHOD_SUMMARIES[plan.method]
    return render(request, "rounds/draw_new.html", context)


def _draw(request: HttpRequest, tournament: Tournament, form: DrawForm) -> Round | None:
    """Draw the next round; if that is refused, the form says why."""
    try:
        return services.draw_round(
            tournament_id=tournament.pk,
            announced=request.POST.get("announced", ""),
            **form.cleaned_data,
            **actor(request),
        )
    except Refused as refused:
        form.add_error(None, str(refused))
    except RoundOpenError:
        form.add_error(None, _not_now(tournament))
    except CourseError as error:
        form.add_error(None, course_text(error))
    except TooFewTablesError as error:
        sitting = tournament.format.table_size
        form.add_error(None, too_few_tables_text(error.needed, error.there, sitting=sitting))
    except RequestError:
        form.add_error(None, _("There are too many entries for a draw in one contest."))
    return None


def _not_now(tournament: Tournament) -> str:
    if tournament.finished_at:
        return _("The contest is finished. Open it again first.")
    return _("Close the round that is being played first.")


@require_safe
@requires(Right.LOOK)
def draw_detail(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    """Show a draw: the preview, later the record; with `again` it is drawn again."""
    drawn = get_round_of(club, pk, number)
    if not drawn.has_draw:
        messages.info(request, _("This round was imported without its draw."))
        return redirect("tournaments:round-detail", pk, number)
    again = drawn_again(drawn) if "again" in request.GET else None
    return _show_draw(request, drawn, is_compared=again is not None, differs=again)


def _show_draw(
    request: HttpRequest, drawn: Round, form: SwapForm | None = None, **context: Any
) -> HttpResponse:
    context |= {
        "tournament": drawn.tournament,
        "round": drawn,
        "page": draw_page(drawn),
        "mark": draw_mark(drawn),
        "form": form or SwapForm(seated=()),
    }
    return render(request, "rounds/draw_detail.html", context)


def _as_seen(request: HttpRequest, drawn: Round) -> AbstractContextManager[None]:
    """Return the draw, locked, if it is the one whose page the button was on."""
    return draw_as_seen(round_id=drawn.pk, mark=request.POST.get("seen", ""))


@require_POST
@requires(Right.CONTESTS)
def draw_swap(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    drawn = get_round_of(club, pk, number)
    seated = {entrant.number for entrant in drawn.draw_request.entrants}
    form = SwapForm(request.POST, seated=seated)
    if not form.is_valid():
        return _show_draw(request, drawn, form)
    try:
        with _as_seen(request, drawn):
            services.swap_in_draw(round_id=drawn.pk, **form.cleaned_data, **actor(request))
    except Refused as refused:
        messages.error(request, str(refused))
    except SwapError:
        messages.error(request, PHASE_SAYS)
    except RoundOpenError:
        messages.error(
            request, _("This draw is already published. Swap seats in its tables instead.")
        )
    else:
        text = _("%(one)d and %(other)d have changed places.")
        messages.success(request, text % form.cleaned_data)
    return _to_draw(drawn)


@require_POST
@requires(Right.CONTESTS)
def draw_discard(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    drawn = get_round_of(club, pk, number)
    try:
        with _as_seen(request, drawn):
            services.discard_draw(round_id=drawn.pk, **actor(request))
    except Refused as refused:
        messages.error(request, str(refused))
        return _to_draw(drawn)
    except RoundOpenError:
        messages.error(request, _("This draw is already published. Unpublish it first."))
        return _to_draw(drawn)
    messages.success(request, _("The draw is discarded."))
    return redirect("tournaments:tournament-detail", pk)


@require_POST
@requires(Right.CONTESTS)
def draw_publish(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    """Publish a preview: everybody sees the seats, and the tables can enter hands."""
    drawn = get_round_of(club, pk, number)
    seen = request.POST.get("seen", "")
    try:
        services.publish_round(round_id=drawn.pk, seen=seen, **actor(request))
    except Refused as refused:
        messages.error(request, str(refused))
        return _to_draw(drawn)
    except TooFewTablesError as error:
        messages.error(request, too_few_tables_text(error.needed, error.there, sitting=2))
        return _to_draw(drawn)
    except RoundOpenError:
        messages.info(request, _("This draw is already published."))
    else:
        text = _("Round %(number)d is published: everybody can see where to sit.")
        messages.success(request, text % {"number": number})
    return redirect("tournaments:round-detail", pk, number)


@require_POST
@requires(Right.CONTESTS)
def draw_take_back(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    drawn = get_round_of(club, pk, number)
    try:
        services.take_back_round(round_id=drawn.pk, **actor(request))
    except HandsWrittenError:
        text = _("Hands are already written, so the draw stays. Two teams can swap seats here.")
        messages.error(request, text)
        return redirect("tournaments:draw-reseat", pk, number)
    except RoundOpenError:
        messages.info(
            request, _("Only the draw of a round that is being played can be unpublished.")
        )
    else:
        messages.success(request, _("The draw is no longer published. Only you can see it now."))
    return _to_draw(drawn)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CONTESTS)
def draw_reseat(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    """Swap two entries of a published round; results stay with the tables."""
    played = get_round_of(club, pk, number)
    if played.is_drawn:
        return _to_draw(played)
    if not played.may_reseat:
        messages.info(request, PHASE_SAYS)
        return redirect("tournaments:round-detail", pk, number)
    seating = seating_of(played)
    form = SwapForm(post_data(request), seated=seating.seats, fixed=fixed_seats(seating))
    if form.is_valid() and _reseat(request, played, form):
        return redirect("tournaments:draw-reseat", pk, number)
    context = {
        "tournament": played.tournament,
        "round": played,
        "seating": seating,
        "form": form,
    }
    return render(request, "rounds/draw_reseat.html", context)


def _reseat(request: HttpRequest, played: Round, form: SwapForm) -> bool:
    """Swap two entries; if that is refused, the form says why."""
    try:
        reseat(round_id=played.pk, **form.cleaned_data, **actor(request))
    except (RoundOpenError, SwapError):
        form.add_error(
            None, _("The round has changed in the meantime. Look at the tables and try again.")
        )
        return False
    text = _("%(one)d and %(other)d have changed places.")
    messages.success(request, text % form.cleaned_data)
    return True


@require_safe
@requires(Right.LOOK)
def draw_certificate(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    drawn = get_round_of(club, pk, number)
    if not drawn.has_draw:
        raise Http404
    return certificate_file(drawn, is_public=Right.CONTESTS not in rights_of(request))


def certificate_file(drawn: Round, *, is_public: bool = False) -> HttpResponse:
    """Send the input of a draw; the public one is without wishes."""
    request, certificate = deepcopy(drawn.request), deepcopy(drawn.certificate)
    if is_public:
        hide_wishes(request, certificate)
    document = {"request": request, "certificate": certificate, "swaps": drawn.swaps}
    content = json.dumps(document, cls=DjangoJSONEncoder, indent=2)
    return download(content, f"draw-{drawn.tournament_id}-{drawn.number}.json", JSON)
