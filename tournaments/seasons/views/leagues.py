"""Leagues: list, creation, renaming, deletion."""

from copy import copy

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import FORM_METHODS, post_data, requires, requires_found
from scorekeeper.models import Club
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.audit_log.seasons import SeasonFrozenError
from tournaments.models import League
from tournaments.seasons.forms.seasons import LeagueForm, NewLeagueForm, usual_season
from tournaments.seasons.queries.seasons import league_lines
from tournaments.seasons.services.seasons import (
    create_league,
    delete_league,
    rename_league,
)


def find_league(club: Club, pk: int) -> League:
    return get_object_or_404(League.objects.filter(club=club).select_related("club"), pk=pk)


@require_safe
@requires(Right.LOOK)
def league_list(request: HttpRequest, club: Club) -> HttpResponse:
    context = {"leagues": league_lines(club, today=timezone.localdate())}
    return render(request, "seasons/league_list.html", context)


@require_http_methods(FORM_METHODS)
@requires(Right.SEASONS)
def league_new(request: HttpRequest, club: Club) -> HttpResponse:
    now = timezone.now()
    initial = {"kind": League.Kind.PLAYERS, **usual_season(timezone.localdate(now))}
    form = NewLeagueForm(post_data(request), initial=initial)
    if form.is_valid():
        settings = form.cleaned_data
        name, kind = settings.pop("league_name"), settings.pop("kind")
        try:
            season = create_league(club=club, name=name, kind=kind, settings=settings, now=now)
        except Refused as refused:
            form.add_error("league_name", str(refused))
        else:
            return redirect("tournaments:season-detail", season.pk)
    return render(request, "seasons/league_new.html", {"form": form})


@require_http_methods(FORM_METHODS)
@requires_found(find_league, Right.SEASONS)
def league_edit(request: HttpRequest, league: League) -> HttpResponse:
    """Rename a league; a POST of `delete` deletes it with its seasons."""
    if "delete" in request.POST:
        return _delete_league(request, league)
    # Give the form a copy: it changes its instance, and the page shows the present name.
    form = LeagueForm(post_data(request), instance=copy(league))
    if form.is_valid():
        try:
            rename_league(league=league, name=form.cleaned_data["name"])
        except Refused as refused:
            form.add_error("name", str(refused))
        else:
            messages.success(request, _("The league is renamed."))
            return redirect("tournaments:league-list")
    return render(request, "seasons/league_edit.html", {"form": form, "league": league})


def _delete_league(request: HttpRequest, league: League) -> HttpResponse:
    try:
        delete_league(league=league)
    except SeasonFrozenError:
        messages.error(
            request,
            _("A season of the league is frozen: let its ranking follow the results again first."),
        )
        return redirect("tournaments:league-edit", league.pk)
    messages.success(request, _("The league is deleted."))
    return redirect("tournaments:league-list")
