"""Lets the open page of a table continue with the other computer if its own one fails.

Pages know the other computer's address and may send it cross-origin requests: only pages of paired
computers, only about the open game, and only with the code of its table. Cookies are never used.
"""

import json
import re
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from scorekeeper import running
from scorekeeper.addresses import is_own_address
from scorekeeper.clubs.access import NAME_KEY, join_game, remember_name
from scorekeeper.extensions import join_by_code
from scorekeeper.models import Game
from scorekeeper.standby.followers import followers
from scorekeeper.standby.identity import public_half
from scorekeeper.standby.node import NodeRole, node_state
from scorekeeper.standby.term import announced_number

NUMBER: Final = "Belote-Number"
OTHERS: Final = "Belote-Others"
NAME: Final = "Belote-Name"
_SHEET: Final = re.compile(r"/api/v1/games/\d+(/.*)?")
_PAGE: Final = re.compile(r"/games/\d+/")
PROOF: Final = "/second/proof/"
_READS: Final = frozenset({"GET", "HEAD"})
_USUAL_PORTS: Final = {"http": 80, "https": 443}
_BEARER: Final = "Bearer "
_MAY: Final = {
    "Access-Control-Allow-Methods": "GET, PUT, DELETE",
    "Access-Control-Allow-Headers": f"Authorization, Content-Type, If-None-Match, X-Kept, {NAME}",
    "Access-Control-Max-Age": "600",
}


def origin_of(address: str) -> str:
    """Return the origin of an address as browsers send it, empty if there is none."""
    try:
        found = urlsplit(address)
        name, port = found.hostname, found.port
    except ValueError:
        return ""
    if not name:
        return ""
    host = f"[{name}]" if ":" in name else name
    usual = port in {None, _USUAL_PORTS.get(found.scheme)}
    return f"{found.scheme}://{host}" if usual else f"{found.scheme}://{host}:{port}"


def other_origins() -> list[str]:
    """Return where pages look for another computer if this one does not respond; no query."""
    here = node_state()
    is_replaced = here.role is NodeRole.REPLACED
    found = [here.leader] if is_replaced else [o.address for o in followers.all(timezone.now())]
    return sorted({origin_of(address) for address in found} - {""})


def table_page(request: HttpRequest) -> dict[str, Any] | None:
    """Return what the page of a table needs to know about computers, None if there is one only."""
    # Other pages do not access the session for this.
    if running.current() is None or not _PAGE.match(request.path_info):
        return None
    number, others = announced_number(), other_origins()
    if not number and not others:
        return None
    session = getattr(request, "session", {})
    name = session.get(NAME_KEY, "") if others else ""
    keys = json.dumps(_keys(others)) if others else ""
    return {
        "number": number,
        "others": " ".join(others),
        "name": name,
        "keys": keys,
        "proves": "1" if others and signs_for(request) else "",
    }


def _keys(others: list[str]) -> dict[str, str]:
    """Return the public key of each computer by its origin, this one's own under ""."""
    known = {origin_of(address): key for address, key in node_state().keys.items() if key}
    return {"": public_half(), **{origin: known[origin] for origin in others if origin in known}}


def signs_for(request: HttpRequest) -> bool:
    """Return whether the requested address is one of this computer's own.

    It signs for no other address: whoever is at that one could pass on what is signed.
    """
    return is_own_address(urlsplit(f"//{request.get_host()}").hostname or "")


def asking_origin(request: HttpRequest) -> str:
    """Return the origin of the paired computer whose page sent the request, empty for own pages.

    Also empty for all others: browsers withhold the response from those.
    """
    origin = origin_of(str(request.META.get("HTTP_ORIGIN", "")))
    if not origin or origin not in {origin_of(one) for one in node_state().peers}:
        return ""
    is_open = _SHEET.fullmatch(request.path_info) or (
        (_PAGE.fullmatch(request.path_info) or request.path_info == PROOF)
        and _method(request) in _READS
    )
    return origin if is_open else ""


def _method(request: HttpRequest) -> str:
    """Return the method of the request, or of the one that a preflight announces."""
    if request.method == "OPTIONS":
        return str(request.META.get("HTTP_ACCESS_CONTROL_REQUEST_METHOD", ""))
    return request.method or ""


def permission() -> HttpResponse:
    """Return the response to a browser's preflight request."""
    return HttpResponse(status=204, headers=_MAY)


def add_headers(request: HttpRequest, response: HttpResponse, origin: str) -> None:
    """Add headers with the data's number, the other computers, and permission to read them."""
    if number := announced_number():
        response[NUMBER] = str(number)
    if _SHEET.fullmatch(request.path_info) and (others := other_origins()):
        response[OTHERS] = " ".join(others)
    if origin:
        response["Access-Control-Allow-Origin"] = origin
        response["Access-Control-Expose-Headers"] = f"ETag, {NUMBER}, {OTHERS}"
        patch_vary_headers(response, ["Origin"])


def let_in(request: HttpRequest) -> None:
    """Let a page of a paired computer in by the code that it sends, for this request only."""
    if name := request.headers.get(NAME):
        remember_name(request, unquote(name))
    token = request.headers.get("Authorization", "").removeprefix(_BEARER)
    if token and _PAGE.fullmatch(request.path_info):
        if game := Game.objects.outside_contests().filter(token=token).first():
            join_game(request, game)
        else:
            join_by_code(request, token)


def allow_asking(request: HttpRequest, response: HttpResponse) -> None:
    """Extend the content security policy so that a table's page may contact other computers."""
    if _PAGE.match(request.path_info) and (others := other_origins()):
        response._csp_update = {"connect-src": ["'self'", *others]}  # type: ignore[attr-defined]
