"""The club's window as everybody sees it; whatever is not open is not there."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from csp.constants import NONCE, NONE, SELF
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from scorekeeper.downloads import download
from tournaments.files.calendars import CONTENT_TYPE, calendar_file
from tournaments.leaderboards.lists import LeaderboardTable
from tournaments.leaderboards.pages.leaderboards import LEAST_HANDS
from tournaments.models import ClubWindow, Season
from tournaments.previews.podiums import picture_response, preview_of
from tournaments.seasons.pages.calendars import season_days
from tournaments.seasons.views.seasons import public_page
from tournaments.visitors import Visitor
from tournaments.window.pages.previews import podium_of_club, podium_of_season
from tournaments.window.pages.shown import (
    leaderboard_lines,
    nowhere,
    open_season_of,
    open_window,
    season_in_short,
    window_page,
)

PICTURE_SECONDS: Final = 24 * 60 * 60
EMBED_SECONDS: Final = 300
EMBED_LINES: Final = 10
READ: Final = ("/club/", "/static/", "/p/*/results/$", "/p/*/picture.png")
"""What may be found says so itself: a window that may not is read, and then left out.

So are the results of a contest: messengers read them, with the picture, to show what is sent.
"""
ROBOTS: Final = "\n".join(["User-agent: *", *(f"Allow: {path}" for path in READ), "Disallow: /\n"])


def shown_to_everybody(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a view the open window of an address; search engines are told what the club wants."""

    @require_safe
    @wraps(view)
    def wrapped(request: HttpRequest, address: str, **kwargs: Any) -> HttpResponse:
        window = open_window(address)
        if window is None:
            raise Http404
        response = view(request, window, **kwargs)
        if not window.is_listed:
            response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


def _season(window: ClubWindow, pk: int) -> Season:
    found = open_season_of(window.address, pk)
    if found is None:
        raise Http404
    return found[1]


@shown_to_everybody
def club_window(request: HttpRequest, window: ClubWindow) -> HttpResponse:
    """Show the club: when it plays, what was played, its seasons."""
    page = window_page(window, today=timezone.localdate())
    preview = preview_of(
        podium_of_club(page), "tournaments:window", "tournaments:window-picture", window.address
    )
    context = {"window": window, "page": page, "preview": preview}
    return render(request, "window/club_window.html", context)


@shown_to_everybody
def season(request: HttpRequest, window: ClubWindow, season: int) -> HttpResponse:
    """Show the table of a season; names lead nowhere."""
    found = _season(window, season)
    table = season_in_short(found, today=timezone.localdate())
    preview = preview_of(
        podium_of_season(window, table),
        "tournaments:window-season",
        "tournaments:window-season-picture",
        window.address,
        season,
    )
    visitor = Visitor(club=window.club)
    return public_page(request, found, visitor, nowhere, window=window, preview=preview)


@shown_to_everybody
def leaderboard(request: HttpRequest, window: ClubWindow, season: int) -> HttpResponse:
    found = _season(window, season)
    table = LeaderboardTable(leaderboard_lines(found), with_ratings=False)
    RequestConfig(request).configure(table)
    context: dict[str, Any] = {"window": window, "season": found, "table": table}
    return render(request, "window/leaderboard.html", context | {"least": LEAST_HANDS})


@shown_to_everybody
def calendar(request: HttpRequest, window: ClubWindow, season: int) -> HttpResponse:
    """Send the days of a season, for the calendar of whoever comes."""
    found = _season(window, season)
    title = f"{found.league.name} {found.name}"
    content = calendar_file(title, season_days(found), now=timezone.now())
    return download(content, f"{slugify(title) or 'calendar'}.ics", CONTENT_TYPE)


@cache_control(public=True, max_age=PICTURE_SECONDS)
@shown_to_everybody
def club_picture(request: HttpRequest, window: ClubWindow) -> HttpResponse:
    return picture_response(podium_of_club(window_page(window, today=timezone.localdate())))


@cache_control(public=True, max_age=PICTURE_SECONDS)
@shown_to_everybody
def season_picture(request: HttpRequest, window: ClubWindow, season: int) -> HttpResponse:
    table = season_in_short(_season(window, season), today=timezone.localdate())
    return picture_response(podium_of_season(window, table))


@cache_control(public=True, max_age=EMBED_SECONDS)
@shown_to_everybody
def embedded(request: HttpRequest, window: ClubWindow) -> HttpResponse:
    """Show the seasons inside a page of the club's own web site: no script, no cookie."""
    page = window_page(window, today=timezone.localdate())
    context = {
        "window": window,
        "page": page,
        "most": EMBED_LINES,
        "nonce": request.csp_nonce,  # type: ignore[attr-defined]
    }
    # Nothing that stands round a page: it would ask who looks.
    response = HttpResponse(render_to_string("window/embedded.html", context))
    response["X-Robots-Tag"] = "noindex"
    response._csp_config = {  # type: ignore[attr-defined]
        "default-src": [NONE],
        "style-src": [NONCE],
        "img-src": [SELF],
        "base-uri": [NONE],
        "form-action": [NONE],
        "frame-ancestors": window.sites or [NONE],
    }
    # Older browsers know one header or the other, and this one has no list.
    response.xframe_options_exempt = bool(window.sites)
    return response


@require_safe
@cache_control(public=True, max_age=PICTURE_SECONDS)
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
