"""Fixed teams: the teams, the calendar, one meeting."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import FORM_METHODS, actor, require, requires, requires_found
from scorekeeper.clubs.queries import player_names
from scorekeeper.models import Club
from scorekeeper.models.keys import typed_number
from scorekeeper.qr import qr_address
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.audit_log.seasons import SeasonFrozenError, unfreeze_season
from tournaments.models import Fixture, LeagueTeam, Season
from tournaments.refusals import ContestRefusal
from tournaments.seasons.forms.fixtures import CalendarForm, TeamForm, fixture_forms
from tournaments.seasons.queries.fixtures import (
    fixed_teams,
    fixture_page,
    fixture_seasons,
    fixtures_of,
    fixtures_of_club,
    meeting_of,
)
from tournaments.seasons.queries.results import forfeit_points_of, results_of
from tournaments.seasons.services import fixtures


def _season(club: Club, pk: int) -> Season:
    return get_object_or_404(fixture_seasons(club), pk=pk)


def say_frozen(request: HttpRequest) -> None:
    messages.error(
        request, _("The season is frozen: let its ranking follow the results again first.")
    )


@require_http_methods(FORM_METHODS)
@requires_found(_season, Right.LOOK, to_write=Right.SEASONS)
def team_list(request: HttpRequest, season: Season) -> HttpResponse:
    """Show the teams; a POST adds, changes or removes one."""
    teams = fixed_teams(season)
    chosen = next((t for t in teams if t.pk == typed_number(request.POST.get("team", ""))), None)
    act = request.POST.get("act", "")
    if request.method == "POST" and act == "remove":
        return _remove_team(request, season, chosen)
    bound = TeamForm(request.POST, team=chosen) if request.method == "POST" else None
    if bound and bound.is_valid() and _write_team(request, season, bound):
        return redirect("tournaments:fixture-teams", season.pk)
    context = {
        "season": season,
        "forms": [bound if bound and t == chosen else TeamForm(team=t) for t in teams],
        "form": bound if bound and not chosen else TeamForm(),
        "wrong": bound,
        "has_calendar": season.fixtures.exists(),
        "names": player_names(season.league.club),
    }
    return render(request, "seasons/fixture_teams.html", context)


def _write_team(request: HttpRequest, season: Season, form: TeamForm) -> bool:
    values: dict[str, Any] = {
        "season_id": season.pk,
        "name": form.cleaned_data["name"],
        "players": form.players,
        "now": timezone.now(),
    }
    try:
        if form.team:
            fixtures.change_team(team_id=form.team.pk, **values)
        else:
            fixtures.add_team(**values)
    except SeasonFrozenError:
        say_frozen(request)
    except Refused as refused:
        is_name = refused.code is ContestRefusal.TEAM_NAME_TAKEN
        form.add_error("name" if is_name else None, str(refused))
    except LeagueTeam.DoesNotExist:
        form.add_error(None, _("The team was removed in the meantime."))
    return not form.errors


def _remove_team(request: HttpRequest, season: Season, team: LeagueTeam | None) -> HttpResponse:
    try:
        if team:
            fixtures.remove_team(season_id=season.pk, team_id=team.pk)
            messages.success(request, _("%(team)s is removed.") % {"team": team.name})
    except Refused as refused:
        messages.error(request, str(refused))
    except SeasonFrozenError:
        say_frozen(request)
    return redirect("tournaments:fixture-teams", season.pk)


@require_http_methods(FORM_METHODS)
@requires_found(_season, Right.LOOK, to_write=Right.SEASONS)
def fixture_list(request: HttpRequest, season: Season) -> HttpResponse:
    """Show table and calendar; a POST creates or deletes the calendar, or freezes the season."""
    team_count = season.teams.count()
    form = None
    if request.method == "POST":
        form = CalendarForm(request.POST, season=season, team_count=team_count)
        if _changed_calendar(request, season, form):
            return redirect("tournaments:fixture-list", season.pk)
    team = typed_number(request.GET.get("team", ""))
    page = fixture_page(season, today=timezone.localdate(), team=team)
    context = {
        "season": season,
        "page": page,
        "finalist_count": page["finalist_count"],
        "form": form or CalendarForm(season=season, team_count=team_count),
        "team_count": team_count,
        "public_url": qr_address(request, "tournaments:season-public", season.token),
    }
    return render(request, "seasons/fixture_list.html", context)


def _changed_calendar(request: HttpRequest, season: Season, form: CalendarForm) -> bool:
    """Perform the action; return whether the page can be reloaded."""
    act = request.POST.get("act", "")
    if act == "make" and not form.is_valid():
        return False
    try:
        if act == "make":
            _make_calendar(request, season, form)
        elif act == "discard":
            fixtures.discard_calendar(season_id=season.pk)
            messages.success(request, _("The calendar is deleted."))
        elif act == "freeze":
            fixtures.freeze_fixtures(season_id=season.pk, now=timezone.now())
            messages.success(request, _("The season is frozen: its ranking stays as it is now."))
        elif act == "unfreeze":
            unfreeze_season(season_id=season.pk)
            messages.success(request, _("The ranking follows the results again."))
    except Refused as refused:
        messages.error(request, str(refused))
    except SeasonFrozenError:
        say_frozen(request)
    return True


def _make_calendar(request: HttpRequest, season: Season, form: CalendarForm) -> None:
    fixtures.make_calendar(
        season_id=season.pk,
        twice=form.is_twice,
        starts_on=form.cleaned_data["starts_on"],
        every_days=form.cleaned_data["every_days"],
    )
    messages.success(request, _("The calendar is made."))


@require_http_methods(FORM_METHODS)
@requires(Right.LOOK, to_write=Right.WRITE)
def fixture_detail(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Show a meeting; a POST starts its game, records its slip, or settles it otherwise.

    Settling it otherwise is a decision that requires the right of a referee.
    """
    fixture = get_object_or_404(fixtures_of_club(club), pk=pk)
    act = request.POST.get("act", "")
    if act not in {"", "start", "slip"}:
        require(request, club.pk, Right.DECIDE)
    forms = fixture_forms(fixture, act=act, data=request.POST or None)
    if request.method == "POST" and (answer := _acted(request, fixture, act, forms.get(act))):
        return answer
    result = results_of(fixture.season, [fixture]).get(fixture.pk)
    season = fixture.season
    meeting = meeting_of(
        fixture,
        result,
        day_date=fixture.planned_on,
        today=timezone.localdate(),
        forfeit_points=forfeit_points_of(season, fixtures_of(season)) if fixture.forfeited else 0,
    )
    context = {
        "season": season,
        "fixture": fixture,
        "meeting": meeting,
        "forms": forms,
        "act": act,
        "form": forms.get(act),
    }
    return render(request, "seasons/fixture_detail.html", context)


