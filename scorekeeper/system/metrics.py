"""Metrics in Prometheus' format for a server's operator, correct with several processes.

Only `serve` counts, and reading requires the token in `BELOTE_METRICS_TOKEN`.
"""

import os
import secrets
import shutil
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.monitoring import failures

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The folder of each process's metrics; the library reads it when it is imported."""
WAITING: Final = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


class _Metrics:
    is_on = False


def begin(folder: Path) -> None:
    """Count in files of a separate folder, shared with processes that start later."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    os.environ[FOLDER] = str(folder)
    # Imported here because only servers have it installed.
    from prometheus_client import Counter, Histogram

    requests = Counter("belote_requests", "Requests answered, by class of status", ["status"])
    took = Histogram("belote_request_seconds", "How long an answer took to make")
    hands = Counter("belote_hands", "Hands written")
    refused = Counter(
        "belote_refused_sign_ins", "Wrong passwords, and attempts that were turned away"
    )

    def answered(status: int, seconds: float, **_signal: object) -> None:
        requests.labels(f"{status // 100}xx").inc()
        took.observe(seconds)

    failures.request_answered.connect(answered, weak=False)
    failures.hand_written.connect(lambda **_signal: hands.inc(), weak=False)
    failures.sign_in_refused.connect(lambda **_signal: refused.inc(), weak=False)
    _Metrics.is_on = True


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics of all processes; 404 without the token."""
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    is_theirs = settings.METRICS_TOKEN and secrets.compare_digest(given.encode(), wanted.encode())
    if not (_Metrics.is_on and is_theirs):
        raise Http404
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # it ships types for the rest
    _add_waiting(registry)
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _add_waiting(registry: Any) -> None:
    """Ask the database how many connections wait for a lock; SQLite does not tell."""
    if connection.vendor != "postgresql":
        return
    from prometheus_client.core import GaugeMetricFamily

    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        (count,) = cursor.fetchone()

    class Waiting:
        def collect(self) -> list[Any]:
            words = "Connections that wait for a lock of another one"
            return [GaugeMetricFamily("belote_waiting_for_locks", words, value=count)]

    registry.register(Waiting())
