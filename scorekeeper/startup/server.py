"""The production server: its port, and its life until somebody stops it."""

import errno
import gc
import socket
import sys
from typing import Final

from django.core.handlers.wsgi import WSGIHandler
from django.core.servers.basehttp import get_internal_wsgi_application
from django.urls import resolve
from django.utils.translation import gettext as _
from waitress.adjustments import Adjustments

from scorekeeper.startup.hall_server import HallServer
from scorekeeper.startup.open_files import raise_connection_limit
from scorekeeper.startup.problems import StartProblemError

THREADS: Final = 8
BACKLOG: Final = 4096
"""Those who come at once while the program thinks of something else; the system may allow fewer."""
CLEANED_EVERY: Final = 1
LAST_PORT: Final = 65535


def open_port(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; raise StartProblemError when it cannot be had.

    It is opened before anything else is touched: a second start beside a running program must not
    migrate the first one's database.
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
            # There, the other option would let two programs share a port.
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
    text = _("“%(host)s” is no address of this machine: leave out --host.")
    return StartProblemError(text % {"host": host})


def _port_problem(error: OSError, host: str, port: int) -> StartProblemError:
    if error.errno == errno.EADDRNOTAVAIL:
        return _no_address(host)
    if error.errno in {errno.EACCES, errno.EPERM} and port < 1024:
        return StartProblemError(
            _("Port %(port)d is kept for the system: try --port 8000.") % {"port": port}
        )
    other = port + 1 if port < LAST_PORT else 8000
    return StartProblemError(
        _("Port %(port)d is in use by another program: try --port %(other)d.")
        % {"port": port, "other": other}
    )


def load_application() -> WSGIHandler:
    """Return the application with all its pages."""
    application = get_internal_wsgi_application()
    resolve("/")
    # None of it is ever garbage, and no answer waits until that was found out once more.
    gc.freeze()
    return application


def serve(application: WSGIHandler, listener: socket.socket) -> None:
    """Answer requests on `listener` until somebody asks the program to stop."""
    adjustments = Adjustments(
        threads=THREADS,
        backlog=BACKLOG,
        cleanup_interval=CLEANED_EVERY,
        ident=None,
        # Whose word is taken is the program's own matter, under every server.
        clear_untrusted_proxy_headers=False,
    )
    limit = raise_connection_limit()
    HallServer(application, listener, limit=limit, adjustments=adjustments).run()
