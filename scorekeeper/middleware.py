"""Middleware and error handlers."""

import logging
import re
import sys
import time
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.html import escape
from django.utils.translation import gettext as _

from scorekeeper.addresses import watch
from scorekeeper.api.problems import failed
from scorekeeper.clubs.devices import mark_device
from scorekeeper.clubs.login_throttling import TooManyAttemptsError
from scorekeeper.clubs.signed_in import look_again
from scorekeeper.clubs.views.accounts import too_many_attempts
from scorekeeper.extensions import TableMovedOnError, refusal_page, show_the_way
from scorekeeper.games.services.actions import GameGoneError
from scorekeeper.labels.problems import TROUBLE_TEXTS, TROUBLE_TITLES
from scorekeeper.models.evenings import KeptElsewhereError
from scorekeeper.monitoring.failures import request_answered
from scorekeeper.monitoring.logs import (
    FailureKind,
    answering,
    failure_kind,
    failure_number,
    note_answer,
    place_of,
)
from scorekeeper.offline.moved_on import table_moved_on
from scorekeeper.proxy_headers import FORWARDED, REQUEST_ID, take_the_proxys_word
from scorekeeper.system.devices import connected_devices, phones_seen
from scorekeeper.theme import chosen_theme
from scorekeeper.unicode_safety import UNSEEN, made_visible

API: Final = "/api/"
WATCHED: Final = frozenset({"/healthz", "/metrics"})
"""Polled by monitoring programs, and not logged."""
LARGEST_FORM: Final = 100_000
"""The size of a form, in characters, that the failure page offers to send again."""

UNSEEN_BYTES: Final = re.compile("|".join(re.escape(one) for one in UNSEEN).encode())
Answer = Callable[[HttpRequest], HttpResponse]

logger = logging.getLogger(__name__)


class VisitorMiddleware:
    """Makes the client's address available to all others, behind any server or trusted proxy.

    A server logs each request with its number, and counts them.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # In a hall there is no proxy, and requests are not logged.
        is_forwarded = not FORWARDED.isdisjoint(request.META)
        is_proxy = is_forwarded and take_the_proxys_word(request.META, settings.TRUSTED_PROXY)
        begun = time.monotonic()
        if settings.LOGS_REQUESTS:
            response = self._respond(request, begun, is_from_proxy=is_proxy)
        else:
            response = self.get_response(request)
        if request.method == "HEAD":
            leave_out_body(response)
        spent = time.monotonic() - begun
        request_answered.send(sender=None, status=response.status_code, seconds=spent)
        return response

    def _respond(self, request: HttpRequest, begun: float, *, is_from_proxy: bool) -> HttpResponse:
        given = str(request.META.get(REQUEST_ID, "")) if is_from_proxy else ""
        with answering(request, given) as number:
            response = self.get_response(request)
            response["X-Request-ID"] = number.given or number.number
            if request.path not in WATCHED:
                spent = time.monotonic() - begun
                note_answer(request, status=response.status_code, seconds=spent)
            return response


def leave_out_body(response: HttpResponse) -> None:
    """Remove the body but keep the headers, length included: not every server does it for HEAD."""
    if not response.streaming:
        length = len(response.content)
        response.content = b""
        response["Content-Length"] = str(length)


class SlowRequestMiddleware:
    """Logs requests that take longer than `settings.SLOW_REQUEST_SECONDS`."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = time.monotonic()
        response = self.get_response(request)
        spent = time.monotonic() - begun
        if spent >= settings.SLOW_REQUEST_SECONDS:
            logger.info("slow: %.1f s, %s %s", spent, response.status_code, place_of(request))
        return response


class DevicesMiddleware:
    """Records which other devices reach the computer, for the page that checks the phones."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if watch.addresses is not None:
            connected_devices.note(request.META.get("REMOTE_ADDR", ""), timezone.now())
        return self.get_response(request)


class PhonesSeenMiddleware:
    """Records which phones are still there, and how many unsent hands each has."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        phone = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        if phone and _asks_for_news(request):
            phones_seen.note(phone, timezone.now(), request.META.get("HTTP_X_KEPT", ""))
        return self.get_response(request)


def _asks_for_news(request: HttpRequest) -> bool:
    """Return whether a request is conditional, that is, whether a phone is polling."""
    if request.method not in {"GET", "HEAD"}:
        return False
    return "HTTP_IF_NONE_MATCH" in request.META or "board=" in request.META.get("QUERY_STRING", "")


