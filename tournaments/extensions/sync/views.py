"""Views that connect the hall's computer and the server, and that receive documents."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import unquote
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import post_data, requires
from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.limited_process import BusyError
from scorekeeper.models import Club
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.models.keys import typed_number
from scorekeeper.roles import Right
from tournaments.extensions.sync.errors import ArrivalProblem, DocumentRefusal
from tournaments.extensions.sync.forms import ComputerForm, ServerForm
from tournaments.extensions.sync.labels import TROUBLES
from tournaments.extensions.sync.queries import computers_of, sending_of
from tournaments.extensions.sync.server import (
    NAME_HEADER,
    DocumentRefusedError,
    Server,
    ServerError,
)
from tournaments.extensions.sync.services.arriving import CONTESTS, EVENINGS
from tournaments.extensions.sync.services.pairing import (
    add_computer,
    end_computer,
    go_on_as,
    hash_of,
    keep_apart,
    link_server,
    unlink_server,
)
from tournaments.extensions.sync.services.sending import send_changed, try_again
from tournaments.extensions.sync.services.taking import ArrivingKind, go_on_here, prefer_hall, take
from tournaments.models import HallComputer, ServerLink
from tournaments.models.sync import HASH_LENGTH

_STATUS: Final = {
    DocumentRefusal.WRONG: HTTPStatus.UNPROCESSABLE_ENTITY,
    DocumentRefusal.NO_DOCUMENT: HTTPStatus.UNPROCESSABLE_ENTITY,
    DocumentRefusal.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    DocumentRefusal.FULL: HTTPStatus.INSUFFICIENT_STORAGE,
}
_BEARER: Final = "Bearer "

View = Callable[..., HttpResponse]


def of_a_computer(view: View) -> View:
    """Authenticate a computer by its key, without a session or CSRF token."""

    @csrf_exempt
    @never_cache
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        header = request.headers.get("Authorization", "")
        key = header.removeprefix(_BEARER) if header.startswith(_BEARER) else ""
        computers = HallComputer.objects.select_related("club")
        computer = computers.filter(key_hash=hash_of(key), ended_at=None).first() if key else None
        if computer is None:
            return JsonResponse({"code": "key"}, status=HTTPStatus.UNAUTHORIZED)
        return view(request, computer, *args, **kwargs)

    return wrapped


def of_a_hall(view: View) -> View:
    """Restrict a view to a hall's computer; elsewhere it is 404.

    On a public server anybody could found a club and make the server request any address, including
    those of its own network.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.PUBLIC_URL:
            raise Http404
        return view(request, *args, **kwargs)

    return wrapped


@of_a_computer
@require_safe
def hall(request: HttpRequest, computer: HallComputer) -> HttpResponse:
    """Return the name of the computer's club."""
    HallComputer.objects.filter(pk=computer.pk).update(heard_at=timezone.now())
    return JsonResponse({"club": computer.club.name, "computer": computer.name})


@of_a_computer
@require_http_methods(["PUT"])
def hall_contest(request: HttpRequest, computer: HallComputer, first_hash: str) -> HttpResponse:
    """Import the document of a contest from the hall."""
    if len(first_hash) != HASH_LENGTH:
        return _refused(DocumentRefusedError(DocumentRefusal.WRONG))
    return _take(request, CONTESTS, computer, first_hash)


@of_a_computer
@require_http_methods(["PUT"])
def hall_evening(request: HttpRequest, computer: HallComputer, key: UUID) -> HttpResponse:
    """Import the document of an evening from the hall."""
    return _take(request, EVENINGS, computer, key)


def _take(
    request: HttpRequest, kind: ArrivingKind, computer: HallComputer, key: str | UUID
) -> HttpResponse:
    # The name of the contest or evening in the hall.
    name = tidy_name(unquote(request.headers.get(NAME_HEADER, "")))[:NAME_LENGTH]
    now = timezone.now()
    try:
        arrived = take(kind, computer=computer, key=key, read=request.read, now=now, name=name)
    except DocumentRefusedError as error:
        return _refused(error)
    except BusyError:
        # The hall's computer tries again after a pause.
        return JsonResponse(
            {"code": ArrivalProblem.BUSY.value}, status=HTTPStatus.SERVICE_UNAVAILABLE
        )
    return JsonResponse({"lines": arrived.taken})


