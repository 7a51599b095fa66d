"""Requests and commands that a computer refuses while it must not write.

A standby shows pages from the primary's data, and never while these are being replaced. A former
primary shows what it has.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from http import HTTPStatus
from typing import Final

from django.core.exceptions import MiddlewareNotUsed
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import resolve
from django.utils.translation import gettext as _

from scorekeeper import running
from scorekeeper.standby.failover import (
    add_headers,
    allow_asking,
    asking_origin,
    let_in,
    permission,
)
from scorekeeper.standby.node import NodeRole, node_state
from scorekeeper.standby.replica import turns
from scorekeeper.terminal import typed

# These know the computer's role, or open no data.
ALWAYS: Final = frozenset(
    {"", "check", "compilemessages", "follow", "help", "makemessages", "makemigrations"}
    | {"plausible", "score", "start", "take_over", "test", "version"}
)
# The data on a replaced computer are its own, and no longer change.
READING: Final = frozenset(
    {"backup", "doctor", "export_club", "export_evening", "export_tournament", "verify_tournament"}
)


def word_for_other_computer(arguments: Sequence[str]) -> str | None:
    """Return why a command is refused on a standby or a replaced computer; None if it is not."""
    here = node_state()
    name = next((word for word in arguments if not word.startswith("-")), "")
    if here.role is NodeRole.FIRST or name in ALWAYS or {"-h", "--help"} & {*arguments}:
        return None
    if here.role is NodeRole.REPLACED:
        if name in READING:
            return None
        text = _(
            "This computer was replaced by %(address)s and writes nothing. Run the command "
            "there; or, if that one is lost, carry on here first: %(command)s"
        )
        return text % {"address": here.leader, "command": typed("take_over", "--again")}
    text = _(
        "This is a second computer: its data are those of %(address)s. Run the command there; "
        "or, if that one has failed, take over first: %(command)s"
    )
    return text % {"address": here.leader, "command": typed("take_over")}


READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
OWN: Final = frozenset({"second-stream", "second-here"})
SIGNING_IN: Final = frozenset({"login", "logout", "signin-link", "computer-stop"})
BACK: Final = frozenset({"second-again", "second-resume"})
"""By these a replaced computer becomes a standby, or the primary again."""
Answer = Callable[[HttpRequest], HttpResponse]


class SecondComputerMiddleware:
    """Separates reading from replication, and marks responses with the number of the data."""

    def __init__(self, get_response: Answer) -> None:
        _refuse_elsewhere()
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        origin = asking_origin(request)
        if origin:
            # Ignore the browser's cookies for this address.
            request.META.pop("HTTP_COOKIE", None)
        if origin and request.method == "OPTIONS":
            response = permission()
        else:
            with _turn(request):
                response = self.get_response(request)
        add_headers(request, response, origin)
        return response


def _refuse_elsewhere() -> None:
    # Only computers of a hall have standbys: a server on the Internet skips this.
    if not running.is_expected():
        raise MiddlewareNotUsed


def _turn(request: HttpRequest) -> AbstractContextManager[None]:
    serving = running.current()
    return turns.reading() if serving and serving.only_reads else nullcontext()


class OnlyReadsMiddleware:
    """Refuses requests that would write, after authentication and before the view."""

    def __init__(self, get_response: Answer) -> None:
        _refuse_elsewhere()
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        serving = running.current()
        if serving is None:
            return self.get_response(request)
        if request.method not in READS and _is_refused(request, only_reads=serving.only_reads):
            return _refusal(request)
        is_elsewhere = bool(asking_origin(request))
        if is_elsewhere:
            let_in(request)
        response = self.get_response(request)
        allow_asking(request, response)
        if serving.only_reads or is_elsewhere:
            # Sessions belong to the primary; changes last for this request only.
            request.session.modified = False
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        serving = running.current()
        if serving and serving.only_reads and isinstance(exception, OperationalError):
            return _refusal(request)
        return None


def _is_refused(request: HttpRequest, *, only_reads: bool) -> bool:
    if not only_reads and node_state().role is not NodeRole.REPLACED:
        return False
    try:
        name = resolve(request.path_info).url_name
    except Http404:
        return False
    return name not in (OWN if only_reads else OWN | SIGNING_IN | BACK)


def _refusal(request: HttpRequest) -> HttpResponse:
    """Return a response that says that nothing was written, and where the primary is."""
    # Scripts keep their data and send them again.
    status = HTTPStatus.SERVICE_UNAVAILABLE
    if request.path_info.startswith("/api/"):
        detail = _("This computer writes nothing: another one does. Keep it, and send it again.")
        plain = {"code": "other_computer", "detail": detail, "status": int(status)}
        return JsonResponse(plain, status=status, content_type="application/problem+json")
    return render(request, "standby/refused.html", {"here": node_state()}, status=status)
