"""HTTP client for webhooks, which checks an address before it connects to it.

On a server, addresses of the internal network are refused, whatever name they have: the connection
goes to the address that was checked, and redirects are not followed. No database.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlsplit

from tournaments.models.webhooks import ANSWER_LENGTH

PATIENCE_SECONDS: Final = 10.0
_OF_EVERYBODY: Final = ipaddress.ip_network("2000::/3")
"""The global unicast addresses of IPv6. Internal networks are outside, even those that embed IPv4
addresses, such as ::127.0.0.1 and 64:ff9b::127.0.0.1."""
_TUNNELLED: Final = 0x5EFE
"""Precedes the IPv4 address in the last half of an ISATAP address."""
_UNQUOTED: Final = "/%?&=:;+,@!$'()*~#[]"
"""The characters besides letters and digits that are not percent-encoded."""


class ReceiverError(Exception):
    """Nothing was sent, or there was no response; has the reason as a code."""


@dataclass(frozen=True, slots=True)
class ReceiverAnswer:
    """The response of an address: its status, and the beginning of its body."""

    status: int
    answer: str


def is_of_everybody(text: str) -> bool:
    """Return whether an IP address is global, not in an internal network."""
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        inside = address.ipv4_mapped or address.sixtofour
        if inside:
            return is_of_everybody(str(inside))
        is_tunnelled = int(address) >> 32 & 0xFFFF == _TUNNELLED
        if address.teredo or is_tunnelled or address not in _OF_EVERYBODY:
            return False
    return address.is_global and not address.is_multicast


def judged_address(url: str, *, is_server: bool) -> str:
    """Return the IP address of a URL; raises ReceiverError if it may not be contacted."""
    parts = urlsplit(url)
    if parts.scheme != "https" and (is_server or parts.scheme != "http"):
        raise ReceiverError("https")
    try:
        found = socket.getaddrinfo(parts.hostname, _port(url), type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, ValueError):
        raise ReceiverError("unknown") from None
    addresses = [str(one[4][0]) for one in found]
    if is_server and not all(map(is_of_everybody, addresses)):
        raise ReceiverError("inside")
    return addresses[0]


def _port(url: str) -> int:
    parts = urlsplit(url)
    return parts.port or (443 if parts.scheme == "https" else 80)


def post(url: str, body: bytes, headers: Mapping[str, str], *, is_server: bool) -> ReceiverAnswer:
    """Send a body to an address, in ten seconds at most; raises ReceiverError."""
    address, parts = judged_address(url, is_server=is_server), urlsplit(url)
    host = parts.hostname or ""
    try:
        place = (address, _port(url))
        with (
            socket.create_connection(place, timeout=PATIENCE_SECONDS) as plain,
            _ended_in_time(plain),
        ):
            line = plain
            if parts.scheme == "https":
                line = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
            return _asked(line, url, body, headers)
    except (OSError, http.client.HTTPException, ValueError):
        # The last error covers text that cannot be encoded.
        raise ReceiverError("away") from None


def _asked(
    line: socket.socket, url: str, body: bytes, headers: Mapping[str, str]
) -> ReceiverAnswer:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc)
    connection.sock = line
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    try:
        connection.request(
            "POST", quote(path, safe=_UNQUOTED), body, {**headers, "Connection": "close"}
        )
        with connection.getresponse() as answer:
            text = answer.read(ANSWER_LENGTH).decode("utf-8", "replace").replace("\0", "")
            return ReceiverAnswer(answer.status, text)
    finally:
        connection.close()
        line.close()


@contextmanager
def _ended_in_time(line: socket.socket) -> Iterator[None]:
    """End the connection even if the peer sends one byte at a time."""
    # With TLS the connection's socket was replaced, and the original one is detached.
    own = line.dup()
    timer = threading.Timer(PATIENCE_SECONDS, _shut, [own])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        own.close()


def _shut(line: socket.socket) -> None:
    # It may have ended on its own.
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
