"""Announcements: the organiser's pages, the public form, and a visitor's own request."""

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import FORM_METHODS, actor, post_data
from scorekeeper.clubs.login_throttling import client_address
from scorekeeper.downloads import download
from scorekeeper.models.codes import new_token
from scorekeeper.models.keys import typed_number
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.access import requires_in_contest
from tournaments.contests.queries.contests import contest_day
from tournaments.entries.services.entries import PersonTakenError
from tournaments.extensions.entry_requests.forms import (
    AnnouncementForm,
    OpeningForm,
    PeopleForm,
    RequestForm,
    announced_shown,
    people_of,
)
from tournaments.extensions.entry_requests.queries import (
    OwnRequest,
    announced_contest,
    day_text,
    offered_names,
    own_request,
    request_page,
)
from tournaments.extensions.entry_requests.services import (
    accept_requests,
    announce,
    ask_to_enter,
    close_contest,
    correct_request,
    entry_of,
    open_contest,
    own_names,
    put_back,
    refuse_requests,
    withdraw_request,
)
from tournaments.files.calendars import CONTENT_TYPE, calendar_file
from tournaments.models import ContestOpening, EntryRequest, Tournament
from tournaments.visitors import visitor_of

SIZES: Final = ("a4", "a5")
State = EntryRequest.State


@require_http_methods(FORM_METHODS)
@requires_in_contest(Right.CONTESTS)
def announcement(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Edit the announcement; show whether it is public."""
    form = AnnouncementForm(post_data(request), initial=announced_shown(tournament))
    if form.is_valid():
        announce(
            tournament_id=tournament.pk,
            announcement=form.announcement,
            sponsors=form.cleaned_data["sponsors"],
            **actor(request),
        )
        messages.success(request, _("Saved. It appears on the page and the poster at once."))
        return redirect("tournaments:announcement", tournament.pk)
    return render(
        request, "entry_requests/announcement.html", _announcement(request, tournament, form)
    )


def _announcement(
    request: HttpRequest, tournament: Tournament, form: AnnouncementForm
) -> dict[str, Any]:
    opened = getattr(tournament, "opened", None)
    address = qr_address(request, "tournaments:announced", opened.token) if opened else ""
    return {
        "tournament": tournament,
        "form": form,
        "opened": opened,
        "opening": OpeningForm(instance=opened),
        "address": address,
        "qr_svg": qr_svg(address) if opened else "",
    }


@require_POST
@requires_in_contest(Right.CONTESTS)
def announcement_open(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open the page to the public, or close it."""
    form = OpeningForm(request.POST)
    if "close" in request.POST:
        close_contest(tournament=tournament)
        messages.success(request, _("Nobody can see the page any more."))
    elif form.is_valid():
        try:
            open_contest(tournament_id=tournament.pk, **form.cleaned_data, **actor(request))
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("Everybody who has the address can see the page."))
    return redirect("tournaments:announcement", tournament.pk)


@require_http_methods(FORM_METHODS)
@requires_in_contest(Right.DOOR)
def request_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Answer requests one by one, or all those without warnings."""
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
    return render(request, "entry_requests/request_list.html", context)


def _answer(request: HttpRequest, pk: int, act: str, numbers: list[int]) -> None:
    now = timezone.now()
    if act == "accept":
        answered = accept_requests(tournament_id=pk, numbers=numbers, **actor(request))
        _tell_accepted(request, answered)
    elif act == "refuse":
        for one in refuse_requests(tournament_id=pk, numbers=numbers, now=now):
            text = _("Request %(number)d is refused. It can be restored below.")
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
            "No place is free: %(count)d is on the waiting list.",
            "No place is free: %(count)d are on the waiting list.",
            waiting,
        )
        messages.warning(request, text % {"count": waiting})
    if entered + waiting < len(answered):
        messages.error(request, _("Somebody is already entered: look at the reason below."))


@require_safe
@requires_in_contest(Right.LOOK)
def poster(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the poster for printing, with the code of the public page, if it is open."""
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
    return render(request, "entry_requests/poster.html", context)


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
    """Show a contest before its day, with a link to the form."""
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
    return render(request, "entry_requests/announced.html", context)


@require_http_methods(FORM_METHODS)
def request_new(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form for a request."""
    opened = _opened(token)
    visitor = visitor_of(request, opened.tournament.club)
    offered = offered_names(visitor)
    own_name = visitor.phone.player.name if visitor.phone and visitor.own else ""
    form = RequestForm(
        post_data(request),
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
    return render(request, "entry_requests/request_new.html", context)


def _ask(request: HttpRequest, opened: ContestOpening, form: RequestForm) -> EntryRequest | None:
    """Store a request and remember it on this phone; None if the form says why not."""
    try:
        made = ask_to_enter(
            tournament_id=opened.tournament_id,
            asked=form.new_request(get_language() or ""),
            visitor=f"{client_address(request)}",
            now=timezone.now(),
        )
    except Refused as refused:
        form.add_error(None, str(refused))
    else:
        own = [key for key in request.session.get(OWN_KEY, []) if key != made.token]
        request.session[OWN_KEY] = [*own, made.token][-OWN_KEPT:]
        return made
    return None


@require_http_methods(FORM_METHODS)
def request_own(request: HttpRequest, token: str) -> HttpResponse:
    """Show the state of a request; names can be corrected until the start."""
    found = _request(token)
    page = own_request(found, _entered_as(found))
    form = PeopleForm(
        post_data(request), tournament=found.tournament, offers=False, initial=people_of(found)
    )
    if form.is_valid() and _correct(form, found):
        messages.success(request, _("Your names are corrected."))
        return redirect("tournaments:request-own", token)
    return render(request, "entry_requests/request_own.html", _own(request, page, form))


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
    """Return the number of the entry of a request; its page shows the names of the entry."""
    if request.state != EntryRequest.State.ENTERED:
        return None
    try:
        entry = entry_of(request)
    except Refused:
        return None
    request.names = own_names(entry, request)
    return entry.number


def _correct(form: PeopleForm, found: EntryRequest) -> bool:
    try:
        correct_request(
            request_id=found.pk, names=form.names, tags=form.chosen_tags, now=timezone.now()
        )
    except PersonTakenError:
        form.add_error(None, _("Somebody of that name is already entered: ask the organiser."))
    except Refused as refused:
        form.add_error(None, str(refused))
    else:
        return True
    return False


@require_POST
def request_withdraw(request: HttpRequest, token: str) -> HttpResponse:
    found = _request(token)
    try:
        withdraw_request(request_id=found.pk, now=timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("You have withdrawn. Thank you for letting us know."))
    return redirect("tournaments:request-own", token)


@require_safe
def announced_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Send the day with time and place as a calendar file."""
    tournament = _opened(token).tournament
    page = qr_address(request, "tournaments:announced", token)
    content = calendar_file(
        tournament.club.name, [contest_day(tournament, page)], now=timezone.now()
    )
    return download(content, f"{slugify(tournament.name) or 'contest'}.ics", CONTENT_TYPE)
