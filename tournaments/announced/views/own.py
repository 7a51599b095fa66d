"""Entering before the day, for the organiser: announcing, answering requests, the poster."""

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import FORM_METHODS, sent, signed
from scorekeeper.clubs.services.founding import UnconfirmedError
from scorekeeper.models.keys import typed_number
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.roles import Right
from tournaments.access import needs_in
from tournaments.announced.forms import (
    AnnouncementForm,
    OpeningForm,
    announced_shown,
    opening_shown,
)
from tournaments.announced.pages.announced import announced_contest, day_text
from tournaments.announced.pages.requests import request_page
from tournaments.announced.services.announcing import announce, close_contest, open_contest
from tournaments.announced.services.requests import accept_requests, put_back, refuse_requests
from tournaments.models import EntryRequest, Tournament

SIZES: Final = ("a4", "a5")
State = EntryRequest.State


@require_http_methods(FORM_METHODS)
@needs_in(Right.CONTESTS)
def announcement(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say what is announced, and whether everybody sees it."""
    form = AnnouncementForm(sent(request), initial=announced_shown(tournament))
    if form.is_valid():
        announce(
            tournament_id=tournament.pk,
            announcement=form.announcement,
            sponsors=form.cleaned_data["sponsors"],
            **signed(request),
        )
        messages.success(request, _("Kept. It stands on the page and the poster at once."))
        return redirect("tournaments:announcement", tournament.pk)
    return render(request, "announced/announcement.html", _announcement(request, tournament, form))


def _announcement(
    request: HttpRequest, tournament: Tournament, form: AnnouncementForm
) -> dict[str, Any]:
    opened = getattr(tournament, "opened", None)
    address = qr_address(request, "tournaments:announced", opened.token) if opened else ""
    return {
        "tournament": tournament,
        "form": form,
        "opened": opened,
        "opening": OpeningForm(initial=opening_shown(opened)),
        "address": address,
        "qr_svg": qr_svg(address) if opened else "",
    }


@require_POST
@needs_in(Right.CONTESTS)
def announcement_open(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open the page to everybody, or close it."""
    form = OpeningForm(request.POST)
    if "close" in request.POST:
        close_contest(tournament=tournament)
        messages.success(request, _("Nobody sees the page any more."))
    elif form.is_valid():
        try:
            open_contest(tournament_id=tournament.pk, **form.cleaned_data, **signed(request))
        except UnconfirmedError:
            messages.error(request, _("Confirm your mail address first: nothing was changed."))
        else:
            messages.success(request, _("Everybody who has the address sees the page."))
    return redirect("tournaments:announcement", tournament.pk)


@require_http_methods(FORM_METHODS)
@needs_in(Right.DOOR)
def request_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Answer those who ask to enter: one by one, or all of whom nothing is asked."""
    page = request_page(tournament)
    if request.method == "POST":
        act, _colon, number = request.POST.get("act", "").partition(":")
        clear = [line["number"] for line in page["clear"]]
        numbers = clear if number == "all" else [typed_number(number) or 0]
        _answer(request, tournament.pk, act, numbers)
        return redirect("tournaments:request-list", tournament.pk)
    context = {
        "tournament": tournament,
        "page": page,
        "opened": getattr(tournament, "opened", None),
        "day": day_text(tournament),
    }
    return render(request, "announced/request_list.html", context)


def _answer(request: HttpRequest, pk: int, act: str, numbers: list[int]) -> None:
    now = timezone.now()
    if act == "accept":
        answered = accept_requests(tournament_id=pk, numbers=numbers, **signed(request))
        _tell_accepted(request, answered)
    elif act == "refuse":
        for one in refuse_requests(tournament_id=pk, numbers=numbers, now=now):
            text = _("Request %(number)d is refused. It can be put back below.")
            messages.success(request, text % {"number": one.number})
    elif act == "back":
        put_back(tournament_id=pk, number=numbers[0])


def _tell_accepted(request: HttpRequest, answered: list[EntryRequest]) -> None:
    entered = sum(one.state == State.ENTERED for one in answered)
    waiting = sum(one.state == State.WAITING for one in answered)
    if entered:
        text = ngettext("%(count)d request is entered.", "%(count)d requests are entered.", entered)
        messages.success(request, text % {"count": entered})
    if waiting:
        text = ngettext(
            "No place is free: %(count)d stands on the waiting list.",
            "No place is free: %(count)d stand on the waiting list.",
            waiting,
        )
        messages.warning(request, text % {"count": waiting})
    if entered + waiting < len(answered):
        messages.error(request, _("Somebody is entered already: look at the reason below."))


@require_safe
@needs_in(Right.LOOK)
def poster(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the poster to print, with the code of the page where one is open."""
    opened = getattr(tournament, "opened", None)
    address = qr_address(request, "tournaments:announced", opened.token) if opened else ""
    size = request.GET.get("size", "")
    context = {
        "tournament": tournament,
        "contest": announced_contest(tournament, opened),
        "day": day_text(tournament),
        "address": address,
        "qr_svg": qr_svg(address) if opened else "",
        "size": size if size in SIZES else SIZES[0],
    }
    return render(request, "announced/poster.html", context)
