"""Entering before the day, for everybody: the contest announced, the form, the own request."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import FORM_METHODS, sent
from scorekeeper.clubs.guessing import client_address
from scorekeeper.downloads import download
from scorekeeper.models.codes import new_token
from scorekeeper.qr import qr_address, qr_svg
from tournaments.announced.forms import PeopleForm, RequestForm, people_of
from tournaments.announced.pages.announced import (
    announced_contest,
    contest_day,
    day_text,
    offered_names,
)
from tournaments.announced.pages.requests import OwnRequest, own_request
from tournaments.announced.services.requests import (
    AskedTooOftenError,
    EnteringClosedError,
    SettledInPersonError,
    TooManyRequestsError,
    ask_to_enter,
    correct_request,
    entry_of,
    own_names,
    withdraw_request,
)
from tournaments.entries.services.entries import PersonTakenError
from tournaments.files.calendars import CONTENT_TYPE, calendar_file
from tournaments.models import ContestOpening, EntryRequest
from tournaments.visitors import visitor_of

OWN_KEY: Final = "requests"
OWN_KEPT: Final = 5


def _opened(token: str) -> ContestOpening:
    contests = ContestOpening.objects.select_related("tournament__club")
    found = get_object_or_404(contests, token=token)
    found.tournament.opened = found
    return found


def _request(token: str) -> EntryRequest:
    requests = EntryRequest.objects.select_related("tournament__club", "entry")
    return get_object_or_404(requests, token=token)


@require_safe
def announced(request: HttpRequest, token: str) -> HttpResponse:
    """Show a contest before its day, and the way in."""
    opened = _opened(token)
    own = EntryRequest.objects.filter(
        tournament=opened.tournament_id, token__in=request.session.get(OWN_KEY, [])
    )
    context = {
        "opened": opened,
        "contest": announced_contest(opened.tournament, opened),
        "day": day_text(opened.tournament),
        "own": own.order_by("number"),
    }
    return render(request, "announced/announced.html", context)


@require_http_methods(FORM_METHODS)
def request_new(request: HttpRequest, token: str) -> HttpResponse:
    """Ask to enter."""
    opened = _opened(token)
    visitor = visitor_of(request, opened.tournament.club)
    offered = offered_names(visitor)
    own_name = visitor.phone.player.name if visitor.phone and visitor.own else ""
    form = RequestForm(
        sent(request),
        tournament=opened.tournament,
        offers=bool(offered),
        initial={"token": new_token(), "name_1": own_name, "with_whom": "pair"},
    )
    if form.is_valid() and (made := _ask(request, opened, form)):
        return redirect("tournaments:request-own", made.token)
    contest = announced_contest(opened.tournament, opened)
    context = {
        "opened": opened,
        "contest": contest,
        "form": form,
        "names": offered,
        "visitor": visitor,
    }
    return render(request, "announced/request_new.html", context)


def _ask(request: HttpRequest, opened: ContestOpening, form: RequestForm) -> EntryRequest | None:
    """Keep a request, and that it is this phone's; None, with the reason, where it cannot be."""
    try:
        made = ask_to_enter(
            tournament_id=opened.tournament_id,
            asked=form.new_request(get_language() or ""),
            visitor=f"{client_address(request)}",
            now=timezone.now(),
        )
    except AskedTooOftenError:
        text = _("Many requests came from your connection. Wait two minutes, then send it again.")
        form.add_error(None, text)
    except EnteringClosedError:
        form.add_error(None, _("Nobody is taken by this page any more: ask the organiser."))
    except TooManyRequestsError:
        text = _("Too many requests wait for the organiser: ask by phone, or come back later.")
        form.add_error(None, text)
    else:
        own = [key for key in request.session.get(OWN_KEY, []) if key != made.token]
        request.session[OWN_KEY] = [*own, made.token][-OWN_KEPT:]
        return made
    return None


@require_http_methods(FORM_METHODS)
def request_own(request: HttpRequest, token: str) -> HttpResponse:
    """Show whoever asked where they stand; names can be put right until the start."""
    found = _request(token)
    page = own_request(found, _entered_as(found))
    form = PeopleForm(
        sent(request), tournament=found.tournament, offers=False, initial=people_of(found)
    )
    if form.is_valid() and _correct(form, found):
        messages.success(request, _("Your names are put right."))
        return redirect("tournaments:request-own", token)
    return render(request, "announced/request_own.html", _own(request, page, form))


def _own(request: HttpRequest, page: OwnRequest, form: PeopleForm) -> dict[str, object]:
    found = page.request
    address = qr_address(request, "tournaments:request-own", found.token)
    return {
        "page": page,
        "tournament": found.tournament,
        "opened": ContestOpening.objects.filter(tournament=found.tournament_id).first(),
        "day": day_text(found.tournament),
        "form": form,
        "address": address,
        "qr_svg": qr_svg(address),
    }


def _entered_as(request: EntryRequest) -> int | None:
    """Return the number under which a request is entered; its page says the names as there."""
    if request.state != EntryRequest.State.ENTERED:
        return None
    try:
        entry = entry_of(request)
    except EnteringClosedError:
        return None
    request.names = own_names(entry, request)
    return entry.number


def _correct(form: PeopleForm, found: EntryRequest) -> bool:
    try:
        correct_request(
            request_id=found.pk, names=form.names, tags=form.chosen_tags, now=timezone.now()
        )
    except EnteringClosedError:
        form.add_error(None, _("It is too late for that here: ask the organiser."))
    except PersonTakenError:
        form.add_error(None, _("Somebody of that name is entered already: ask the organiser."))
    else:
        return True
    return False


@require_POST
def request_withdraw(request: HttpRequest, token: str) -> HttpResponse:
    found = _request(token)
    try:
        withdraw_request(request_id=found.pk, now=timezone.now())
    except EnteringClosedError:
        messages.error(request, _("It is too late for that here: ask the organiser."))
    except SettledInPersonError:
        messages.error(request, _("You have paid, or are here: ask the organiser."))
    else:
        messages.success(request, _("You have withdrawn. Thank you for saying so."))
    return redirect("tournaments:request-own", token)


@require_safe
def announced_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Send the day, with hour and place, for the calendar of whoever comes."""
    tournament = _opened(token).tournament
    page = qr_address(request, "tournaments:announced", token)
    content = calendar_file(
        tournament.club.name, [contest_day(tournament, page)], now=timezone.now()
    )
    return download(content, f"{slugify(tournament.name) or 'contest'}.ics", CONTENT_TYPE)
