"""The production server: its socket, its limits, and how it stops."""

import errno
import gc
import socket
import sys
import time
from collections.abc import Mapping
from typing import Any, Final
from wsgiref.types import WSGIApplication

from django.core.handlers.wsgi import WSGIHandler
from django.core.servers.basehttp import get_internal_wsgi_application
from django.urls import reverse
from django.utils.translation import gettext as _
from waitress import create_server, wasyncore
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

from scorekeeper.server import stopping
from scorekeeper.server.errors import StartProblemError

if sys.platform != "win32":
    import resource

MOST_CONNECTIONS: Final = 4096
"""Three hundred phones with seven connections each, nearly twice."""

KEPT_FILES: Final = 128
"""Files reserved for the database in every thread, the log, and long responses on disk."""

WINDOWS_CONNECTIONS: Final = 480
"""On Windows, `select` takes 512 sockets at most."""


def raise_connection_limit() -> int:
    """Raise this process's limit of open files; return how many connections that allows."""
    if sys.platform == "win32":
        return WINDOWS_CONNECTIONS
    wanted = MOST_CONNECTIONS + KEPT_FILES
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    # RLIM_INFINITY is negative on some systems.
    if 0 <= files < wanted:
        ceiling = wanted if most < 0 else min(wanted, most)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (ceiling, most))
        except (OSError, ValueError):
            # Some systems refuse the limit that they report.
            ceiling = files
        wanted = ceiling
    # Even with a low limit, some connections must be served.
    return max(wanted - KEPT_FILES, wanted // 2)


BACKLOG: Final = 4096
"""Connections that wait while the program is busy; the system may allow fewer."""
USUAL: Final[Mapping[str, Any]] = {
    "threads": 8,
    "backlog": BACKLOG,
    # A response that the client does not read, or half a request, is dropped after this time.
    "channel_timeout": 30,
    "cleanup_interval": 1,
    # Otherwise a client that reads none of several long responses would block a thread.
    "outbuf_high_watermark": 2**30,
    "asyncore_use_poll": True,
    "ident": None,
    # Trusted proxies are the program's own setting, under every server.
    "clear_untrusted_proxy_headers": False,
}
IDLE_SECONDS: Final = 4.0
"""Phones ask every three seconds; a connection idle for longer is unused.

Every open connection adds work to each request.
"""
LONGEST_WAIT: Final = 1.0
SHORT_WAIT: Final = 0.05
FINISH_SECONDS: Final = 5.0
"""How long stopping waits for responses in progress."""
LAST_PORT: Final = 65535


def open_port(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise StartProblemError if the port is not available.

    It is opened first: a second start beside a running program must not migrate its database.
    """
    if not 0 < port <= LAST_PORT:
        raise StartProblemError(
            _("There is no port %(port)d: choose one below 65536.") % {"port": port}
        )
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise _no_address(host) from None
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform == "win32":
            # On Windows, SO_REUSEADDR would let two programs share a port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise _port_problem(error, host, port) from None
    return listener


def _no_address(host: str) -> StartProblemError:
    text = _("“%(host)s” is not an address of this machine: leave out --host.")
    return StartProblemError(text % {"host": host})


def _port_problem(error: OSError, host: str, port: int) -> StartProblemError:
    if error.errno == errno.EADDRNOTAVAIL:
        return _no_address(host)
    if error.errno in {errno.EACCES, errno.EPERM} and port < 1024:
        return StartProblemError(
            _("Port %(port)d is reserved for the system: try --port 8000.") % {"port": port}
        )
    other = port + 1 if port < LAST_PORT else 8000
    return StartProblemError(
        _("Port %(port)d is in use by another program: try --port %(other)d.")
        % {"port": port, "other": other}
    )


def load_application() -> WSGIHandler:
    """Return the application with all its pages."""
    application = get_internal_wsgi_application()
    # Load the URL configuration and its reverse lookup before the first request.
    reverse("scorekeeper:home")
    # None of these objects is ever garbage: exclude them from collection.
    gc.freeze()
    return application


def serve(application: WSGIApplication, listener: socket.socket, **options: Any) -> None:
    """Answer requests on `listener` until the program is asked to stop.

    Requests in progress are finished then. `options` override those of waitress. If all connections
    are in use, a new client waits until one has been idle.
    """
    # The loop is run here, because waitress' `run` ends only by an exception and finishes nothing.
    options = {"connection_limit": raise_connection_limit(), **USUAL, **options}
    sockets: dict[int, Any] = {}
    server = create_server(application, map=sockets, sockets=[listener], **options)
    stopping.wake_by(server.pull_trigger)
    looked_at = 0.0
    try:
        while not stopping.is_asked():
            wasyncore.loop(LONGEST_WAIT, use_poll=True, map=sockets, count=1)
            if time.monotonic() >= looked_at + 1:
                looked_at = time.monotonic()
                _end_idle(server, IDLE_SECONDS)
        server.accepting = False
        deadline = time.monotonic() + FINISH_SECONDS
        while time.monotonic() < deadline and any(map(_is_served, server.active_channels.values())):
            _end_idle(server, 0.0)
            wasyncore.loop(SHORT_WAIT, use_poll=True, map=sockets, count=1)
    finally:
        stopping.wake_by(None)
        server.task_dispatcher.shutdown(timeout=1)
        wasyncore.close_all(sockets)


def _is_served(channel: HTTPChannel) -> bool:
    return bool(channel.requests or channel.total_outbufs_len)


def _end_idle(server: TcpWSGIServer, seconds: float) -> None:
    """Close connections that have neither begun a request nor wait for a response.

    If clients wait for a connection, half a request that makes no progress is closed too.
    """
    latest = time.time() - seconds
    for channel in server.active_channels.values():
        is_begun = channel.request is not None and not server.in_connection_overflow
        if not (is_begun or _is_served(channel)) and channel.last_activity < latest:
            channel.will_close = True
