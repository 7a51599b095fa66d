"""Settings that a server on the Internet needs, all missing ones reported at once."""

import ipaddress
import sys
from collections.abc import Iterator
from importlib.util import find_spec

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from scorekeeper.addresses import LOCAL_NAMES
from scorekeeper.proxy_headers import is_readable
from scorekeeper.server.errors import StartProblemError


def check_ready(*, workers: int | None) -> None:
    """Raise StartProblemError listing everything that is missing, one item a line."""
    if missing := list(_missing(workers)):
        raise StartProblemError("\n".join(missing))


def _missing(workers: int | None) -> Iterator[str]:
    if sys.platform == "win32" or find_spec("gunicorn") is None:
        yield _("The server’s parts are missing: install “belote[server]” (Linux or macOS).")
    if not settings.PUBLIC_URL:
        yield _(
            "BELOTE_PUBLIC_URL is missing: set it to the address under which people reach the "
            "server, such as https://belote.example."
        )
    if not is_readable(settings.TRUSTED_PROXY):
        yield _(
            "BELOTE_TRUSTED_PROXY names no address: write the proxy’s, such as 127.0.0.1, or its "
            "network, such as 172.16.0.0/12."
        )
    if workers is not None and workers < 1:
        yield _("--workers must be 1 or more.")
    if workers is not None and workers > 1 and connection.vendor == "sqlite":
        yield _(
            "Several processes need PostgreSQL: set DATABASE_URL, such as "
            "postgres://belote@localhost/belote, or leave out --workers."
        )


def warnings(host: str) -> Iterator[str]:
    """Yield warnings about settings that work but could be better."""
    if connection.vendor == "sqlite":
        yield _("The data are in SQLite: enough for one club. For many, set DATABASE_URL.")
    if settings.HTTPS and host not in LOCAL_NAMES and _is_local_only(settings.TRUSTED_PROXY):
        yield _(
            "BELOTE_TRUSTED_PROXY names no proxy on another machine: if there is one, all visitors "
            "look like one to the program, and one who guesses passwords locks out all."
        )


def _is_local_only(trusted: str) -> bool:
    if "*" in trusted:
        return False
    named = [part.strip() for part in trusted.split(",") if part.strip()]
    networks = [ipaddress.ip_network(one, strict=False) for one in named]
    return all(network.is_loopback for network in networks)
