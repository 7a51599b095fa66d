"""Sheets to print that can be photographed; photos of them, kept and entered as hands."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import actor, names_shown, requires, requires_found
from scorekeeper.extensions import TableMovedOnError
from scorekeeper.games.queries.sheets import load_sheet
from scorekeeper.games.services.actions import GameIsOverError, StaleGameError
from scorekeeper.models import Club, Game, Player
from scorekeeper.qr import qr_svg
from scorekeeper.roles import Right
from tournaments.access import get_match, get_round, requires_in_contest
from tournaments.extensions.scan import layout
from tournaments.extensions.scan.forms import (
    DaysKeptForm,
    PaperHandForm,
    PicturesForm,
)
from tournaments.extensions.scan.judging import WRITTEN
from tournaments.extensions.scan.labels import FAULTS, GROUPS
from tournaments.extensions.scan.layout import SheetCode
from tournaments.extensions.scan.queries import (
    LINE,
    ShownSheet,
    days_kept,
    is_readable,
    newest,
    photographed,
    photos_naming,
    seats_mark,
    shown_sheet,
    waiting_table,
)
from tournaments.extensions.scan.reader import is_installed
from tournaments.extensions.scan.services import keep_file, record_sheet, set_days_kept
from tournaments.hall.queries.prints import seated_tables
from tournaments.models import Match, Round, SheetPhoto, Tournament
from tournaments.seating import SeatedTable

Kept = TypeVar("Kept", Match, Game)


@require_safe
@requires_in_contest(Right.WRITE)
def paper_sheets(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the sheets of a round for printing, made to be photographed."""
    played = get_round(tournament, number)
    tables = [one for one in seated_tables(played) if one.is_game and one.number]
    context = {
        "tournament": tournament,
        "round": played,
        "is_readable": is_readable(played),
        "sheets": [_paper(played, one) for one in tables] if is_readable(played) else (),
        **(printed_lines(played.hands) if is_readable(played) else {}),
    }
    return render(request, "scan/paper_sheets.html", context)


def printed_lines(hands: int) -> dict[str, Any]:
    """Return what is printed alike on all sheets for so many hands."""
    return {
        "cells": layout.cells(hands),
        "rows": [*enumerate(layout.tops(hands), start=1)],
        "layout": layout,
        "marks": [
            {"x": x, "y": y, "white": layout.white_of(mark)}
            for mark, (x, y) in enumerate(layout.CORNERS)
        ],
        "heads": heads_of_columns(),
        "groups": heads_of_groups(),
    }


def _paper(played: Round, at: SeatedTable) -> dict[str, Any]:
    code = SheetCode(
        played.tournament_id, played.number, at.number or 0, played.hands, seats_mark(at)
    )
    sides = [
        {
            "side": one.side,
            "numbers": one.numbers,
            "seats": [
                (f"{one.side}{place}", name)
                for place, name in enumerate(
                    (name for entry in one.entries for name in entry.entry.names), start=1
                )
            ],
        }
        for one in at.sides
    ]
    return {"table": at.number, "sides": sides, "qr": qr_svg(code.text)}


