"""The answer to a phone whose table in a contest plays another round by now."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.forms.typed import TypedValue, typed_values
from scorekeeper.models import Game
from scorekeeper.selectors.sheets import load_sheet
from scorekeeper.views.hands import entry_form_class

HAND_PAGES = ("scorekeeper:hand-new", "scorekeeper:hand-edit")


def table_moved_on(request: HttpRequest, address: str) -> HttpResponse:
    """Refuse what was sent, show it so that nothing is lost, and show the way to the new round."""
    if request.headers.get("HX-Request"):
        # The preview of a hand, while it is typed: it stays where it is, the warning stands below.
        # Our pages swap a 422 in, and nothing else that is refused.
        return render(request, "scorekeeper/_table_moved_on.html", {"address": address}, status=422)
    context = {"address": address, "typed": _typed(request)}
    return render(request, "scorekeeper/table_moved_on.html", context, status=409)


def _typed(request: HttpRequest) -> list[TypedValue]:
    """Return what was typed for a hand; the phone has the code of that table."""
    found = request.resolver_match
    if request.method != "POST" or found is None or found.view_name not in HAND_PAGES:
        return []
    sheet = load_sheet(Game.objects.get(pk=found.kwargs["pk"]))
    number = found.kwargs.get("number")
    known = number if number and number <= len(sheet.hands) else None
    form = entry_form_class(request, sheet, known)(request.POST, sheet=sheet, number=known)
    return typed_values(form)
