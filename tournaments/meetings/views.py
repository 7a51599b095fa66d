"""Club teams: settings, line-ups, and their meetings on pages and in print."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import FORM_METHODS, actor, post_data
from scorekeeper.clubs.queries import hidden_players
from scorekeeper.roles import Right
from tournaments.access import get_public_tournament, get_round, requires_in_contest
from tournaments.contests.services import RoundsBegunError
from tournaments.files.downloads import contest_file_name, download_list, refuse_unknown_kind
from tournaments.formats.meetings import MeetingsError, TeamMeetings
from tournaments.meetings import services
from tournaments.meetings.forms import USUAL_PAIRS, LineUpForm, MeetingsForm, meetings_typed
from tournaments.meetings.queries import (
    line_ups,
    meetings_page,
    round_views,
    shared_page,
    squads_proposed,
    squads_sheet,
    view_of,
)
from tournaments.models import Round, Tournament
from tournaments.phases.labels import course_lines
from tournaments.rounds.labels import in_words
from tournaments.seating import named_entries


def _meetings_of(tournament: Tournament) -> TeamMeetings:
    meetings = tournament.team_meetings
    if meetings is None:
        raise Http404
    return meetings


@require_http_methods(FORM_METHODS)
@requires_in_contest(Right.CONTESTS)
def squads(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Set the club teams of a contest, and how their meetings are won."""
    meetings = tournament.team_meetings
    form = MeetingsForm(
        post_data(request),
        known=list(tournament.entries.values_list("number", flat=True)),
        course=tournament.course,
        initial=meetings_typed(meetings, squads_proposed(tournament, USUAL_PAIRS)),
    )
    if form.is_valid() and _keep(request, tournament, form):
        messages.success(request, _("The club teams are saved. The next draw follows them."))
        return redirect("tournaments:squads", tournament.pk)
    context = {
        "tournament": tournament,
        "form": form,
        "line_ups": line_ups(tournament, meetings) if meetings else (),
        "lines": course_lines(tournament.course),
        "has_rounds": tournament.rounds.exists(),
    }
    return render(request, "meetings/squads.html", context)


def _keep(request: HttpRequest, tournament: Tournament, form: MeetingsForm) -> bool:
    """Store a valid form, or explain beside the field why not."""
    try:
        services.set_meetings(
            tournament_id=tournament.pk, meetings=form.made, phases=form.phases, **actor(request)
        )
    except RoundsBegunError:
        form.add_error("course", _("A round is drawn: how they meet stays as it is."))
    except MeetingsError as error:
        form.add_error(None, _refusal(error))
    else:
        return True
    return False


def _refusal(error: MeetingsError) -> str:
    """Return why club teams cannot be stored as typed."""
    if error.numbers:
        text = _("%(numbers)s has already played for another club team: leave it there.")
        return text % {"numbers": in_words(error.numbers)}
    if str(error) == "begun":
        return _("A round is drawn: the number of club teams and tables can no longer change.")
    return _("Club teams meet in pools or brackets: choose league or cup here.")


@require_POST
@requires_in_contest(Right.CONTESTS)
def squads_off(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Let every entry play for itself again."""
    try:
        services.set_meetings(tournament_id=tournament.pk, meetings=None, **actor(request))
    except MeetingsError as error:
        messages.error(request, _refusal(error))
    else:
        messages.success(request, _("Each team plays for itself again."))
    return redirect("tournaments:squads", tournament.pk)


@require_http_methods(FORM_METHODS)
@requires_in_contest(Right.CONTESTS)
def line_up(request: HttpRequest, tournament: Tournament, squad: int) -> HttpResponse:
    """Choose the table of each pair of a club team in the next round."""
    meetings = _meetings_of(tournament)
    if not 1 <= squad <= len(meetings.squads):
        raise Http404
    chosen, names = meetings.squads[squad - 1], named_entries(tournament.pk)
    form = LineUpForm(
        post_data(request),
        entries=[(who, names[who].title) for who in chosen.entries if who in names],
        pairs=meetings.pairs,
    )
    if form.is_valid():
        gone = [who for who in chosen.entries if who not in names]
        if _keep_order(request, tournament.pk, squad, [*form.order, *gone]):
            return redirect("tournaments:squads", tournament.pk)
        form.add_error(None, _("The club team has changed in the meantime: look at it again."))
    context = {"tournament": tournament, "squad": chosen, "form": form}
    return render(request, "meetings/line_up.html", context)


def _keep_order(request: HttpRequest, pk: int, squad: int, entries: list[int]) -> bool:
    try:
        services.line_up(tournament_id=pk, squad=squad, entries=entries, **actor(request))
    except MeetingsError:
        return False
    messages.success(request, _("The order is saved."))
    return True


@require_safe
@requires_in_contest(Right.LOOK)
def meeting_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the table of the club teams and every meeting."""
    meetings = tournament.team_meetings
    page = meetings_page(tournament, meetings) if meetings else None
    return render(request, "meetings/meeting_list.html", {"tournament": tournament, "page": page})


def _published(tournament: Tournament, number: int) -> Round:
    played = get_round(tournament, number)
    if played.is_drawn:
        raise Http404
    return played


@require_safe
@requires_in_contest(Right.LOOK)
def meeting_detail(
    request: HttpRequest, tournament: Tournament, number: int, squad: int
) -> HttpResponse:
    """Show one meeting with its tables and its score."""
    return _meeting(request, tournament, number, squad, "meetings/meeting_detail.html")


def _meeting(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    squad: int,
    template: str,
    hidden: frozenset[int] = frozenset(),
) -> HttpResponse:
    played = _published(tournament, number)
    meetings = _meetings_of(tournament)
    meeting = view_of(round_views(played, meetings, hidden=hidden), squad)
    if meeting is None:
        raise Http404
    context: dict[str, Any] = {"tournament": tournament, "round": played, "meeting": meeting}
    return render(request, template, context)


@require_safe
@requires_in_contest(Right.WRITE)
def meeting_sheets(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the sheets of a round's meetings for printing, one on each page."""
    played = _published(tournament, number)
    meetings = _meetings_of(tournament)
    views = round_views(played, meetings)
    context = {
        "tournament": tournament,
        "round": played,
        "day": meetings.day(number) or tournament.date,
        "meetings": [one for one in views if not one.is_bye],
    }
    return render(request, "meetings/meeting_sheets.html", context)


@require_safe
@requires_in_contest(Right.FILES)
def squads_export(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """Send the ranking of the club teams as a file."""
    refuse_unknown_kind(kind)
    sheet = squads_sheet(tournament, _meetings_of(tournament))
    return download_list(sheet, contest_file_name(tournament, sheet), kind)


@require_safe
def public_meetings(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table of the club teams and every meeting to the public."""
    tournament = get_public_tournament(token)
    page = shared_page(tournament) if tournament.team_meetings else None
    context = {"tournament": tournament, "page": page}
    return render(request, "meetings/public_meetings.html", context)


@require_safe
def public_meeting(request: HttpRequest, token: str, number: int, squad: int) -> HttpResponse:
    """Show one meeting to the public."""
    tournament = get_public_tournament(token)
    hidden = hidden_players(tournament.club_id)
    template = "meetings/public_meeting.html"
    return _meeting(request, tournament, number, squad, template, hidden)