def _acted(
    request: HttpRequest, fixture: Fixture, act: str, form: Form | None
) -> HttpResponse | None:
    if form is not None and not form.is_valid():
        return None
    try:
        if (wanted := ACTS_WITH_FORM.get(act)) and form is not None:
            return wanted(request, fixture, form)
        if simple := ACTS.get(act):
            return simple(request, fixture)
    except SeasonFrozenError:
        say_frozen(request)
    except Refused as refused:
        messages.error(request, str(refused))
    except Fixture.DoesNotExist:
        raise Http404 from None
    return redirect("tournaments:fixture-detail", fixture.pk)


def _to_calendar(fixture: Fixture) -> HttpResponse:
    page = reverse("tournaments:fixture-list", args=[fixture.season_id])
    return redirect(f"{page}#day-{fixture.day}")


def _start(request: HttpRequest, fixture: Fixture, form: Any) -> HttpResponse:
    game = fixtures.start_fixture_game(
        fixture_id=fixture.pk,
        seating=form.seating,
        rules=form.rules,
        game_format=form.game_format,
        **actor(request),
    )
    return redirect("scorekeeper:game-detail", game.pk)


def _slip(request: HttpRequest, fixture: Fixture, form: Any) -> HttpResponse:
    fixtures.record_fixture_slip(
        fixture_id=fixture.pk,
        seating=form.seating,
        rules=form.rules,
        slip=form.slip,
        **actor(request),
        stop_reason=form.stop_reason,
    )
    messages.success(request, _("The slip is written, and the ranking follows it."))
    return _to_calendar(fixture)


def _link(request: HttpRequest, fixture: Fixture, form: Any) -> HttpResponse:
    fixtures.link_game(fixture_id=fixture.pk, game_id=form.cleaned_data["game"])
    messages.success(request, _("That game counts for this meeting."))
    return _to_calendar(fixture)


def _forfeit(request: HttpRequest, fixture: Fixture, form: Any) -> HttpResponse:
    absent = Fixture.Forfeit(form.cleaned_data["absent"])
    fixtures.forfeit(fixture_id=fixture.pk, absent=absent)
    messages.success(request, _("The forfeit is written down."))
    return _to_calendar(fixture)


def _postpone(request: HttpRequest, fixture: Fixture, form: Any) -> HttpResponse:
    fixtures.postpone(fixture_id=fixture.pk, planned_on=form.cleaned_data["planned_on"])
    messages.success(request, _("The meeting has its new date."))
    return _to_calendar(fixture)


def _unlink(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    fixtures.unlink_game(fixture_id=fixture.pk)
    messages.success(request, _("The game no longer counts for this meeting; it is kept."))
    return redirect("tournaments:fixture-detail", fixture.pk)


def _unforfeit(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    fixtures.withdraw_forfeit(fixture_id=fixture.pk)
    messages.success(request, _("The forfeit is undone: the meeting can be played."))
    return redirect("tournaments:fixture-detail", fixture.pk)


ACTS_WITH_FORM: Final[dict[str, Callable[[HttpRequest, Fixture, Any], HttpResponse]]] = {
    "start": _start,
    "slip": _slip,
    "link": _link,
    "forfeit": _forfeit,
    "postpone": _postpone,
}
ACTS: Final[dict[str, Callable[[HttpRequest, Fixture], HttpResponse]]] = {
    "unlink": _unlink,
    "unforfeit": _unforfeit,
}
