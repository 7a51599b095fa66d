"""How often one may ask where strangers share a server: so many requests a minute, then 429.

Whoever shows nothing is counted by the address. What shows a code or a session may come from a hall
whose phones share one address, and has ten times as much there; each of them, a table's code or a
phone's session, has as much for itself as a stranger. A code in an address is shared by a hall too.

Codes are counted as they are shown: whether they open anything is asked later. Each process counts
for itself, in its memory, and forgets it when it ends. The computer itself is not counted, nor are
static files. Not in `MIDDLEWARE` where `settings.REQUESTS_A_MINUTE` is 0, as in a hall.
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

HALL: Final = 10
"""Times as much where phones of a hall may share an address or a code."""
MINUTE: Final = 60.0
API: Final = "/api/"
CODE: Final = re.compile(r"^/[bcepst]/([\w-]+)")
"""What opens something to everybody who has it, as it stands in an address."""
KEY_LENGTH: Final = 32
CODE_LENGTH: Final = 64
"""Letters of a code that are looked at: longer than any that opens something."""

Answer = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger(__name__)


class RequestLimitMiddleware:
    """Answer 429 to whoever asks too often, before anything is looked up."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        most = settings.REQUESTS_A_MINUTE
        self._strangers, self._shown = _counted(most), _counted(most)
        self._halls, self._codes = _counted(HALL * most), _counted(HALL * most)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        wait = self._wait(request)
        return refusal(request, wait) if wait else self.get_response(request)

    def _wait(self, request: HttpRequest) -> int:
        """Return the seconds until this visitor may ask again, 0 where it is now."""
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
        """Yield where a request is counted, and under which name."""
        shown = request.META.get("HTTP_AUTHORIZATION") or request.COOKIES.get(
            settings.SESSION_COOKIE_NAME
        )
        code = CODE.match(request.path)
        if not shown and not code:
            yield self._strangers, address
            return
        yield self._halls, address
        if shown:
            # Short, whatever was sent; and no session is kept where it could be read.
            yield (
                self._shown,
                hashlib.sha256(shown.encode(errors="replace")).hexdigest()[:KEY_LENGTH],
            )
        if code:
            yield self._codes, code[1][:CODE_LENGTH]


def refusal(request: HttpRequest, wait: int) -> HttpResponse:
    """Return what is answered to who has to wait that many seconds."""
    with translation.override(translation.get_language_from_request(request)):
        if request.path.startswith(API) or "HTTP_HX_REQUEST" in request.META:
            return too_many_requests(wait).response()
        context = {"wait": wait, "is_sent": request.method == "POST"}
        response = HttpResponse(render_to_string("429.html", context), status=429)
    response["Retry-After"] = str(wait)
    response["Cache-Control"] = "no-store"
    return response


def _counted(a_minute: int) -> Attempts:
    return Attempts(most=a_minute, seconds_each=MINUTE / a_minute)


@lru_cache(maxsize=4096)
def _visitor(peer: str) -> str | None:
    """Return under which address somebody is counted; None for the computer itself."""
    address = counted_address(peer)
    return None if address is None or ipaddress.ip_address(address).is_loopback else address
