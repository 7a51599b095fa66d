"""Where a club opens its window, season by season, and says what stands there."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.access import FORM_METHODS, needs, signed
from scorekeeper.clubs.services.founding import UnconfirmedError
from scorekeeper.models import Club
from scorekeeper.roles import Right
from tournaments.models import ClubWindow
from tournaments.seasons.pages.seasons import seasons_of
from tournaments.window.forms import WindowForm
from tournaments.window.pages.opening import opening_of, own_seasons
from tournaments.window.services.windows import (
    AddressTakenError,
    change_window,
    close_season,
    open_season,
    usual_address,
)


def _form(request: HttpRequest, club: Club, window: ClubWindow | None) -> WindowForm:
    if request.method == "POST":
        return WindowForm(request.POST)
    initial = {"address": window.address if window else usual_address(club)}
    if window:
        initial |= {"plays": window.plays, "sites": "\n".join(window.sites)}
    return WindowForm(initial={**initial, "is_listed": bool(window and window.is_listed)})


@never_cache
@require_http_methods(FORM_METHODS)
@needs(Right.SEASONS, to_write=Right.CLUB)
def window_edit(request: HttpRequest, club: Club) -> HttpResponse:
    """Show what the window shows, and to whom; a POST changes what it says."""
    window = ClubWindow.objects.filter(club=club).first()
    form = _form(request, club, window)
    if request.method == "POST" and form.is_valid():
        try:
            change_window(club=club, settings=form.settings, now=timezone.now())
        except AddressTakenError:
            form.refuse_address()
        else:
            messages.success(request, _("The window is changed."))
            return redirect("tournaments:window-edit")
    seasons = list(own_seasons(club))
    context = {
        "form": form,
        "window": window,
        "seasons": seasons,
        "is_open": any(hasattr(season, "opened") for season in seasons),
        "base": settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}",
    }
    return render(request, "window/window_edit.html", context)


@never_cache
@require_http_methods(FORM_METHODS)
@needs(Right.SEASONS, to_write=Right.CLUB)
def window_season(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """List what a season would show; a POST opens it."""
    season = get_object_or_404(seasons_of(club), pk=pk)
    if request.method == "POST":
        try:
            open_season(season=season, **signed(request))
        except UnconfirmedError:
            messages.error(request, _("Confirm your mail address first: nothing was changed."))
        else:
            messages.success(request, _("The season is open: everybody can see it from now on."))
        return redirect("tournaments:window-edit")
    window = ClubWindow.objects.filter(club=club).first()
    address = window.address if window else usual_address(club)
    base = settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"
    context = {
        "opening": opening_of(season),
        "season": season,
        "url": f"{base}{reverse('tournaments:window', args=[address])}",
    }
    return render(request, "window/window_opening.html", context)


@require_POST
@needs(Right.CLUB)
def window_close(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    close_season(season=get_object_or_404(seasons_of(club), pk=pk))
    messages.success(request, _("The season is shown no more."))
    return redirect("tournaments:window-edit")
