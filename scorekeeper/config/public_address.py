"""Settings derived from a server's public address: hosts, origins, HTTPS."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

ON_THE_MACHINE: Final = ("localhost", "127.0.0.1", "[::1]")
"""Used by programs on the same machine that monitor this one."""
HSTS_SECONDS: Final = 30 * 24 * 60 * 60
"""A month: going back to plain HTTP must not lock everybody out for a year."""
LOOPBACK: Final = "127.0.0.1,::1"


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """An address such as https://belote.example, or none: a hall's computer has any name."""

    url: str = ""
    host: str = ""

    @property
    def is_https(self) -> bool:
        return self.url.startswith("https:")

    @property
    def hosts(self) -> list[str]:
        return [self.host, *ON_THE_MACHINE] if self.url else ["*"]

    @property
    def origins(self) -> list[str]:
        return [self.url] if self.url else []

    @property
    def hsts_seconds(self) -> int:
        return HSTS_SECONDS if self.is_https else 0

    @property
    def trusted_proxy(self) -> str:
        """Return the proxy to trust: with HTTPS there is one on this machine, which handles TLS."""
        return LOOPBACK if self.is_https else ""


def public_address(text: str) -> PublicAddress:
    """Return the address in BELOTE_PUBLIC_URL; raises ImproperlyConfigured."""
    url = text.strip().rstrip("/")
    if not url:
        return PublicAddress()
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
        host = parts.hostname or ""
    except ValueError:
        raise _no_address(text) from None
    named = f"[{host}]" if ":" in host else host
    if parts.scheme not in {"http", "https"} or f"{parts.scheme}://{named}{port}" != url.lower():
        raise _no_address(text)
    if not host:
        raise _no_address(text)
    return PublicAddress(url.lower(), named)


def _no_address(text: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(
        f"BELOTE_PUBLIC_URL is “{text}”: it must be an address without a path, such as "
        "https://belote.example."
    )
