"""The addresses that are printed: where to reach the program, and sign-in links."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host
from django.utils.translation import gettext as _

from scorekeeper.addresses import lan_addresses, page_address


def public_page() -> str:
    """Return the home page of a server on the Internet, empty in a hall."""
    return f"{settings.PUBLIC_URL}/" if settings.PUBLIC_URL else ""


def pages_for_phones(host: str, port: int) -> list[str]:
    """Return the addresses at which phones reach the program, the likeliest first."""
    if public := public_page():
        return [public]
    return [page_address(address, port) for address in lan_addresses(host)]


def sign_in_link(page: str, token: str) -> str:
    return f"{page}sign-in/{token}/"


def word_for_refused(page: str) -> str:
    """Return a warning if the program would answer 400 at this address, empty otherwise."""
    host = urlsplit(page).hostname or ""
    if validate_host(f"[{host}]" if ":" in host else host, settings.ALLOWED_HOSTS):
        return ""
    return _(
        "ALLOWED_HOSTS does not name %(host)s, so this link opens nothing: set BELOTE_PUBLIC_URL "
        "to the address under which people reach the server, such as https://belote.example."
    ) % {"host": host}
