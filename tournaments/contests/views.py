"""Contests: list, settings, dashboard, rules card, end."""

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import FORM_METHODS, actor, author_of, may, post_data, requires
from scorekeeper.hall_codes import hall_code
from scorekeeper.models import Club
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.access import requires_in_contest
from tournaments.audit_log.room_left import TooManyContestsError
from tournaments.contests.forms import (
    TournamentForm,
    settings_as_last,
    settings_shown,
    usual_settings,
)
from tournaments.contests.labels import contests_full_text
from tournaments.contests.queries.contests import (
    contest_lines,
    contests_with_counts,
    last_contest,
    settings_text,
)
from tournaments.contests.queries.dashboard import dashboard_of
from tournaments.contests.queries.rules import contest_rules
from tournaments.contests.services import (
    RoundsBegunError,
    change_tournament,
    create_tournament,
    delete_tournament,
    finish_tournament,
    resume_tournament,
)
from tournaments.models import Tournament
from tournaments.models.rounds import news_count
from tournaments.refusals import ContestRefusal
from tournaments.rounds.services import rules_of

THEN: Final = "then"
"""The address to which the typed values are sent once the contest is reopened."""
_OF_THE_PAGE: Final = frozenset({"csrfmiddlewaretoken", THEN})


def finished_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Refuse a change to a finished contest; offer to reopen it and to send the change again."""
    context = {
        "tournament": tournament,
        "organises": may(request, tournament.club_id, Right.CONTESTS),
        "then": request.get_full_path(),
        "typed": _typed(request),
    }
    return render(request, "contests/contest_finished.html", context, status=409)


@require_POST
@requires_in_contest(Right.CONTESTS)
def tournament_resume(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Reopen a finished contest, and offer to send the change that was refused."""
    resume_tournament(tournament_id=tournament.pk, **actor(request))
    then = request.POST.get(THEN, "")
    if url_has_allowed_host_and_scheme(then, allowed_hosts=None):
        tournament.refresh_from_db()
        context = {"tournament": tournament, "then": then, "typed": _typed(request)}
        return render(request, "contests/contest_finished.html", context)
    messages.success(request, _("The contest is open again."))
    return redirect("tournaments:tournament-detail", tournament.pk)


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """Return all submitted fields of a form, in order."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name not in _OF_THE_PAGE
        for value in values
    ]


CONTESTS_A_PAGE = 20


@require_safe
@requires(Right.LOOK)
def tournament_list(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the club's contests, latest first."""
    page = Paginator(contests_with_counts(club), CONTESTS_A_PAGE).get_page(request.GET.get("page"))
    lines = contest_lines(list(page))
    context = {"page_obj": page, "lines": lines, "is_server": bool(settings.PUBLIC_URL)}
    return render(request, "contests/tournament_list.html", context)


@require_http_methods(FORM_METHODS)
@requires(Right.CONTESTS)
def tournament_new(request: HttpRequest, club: Club) -> HttpResponse:
    """Create a contest; the form begins with the settings of the last one."""
    now = timezone.now()
    today = timezone.localdate(now)
    last = last_contest(club)
    as_last = last is not None and "usual" not in request.GET
    initial = settings_as_last(last, today) if last and as_last else usual_settings(today)
    form = TournamentForm(post_data(request), club=club, initial=initial)
    if form.is_valid():
        try:
            tournament = create_tournament(
                club=club, settings=form.settings(), author=author_of(request), now=now
            )
        except TooManyContestsError as error:
            form.add_error(None, contests_full_text(error.most))
        else:
            next_page = "phases" if form.goes_to_phases else "tournament-detail"
            return redirect(f"tournaments:{next_page}", tournament.pk)
    context = {
        "form": form,
        "last": last,
        "as_last": as_last,
        "last_settings": settings_text(last) if last else "",
    }
    return render(request, "contests/tournament_new.html", context)


@require_http_methods(FORM_METHODS)
@requires_in_contest(Right.CONTESTS)
def tournament_edit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Change the settings, except those that played rounds depend on."""
    form = TournamentForm(
        post_data(request),
        club=tournament.club,
        tournament=tournament,
        initial=settings_shown(tournament),
    )
    if form.is_valid() and _change(request, tournament, form):
        if form.goes_to_phases:
            return redirect("tournaments:phases", tournament.pk)
        messages.success(request, _("The settings are changed. Rankings follow at once."))
        return redirect("tournaments:tournament-detail", tournament.pk)
    context = {"form": form, "tournament": tournament}
    return render(request, "contests/tournament_edit.html", context)


def _change(request: HttpRequest, tournament: Tournament, form: TournamentForm) -> bool:
    """Store a valid form; False, with an error, if a round was drawn in the meantime."""
    if not form.has_changed():
        return True
    try:
        change_tournament(tournament_id=tournament.pk, settings=form.settings(), **actor(request))
    except RoundsBegunError:
        text = _("A round was drawn in the meantime: rule set, entries and its hands stay.")
        form.add_error(None, text)
        return False
    except Refused as refused:
        is_mode = refused.code is ContestRefusal.ENTRIES_DO_NOT_FIT
        form.add_error("mode" if is_mode else "format", str(refused))
        return False
    return True


@require_safe
@requires_in_contest(Right.LOOK)
def tournament_detail(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the state of the contest and the next step; with `board` only if something changed."""
    version = f"{tournament.state}-{news_count(tournament.table_news)}"
    if request.GET.get("board") == version:
        return HttpResponse(status=204)
    address = qr_address(request, "tournaments:public", tournament.token)
    context = {
        "tournament": tournament,
        "version": version,
        "dashboard": dashboard_of(tournament),
        "address": address,
        "qr_svg": qr_svg(address),
        "hall": hall_code(request, tournament.token, tournament.date, club=tournament.club_id),
    }
    return render(request, "contests/tournament_detail.html", context)


@require_safe
@requires_in_contest(Right.LOOK)
def tournament_rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the rules of the contest on one page for printing."""
    card = contest_rules(tournament, rules_of(tournament))
    context = {"tournament": tournament, "card": card}
    return render(request, "contests/tournament_rules.html", context)


@require_POST
@requires_in_contest(Right.CONTESTS)
def tournament_finish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Finish a contest and make its ranking final."""
    try:
        finish_tournament(tournament_id=tournament.pk, **actor(request))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("tournaments:tournament-detail", tournament.pk)
    messages.success(request, _("The contest is finished. Its ranking is final."))
    return redirect("tournaments:ranking", tournament.pk)


@require_POST
@requires_in_contest(Right.CONTESTS)
def tournament_delete(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Delete a contest without published rounds."""
    try:
        delete_tournament(tournament_id=tournament.pk)
    except RoundsBegunError:
        messages.error(request, _("A round was published: the contest cannot be deleted."))
        return redirect("tournaments:tournament-edit", tournament.pk)
    messages.success(request, _("“%(name)s” is deleted.") % {"name": tournament.name})
    return redirect("tournaments:tournament-list")
