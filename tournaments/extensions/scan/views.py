"""Sheets to print that can be photographed, and pictures of them read into hands."""

import hashlib
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import actor, names_shown
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.tally import tally
from scorekeeper.extensions import TableMovedOnError
from scorekeeper.games.queries.sheets import GameSheet, load_sheet
from scorekeeper.games.services.actions import GameIsOverError, StaleGameError
from scorekeeper.models import Game
from scorekeeper.models.keys import typed_number
from scorekeeper.qr import qr_svg
from scorekeeper.roles import Right
from tournaments.access import get_round, requires_in_contest
from tournaments.extensions.scan import layout
from tournaments.extensions.scan.forms import LINE, WRITTEN, PaperHandForm, PicturesForm, typed_of
from tournaments.extensions.scan.judging import JudgedRow, judge, written_totals
from tournaments.extensions.scan.labels import FAULTS, GROUPS
from tournaments.extensions.scan.layout import SheetCode
from tournaments.extensions.scan.reader import (
    LARGEST,
    SeenSheet,
    UnreadSheetError,
    is_installed,
    read_picture,
)
from tournaments.extensions.scan.services import record_sheet
from tournaments.hall.queries.prints import seated_tables
from tournaments.models import Round, Tournament
from tournaments.seating import SeatedTable

STRIP: Final = "data:image/jpeg;base64,"
LONGEST_STRIP: Final = 60_000


def is_readable(played: Round) -> bool:
    """Return whether there is a sheet for a round: no bids or declarations, at most 20 hands."""
    rules = played.tournament.ruleset
    return not (rules.bids or rules.declarations) and played.hands <= layout.MOST_HANDS


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
        "cells": layout.cells(played.hands) if is_readable(played) else (),
        "rows": [*enumerate(layout.tops(played.hands), start=1)],
        "layout": layout,
        "marks": [
            {"x": x, "y": y, "white": layout.white_of(mark)}
            for mark, (x, y) in enumerate(layout.CORNERS)
        ],
        "heads": heads_of_columns(),
        "groups": heads_of_groups(),
    }
    return render(request, "scan/paper_sheets.html", context)


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


def seats_mark(at: SeatedTable) -> str:
    """Return a short hash of who sits at a table: sheets from before another draw differ."""
    seats = "|".join(one.numbers for one in at.sides)
    return hashlib.sha256(seats.encode()).hexdigest()[: layout.SEATS_DIGITS]


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


@dataclass
class ShownRow:
    """A line of a sheet on the page: its picture, what is typed, what is wrong or doubtful."""

    number: int
    typed: dict[str, str]
    strip: str = ""
    is_doubtful: bool = False
    doubts: frozenset[str] = frozenset()
    """The names of fields that are not clear by themselves."""
    likely: tuple[str, ...] = ()
    """What an unclear line may say."""
    entered: str = ""
    """The hand that is entered already, in words."""
    is_other: bool = False
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    confirm: str = ""


