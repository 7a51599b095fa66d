"""Gunicorn with the application in it: several processes that share only the database."""

import os
from typing import Any, Final

from django.core.handlers.wsgi import WSGIHandler
from django.db import connection, connections
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

from scorekeeper.server.leader import Elected
from scorekeeper.server.web_server import BACKLOG, load_application

SECONDS_TO_FINISH: Final = 30
SECONDS_WITHOUT_A_SIGN: Final = 60
THREADS: Final = 4
"""In each process; each thread has its own database connection."""
THREADS_ALONE: Final = 8
MOST_WORKERS: Final = 9


def usual_workers() -> int:
    """Return the default number of processes; one on SQLite."""
    if connection.vendor == "sqlite":
        return 1
    return min(2 * (os.cpu_count() or 1) + 1, MOST_WORKERS)


class PlainLogger(Logger):  # type: ignore[misc]  # gunicorn ships no types
    """Sends gunicorn's messages to the program's own log."""

    def setup(self, cfg: Any) -> None:
        self.cfg = cfg
        self.error_log.propagate = True


class ManyWorkers(BaseApplication):  # type: ignore[misc]  # gunicorn ships no types
    """The application, loaded once and then forked into the processes."""

    def __init__(self, *, host: str, port: int, workers: int, duties: Elected) -> None:
        self._duties = duties
        self._options = {
            "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            "backlog": BACKLOG,
            "workers": workers,
            # Threads, so that a client with a slow connection blocks nobody.
            "worker_class": "gthread",
            "threads": THREADS_ALONE if workers == 1 else THREADS,
            "preload_app": True,
            "timeout": SECONDS_WITHOUT_A_SIGN,
            "graceful_timeout": SECONDS_TO_FINISH,
            "logger_class": PlainLogger,
            # Trusted proxies are the program's own setting: scorekeeper/proxy_headers.py.
            "forwarded_allow_ips": "",
            "control_socket_disable": True,
            "post_worker_init": self._begin_duties,
            "worker_exit": self._end_duties,
        }
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            # Older versions of gunicorn have fewer settings.
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> WSGIHandler:
        application = load_application()
        # Each process opens its own.
        connections.close_all()
        return application

    def _begin_duties(self, worker: object) -> None:
        self._duties.start()

    def _end_duties(self, arbiter: object, worker: object) -> None:
        self._duties.stop()
