"""The page of one game, rendered by several views."""

import re
import uuid
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.clubs.access import (
    club_links,
    get_game,
    is_member_of,
    may_enter,
    names_shown,
    refuse_reader,
)
from scorekeeper.engine.hand import Seat
from scorekeeper.extensions import ContestPage, pages_of
from scorekeeper.games.forms.hands import HandEntryForm, HandForm, PenaltyForm
from scorekeeper.games.queries.games import changes_of
from scorekeeper.games.queries.sheets import GameSheet, load_sheet, phone_sheet
from scorekeeper.labels.phone import page_texts, phone_texts
from scorekeeper.models import Game
from scorekeeper.models.hands import is_undoable as hand_just_written
from scorekeeper.qr import qr_address, qr_svg


def seen_sheet(request: HttpRequest, pk: int) -> GameSheet:
    """Return the sheet of a game as this visitor may see it; raises the errors of `get_game`."""
    game = get_game(request, pk)
    return load_sheet(game, names_shown(request, game.club_id))


def get_writable_sheet(request: HttpRequest, pk: int) -> GameSheet:
    """Return the sheet of a game that this visitor may write; also raises RoleRefusedError."""
    sheet = seen_sheet(request, pk)
    refuse_reader(request, sheet.game)
    return sheet


def fresh_state(sheet: GameSheet) -> dict[str, Any]:
    """Return the hidden fields of a new form for the next hand."""
    return {"base_version": sheet.game.version, "submission_key": uuid.uuid4()}


def contest_page(request: HttpRequest, game: Game) -> ContestPage | None:
    """Return what the contest adds to the page of a game, None outside contests."""
    pages = pages_of(game)
    return pages.page(request, game) if pages else None


def may_edit_hands(game: Game, contest: ContestPage | None) -> bool:
    """Return whether written hands may be corrected: in a contest, even after the end."""
    return contest.may_correct if contest else not game.is_finished


def render_game(
    request: HttpRequest, sheet: GameSheet, *, form: HandEntryForm | None = None
) -> HttpResponse:
    """Render the sheet and the forms; `form` is a sent form with errors."""
    game, state = sheet.game, fresh_state(sheet)
    hand_form = form if isinstance(form, HandForm) else HandForm(sheet=sheet, initial=state)
    penalty = form if isinstance(form, PenaltyForm) else PenaltyForm(sheet=sheet, initial=state)
    contest = contest_page(request, game)
    is_over = game.is_finished or sheet.tally.is_over
    is_member = is_member_of(request, game.club_id)
    writes = may_enter(request, game)
    data = _table_data(sheet, contest, writes=writes)
    # Their styles and scripts are included only if the rules need them.
    asks_more = bool(sheet.ruleset.bids) or sheet.ruleset.declarations
    context = {
        "sheet": sheet,
        "game": game,
        "form": hand_form,
        "penalty_form": penalty,
        "open_penalty": form is penalty,
        "contest": contest,
        "changes": changes_of(sheet) if game.has_substitutes else (),
        "chairs": [(seat, sheet.names[seat]) for seat in Seat],
        "writes": writes,
        "may_enter": writes and not is_over and (contest is None or contest.may_enter),
        "may_edit": writes and may_edit_hands(game, contest),
        "is_member": is_member,
        "links": None if is_member else club_links(request, game.club_id),
        "asks_more": asks_more,
        "inside": _inside(request, asks_more=asks_more),
        "table_data": data,
        "table_script": json_script(data, "table-data", encoder=ShortEncoder),
        "undo_number": _undoable(request, sheet),
        **(contest.context if contest else _own_code(request, game) if writes else {}),
    }
    response = render(request, "games/game_detail.html", context)
    # The templates' empty lines cost as much on a poor line as a small script.
    response.content = re.sub(rb"\n+", b"\n", response.content)
    patch_vary_headers(response, ["Accept"])
    return response


def _inside(request: HttpRequest, *, asks_more: bool) -> dict[str, str] | None:
    """Return the inline styles and script for the first hand, if a browser opens the page.

    The page's own script, which fetches it repeatedly, does not accept XHTML as browsers do.
    """
    if settings.DEBUG or "application/xhtml" not in request.headers.get("Accept", ""):
        return None
    bids = ("scorekeeper/bids.css",) if asks_more else ()
    return {
        "styles": content_of("scorekeeper/app.css", "scorekeeper/table.css", *bids),
        "script": content_of("scorekeeper/first.js"),
    }


@cache
def content_of(*files: str) -> SafeString:
    """Return the served contents of styles or scripts, concatenated."""
    contents = [Path(str(finders.find(name))).read_text(encoding="utf-8") for name in files]
    # Our own files; none of them contains its closing tag.
    return mark_safe("\n".join(contents))


class ShortEncoder(DjangoJSONEncoder):
    """Writes compact JSON: no spaces, and accented letters unescaped."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "ensure_ascii": False, "separators": (",", ":")})


def _table_data(sheet: GameSheet, contest: ContestPage | None, *, writes: bool) -> dict[str, Any]:
    """Return the data with which the page's script works while the server is out of reach."""
    game, plain = sheet.game, phone_sheet(sheet, contest, may_write=writes)
    digest = plain["rules"]["digest"]
    token, join = _way_in(game, contest, writes=writes)
    return {
        "game": game.pk,
        "began": game.created_at.isoformat(),
        "sheet": plain,
        "way": {
            "base": reverse("api:read_sheet", args=[game.pk]),
            "token": token,
        },
        "join": join,
        "outcomes_url": reverse("api:read_outcomes", args=[game.pk], query={"v": digest}),
        "texts": phone_texts(sheet.sides, sheet.ruleset),
        "ui": page_texts(),
    }


def _way_in(game: Game, contest: ContestPage | None, *, writes: bool) -> tuple[str | None, str]:
    """Return the code with which this visitor's phone writes, and the address to join.

    Readers get none, because anybody with the code may write.
    """
    if contest:
        return contest.token, contest.join
    if writes:
        return game.token, reverse("scorekeeper:game-join", args=[game.token])
    return None, reverse("scorekeeper:game-detail", args=[game.pk])


def _own_code(request: HttpRequest, game: Game) -> dict[str, Any]:
    """Return the code with which another phone joins; in a contest, the table has the code."""
    address = qr_address(request, "scorekeeper:game-join", game.token)
    return {"address": address, "qr_svg": qr_svg(address)}


def _undoable(request: HttpRequest, sheet: GameSheet) -> int | None:
    """Return the number of the hand that this page has just written."""
    asked = request.GET.get("undo", "")
    if not (sheet.hands and asked == str(sheet.hands[-1].number)):
        return None
    return sheet.hands[-1].number if is_undoable(sheet) else None


def is_undoable(sheet: GameSheet) -> bool:
    return bool(sheet.hands) and hand_just_written(sheet.hands[-1], timezone.now())