@dataclass
class ShownSheet:
    """A sheet on the page, at its table; `fault` says why it cannot be entered."""

    table: int
    sheet: GameSheet
    rows: list[ShownRow]
    total_strip: str = ""
    written: tuple[str, str] = ("", "")
    """The totals on the sheet, each empty if it is missing or not clear."""
    totals: str = ""
    """What the lines make, if the sheet says something else."""
    fewer: str = ""
    fault: str = ""

    @property
    def sides(self) -> dict[str, str]:
        return {side.value: self.sheet.sides[side] for side in Side}

    @property
    def seats(self) -> list[tuple[str, str]]:
        return [(seat.value, self.sheet.names[seat]) for seat in Seat]

    @property
    def open_count(self) -> int:
        return sum(row.is_doubtful or bool(row.errors or row.warnings) for row in self.rows)


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.WRITE)
def scan(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Read pictures of sheets; show the hands beside them, and enter those of one table."""
    played = get_round(tournament, number)
    may_scan = played.is_playing and is_readable(played) and is_installed()
    form = PicturesForm()
    sheets: list[ShownSheet] = []
    refused: list[tuple[str, str]] = []
    if request.method == "POST" and (table := typed_number(request.POST.get("table", ""))):
        try:
            entered = _enter(request, played, table)
        except UnreadSheetError as error:
            messages.error(request, str(FAULTS[error.fault]))
            entered = None
        if entered is None:
            return redirect("tournaments:scan", tournament.pk, played.number)
        sheets = [entered]
    elif request.method == "POST" and may_scan:
        form = PicturesForm(request.POST, request.FILES)
        if form.is_valid():
            for one in form.cleaned_data["pictures"]:
                try:
                    if one.size > LARGEST:
                        raise UnreadSheetError("too_large")
                    seen = read_picture(one.read(), tournament.club_id)
                    sheets.append(_shown(request, played, seen))
                except UnreadSheetError as error:
                    refused.append((one.name, str(FAULTS[error.fault])))
    context = {
        "tournament": tournament,
        "round": played,
        "form": form,
        "sheets": sheets,
        "refused": refused,
        "is_readable": is_readable(played),
        "is_installed": is_installed(),
        "may_scan": may_scan,
    }
    return render(request, "scan/scan.html", context)


def _game_at(played: Round, table: int) -> Game:
    games = Game.objects.select_related("club").filter(match__round=played)
    game = games.filter(match__table_number=table).first()
    if game is None:
        raise UnreadSheetError("no_table")
    return game


def _shown(request: HttpRequest, played: Round, seen: SeenSheet) -> ShownSheet:
    """Return a read sheet for the page; raises UnreadSheetError if it is not of this round."""
    if (seen.code.contest, seen.code.round) != (played.tournament_id, played.number):
        raise UnreadSheetError("other_round")
    if seen.code.hands != played.hands:
        raise UnreadSheetError("other_length")
    game = _game_at(played, seen.code.table)
    seated = [one for one in seated_tables(played) if one.number == seen.code.table]
    if not any(seats_mark(one) == seen.code.seats for one in seated):
        raise UnreadSheetError("other_draw")
    sheet = load_sheet(game, names_shown(request, game.club_id))
    judged = judge(seen.cells, sheet.ruleset)
    while judged and judged[-1].entry is None and judged[-1].is_sure:
        judged.pop()
    rows = [_row(sheet, one, strip) for one, strip in zip(judged, seen.strips, strict=False)]
    shown = ShownSheet(
        table=seen.code.table,
        sheet=sheet,
        rows=rows,
        total_strip=STRIP + seen.strips[-1],
        written=_as_typed(written_totals(seen.cells)),
        fewer=_fewer_hands(len(rows), played.hands),
        fault=_fault(sheet),
    )
    if all(row.is_sure for row in judged):
        shown.totals = _other_totals(shown, [row.entry for row in judged if row.entry])
    return shown


def _as_typed(totals: tuple[int | None, int | None]) -> tuple[str, str]:
    a, b = ("" if one is None else str(one) for one in totals)
    return a, b


def _other_totals(shown: ShownSheet, entries: list[HandEntry]) -> str:
    """Return what hands make if the sheet's totals are others, empty if they may be the same."""
    game = shown.sheet.game
    found = tally(entries, shown.sheet.ruleset, game.format, Seat(game.first_dealer)).totals
    made = _as_typed(found)
    is_other = any(one and one != other for one, other in zip(shown.written, made, strict=True))
    return " : ".join(made) if is_other else ""


def _fewer_hands(rows: int, hands: int) -> str:
    if rows == hands:
        return ""
    text = _("Only %(rows)d of %(hands)d lines are filled in.")
    return text % {"rows": rows, "hands": hands}


def _row(sheet: GameSheet, judged: JudgedRow, strip: str) -> ShownRow:
    typed = typed_of(judged.entry) if judged.is_sure else {**judged.written}
    row = ShownRow(judged.row, dict.fromkeys(LINE, "") | typed, STRIP + strip)
    if not judged.is_sure:
        row.is_doubtful = True
        row.typed["doubtful"] = "1"
        row.doubts = frozenset(map(_name_of, judged.doubts))
        row.likely = tuple(_in_words(one.entry) for one in judged.candidates if one.entry)
    if judged.row <= len(sheet.hands):
        entered = sheet.hands[judged.row - 1].entry
        row.entered = _in_words(entered)
        row.is_other = not judged.is_sure or typed_of(entered) != typed
    return row


def _name_of(doubt: tuple[layout.Field, str]) -> str:
    """Return the name of the form's field for what is not clear."""
    name, who = doubt
    return f"points_{who.lower()}" if name is layout.Field.POINTS else name.value


def _in_words(entry: HandEntry) -> str:
    """Return a hand as it stands on a sheet: "A1 · 92 – 70 · Belote A"."""
    typed = typed_of(entry)
    if entry.penalty:
        return f"{GROUPS[layout.Field.PENALTY]} {entry.penalty}"
    words = [typed["taker"], f"{typed['points_a']} – {typed['points_b']}"]
    for name in (layout.Field.BELOTE, layout.Field.CAPOT):
        if who := typed[name.value]:
            words.append(f"{GROUPS[name]} {who}")
    return " · ".join(words)


def _fault(sheet: GameSheet) -> str:
    """Return why the hands of a sheet cannot be entered: nothing typed is ever replaced."""
    if sheet.game.is_slip:
        return _("This table has its totals already: take the slip back first, or leave it.")
    if sheet.hands:
        return _("Hands of this table are entered already; compare them with the sheet.")
    if sheet.game.is_finished:
        return _("This game is over.")
    return ""


def _enter(request: HttpRequest, played: Round, table: int) -> ShownSheet | None:
    """Enter the hands of a table; return the sheet as typed if something is to be looked at."""
    if not is_readable(played):
        raise UnreadSheetError("other_length")
    game = _game_at(played, table)
    sheet = load_sheet(game, names_shown(request, game.club_id))
    shown, forms = _typed(request, sheet, table, played.hands)
    shown.fault = _fault(sheet) if played.is_playing else str(FAULTS["not_playing"])
    if shown.fault or shown.open_count or not forms:
        return shown
    shown.totals = _other_totals(shown, [one.entry for one in forms])
    if shown.totals and request.POST.get("totals") != shown.totals:
        return shown
    try:
        record_sheet(game=game, hands=[one.written for one in forms], **actor(request))
    except (GameIsOverError, StaleGameError, TableMovedOnError):
        shown.fault = _("Somebody else has changed this game in the meantime. Look at the table.")
        return shown
    text = ngettext(
        "Table %(table)d: %(count)d hand entered.",
        "Table %(table)d: %(count)d hands entered.",
        len(forms),
    )
    messages.success(request, text % {"table": table, "count": len(forms)})
    return None


def _typed(
    request: HttpRequest, sheet: GameSheet, table: int, hands: int
) -> tuple[ShownSheet, list[PaperHandForm]]:
    rows, forms = [], []
    last = typed_number(request.POST.get("rows", "")) or 0
    for number in range(1, min(last, hands) + 1):
        data = {name: request.POST.get(f"{number}-{name}", "") for name in LINE}
        row = ShownRow(
            number,
            data,
            _a_strip(request.POST.get(f"{number}-strip", "")),
            is_doubtful=bool(data["doubtful"]) and not data["looked"],
        )
        rows.append(row)
        if not any(data[name] for name in WRITTEN):
            continue  # Nobody played it, or somebody left it out.
        form = PaperHandForm(data, ruleset=sheet.ruleset, sides=sheet.sides)
        form.is_valid()
        row.errors = [str(text) for texts in form.errors.values() for text in texts]
        row.warnings = [str(text) for text in form.warnings]
        row.confirm = form.confirm_value
        forms.append(form)
    strip, a, b = (request.POST.get(name, "") for name in ("total-strip", "total-a", "total-b"))
    written = (a if a.isdecimal() else "", b if b.isdecimal() else "")
    fewer = _fewer_hands(len(forms), hands)
    return ShownSheet(table, sheet, rows, _a_strip(strip), written, fewer=fewer), forms


def _a_strip(text: str) -> str:
    """Return a picture that the page posts back, empty for anything else."""
    return text if text.startswith(STRIP) and len(text) < LONGEST_STRIP else ""