def _refused(error: DocumentRefusedError) -> HttpResponse:
    status = _STATUS.get(error.refusal, HTTPStatus.CONFLICT)
    return JsonResponse({"code": error.refusal.value}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CLUB)
def hall_computers(request: HttpRequest, club: Club) -> HttpResponse:
    """List the computers that send contests of the club; POST adds one and shows its line."""
    form = ComputerForm(post_data(request))
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        name = form.cleaned_data["name"]
        key = add_computer(club=club, name=name, now=timezone.now())
        base = settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"
        context = {"form": ComputerForm(), "line": f"{base}/#{key}", "name": name}
    context["computers"] = computers_of(club)
    return render(request, "sync/hall_computers.html", context)


@require_POST
@requires(Right.CLUB)
def hall_computer_end(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    computer = get_object_or_404(club.hall_computers, pk=pk, ended_at=None)
    end_computer(computer=computer, now=timezone.now())
    messages.success(
        request,
        _("%(name)s no longer sends anything; its contests continue here.")
        % {"name": computer.name},
    )
    return redirect("tournaments:hall-computers")


@require_POST
@requires(Right.CLUB)
def hall_computer_same(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Say which earlier computer a newly connected one is, or that it is another one."""
    computer = get_object_or_404(club.hall_computers, pk=pk, ended_at=None)
    key = typed_number(request.POST.get("before", ""))
    if key is None:
        keep_apart(computer=computer)
        text = _("%(name)s is another computer: what came from the others stays theirs.")
    else:
        before = get_object_or_404(club.hall_computers.exclude(pk=pk), pk=key)
        go_on_as(computer=computer, before=before, now=timezone.now())
        text = _("%(name)s carries on with what it sent before.")
    messages.success(request, text % {"name": computer.name})
    return redirect("tournaments:hall-computers")


@require_POST
@requires(Right.CONTESTS)
def arrived_choose(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Resolve a conflict between the hall's version of a contest and the server's."""
    return _choose(request, club, CONTESTS, pk, _("The contest is written here from now on."))


@require_POST
@requires(Right.CONTESTS)
def arrived_evening_choose(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Resolve a conflict between the hall's version of an evening and the server's."""
    return _choose(request, club, EVENINGS, pk, _("The evening is written here from now on."))


def _choose(
    request: HttpRequest, club: Club, kind: ArrivingKind, pk: int, written_here: str
) -> HttpResponse:
    stored = {f"{kind.place}__isnull": False}
    arrived = get_object_or_404(kind.arrived, pk=pk, computer__club=club, **stored)
    if request.POST.get("keep") == "hall":
        prefer_hall(kind, arrived=arrived)
        messages.success(request, _("What the hall’s computer sends next is accepted."))
    else:
        go_on_here(kind, arrived=arrived)
        messages.success(request, written_here)
    return redirect("tournaments:hall-computers")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.COMPUTER)
@of_a_hall
def club_server(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the sync state of the club's contests; POST connects to a server."""
    form = ServerForm(post_data(request))
    if form.is_valid():
        try:
            link = link_server(club=club, server=form.cleaned_data["line"], now=timezone.now())
        except ServerError as error:
            form.add_error("line", TROUBLES[error.trouble])
        else:
            text = _("Connected: there the club is called %(name)s.")
            messages.success(request, text % {"name": link.club_name})
            return redirect("tournaments:club-server")
    context = {"form": form, "sending": sending_of(club)}
    return render(request, "sync/club_server.html", context)


@require_POST
@requires(Right.COMPUTER)
@of_a_hall
def club_server_send(request: HttpRequest, club: Club) -> HttpResponse:
    """Send now what waits, and retry what was rejected."""
    link = get_object_or_404(ServerLink, club=club)
    try_again(link=link)
    send_changed(link=link, server=Server(link.address, link.key), now=timezone.now())
    return redirect("tournaments:club-server")


@require_POST
@requires(Right.COMPUTER)
@of_a_hall
def club_server_end(request: HttpRequest, club: Club) -> HttpResponse:
    unlink_server(club=club)
    messages.success(request, _("Nothing more is sent. What the server has stays there."))
    return redirect("tournaments:club-server")
