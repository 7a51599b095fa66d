"""The answer to a phone whose game in a contest is over, or is there no more."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.clubs.access import names_shown
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.tally import Tally
from scorekeeper.extensions import TableMovedOnError
from scorekeeper.games.forms.hands import typed_values
from scorekeeper.games.queries.sheets import GameSheet, load_sheet
from scorekeeper.games.views.hands import entry_form_class
from scorekeeper.labels.hands import SEAT_LABELS
from scorekeeper.models import Game

HAND_PAGES = ("scorekeeper:hand-new", "scorekeeper:hand-edit")


def table_moved_on(request: HttpRequest, moved: TableMovedOnError) -> HttpResponse:
    """Refuse what was sent, show it so that nothing is lost, and show the way to the table."""
    context: dict[str, object] = {"address": moved.address, "reason": moved.reason}
    if request.headers.get("HX-Request"):
        # The preview of a hand, while it is typed: it stays where it is, the warning stands below.
        # Our pages swap a 422 in, and nothing else that is refused.
        return render(request, "offline/_table_moved_on.html", context, status=422)
    context["typed"] = _typed(request, moved.ruleset)
    return render(request, "offline/table_moved_on.html", context, status=409)


def _typed(request: HttpRequest, ruleset: RuleSet | None) -> list[tuple[str, str]]:
    found = request.resolver_match
    if request.method != "POST" or found is None or found.view_name not in HAND_PAGES:
        return []
    if ruleset:
        sheet = _empty_sheet(ruleset)
    else:
        game = Game.objects.get(pk=found.kwargs["pk"])
        sheet = load_sheet(game, names_shown(request, game.club_id))
    number = found.kwargs.get("number")
    known = number if number and number <= len(sheet.hands) else None
    form = entry_form_class(request, sheet, known)(request.POST, sheet=sheet, number=known)
    return typed_values(form)


def _empty_sheet(ruleset: RuleSet) -> GameSheet:
    """Return a sheet for the hand of a game that is there no more: it names chairs, not people."""
    tally = Tally(ruleset, GameFormat(hands=1))
    names = {seat: str(SEAT_LABELS[seat]) for seat in Seat}
    return GameSheet(game=Game(), names=names, hands=(), tally=tally, slips=())
