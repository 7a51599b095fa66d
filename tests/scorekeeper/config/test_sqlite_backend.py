"""Writers queue for the SQLite file in the order in which they came, and always leave the queue."""

import gc
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, transaction
from pytest_django import DjangoDbBlocker

from scorekeeper.config.sqlite_backend.base import (
    DatabaseWrapper,
    FairLock,
    TurnTimeoutError,
    lock_for,
)

ROOT = Path(__file__).resolve().parents[3]
# Longer than any test should wait: reached only when a lock is lost.
PATIENCE = 30.0

Connect = Callable[[], DatabaseWrapper]


def settings_for(name: str, timeout: float = PATIENCE) -> dict[str, Any]:
    return {
        "ENGINE": "scorekeeper.config.sqlite_backend",
        "NAME": name,
        "OPTIONS": {
            "timeout": timeout,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF",
        },
        "ATOMIC_REQUESTS": False,
        "AUTOCOMMIT": True,
        "CONN_HEALTH_CHECKS": False,
        "CONN_MAX_AGE": None,
        "TIME_ZONE": None,
        "TEST": {},
    }


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "belote.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE hand (writer INTEGER, number INTEGER)")
    return path


@pytest.fixture
def connect(
    file: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> Iterator[Connect]:
    """Open connections to `file`, none to the test database, that `atomic` finds by their alias."""
    opened: list[DatabaseWrapper] = []
    found: dict[str, DatabaseWrapper] = {}

    def connect() -> DatabaseWrapper:
        connection = DatabaseWrapper(settings_for(str(file)), f"club{len(opened)}")
        connection.inc_thread_sharing()
        opened.append(connection)
        found[connection.alias] = connection
        return connection

    monkeypatch.setattr("django.db.transaction.get_connection", lambda using=None: found[using])
    with django_db_blocker.unblock():
        yield connect
        for connection in opened:
            connection.close()


def write(connection: DatabaseWrapper, writer: int, number: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO hand VALUES (%s, %s)", [writer, number])


def count(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        (rows,) = connection.execute("SELECT count(*) FROM hand").fetchone()
    return int(rows)


def run_all(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.mark.parametrize("in_transaction", [True, False], ids=["atomic", "autocommit"])
def test_every_row_of_eight_threads_lands(
    file: Path, connect: Connect, in_transaction: bool
) -> None:
    connections = [connect() for _ in range(8)]

    def work(writer: int) -> None:
        connection = connections[writer]
        for number in range(40):
            if in_transaction:
                with transaction.atomic(using=connection.alias):
                    write(connection, writer, number)
            else:
                write(connection, writer, number)

    run_all([threading.Thread(target=work, args=(writer,)) for writer in range(8)])
    assert count(file) == 8 * 40
    assert not lock_for(file).is_taken


def test_first_come_first_served() -> None:
    lock = FairLock()
    served: list[int] = []

    def work(place: int) -> None:
        with lock.enter(PATIENCE):
            served.append(place)

    threads = [threading.Thread(target=work, args=(place,)) for place in range(8)]
    with lock.enter(PATIENCE):
        for place, thread in enumerate(threads, start=1):
            thread.start()
            while lock.waiting < place:
                pass
        assert served == []
    for thread in threads:
        thread.join(PATIENCE)
    assert served == list(range(8))


def test_the_turn_lasts_from_begin_to_commit(file: Path, connect: Connect) -> None:
    connection = connect()
    lock = lock_for(file)
    with transaction.atomic(using=connection.alias):
        assert lock.is_taken
        with transaction.atomic(using=connection.alias):
            write(connection, 1, 1)
        assert lock.is_taken, "a savepoint's end is not the transaction's"
    assert not lock.is_taken


def test_the_turn_ends_with_an_error(file: Path, connect: Connect) -> None:
    connection = connect()

    def fail() -> None:
        with transaction.atomic(using=connection.alias):
            write(connection, 1, 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not lock_for(file).is_taken
    assert count(file) == 0


def test_the_turn_ends_when_a_transaction_cannot_begin(
    file: Path, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = connect()
    connection.ensure_connection()
    monkeypatch.setattr(connection, "transaction_mode", "NONSENSE")
    with pytest.raises(OperationalError), transaction.atomic(using=connection.alias):
        pass
    assert not lock_for(file).is_taken


def test_the_turn_ends_when_the_connection_is_closed(file: Path, connect: Connect) -> None:
    connection = connect()
    with transaction.atomic(using=connection.alias):
        write(connection, 1, 1)
        connection.close()
        assert not lock_for(file).is_taken
    assert count(file) == 0


def test_a_dropped_turn_is_taken_back() -> None:
    lock = FairLock()
    turn = lock.enter(PATIENCE)
    del turn
    gc.collect()
    assert not lock.is_taken


def test_a_thread_does_not_wait_for_itself(file: Path, connect: Connect) -> None:
    first, second = connect(), connect()
    second.settings_dict["OPTIONS"]["timeout"] = 0
    with transaction.atomic(using=first.alias):
        write(first, 1, 1)
        with pytest.raises(OperationalError, match="locked"), transaction.atomic(second.alias):
            pass
    assert not lock_for(file).is_taken
    assert count(file) == 1


def test_a_wait_without_end_is_given_up() -> None:
    lock = FairLock()
    refused: list[bool] = []

    def work() -> None:
        with pytest.raises(TurnTimeoutError):
            lock.enter(0.01)
        refused.append(True)

    with lock.enter(PATIENCE):
        run_all([threading.Thread(target=work)])
        assert lock.waiting == 0
    assert refused == [True]
    assert not lock.is_taken


def test_giving_up_reads_like_sqlite_itself(file: Path, connect: Connect) -> None:
    connection = connect()
    connection.settings_dict["OPTIONS"]["timeout"] = 0.01
    heard: list[str] = []

    def work() -> None:
        with pytest.raises(OperationalError) as error, transaction.atomic(connection.alias):
            pass
        heard.append(str(error.value))

    connection.ensure_connection()
    with lock_for(file).enter(PATIENCE):
        run_all([threading.Thread(target=work)])
    assert heard == ["database is locked"]


def test_a_database_in_memory_needs_no_turn() -> None:
    connection = DatabaseWrapper(settings_for("file:hall?mode=memory&cache=shared"), "memory")
    assert connection.turn_for("INSERT INTO hand VALUES (1)").__enter__() is None


WRITER_PROCESS = """
import sys
from django.conf import settings
from tests.scorekeeper.config.test_sqlite_backend import settings_for
settings.configure(DATABASES={"default": settings_for(sys.argv[1])})
import django
django.setup()
from django.db import connection, transaction
for number in range(60):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO hand VALUES (%s, %s)", [int(sys.argv[2]), number])
"""


def test_two_processes_write(file: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER_PROCESS, str(file), str(writer)],
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for writer in range(2)
    ]
    errors = [process.communicate(timeout=2 * PATIENCE)[1] for process in processes]
    assert errors == ["", ""]
    assert count(file) == 2 * 60
