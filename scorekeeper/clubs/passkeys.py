"""Whom a passkey is shown to: browsers make and use one for a name that only its owner can have.

That is an https address, or this computer for itself. In a hall, reached by plain http, there are
none.
"""

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

THIS_COMPUTER: Final = "localhost"


@dataclass(frozen=True, slots=True)
class Place:
    """The name for which a passkey holds, and the beginning of the addresses it is used at."""

    host: str
    origin: str


def place_of(request: HttpRequest) -> Place | None:
    """Return where this visitor's passkeys hold; None where browsers know none.

    A server that was told its address believes no other, whatever a request claims.
    """
    address = settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"
    parts = urlsplit(address)
    host = parts.hostname or ""
    if host != THIS_COMPUTER and (parts.scheme != "https" or _is_number(host)):
        return None
    return Place(host, f"{parts.scheme}://{parts.netloc}")


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
