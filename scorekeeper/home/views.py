"""The first page, the help, and the styleguide for those who build pages."""

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper.additions import added
from scorekeeper.clubs import access
from scorekeeper.clubs.pages.organisers import clubs_of
from scorekeeper.clubs.pages.shown_names import names_for_everybody
from scorekeeper.computer.failures import news_of_failures
from scorekeeper.copies.views import state_for
from scorekeeper.engine.rulesets import PRESETS
from scorekeeper.evenings.pages.evenings import evening_of_tonight
from scorekeeper.games.pages.cards import finished_games, game_cards, running_games, with_seats
from scorekeeper.labels.rulesets import PRESET_LABELS, PRESET_SUMMARIES
from scorekeeper.models import Club, Evening, Game

RUNNING_SHOWN = 12
FINISHED_SHOWN = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    club = access.member_club(request)
    if club:
        news: dict[str, Any] = {"failed": news_of_failures(request), "copies": state_for(request)}
        notice = added().home_notice
        news["added_notice"] = notice(request, club) if notice else ""
        return render(request, "home/home.html", {**_at_a_glance(club), **news})
    return render(request, "home/home_visitor.html", _for_visitors(request))


def _at_a_glance(club: Club) -> dict[str, Any]:
    games = Game.objects.of_club(club).outside_contests()
    card = added().home_card
    return {
        "added_card": card(club) if card else "",
        "evening": evening_of_tonight(club, today=timezone.localdate()),
        "running": running_games(games, limit=RUNNING_SHOWN),
        "finished": finished_games(games, limit=FINISHED_SHOWN),
    }


def _for_visitors(request: HttpRequest) -> dict[str, Any]:
    """Return the rules to read, and what this phone has joined."""
    games = Game.objects.filter(token__in=access.joined_games(request)).newest_first()
    cards = list(with_seats(games)[:RUNNING_SHOWN])
    shown = names_for_everybody(*{game.club_id for game in cards})
    evenings = Evening.objects.filter(token__in=access.joined_evenings(request), closed_at=None)
    user = request.user
    card = added().visitor_card
    return {
        "added_card": card(request) if card else "",
        "rulesets": [(key, PRESET_LABELS[key], PRESET_SUMMARIES[key]) for key in PRESETS],
        "joined_games": game_cards(cards, shown),
        "joined_evenings": evenings.newest_first(),
        "is_without_club": isinstance(user, User) and not clubs_of(user),
    }


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "home/help.html")


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show every component in every state."""
    return render(request, "home/styleguide.html")
