"""A list brought in: read, its columns looked at, asked about, kept at once."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.files.forms import ColumnsForm, ListAnswersForm, PastedListForm
from tournaments.files.services import remember_columns

KEEP = "enter"
"""The button that keeps what a list brings."""


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
    """Check a list that is pasted or in a file; `keep` it once nothing is wrong or asked.

    `keep` answers with where to go, or says what is wrong in the answers it was given; `back` is
    the address of who changes their mind.
    """
    data, files = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = form_type(data, files, about=about)
    context: dict[str, Any] = {**about, "form": form, "back": back}
    if form.is_bound and form.is_valid():
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
