"""What a watching program is told: ok, or what cannot be written; quickly, and leaving no trace."""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from pytest_django import Settings

from scorekeeper.system import health
from tests.pages import count_queries, visitor
from tests.troubles import disk_full, failing

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60


def test_all_is_well(log: Path) -> None:
    guest = Client(enforce_csrf_checks=True)
    answer = guest.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")
    assert answer["Content-Type"].startswith("text/plain")
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies
    # Nobody is looked up, and what was written is gone.
    assert count_queries(lambda: guest.get("/healthz")) == 0
    assert not Session.objects.exists()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_there_is_nothing_to_do_here(method: str) -> None:
    answer = Client(enforce_csrf_checks=True).generic(method, "/healthz")
    assert answer.status_code == 405
    assert visitor().head("/healthz").status_code == 200


def test_the_disk_is_full(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "TemporaryFile", failing(disk_full()))
    answer = visitor().get("/healthz")
    assert (answer.status_code, answer.content) == (503, b"the data folder cannot be written")
    # Asked every few seconds, it would be all that the log has.
    assert not log.exists()


def test_the_folder_is_gone(log: Path, settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path / "nowhere"
    assert visitor().get("/healthz").status_code == 503


@contextmanager
def somebody_writes() -> Iterator[None]:
    """Keep the database locked by another thread."""
    begun, ended = threading.Event(), threading.Event()

    def write() -> None:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            begun.set()
            ended.wait(PATIENCE)
            cursor.execute("ROLLBACK")
        connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    assert begun.wait(PATIENCE)
    try:
        yield
    finally:
        ended.set()
        thread.join(PATIENCE)


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="rows are locked there, not databases")
def test_somebody_else_never_ends_writing(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.01)
    with somebody_writes():
        answer = visitor().get("/healthz")
    assert (answer.status_code, answer.content) == (503, b"the database cannot be written")
    assert not log.exists()
    assert visitor().get("/healthz").status_code == 200


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a file is what is taken away here")
def test_the_database_may_not_be_written(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = connection.copy

    def read_only() -> object:
        made = copy()
        made.settings_dict["OPTIONS"]["init_command"] = "PRAGMA query_only=1"
        return made

    monkeypatch.setattr(connection, "copy", read_only)
    assert visitor().get("/healthz").status_code == 503
