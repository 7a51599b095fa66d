"""The first page, the help, the theme of pages, and the style guide for developers."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.backups.views import may_look, state_for
from scorekeeper.clubs import access, passkeys
from scorekeeper.clubs.login_throttling import client_address
from scorekeeper.clubs.queries import (
    clubs_of,
    is_new,
    links_issued,
    names_for_everybody,
)
from scorekeeper.clubs.services.accounts import give_first_club
from scorekeeper.clubs.views.members import LINKS_SEEN_KEY
from scorekeeper.evenings.queries import evening_of_tonight
from scorekeeper.extensions import extensions, is_seen, rendered
from scorekeeper.games.queries.games import finished_games, game_cards, running_games, with_seats
from scorekeeper.home.forms import HallCodeForm
from scorekeeper.home.samples import samples
from scorekeeper.home.services import address_behind
from scorekeeper.labels.people import RIGHT_NAMES, ROLE_NAMES, ROLE_TEXTS
from scorekeeper.models import Club, Evening, Game, MemberEvent
from scorekeeper.refusals import ClubRefusal, Refused
from scorekeeper.roles import RIGHTS, Right, Role
from scorekeeper.rules.queries import preset_groups
from scorekeeper.standby.queries import lines
from scorekeeper.system.failures import news_of_failures
from scorekeeper.theme import THEME_COOKIE, read_theme

RUNNING_SHOWN = 12
FINISHED_SHOWN = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    club = access.member_club(request)
    if club is None and _begins_first_club(request):
        return redirect("scorekeeper:begin")
    if club and is_new(club) and access.may(request, club.pk, Right.CLUB):
        return redirect("scorekeeper:begin")
    if club:
        news: dict[str, Any] = {
            "failed": news_of_failures(request, club),
            "copies": state_for(request),
            "second_lines": lines() if may_look(request) else [],
        }
        answers = access.may(request, club.pk, Right.PLAYERS)
        notices = (one.home_notice for one in extensions() if one.home_notice)
        news["added_notice"] = rendered(ask(request, club) for ask in notices if answers)
        news["links"] = _links_issued(request, club)
        shown = {
            **_home_context(request, club),
            **news,
            "lacks_password": _lacks_password(request),
            "lacks_address": _lacks_address(request),
        }
        return render(request, "home/home.html", shown)
    return render(request, "home/home_visitor.html", _for_visitors(request))


def _begins_first_club(request: HttpRequest) -> bool:
    """Give an administrator the first club if there is none; return whether it was given."""
    user = request.user
    if not isinstance(user, User) or not user.is_superuser:
        return False
    return give_first_club(user=user, now=timezone.now()) is not None


def _links_issued(request: HttpRequest, club: Club) -> list[MemberEvent]:
    """Return the sign-in links to report to this person, unless this browser has shown them."""
    membership = access.membership_of(request)
    if membership is None or membership.link_told_at is None or not isinstance(request.user, User):
        return []
    seen = request.session.get(LINKS_SEEN_KEY, 0)
    return links_issued(request.user, club, seen=seen, now=timezone.now())


def _lacks_address(request: HttpRequest) -> bool:
    """Return whether an owner has no confirmed mail address although mail is sent; no query."""
    user = request.user
    return (
        settings.SENDS_MAIL
        and isinstance(user, User)
        and not user.email
        and access.role_of(request) is Role.OWNER
    )


def _lacks_password(request: HttpRequest) -> bool:
    """Return whether somebody signed in by a link and can only return by another link."""
    user = request.user
    if not isinstance(user, User) or user.has_usable_password():
        return False
    place = passkeys.place_of(request)
    return place is None or not user.passkeys.filter(host=place.host).exists()


def _home_context(request: HttpRequest, club: Club) -> dict[str, Any]:
    games = Game.objects.of_club(club).outside_contests()
    heads = (one.home_head for one in extensions() if one.home_head and is_seen(one, club))
    cards = (one.home_card for one in extensions() if one.home_card and is_seen(one, club))
    return {
        "added_head": rendered(head(request, club) for head in heads),
        "added_card": rendered(card(request, club) for card in cards),
        "evening": evening_of_tonight(club, today=timezone.localdate()),
        "running": running_games(games, limit=RUNNING_SHOWN),
        "finished": finished_games(games, limit=FINISHED_SHOWN),
        # Queried only if nothing is shown: all games of a club may belong to contests.
        "has_games": club.games.exists,
    }


def _for_visitors(request: HttpRequest) -> dict[str, Any]:
    """Return the rule sets to read, and what this phone has joined."""
    games = Game.objects.filter(token__in=access.joined_games(request)).newest_first()
    cards = list(with_seats(games)[:RUNNING_SHOWN])
    shown = names_for_everybody(*{game.club_id for game in cards})
    evenings = Evening.objects.filter(token__in=access.joined_evenings(request), closed_at=None)
    user = request.user
    more = (one.visitor_card for one in extensions() if one.visitor_card)
    return {
        "code_form": HallCodeForm(),
        "added_card": rendered(card(request) for card in more),
        "presets": preset_groups(),
        "joined_games": game_cards(cards, shown),
        "joined_evenings": evenings.newest_first(),
        "is_without_club": isinstance(user, User) and not clubs_of(user),
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def code_enter(request: HttpRequest) -> HttpResponse:
    """Redirect to what the typed code opens, or show why it opens nothing."""
    form = HallCodeForm(request.POST if request.method == "POST" else None)
    status = HTTPStatus.OK
    if form.is_valid():
        visitor = client_address(request)
        try:
            return redirect(
                address_behind(form.cleaned_data["code"], visitor=visitor, now=timezone.now())
            )
        except Refused as refused:
            form.add_error("code", str(refused))
            if refused.code in {ClubRefusal.TOO_MANY_TRIES, ClubRefusal.NAME_THE_CLUB}:
                status = HTTPStatus.TOO_MANY_REQUESTS
    context = {**_for_visitors(request), "code_form": form}
    return render(request, "home/home_visitor.html", context, status=status)


def _role_table() -> dict[str, Any]:
    """Return the roles with labels, the most powerful first, and which of them have each right.

    Rights of the same roles are grouped.
    """
    roles = tuple(reversed(Role))
    return {
        "roles": [(role, ROLE_NAMES[role], ROLE_TEXTS[role]) for role in roles],
        "rights": [
            (RIGHT_NAMES[right], [(ROLE_NAMES[role], right in RIGHTS[role]) for role in roles])
            for right in Right
        ],
    }


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "home/help.html", _role_table())


@require_POST
def theme_set(request: HttpRequest) -> HttpResponse:
    """Remember on this device how its pages look; back to the page."""
    page = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(page, allowed_hosts=None)
    response = redirect(page if is_ours else "scorekeeper:home")
    theme = read_theme(request.POST.get("theme", ""))
    # theme.js reads it, for pages that the browser kept.
    response.set_cookie(
        THEME_COOKIE,
        theme,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.HTTPS,
        samesite="Lax",
    )
    return response


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show every component in every state."""
    return render(request, "home/styleguide.html", samples())
