"""The health check, for programs that monitor this one."""

import tempfile
from typing import Final

from django.conf import settings
from django.db import Error, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from scorekeeper.backups import schedule
from scorekeeper.backups.problems import BackupProblem

PATIENCE_SECONDS: Final = 2
"""How long the probe waits for other writers before it reports a failure."""
ROOM: Final = 256 * 1024
PROBE: Final = (
    "INSERT INTO django_session (session_key, session_data, expire_date) VALUES ('probe', '', %s)"
)


@csrf_exempt
@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 `ok`, or 503 with the problem; does not read the session.

    Damage to the database is known from the newest backup, which reads all of it.
    """
    try:
        # The file has no name, and disappears when it is closed.
        with tempfile.TemporaryFile(dir=settings.DATA_DIR, buffering=0) as file:
            file.write(bytes(ROOM))
    except OSError:
        return _answer("the data folder cannot be written", 503)
    probing = connection.copy()
    try:
        _write(probing)
    except Error:
        return _answer("the database cannot be written", 503)
    finally:
        probing.close()
    if (problem := schedule.problem()) and problem.problem is BackupProblem.DAMAGED_DATABASE:
        return _answer("the database is damaged", 503)
    return _answer("ok", 200)


def _answer(text: str, status: int) -> HttpResponse:
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")


def _write(probing: BaseDatabaseWrapper) -> None:
    """Write a row and roll back, on a connection with a shorter timeout."""
    options = probing.settings_dict["OPTIONS"]
    if probing.vendor == "sqlite":
        options["timeout"] = PATIENCE_SECONDS
    else:
        options["connect_timeout"] = PATIENCE_SECONDS
    probing.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    try:
        with probing.cursor() as cursor:
            if probing.vendor == "postgresql":
                cursor.execute(f"SET LOCAL statement_timeout = '{PATIENCE_SECONDS}s'")
            cursor.execute(PROBE, [timezone.now()])
    finally:
        probing.rollback()
