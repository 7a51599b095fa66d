"""Clubs' windows: read by everybody, from any web site; what is not open is not there."""

import hashlib
import json
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Annotated, Any, Final

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.http import parse_etags
from ninja import Path, Router

from scorekeeper.api.base import refusals
from scorekeeper.api.problems import not_found
from tournaments.extensions.public_site import schemas
from tournaments.extensions.public_site.queries import (
    leaderboard_lines,
    open_season_of,
    open_window,
    season_in_short,
    window_page,
)
from tournaments.files.calendars import CalendarDay
from tournaments.models import ClubWindow, Season
from tournaments.previews.podiums import PlaceLine
from tournaments.seasons.queries.calendars import season_days

router = Router(tags=["window"], auth=None)

WINDOW: Final = "/windows/{slug:address}"
SEASON: Final = WINDOW + "/seasons/{int:season}"
READ: Final = {304: None, **refusals(404)}
FRESH: Final = "public, max-age=60"
LINE: Final = tuple(schemas.LeaderboardLine.model_fields)

Plain = dict[str, Any]
Address = Annotated[
    str, Path(description="The address of the club's window.", examples=["les-tilleuls"])
]
SeasonNumber = Annotated[int, Path(description="The number of the season.", examples=[3])]


def for_every_site(find: Callable[..., Plain]) -> Callable[..., HttpResponse]:
    """Answer what is found to whoever asks, with its ETag; nothing of it depends on who that is."""

    @wraps(find)
    def wrapped(request: HttpRequest, **asked: Any) -> HttpResponse:
        try:
            found = find(request, **asked)
        except ObjectDoesNotExist:
            response = not_found().response()
        else:
            response = _marked(request, found)
        response["Access-Control-Allow-Origin"] = "*"
        response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


def _marked(request: HttpRequest, found: Plain) -> HttpResponse:
    content = json.dumps(found, separators=(",", ":"), ensure_ascii=False).encode()
    etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    known = [mark.removeprefix("W/") for mark in _known(request)]
    if etag in known or "*" in known:
        response = HttpResponse(status=304)
        del response["Content-Type"]
    else:
        response = HttpResponse(content, content_type="application/json; charset=utf-8")
    response["ETag"], response["Cache-Control"] = etag, FRESH
    return response


def _known(request: HttpRequest) -> list[str]:
    return parse_etags(request.headers.get("If-None-Match", ""))


@router.get(
    WINDOW,
    response={200: schemas.ClubWindowBody, **READ},
    operation_id="readWindow",
    summary="What a club shows to everybody",
)
@for_every_site
def read_window(request: HttpRequest, address: Address) -> Plain:
    """Answer when a club plays, what was played last, and which seasons are open."""
    window = open_window(address)
    if window is None:
        raise ClubWindow.DoesNotExist
    page = window_page(window, today=timezone.localdate())
    return {
        "club": window.club.name,
        "plays": window.plays,
        "next_days": _days(page.days),
        "results": [
            {
                "name": result.name,
                "date": result.day.isoformat(),
                "places": _places(result.places),
            }
            for result in page.results
        ],
        "seasons": [_season(table.season) for table in page.seasons],
    }


@router.get(
    SEASON,
    response={200: schemas.SeasonBody, **READ},
    operation_id="readWindowSeason",
    summary="The table of an open season",
)
@for_every_site
def read_season(request: HttpRequest, address: Address, season: SeasonNumber) -> Plain:
    """Answer who stands where in a season, and its dates."""
    found = _open(address, season)
    table = season_in_short(found, today=timezone.localdate())
    return {**_season(found), "lines": _places(table.lines), "days": _days(season_days(found))}


@router.get(
    SEASON + "/leaderboard",
    response={200: schemas.LeaderboardBody, **READ},
    operation_id="readWindowLeaderboard",
    summary="The leaderboard of an open season",
)
@for_every_site
def read_leaderboard(request: HttpRequest, address: Address, season: SeasonNumber) -> Plain:
    """Answer what everybody did in a season, by name."""
    lines = leaderboard_lines(_open(address, season))
    lines.sort(key=lambda line: line.sort_name)
    return {
        "season": season,
        "lines": [{name: getattr(line, name) for name in LINE} for line in lines],
    }


def _open(address: str, season: int) -> Season:
    found = open_season_of(address, season)
    if found is None:
        raise Season.DoesNotExist
    return found[1]


def _season(season: Season) -> Plain:
    return {
        "season": season.pk,
        "league": season.league.name,
        "name": season.name,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
        "is_frozen": season.frozen_at is not None,
    }


def _days(days: Iterable[CalendarDay]) -> list[Plain]:
    return [{"date": one.day.isoformat(), "title": one.title} for one in days]


def _places(lines: Iterable[PlaceLine]) -> list[Plain]:
    return [{"place": one.place, "name": one.name, "score": one.score} for one in lines]
