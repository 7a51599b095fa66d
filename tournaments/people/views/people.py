"""A player's page, and two players or teams head to head."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import member_required
from scorekeeper.models import Club
from tournaments.leaderboards.pages.scopes import SEASON_CODE, Scope, scope_of, seasons_of
from tournaments.models import Season
from tournaments.people.forms.head_to_head import HeadToHeadForm
from tournaments.people.pages.meetings import head_to_head_of
from tournaments.people.pages.people import get_player, person_of
from tournaments.ratings.pages import rating_history
from tournaments.ratings.services import bring_up_to_date


@require_safe
@member_required
def player_detail(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    player = get_player(club, pk)
    if player is None:
        raise Http404
    if player.merged_into_id:
        return redirect("tournaments:player-detail", player.merged_into_id)
    seasons, scope = _asked(request, club)
    if club.shows_ratings:
        bring_up_to_date(club)
    context = {
        "player": player,
        "person": person_of(player, scope),
        "seasons": seasons,
        "season": request.GET.get("season", ""),
        "rating": rating_history(player) if club.shows_ratings else None,
        "shows_ratings": club.shows_ratings,
    }
    return render(request, "people/player_detail.html", context)


@require_safe
@member_required
def head_to_head(request: HttpRequest, club: Club) -> HttpResponse:
    form = HeadToHeadForm(request.GET, club=club)
    seasons, scope = _asked(request, club)
    context = {
        "form": form,
        "seasons": seasons,
        "season": request.GET.get("season", ""),
        "found": head_to_head_of(*form.teams, scope) if form.is_valid() else None,
    }
    return render(request, "people/head_to_head.html", context)


def _asked(request: HttpRequest, club: Club) -> tuple[list[Season], Scope]:
    """Return the club's seasons, and what the address asks for; raises Http404."""
    season = request.GET.get("season", "")
    scope = scope_of(club, f"{SEASON_CODE}{season}" if season else "")
    if scope is None:
        raise Http404
    return list(seasons_of(club)), scope
