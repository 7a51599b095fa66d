"""The relying party of passkeys: browsers create and use them only for a secure host.

That is an HTTPS address, or localhost. In a hall, over plain HTTP, there are no passkeys.
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
    """The host for which a passkey is valid, and the origin of its pages."""

    host: str
    origin: str


def place_of(request: HttpRequest) -> Place | None:
    """Return the relying party for this request, None if browsers support no passkeys there.

    A server with a configured address ignores the host in the request.
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