def heads_of_columns() -> list[dict[str, Any]]:
    """Return what stands above each column, and where its middle is."""
    found = []
    for name, who, place, x in layout.columns():
        if place == 0 and name is not layout.Field.POINTS:
            found.append({"label": who, "middle": x + layout.TICK[0] // 2})
    return found


def heads_of_groups() -> list[dict[str, Any]]:
    """Return what stands above each group of columns."""
    found: dict[str, list[int]] = {}
    for name, who, _place, x in layout.columns():
        is_points = name is layout.Field.POINTS
        label = f"{GROUPS[name]} {who}" if is_points else str(GROUPS[name])
        width = (layout.DIGIT if is_points else layout.TICK)[0]
        found.setdefault(label, []).extend((x, x + width))
    return [{"label": label, "middle": (min(x) + max(x)) // 2} for label, x in found.items()]


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.WRITE)
def scan(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """List the tables of a round with their photos; keep the photos that are sent.

    A page that sends photos one by one (sheet-camera.js) asks for JSON, and gets what was read of
    each; while others are being read it gets 503, and sends the photo again.
    """
    played = get_round(tournament, number)
    may_scan = played.is_playing and is_readable(played) and is_installed()
    form = PicturesForm()
    if request.method == "POST" and may_scan:
        form = PicturesForm(request.POST, request.FILES)
        if form.is_valid():
            return keep_pictures(
                request,
                form.cleaned_data["pictures"],
                lambda data: keep_file(data, played, **actor(request)),
                lambda match: _sheet_url(played, match.table_number or 0),
            )
    if request.method == "POST" and wants_json(request):
        is_lacking = played.is_playing and not is_installed()
        return nothing_kept(form, "not_installed" if is_lacking else "not_playing")
    context = {
        "tournament": tournament,
        "round": played,
        "form": form,
        "tables": photographed(played),
        "waiting": waiting_table(played),
        "has_photos": SheetPhoto.objects.filter(game__match__round=played).exists(),
        "is_readable": is_readable(played),
        "is_installed": is_installed(),
        "may_scan": may_scan,
    }
    return render(request, "scan/scan.html", context)


def wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def nothing_kept(form: PicturesForm, fault: str) -> JsonResponse:
    """Tell a page that sends photos one by one what is wrong with what it sent, or with all."""
    texts = [str(text) for texts in form.errors.values() for text in texts]
    return JsonResponse({"kept": [], "refused": texts or [str(FAULTS[fault])]})


def keep_pictures(
    request: HttpRequest,
    pictures: list[UploadedFile],
    keep: Callable[[bytes], Iterator[Kept | str]],
    address_of: Callable[[Kept], str],
) -> HttpResponse:
    """Keep the photos, and say what became of each; one alone is shown at once."""
    kept: list[Kept] = []
    faults: list[tuple[str, str]] = []
    for one in pictures:
        pages = list(keep(one.read()))
        # The back of a sheet is nothing to say, unless there is nothing else.
        for found in [page for page in pages if page != "empty_page"] or pages[:1]:
            if isinstance(found, str):
                faults.append((one.name or "", found))
            else:
                kept.append(found)
    refused = [f"{name} – {FAULTS[fault]}" for name, fault in faults]
    if wants_json(request):
        is_busy = any(fault == "busy" for _name, fault in faults)
        told = [{"name": _name_of(one), "address": address_of(one)} for one in kept]
        answer = {"kept": told, "refused": refused}
        return JsonResponse(answer, status=503 if is_busy else 200)
    for text in refused:
        messages.error(request, text)
    if len(kept) == 1 and not refused:
        return HttpResponseRedirect(address_of(kept[0]))
    if kept:
        text = ngettext("%(count)d sheet read.", "%(count)d sheets read.", len(kept))
        messages.success(request, text % {"count": len(kept)})
    return HttpResponseRedirect(request.path)


def _name_of(kept: Match | Game) -> str:
    if kept.table_number is None:
        return _("Sheet of the game")
    return _("Table %(number)s") % {"number": kept.table_number}


def _sheet_url(played: Round, table: int) -> str:
    return reverse("tournaments:paper-sheet", args=[played.tournament_id, played.number, table])


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.WRITE)
def paper_sheet(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Show what a table's photo says, line by line; a POST enters its hands."""
    match = get_match(tournament, number, table)
    if match.game is None:
        raise Http404
    photos = list(newest(match.game.photos.all()))
    asked, photo = asked_photo(request, photos)
    if not photos and not asked:
        messages.info(request, _("There is no photo of this sheet any more."))
        return redirect("tournaments:scan", tournament.pk, number)
    if photo is None:
        raise Http404
    sheet = load_sheet(match.game, names_shown(request, tournament.club_id))
    shown = shown_sheet(photo, sheet, match)
    if request.method == "POST" and not shown.fault and enter(request, shown):
        following = waiting_table(match.round)
        if following is not None:
            return HttpResponseRedirect(_sheet_url(match.round, following))
        return redirect("tournaments:round-detail", tournament.pk, number)
    context = {
        "tournament": tournament,
        "round": match.round,
        "shown": shown,
        "photos": photos,
        "picture": reverse(
            "tournaments:sheet-photo", args=[tournament.pk, number, table, photo.pk]
        ),
        "is_unsigned": "is_unsigned" in request.POST,
        "page": layout.PAGE,
    }
    return render(request, "scan/paper_sheet.html", context)


def asked_photo(request: HttpRequest, photos: list[SheetPhoto]) -> tuple[str, SheetPhoto | None]:
    """Return which photo is asked for, and that photo; the newest, if none is.

    What was typed of a photo that was deleted is not entered for another one.
    """
    asked = request.POST.get("photo") or request.GET.get("photo", "")
    return asked, next((one for one in photos if asked in {"", str(one.pk)}), None)


def enter(request: HttpRequest, shown: ShownSheet) -> bool:
    """Enter the hands of a sheet as they were posted, unless something is to be looked at."""
    forms = _typed(request, shown)
    if not forms:
        messages.error(request, _("No line is filled in: there is nothing to enter."))
    if shown.open_count or not forms:
        # What the lines made before is not what they make now.
        shown.made = shown.totals = ""
        return False
    shown.compare_totals([one.entry for one in forms])
    if shown.totals and request.POST.get("totals") != shown.totals:
        return False
    shown.totals = ""
    game = shown.sheet.game
    try:
        record_sheet(
            game=game,
            hands=[one.written for one in forms],
            is_signed="is_unsigned" not in request.POST,
            **actor(request),
        )
    except (GameIsOverError, StaleGameError, TableMovedOnError):
        shown.fault = _("Somebody else has changed this game in the meantime. Look at the table.")
        return False
    if shown.table:
        text = ngettext(
            "Table %(table)d: %(count)d hand entered, %(made)s.",
            "Table %(table)d: %(count)d hands entered, %(made)s.",
            len(forms),
        )
    else:
        text = ngettext(
            "%(count)d hand entered, %(made)s.", "%(count)d hands entered, %(made)s.", len(forms)
        )
    said = {"table": shown.table, "count": len(forms), "made": shown.made}
    messages.success(request, text % said)
    return True


def _typed(request: HttpRequest, shown: ShownSheet) -> list[PaperHandForm]:
    """Set the lines as they were posted; return the forms of those with a hand."""
    forms, lines = [], []
    for row in shown.rows:
        row.errors = []
        row.pick = request.POST.get(f"{row.number}-pick", "")
        row.typed = {name: request.POST.get(f"{row.number}-{name}", "") for name in LINE}
        for place, likely in enumerate(row.likely):
            if row.pick == str(place):
                row.typed |= dict.fromkeys(WRITTEN, "") | likely.typed
        if not any(row.typed[name] for name in WRITTEN):
            continue  # Nobody played it, or somebody left it out.
        form = PaperHandForm(row.typed, ruleset=shown.sheet.ruleset, sides=shown.sheet.sides)
        form.is_valid()
        row.errors = [str(text) for texts in form.errors.values() for text in texts]
        row.warnings = [str(text) for text in form.warnings]
        row.confirm = form.confirm_value
        forms.append(form)
        lines.append(row)
    shown.filled = len(forms)
    if not any(row.errors for row in lines):
        shown.refuse_after_end([(row, form.entry) for row, form in zip(lines, forms, strict=True)])
    return forms


@require_safe
@requires_in_contest(Right.LOOK)
def sheet_photo(
    request: HttpRequest, tournament: Tournament, number: int, table: int, photo: int
) -> HttpResponse:
    """Return the picture of a photo."""
    match = get_match(tournament, number, table)
    found = get_object_or_404(SheetPhoto, game__match=match, pk=photo)
    return HttpResponse(bytes(found.picture), content_type="image/jpeg")


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CLUB)
def photo_keeping(request: HttpRequest, club: Club) -> HttpResponse:
    """Choose how long the photos of sheets are kept, and see how much they take."""
    form = DaysKeptForm(request.POST or None, initial={"days": days_kept(club)})
    if form.is_valid():
        set_days_kept(club=club, **form.cleaned_data)
        messages.success(request, _("Saved: that is how long photos stay."))
        return redirect("tournaments:photo-keeping")
    photos = SheetPhoto.objects.of_club(club)
    context = {"form": form, "count": photos.count(), "bytes": photos.bytes()}
    return render(request, "scan/photo_keeping.html", context)


def _player(club: Club, pk: int) -> Player:
    return get_object_or_404(Player.objects.of_club(club).select_related("club"), pk=pk)


@require_POST
@requires_found(_player, Right.PLAYERS)
def photos_delete(request: HttpRequest, player: Player) -> HttpResponse:
    """Delete the photos of the sheets on which a player's name is printed."""
    count = photos_naming(player).delete()[0]
    text = ngettext("%(count)d photo deleted.", "%(count)d photos deleted.", count)
    messages.success(request, text % {"count": count})
    return redirect("tournaments:player-privacy", player.pk)
