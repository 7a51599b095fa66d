"""Phases: choosing them, showing pools and brackets, deciding level tables."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import FORM_METHODS, actor, post_data
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.access import get_match, get_public_tournament, requires_in_contest
from tournaments.audit_log.locks import FinishedError, RoundOpenError
from tournaments.contests.services import RoundsBegunError
from tournaments.entry_words import entry_words
from tournaments.formats.phases import PhaseError
from tournaments.models import Match, Tournament
from tournaments.phases import services
from tournaments.phases.forms import (
    PRESETS,
    DecideForm,
    PhasesForm,
    hands_typed,
    phases_typed,
    preset,
)
from tournaments.phases.labels import course_lines
from tournaments.phases.queries import course_names, course_page, moved_question, phases_shown
from tournaments.rounds.services import HandsWrittenError
from tournaments.visible_ranking import Reader


@require_http_methods(FORM_METHODS)
@requires_in_contest(Right.CONTESTS)
def phases(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Choose the phases of a contest, starting from a preset."""
    chosen = request.GET.get("preset", "")
    form = PhasesForm(
        post_data(request), tournament=tournament, initial=_initial(tournament, chosen)
    )
    if form.is_valid() and _set_phases(request, tournament, form):
        messages.success(request, _("The phases are saved. The next draw follows them."))
        return redirect("tournaments:tournament-detail", tournament.pk)
    context = {
        "tournament": tournament,
        "form": form,
        "presets": [(name, label, name == chosen) for name, label in PRESETS.items()],
        "lines": course_lines(tournament.course),
    }
    return render(request, "phases/phases.html", context)


def _initial(tournament: Tournament, chosen: str) -> dict[str, Any]:
    shown = phases_shown(tournament)
    hands = {"hands": hands_typed(tournament.round_hands)}
    if chosen in PRESETS:
        return preset(chosen, shown["entries"]) | {"hands": hands_typed(tournament.round_hands[:1])}
    return phases_typed(tournament) | hands


def _set_phases(request: HttpRequest, tournament: Tournament, form: PhasesForm) -> bool:
    """Store a valid form, or explain above it why not."""
    try:
        services.set_phases(
            tournament_id=tournament.pk,
            phases=form.phases,
            round_hands=form.round_hands,
            **actor(request),
        )
    except RoundsBegunError:
        text = _("A round is drawn: its phase stays as it is, and so do those before it.")
        form.add_error(None, text)
        return False
    except Refused as refused:
        form.add_error(None, str(refused))
        return False
    except PhaseError:
        form.add_error(None, entry_words(tournament).no_phases)
        return False
    return True


@require_safe
@requires_in_contest(Right.LOOK)
def bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the pools and brackets, the qualifiers with reasons, and the level tables."""
    context = {
        "tournament": tournament,
        "page": course_page(tournament),
        "question": moved_question(tournament),
    }
    return render(request, "phases/bracket.html", context)


@require_POST
@requires_in_contest(Right.CONTESTS)
def bracket_settle(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Keep a round of the brackets although others would play there, or draw it again."""
    question = moved_question(tournament)
    number = question["round_number"] if question else None
    settle = services.drop_trees if "again" in request.POST else services.keep_trees
    try:
        settle(tournament_id=tournament.pk, mark=request.POST.get("mark", ""), **actor(request))
    except (HandsWrittenError, RoundOpenError):
        messages.error(request, _begun(number))
    except Refused as refused:
        messages.info(request, str(refused))
    else:
        if settle is services.drop_trees:
            messages.success(request, _taken_back(number))
            return redirect("tournaments:draw-new", tournament.pk)
        messages.success(request, _stays(number))
    return redirect("tournaments:bracket", tournament.pk)


def _begun(number: int | None) -> str:
    if number is None:
        return _("Somebody has played in the brackets: they stay as drawn.")
    return _("Somebody has played in round %(number)d: it stays as drawn.") % {"number": number}


def _taken_back(number: int | None) -> str:
    if number is None:
        return _("The brackets are cancelled. Draw them again.")
    return _("Round %(number)d is cancelled. Draw it again.") % {"number": number}


def _stays(number: int | None) -> str:
    if number is None:
        return _("The brackets stay as they were drawn.")
    return _("Round %(number)d stays as it was drawn.") % {"number": number}


@require_safe
def public_bracket(request: HttpRequest, token: str) -> HttpResponse:
    """Show the pools and brackets to the public."""
    tournament = get_public_tournament(token)
    page = course_page(tournament, reader=Reader.EVERYBODY)
    return render(request, "phases/public_bracket.html", {"tournament": tournament, "page": page})


@require_http_methods(FORM_METHODS)
@requires_in_contest(Right.DECIDE)
def level_decide(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Record who goes on from a table with equal totals."""
    match = get_match(tournament, number, table)
    names = course_names(tournament)
    seats = match.seats.filter(counts=True).select_related("entry").order_by("side")
    numbers = tournament.format.meeting_of(seat.entry.number for seat in seats)
    if len(numbers) != 2:
        raise Http404
    form = DecideForm(
        post_data(request),
        numbers=[(who, f"{who} · {names[who].title}") for who in numbers],
        initial={"winner": match.decided_for, "by": match.decided_by},
    )
    if form.is_valid() and _decide(request, match, form):
        return redirect("tournaments:bracket", tournament.pk)
    context = {"tournament": tournament, "number": number, "table": table, "form": form}
    return render(request, "phases/level_decide.html", context)


def _decide(request: HttpRequest, match: Match, form: DecideForm) -> bool:
    try:
        services.decide_level(match_id=match.pk, **form.cleaned_data, **actor(request))
    except Refused as refused:
        form.add_error(None, str(refused))
    except (FinishedError, RoundOpenError):
        form.add_error(None, _("The contest has changed in the meantime: look at the table again."))
    else:
        messages.success(request, _("The team that goes on is decided."))
        return True
    return False