class SignedInMiddleware:
    """Records once an hour that a signed-in device is in use; answers refused sign-ins."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.session.accessed and SESSION_KEY in request.session:
            look_again(request)
        mark_device(request, response)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, TooManyAttemptsError):
            return None

        return too_many_attempts(request, exception)


class PrivatePagesMiddleware:
    """Prevents caching of pages shown to signed-in users.

    Pages for members are never stored, so that after signing out Back shows nothing. A phone with a
    code cannot sign out, and its pages must open in a hall without a connection: its browser keeps
    them and revalidates before showing them. The same holds for responses with an ETag, which could
    not be revalidated otherwise.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # A page that did not access the session is the same for everybody.
        if request.session.accessed and not response.has_header("Cache-Control"):
            if SESSION_KEY in request.session and not response.has_header("ETag"):
                patch_cache_control(response, private=True, no_store=True)
            elif not request.session.is_empty() or request.COOKIES:
                patch_cache_control(response, private=True, no_cache=True)
        return response


class HiddenLettersMiddleware:
    """Shows invisible characters on a page as their code points.

    Input contains none, but signed documents keep theirs so that their log verifies, and so do
    older data.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html")
        if is_page and not response.streaming and UNSEEN_BYTES.search(response.content):
            response.content = made_visible(response.content.decode())
        return response


class ContestMiddleware:
    """Handles refusals of a contest: phones whose game has ended or gone are redirected."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, GameGoneError):
            exception = _as_not_found(request)
            if isinstance(exception, Http404):
                raise exception
        if isinstance(exception, TableMovedOnError):
            return table_moved_on(request, exception)
        if isinstance(exception, KeptElsewhereError):
            context = {"evening_id": exception.evening_id}
            return render(request, "evenings/kept_elsewhere.html", context, status=409)
        return refusal_page(request, exception)


def _as_not_found(request: HttpRequest) -> Exception:
    """Return the exception that the game's page raises once the game no longer exists."""
    try:
        show_the_way(request)
    except TableMovedOnError as error:
        return error
    return Http404()


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the response to an unexpected exception: its kind, its number, what to do.

    Django calls this for views and middleware. It makes no query, because the database may be down.
    """
    trouble, number = failure_kind(sys.exc_info()[1]), failure_number(request)
    # The error may have occurred before the language was set.
    with translation.override(translation.get_language_from_request(request)):
        if request.path.startswith(API) or request.headers.get("HX-Request"):
            return failed(trouble, number).response()
        response = HttpResponse(_failure_page(request, trouble, number), status=trouble.status)
    response["Cache-Control"] = "no-store"
    return response


def _failure_page(request: HttpRequest, trouble: FailureKind, number: str) -> str:
    title = str(TROUBLE_TITLES[trouble])
    try:
        fields = [] if trouble is FailureKind.MISTAKE else _typed(request)
        context = {
            "title": title,
            "text": TROUBLE_TEXTS[trouble],
            "number": number,
            "at": timezone.localtime(),
            "is_sent": request.method == "POST",
            "fields": fields,
            "theme": chosen_theme(request),
            "address": request.get_full_path(),
            "csrf_token": get_token(request) if fields else "",
        }
        return render_to_string("500.html", context)
    except Exception:
        # Style sheets or the disk may be unavailable: only the number matters.
        logger.exception("the page of failure %s could not be made", number)
        said = _("Tell the organiser the number %(number)s.") % {"number": number}
        return f"<!DOCTYPE html><title>{escape(title)}</title><h1>{escape(title)}</h1><p>{said}</p>"


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of a form, so that the failure page can send them again.

    Empty for requests that may be cross-site, and for forms with a password.
    """
    # The CSRF check comes right after the URL is resolved.
    if request.method != "POST" or request.resolver_match is None:
        return []
    try:
        fields = [
            (name, str(value))
            for name, values in request.POST.lists()
            for value in values
            if name != "csrfmiddlewaretoken" and not request.FILES
        ]
    except Exception:
        # Too large for the remaining disk space, or read already.
        return []
    is_secret = any("password" in name for name, _value in fields)
    is_large = sum(len(name) + len(value) for name, value in fields) > LARGEST_FORM
    return [] if is_secret or is_large else fields
