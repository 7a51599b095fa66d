"""The rankings of a club, for phones that joined and, where the club wants it, for everybody."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_tables2 import RequestConfig

from scorekeeper.clubs.access import needs
from scorekeeper.clubs.pages.shown_names import names_for_everybody
from scorekeeper.clubs.services.founding import UnconfirmedError, may_open, open_rankings
from scorekeeper.evenings.pages.evenings import evening_version, tonight_of
from scorekeeper.models import Club, Player
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.roles import Right
from tournaments.leaderboards.forms import LeaderboardForm
from tournaments.leaderboards.lists import LeaderboardTable
from tournaments.leaderboards.pages.leaderboards import board_lines
from tournaments.leaderboards.pages.scopes import Scope, season_scope
from tournaments.members.pages.clubs import (
    has_played,
    season_links,
    season_of_today,
    tonight_of_club,
)
from tournaments.people.pages.people import public_person_of
from tournaments.people.views import asked_seasons
from tournaments.seasons.pages.seasons import seasons_of
from tournaments.seasons.views.seasons import public_page, season_by_token
from tournaments.visitors import Visitor, get_visited, visitor_of


@require_safe
def club_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what there is to see of a club: tonight, its seasons, its leaderboards."""
    visitor = get_visited(request, pk)
    today = timezone.localdate()
    context = {
        "visitor": visitor,
        "tonight": tonight_of_club(visitor.club, today=today) if visitor.is_known else None,
        "seasons": season_links(visitor.club, today=today),
    }
    return render(request, "members/club_detail.html", context)


@require_safe
def club_tonight(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the ranking of tonight's evening, or lead to tonight's contest.

    Asked for `board`, only what changed since that version is sent.
    """
    visitor = get_visited(request, pk)
    if not visitor.is_known:
        raise Http404
    played = tonight_of_club(visitor.club, today=timezone.localdate())
    known = request.GET.get("board")
    if played.evening is None:
        if known is not None:
            return HttpResponse(status=204)
        if played.contest:
            return redirect("tournaments:public", played.contest.token)
        messages.info(request, _("Nothing is played tonight, or it is over."))
        return redirect("tournaments:club-detail", pk)
    version = evening_version(played.evening)
    if known == version:
        return HttpResponse(status=204)
    shown = names_for_everybody(pk)
    context = {
        "visitor": visitor,
        "evening": played.evening,
        "contest": played.contest,
        "tonight": tonight_of(played.evening, version=version, shown=shown),
    }
    template = "club_tonight" if known is None else "_club_tonight"
    return render(request, f"members/{template}.html", context)


@require_safe
def club_season(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead to the season that is played now, to the list where it may be several."""
    club = get_visited(request, pk).club
    season = season_of_today(club, today=timezone.localdate())
    if season is None:
        return redirect("tournaments:club-detail", pk)
    return redirect("tournaments:club-season-detail", pk, season.pk)


@require_safe
def club_season_detail(request: HttpRequest, pk: int, season: int) -> HttpResponse:
    visitor = get_visited(request, pk)
    found = get_object_or_404(seasons_of(visitor.club), pk=season)

    def address(player: int) -> str:
        query = {"season": season}
        return reverse("tournaments:club-player", args=[pk, player], query=query)

    return public_page(request, found, visitor, address)


@require_safe
def club_leaderboard(request: HttpRequest, pk: int) -> HttpResponse:
    visitor = get_visited(request, pk)
    form = LeaderboardForm(request.GET, club=visitor.club)
    lines = board_lines(visitor.club, form.asked, for_everybody=True)
    table = LeaderboardTable(lines, with_ratings=False)
    RequestConfig(request).configure(table)
    context = {"visitor": visitor, "form": form, "table": table, "least": form.asked.least}
    return render(request, "members/club_leaderboard.html", context)


@require_safe
def club_player(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Show a player's page, as far as the player wants one."""
    visitor = get_visited(request, pk)
    seasons, scope = asked_seasons(request, visitor.club)
    season = request.GET.get("season", "")
    return _player_page(request, visitor, player, scope, seasons=seasons, season=season)


@require_safe
def season_player(request: HttpRequest, token: str, player: int) -> HttpResponse:
    """Show what a player did in a season, to whoever has the address of the season."""
    season = season_by_token(token)
    visitor = visitor_of(request, season.league.club)
    back = reverse("tournaments:season-public", args=[token])
    return _player_page(request, visitor, player, season_scope(season), of_season=season, back=back)


def _player_page(
    request: HttpRequest, visitor: Visitor, pk: int, scope: Scope, **context: object
) -> HttpResponse:
    player = get_object_or_404(Player.objects.of_club(visitor.club), pk=pk, merged_into=None)
    if not player.has_public_page:
        raise Http404
    person = public_person_of(player, scope)
    # Of somebody who never played there is nothing to see, nor that the club knows the name.
    if not person["events"] and not (context.get("season") and has_played(player)):
        raise Http404
    shown = {"visitor": visitor, "player": player, "person": person, **context}
    return render(request, "members/club_player.html", shown)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.CLUB)
def club_sharing(request: HttpRequest, club: Club) -> HttpResponse:
    """Say who may see the club's rankings; a POST opens them to everybody, or shuts them."""
    if request.method == "POST":
        is_open = request.POST.get("opens_rankings") == "on"
        try:
            open_rankings(club=club, is_open=is_open)
        except UnconfirmedError:
            messages.error(request, _("Confirm your mail address first: nothing was changed."))
        else:
            messages.success(
                request,
                _("Everybody can see the rankings from now on.")
                if is_open
                else _("Only phones that joined see the rankings from now on."),
            )
        return redirect("tournaments:club-sharing")
    address = qr_address(request, "tournaments:club-detail", str(club.pk))
    context = {"club": club, "address": address, "qr_svg": qr_svg(address)}
    context["waits"] = not (club.opens_rankings or may_open(club))
    return render(request, "members/club_sharing.html", context)
