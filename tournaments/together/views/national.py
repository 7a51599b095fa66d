"""The ratings over all clubs, for everybody; whether a club takes part."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_tables2 import RequestConfig

from scorekeeper.clubs.access import needs
from scorekeeper.clubs.services.founding import UnconfirmedError
from scorekeeper.models import Club
from scorekeeper.roles import Right
from tournaments.together.forms import NationalForm, TogetherForm, first_day_offered
from tournaments.together.lists import NationalList
from tournaments.together.pages.people import clubs_together
from tournaments.together.pages.tables import lines_sought
from tournaments.together.services.clubs import leave_together, take_part
from tournaments.together.services.ratings import bring_up_to_date


@require_safe
def national_ratings(request: HttpRequest) -> HttpResponse:
    """Show everybody who plays in the clubs that take part; there is no page without any."""
    made = bring_up_to_date(now=timezone.now())
    if made is None:
        raise Http404
    form = NationalForm(request.GET, table=made)
    search, category = form.asked
    table = NationalList(lines_sought(made, search=search, category=category), search=search)
    RequestConfig(request).configure(table)
    context = {
        "made": made,
        "form": form,
        "table": table,
        "clubs": clubs_together().count(),
        "is_filtered": bool(search or category),
    }
    return render(request, "together/national_ratings.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.CLUB)
def club_together(request: HttpRequest, club: Club) -> HttpResponse:
    """Say what taking part means; a POST lets the club take part, or leave."""
    initial = {"since": club.together_from or first_day_offered()}
    is_leaving = request.method == "POST" and "leave" in request.POST
    form = TogetherForm(
        request.POST if request.method == "POST" and not is_leaving else None, initial=initial
    )
    if is_leaving:
        leave_together(club=club)
        messages.success(request, _("The club takes part no more: its players stand in no list."))
        return redirect("tournaments:club-together")
    if form.is_bound and form.is_valid():
        try:
            take_part(club=club, since=form.cleaned_data["since"])
        except UnconfirmedError:
            messages.error(request, _("Confirm your mail address first: nothing was changed."))
        else:
            messages.success(request, _("The club takes part from now on."))
        return redirect("tournaments:club-together")
    context = {"club": club, "form": form, "others": clubs_together().exclude(pk=club.pk).count()}
    return render(request, "together/club_together.html", context)
