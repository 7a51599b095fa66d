"""A disk that is full, or broken, is called so; what was typed is kept, and stored once."""

import errno
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.backends.utils import CursorWrapper
from django.test import Client

from scorekeeper.models import Club, Game
from scorekeeper.monitoring.failures import last_failures
from scorekeeper.monitoring.logs import LOCKED, FailureKind, failure_kind
from tests.api.phones import code_of, phone_of
from tests.pages import member_of, words_on
from tests.sending import hand_data, url
from tests.table import make_club, make_game, make_member
from tests.troubles import disk_full, failing, sqlite_error, system_error

HAND = {"taker": "A1", "card_points": 92}
KEY = uuid.UUID(int=1)

on_sqlite = pytest.mark.skipif(
    "connection.vendor != 'sqlite'", reason="PostgreSQL's disk is filled by nobody here"
)


def postgresql_error(state: str) -> OperationalError:
    """Return what Django raises for that code of PostgreSQL."""
    cause = type("PostgresqlError", (Exception,), {"sqlstate": state})()
    error = OperationalError("somewhere else")
    error.__cause__ = cause
    return error


class TestItsName:
    @pytest.mark.parametrize(
        ("error", "trouble"),
        [
            pytest.param(disk_full(), FailureKind.DISK_FULL, id="a file finds no room"),
            pytest.param(
                system_error(errno.EDQUOT), FailureKind.DISK_FULL, id="a quota is used up"
            ),
            pytest.param(system_error(errno.EROFS), FailureKind.NOT_WRITABLE, id="read-only"),
            pytest.param(system_error(errno.EIO), FailureKind.NOT_WRITABLE, id="a broken disk"),
            pytest.param(
                sqlite_error(sqlite3.SQLITE_FULL, "database or disk is full"),
                FailureKind.DISK_FULL,
                id="SQLite finds no room",
            ),
            pytest.param(
                sqlite_error(sqlite3.SQLITE_READONLY, "attempt to write a readonly database"),
                FailureKind.NOT_WRITABLE,
                id="SQLite may not write",
            ),
            pytest.param(
                sqlite_error(sqlite3.SQLITE_READONLY_DBMOVED, "attempt to write …"),
                FailureKind.NOT_WRITABLE,
                id="the file was moved",
            ),
            pytest.param(
                sqlite_error(sqlite3.SQLITE_IOERR_WRITE, "disk I/O error"),
                FailureKind.NOT_WRITABLE,
                id="SQLite cannot write",
            ),
            pytest.param(
                sqlite_error(sqlite3.SQLITE_CANTOPEN, "unable to open database file"),
                FailureKind.NOT_WRITABLE,
                id="SQLite finds no file",
            ),
            pytest.param(
                sqlite_error(sqlite3.SQLITE_BUSY, "database is locked"),
                FailureKind.BUSY,
                id="SQLite is locked",
            ),
            pytest.param(OperationalError(LOCKED), FailureKind.BUSY, id="no turn came"),
            pytest.param(postgresql_error("53100"), FailureKind.DISK_FULL, id="PostgreSQL is full"),
            pytest.param(postgresql_error("25006"), FailureKind.NOT_WRITABLE, id="a standby"),
            pytest.param(postgresql_error("08006"), FailureKind.NOT_WRITABLE, id="it is away"),
            pytest.param(postgresql_error("57P01"), FailureKind.NOT_WRITABLE, id="it is stopped"),
            pytest.param(postgresql_error("23505"), FailureKind.MISTAKE, id="a constraint"),
            pytest.param(OperationalError("no such table"), FailureKind.MISTAKE, id="no table"),
            pytest.param(FileNotFoundError(2, "no such file"), FailureKind.MISTAKE, id="no file"),
            pytest.param(ValueError("disk"), FailureKind.MISTAKE, id="anything else"),
        ],
    )
    def test_follows_from_what_was_raised(self, error: Exception, trouble: FailureKind) -> None:
        assert failure_kind(error) is trouble

    def test_is_that_of_what_it_came_from(self) -> None:
        error = KeyError("in consequence")
        error.__context__ = disk_full()
        assert failure_kind(error) is FailureKind.DISK_FULL
        # Said to have nothing to do with it.
        error.__suppress_context__ = True
        assert failure_kind(error) is FailureKind.MISTAKE
        error.__cause__ = error.__context__
        assert failure_kind(error) is FailureKind.DISK_FULL

    def test_is_full_where_reading_and_writing_fail_for_want_of_room(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("scorekeeper.monitoring.logs.has_room", lambda folder: False)
        error = sqlite_error(sqlite3.SQLITE_IOERR_SHMSIZE, "disk I/O error")
        assert failure_kind(error) is FailureKind.DISK_FULL


@contextmanager
def full_database() -> Iterator[None]:
    """Let SQLite find no room in the middle of writing a hand: it raises and rolls back itself.

    The hand alone might find a place in a page that has room; what is written before it has none.
    """

    def fill(
        execute: Callable[..., CursorWrapper], sql: str, params: Any, many: bool, context: Any
    ) -> CursorWrapper:
        if sql.startswith('INSERT INTO "scorekeeper_hand"'):
            raw = context["connection"].connection
            pages = raw.execute("PRAGMA page_count").fetchone()[0]
            raw.execute(f"PRAGMA max_page_count = {pages}")
            with connection.wrap_database_errors:
                raw.execute("CREATE TABLE filler AS SELECT zeroblob(10000000)")
        return execute(sql, params, many, context)

    try:
        with connection.execute_wrapper(fill):
            yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1000000")


class _Inputs(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.action = ""
        self.fields: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.action = found["action"]
        if tag == "input":
            self.fields.append((found["name"], found["value"]))


def form_on(page: Any) -> _Inputs:
    form = _Inputs()
    form.feed(page.content.decode())
    return form


def press(client: Client, form: _Inputs) -> Any:
    """Press the button of a page, cookie and proof of origin as a browser has them."""
    return client.post(form.action, dict(form.fields))


@pytest.mark.django_db(transaction=True)
@on_sqlite
class TestAHand:
    @pytest.fixture
    def club(self) -> Club:
        return make_club()

    @pytest.fixture
    def game(self, club: Club) -> Game:
        return make_game(club)

    def test_of_a_phone_is_refused_and_then_stored_once(self, game: Game, log: Path) -> None:
        phone = phone_of(game)
        phone.client.raise_request_exception = False
        for _ in range(3):
            with full_database():
                answer = phone.put(KEY, 1, **HAND)
            assert answer.status_code == 507
            assert code_of(answer) == "disk_full"
            assert "disk of the hall’s computer is full" in answer.json()["detail"]
            assert answer.json()["number"] == last_failures()[0].number
        assert not game.hands.exists()
        assert [phone.put(KEY, 1, **HAND).status_code for _ in range(2)] == [201, 200]
        assert game.hands.count() == 1

    def test_that_was_typed_on_a_page_waits_in_the_page(self, game: Game, log: Path) -> None:
        organiser = Client(
            enforce_csrf_checks=True,
            raise_request_exception=False,
            headers={"accept-language": "en"},
        )
        organiser.force_login(make_member(game.club))
        organiser.cookies["csrftoken"] = "x" * 32
        typed = hand_data(game, points_a="92", points_b="70", csrfmiddlewaretoken="x" * 32)
        with full_database():
            page = organiser.post(url("hand-new", game.pk), typed)
        assert page.status_code == 507
        assert "The disk of the hall’s computer is full" in words_on(page)
        form = form_on(page)
        assert ("points_a", "92") in form.fields
        with full_database():
            again = press(organiser, form)
        assert again.status_code == 507
        for _ in range(2):
            assert press(organiser, form_on(again)).status_code == 302
        (hand,) = game.hands.all()
        assert hand.card_points == 92

    def test_that_is_only_looked_at_says_so_beside_the_form(self, game: Game, log: Path) -> None:
        organiser = member_of(game.club)
        organiser.raise_request_exception = False
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("scorekeeper.games.views.hands.render", failing(disk_full()))
            answer = organiser.post(
                url("hand-preview", game.pk), hand_data(game), headers={"hx-request": "true"}
            )
        assert answer.status_code == 507
        assert code_of(answer) == "disk_full"


@pytest.mark.django_db
class TestSessionsAndFiles:
    @pytest.fixture
    def guest(self) -> Client:
        return Client(raise_request_exception=False, headers={"accept-language": "en"})

    def test_a_session_that_cannot_be_stored(
        self, guest: Client, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A phone joins a table: its session is stored after the page was made."""
        game = make_game(make_club())
        error = sqlite_error(sqlite3.SQLITE_FULL, "database or disk is full")
        monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.save", failing(error))
        page = guest.post(f"/t/{game.token}/", {"name": "Zoé"})
        assert page.status_code == 507
        assert ("name", "Zoé") in form_on(page).fields

    def test_a_page_that_cannot_be_written(
        self, guest: Client, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("scorekeeper.home.views.render", failing(system_error(errno.EROFS)))
        page = guest.get("/help/")
        assert page.status_code == 503
        assert "cannot reach its data" in words_on(page)
        answer = guest.get("/help/", headers={"hx-request": "true"})
        assert (answer.status_code, code_of(answer)) == (503, "not_writable")

    def test_a_password_is_kept_in_no_page(
        self, guest: Client, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("scorekeeper.clubs.services.clubs.Limit.take", failing(disk_full()))
        page = guest.post("/accounts/login/", {"username": "elise", "password": "belote"})
        assert page.status_code == 507
        assert form_on(page).fields == []
        assert "belote" not in log.read_text(encoding="utf-8")

    def test_what_comes_from_elsewhere_is_not_offered_again(
        self, guest: Client, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A strange page must not send a form by way of ours."""
        monkeypatch.setattr(
            "django.contrib.sessions.middleware.SessionMiddleware.process_request",
            failing(disk_full()),
        )
        page = guest.post("/e/anything/", {"name": "Zoé"})
        assert page.status_code == 507
        assert form_on(page).fields == []


@on_sqlite
def test_the_log_of_the_database_grows_again_after_a_full_disk(tmp_path: Path) -> None:
    """What SQLite could not take over into its file is taken over later; nothing is lost."""
    file = tmp_path / "a.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA wal_autocheckpoint=2")
        database.execute("CREATE TABLE a (x)")
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count = {pages + 2}")
        stored = 0

        def store() -> bool:
            try:
                database.execute("INSERT INTO a VALUES (zeroblob(1000))")
                database.commit()
            except sqlite3.OperationalError as full:
                database.rollback()
                return failure_kind(full) is not FailureKind.DISK_FULL
            return True

        while store():
            stored += 1
        database.execute("PRAGMA max_page_count = 100000")
        database.execute("INSERT INTO a VALUES (1)")
        database.commit()
        assert database.execute("SELECT count(*) FROM a").fetchone() == (stored + 1,)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
