"""The view behind every import of a list: read, check columns, answer questions, store."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.files.forms import ColumnsForm, ListAnswersForm, PastedListForm
from tournaments.files.services import remember_columns

KEEP = "enter"
"""The name of the button that stores the list."""


def bring_in(
    request: HttpRequest,
    form_type: type[PastedListForm],
    answers_type: type[ListAnswersForm],
    *,
    about: Mapping[str, Any],
    keep: Callable[[Any], HttpResponse | None],
    template: str,
    back: str,
) -> HttpResponse:
    """Check a pasted or uploaded list; `keep` it once there are no errors or open questions.

    `keep` returns the response, or None after adding errors to the form of answers; `back` is the
    URL of the cancel link.
    """
    data, files = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = form_type(data, files, about=about)
    context: dict[str, Any] = {**about, "form": form, "back": back}
    if form.is_valid():
        has_changed = KEEP in request.POST and not form.is_as_checked(request.POST)
        is_keeping = KEEP in request.POST and not has_changed
        if "without_bad" in request.POST:
            form = form.without_bad()
        answers = answers_type(request.POST if is_keeping else None, preview=form.preview)
        if is_keeping and answers.may_keep() and (kept := keep(answers)):
            remember_columns(
                club=form.club, kind=form.kind, headed=form.preview.found.headed, now=timezone.now()
            )
            return kept
        context |= {"answers": answers, "has_changed": has_changed, "preview": form.preview}
    if form.headed:
        columns = ColumnsForm(headed=form.headed, kind=form.kind)
        context |= {"form": form.again(), "checked": form, "columns": columns}
        context["is_first"] = "columns_of" not in request.POST
    return render(request, template, context)
