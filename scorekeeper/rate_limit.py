"""Rate limits for a server shared by strangers: a number of requests per minute, then 429.

Anonymous clients are counted by address. Requests with a code or a session may come from a hall
whose phones share an address, which is allowed ten times as many; each table's code and each
session has the limit of one anonymous client. A code in a URL is shared by a hall too.

Codes are counted before they are checked. Each process counts on its own, in memory. Requests from
the computer itself and static files are not counted. The middleware is not installed if
`settings.REQUESTS_A_MINUTE` is 0, as in a hall.
"""

import hashlib
import ipaddress
import logging
import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation

from scorekeeper.api.problems import too_many_requests
from scorekeeper.clubs.login_throttling import Attempts, counted_address
from scorekeeper.theme import chosen_theme

HALL: Final = 10
"""The factor for addresses and codes that a hall's phones share."""
MINUTE: Final = 60.0
API: Final = "/api/"
CODE: Final = re.compile(r"^/[bcepst]/([\w-]+)")
"""A code in a URL, which opens a page to everybody who has it."""
KEY_LENGTH: Final = 32
CODE_LENGTH: Final = 64
"""How many characters of a code are used: more than any valid one has."""

Answer = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger(__name__)


class RequestLimitMiddleware:
    """Answers 429 to clients that send too many requests, before any lookup."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        most = settings.REQUESTS_A_MINUTE
        self._strangers, self._shown = _counted(most), _counted(most)
        self._halls, self._codes = _counted(HALL * most), _counted(HALL * most)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        wait = self._wait(request)
        return refusal(request, wait) if wait else self.get_response(request)

    def _wait(self, request: HttpRequest) -> int:
        """Return the seconds until this client may send a request, 0 if it may now."""
        address = _visitor(str(request.META.get("REMOTE_ADDR") or ""))
        if address is None or request.path.startswith(settings.STATIC_URL):
            return 0
        for counted, key in self._counts(request, address):
            if wait := counted.take(key):
                if counted.is_news(key):
                    logger.info("requests turned away: too many from %s", address)
                return math.ceil(wait)
        return 0

    def _counts(self, request: HttpRequest, address: str) -> Iterator[tuple[Attempts, str]]:
        """Yield the counters of a request, with its name in each."""
        shown = request.META.get("HTTP_AUTHORIZATION") or request.COOKIES.get(
            settings.SESSION_COOKIE_NAME
        )
        code = CODE.match(request.path)
        if not shown and not code:
            yield self._strangers, address
            return
        yield self._halls, address
        if shown:
            # Hashed: short whatever was sent, and no session key can be read from memory.
            yield (
                self._shown,
                hashlib.sha256(shown.encode(errors="replace")).hexdigest()[:KEY_LENGTH],
            )
        if code:
            yield self._codes, code[1][:CODE_LENGTH]


def refusal(request: HttpRequest, wait: int) -> HttpResponse:
    """Return the response for a client that has to wait that many seconds."""
    with translation.override(translation.get_language_from_request(request)):
        if request.path.startswith(API) or "HTTP_HX_REQUEST" in request.META:
            return too_many_requests(wait).response()
        context = {
            "wait": wait,
            "is_sent": request.method == "POST",
            "theme": chosen_theme(request),
        }
        response = HttpResponse(render_to_string("429.html", context), status=429)
    response["Retry-After"] = str(wait)
    response["Cache-Control"] = "no-store"
    return response


def _counted(a_minute: int) -> Attempts:
    return Attempts(most=a_minute, seconds_each=MINUTE / a_minute)


@lru_cache(maxsize=4096)
def _visitor(peer: str) -> str | None:
    """Return the address by which a client is counted; None for the computer itself."""
    address = counted_address(peer)
    return None if address is None or ipaddress.ip_address(address).is_loopback else address
