"""Blank sheets for the tables of a club evening; photos of them, entered as hands."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import actor, names_shown, refuse_reader, requires_found
from scorekeeper.engine.hand import Seat
from scorekeeper.games.queries.games import game_cards
from scorekeeper.games.queries.sheets import load_sheet
from scorekeeper.models import Club, Evening, Game
from scorekeeper.qr import qr_svg
from scorekeeper.roles import Right
from scorekeeper.rules.queries import find_choice
from tournaments.extensions.scan import layout
from tournaments.extensions.scan.forms import PicturesForm
from tournaments.extensions.scan.layout import BLANK
from tournaments.extensions.scan.queries import games_of_evening, has_sheet, newest, shown_sheet
from tournaments.extensions.scan.reader import is_installed
from tournaments.extensions.scan.services import keep_game_file
from tournaments.extensions.scan.views import (
    asked_photo,
    enter,
    keep_pictures,
    nothing_kept,
    printed_lines,
    wants_json,
)
from tournaments.models import SheetPhoto


def _evening(club: Club, pk: int) -> Evening:
    return get_object_or_404(Evening.objects.of_club(club).select_related("club"), pk=pk)


def _game(club: Club, pk: int) -> Game:
    games = Game.objects.of_club(club).outside_contests().select_related("club", "evening")
    return get_object_or_404(games, pk=pk)


@require_safe
@requires_found(_evening, Right.LOOK)
def evening_sheets(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show a blank sheet for printing, and the games whose sheets can be photographed."""
    rules = find_choice(evening.club, evening.ruleset_key)
    cards = game_cards(games_of_evening(evening))
    context = {
        "evening": evening,
        "cards": cards,
        "is_readable": bool(cards) or rules is None or has_sheet(rules.ruleset),
        "is_installed": is_installed(),
        "sheets": [{"seats": sorted(Seat), "qr": qr_svg(BLANK.text)}],
        **printed_lines(BLANK.hands),
    }
    return render(request, "scan/evening_sheets.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires_found(_game, Right.WRITE)
def game_sheet(request: HttpRequest, game: Game) -> HttpResponse:
    """Keep the photo of a game's sheet, show what it says, line by line, and enter its hands."""
    refuse_reader(request, game)
    sheet = load_sheet(game, names_shown(request, game.club_id))
    is_open = not (sheet.hands or game.is_slip or game.is_finished)
    may_scan = is_open and is_installed() and has_sheet(sheet.ruleset)
    form = PicturesForm()
    if request.method == "POST" and may_scan and "photo" not in request.POST:
        form = PicturesForm(request.POST, request.FILES)
        if form.is_valid():
            return keep_pictures(
                request,
                form.cleaned_data["pictures"],
                lambda data: keep_game_file(data, game, **actor(request)),
                lambda game: reverse("tournaments:game-sheet", args=[game.pk]),
            )
    if request.method == "POST" and wants_json(request):
        return nothing_kept(form, "not_installed" if is_open else "game_over")
    photos = list(newest(game.photos.all()))
    asked, photo = asked_photo(request, photos)
    if asked and photo is None:
        raise Http404
    shown = shown_sheet(photo, sheet) if photo else None
    is_entering = request.method == "POST" and "photo" in request.POST
    if shown and is_entering and not shown.fault and enter(request, shown):
        return redirect("scorekeeper:game-detail", game.pk)
    context = {
        "game": game,
        "sheet": sheet,
        "where": f"{sheet.side_a} – {sheet.side_b}",
        "form": form,
        "may_scan": may_scan,
        "takes_photo": may_scan and (shown is None or "again" in request.GET),
        "is_installed": is_installed(),
        "is_readable": has_sheet(sheet.ruleset),
        "shown": shown,
        "photos": photos,
        "picture": photo and reverse("tournaments:game-photo", args=[game.pk, photo.pk]),
        "names_strip": layout.NAMES,
        "page": layout.PAGE,
    }
    return render(request, "scan/game_sheet.html", context)


@require_safe
@requires_found(_game, Right.LOOK)
def game_photo(request: HttpRequest, game: Game, photo: int) -> HttpResponse:
    """Return the picture of a photo."""
    found = get_object_or_404(SheetPhoto, game=game, pk=photo)
    return HttpResponse(bytes(found.picture), content_type="image/jpeg")
