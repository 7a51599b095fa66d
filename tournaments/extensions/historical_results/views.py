"""Views of past results: the list, the import, one contest."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import requires, requires_found
from scorekeeper.models import Club
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.extensions.historical_results.forms import PastAnswersForm, PastForm
from tournaments.extensions.historical_results.queries import (
    imported_with,
    past_contests,
    past_results,
    with_winners,
)
from tournaments.extensions.historical_results.services import (
    delete_past,
    import_past,
)
from tournaments.files.views import bring_in
from tournaments.models import PastContest

CONTESTS_A_PAGE = 50


@require_safe
@requires(Right.LOOK)
def past_list(request: HttpRequest, club: Club) -> HttpResponse:
    page = Paginator(past_contests(club), CONTESTS_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "page_obj": page, "lines": with_winners(page)}
    return render(request, "historical_results/past_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.SEASONS)
def past_import(request: HttpRequest, club: Club) -> HttpResponse:
    """Check a pasted or uploaded list; store it once there are no errors or questions."""

    def keep(answers: PastAnswersForm) -> HttpResponse | None:
        try:
            kept = import_past(club=club, contests=answers.contests, now=timezone.now())
        except Refused as refused:
            answers.add_error(None, str(refused))
            return None
        text = ngettext("%(count)d contest is saved.", "%(count)d contests are saved.", len(kept))
        messages.success(request, text % {"count": len(kept)})
        return redirect("tournaments:past-list")

    return bring_in(
        request,
        PastForm,
        PastAnswersForm,
        about={"club": club, "today": timezone.localdate()},
        keep=keep,
        template="historical_results/past_import.html",
        back=reverse("tournaments:past-list"),
    )


def _contest(club: Club, pk: int) -> PastContest:
    return get_object_or_404(PastContest.objects.filter(club=club).select_related("club"), pk=pk)


@require_safe
@requires_found(_contest, Right.LOOK)
def past_detail(request: HttpRequest, contest: PastContest) -> HttpResponse:
    context = {
        "contest": contest,
        "results": past_results(contest),
        "together": imported_with(contest),
    }
    return render(request, "historical_results/past_detail.html", context)


@require_POST
@requires_found(_contest, Right.SEASONS)
def past_delete(request: HttpRequest, contest: PastContest) -> HttpResponse:
    count = delete_past(contest=contest, with_its_list="all" in request.POST)
    text = ngettext("%(count)d contest is deleted.", "%(count)d contests are deleted.", count)
    messages.success(request, text % {"count": count})
    return redirect("tournaments:past-list")
