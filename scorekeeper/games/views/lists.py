"""The club's games in a list."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from scorekeeper.clubs.access import needs
from scorekeeper.games.lists import GameList
from scorekeeper.games.pages.lists import listed_games
from scorekeeper.models import Club, Game
from scorekeeper.roles import Right

LONGEST_SEARCH = 100


@require_safe
@needs(Right.LOOK)
def game_list(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the club's games, searched, filtered, sorted, paged."""
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    status = request.GET.get("status", "")
    table = GameList(listed_games(club, search=search, status=status))
    RequestConfig(request).configure(table)
    context = {
        "table": table,
        "search": search,
        "status": status,
        "is_filtered": bool(search or status in Game.Status.values),
    }
    return render(request, "games/game_list.html", context)
