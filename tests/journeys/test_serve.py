"""`serve`: real processes behind a proxy, on both databases."""

import json
import re
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper.clubs.login_throttling import ATTEMPTS
from tests.benchmarks.serving import new_database
from tests.journeys.server import LINK, Server, serving
from tests.postgres import own_postgres

GUESSER, ORGANISER = "198.51.100.7", "203.0.113.5"
ADMIN, PASSWORD = "admin", "atout pique et belote"
CREATED = {"DJANGO_SUPERUSER_PASSWORD": PASSWORD, "DJANGO_SUPERUSER_EMAIL": "a@belote.example"}

TOKEN = "a token that nobody guesses"
THEIRS = {"Authorization": f"Bearer {TOKEN}"}

server_of_postgres = pytest.fixture(scope="module")(own_postgres)


@pytest.fixture
def database(server_of_postgres: str) -> str:
    return new_database(server_of_postgres, f"club_{uuid.uuid4().hex}")


def answered(server: Server) -> float:
    """Return how many requests were answered well, as its figures say."""
    figures = server.ask("/metrics", headers=THEIRS).text
    (count,) = re.findall(r'^belote_requests_total\{status="2xx"\} (\S+)', figures, re.MULTILINE)
    return float(count)


def granted(address: str) -> int:
    """Return how many hold the lock of the duties in a database."""
    import psycopg

    asked = (
        "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_locks.database = pg_database.oid"
        " WHERE locktype = 'advisory' AND granted AND datname = current_database()"
    )
    with psycopg.connect(address) as connection:
        row = connection.execute(asked).fetchone()
    assert row is not None
    return int(row[0])


@pytest.mark.parametrize("command", [("start", "--no-qr"), ("serve",)], ids=["start", "serve"])
def test_whoever_guesses_locks_out_himself_alone(tmp_path: Path, command: tuple[str, ...]) -> None:
    server = Server(tmp_path, command=command)
    with serving(server):
        guessed = [server.sign_in("organisation", "atout", of=GUESSER) for _ in range(ATTEMPTS + 1)]
        assert guessed[0].status == 200
        assert guessed[-1].status == 429
        # The name that was guessed at has no more from devices that are unknown to it; others do.
        assert server.sign_in("organisation", "atout", of=ORGANISER).status == 429
        assert server.sign_in("marguerite", "atout", of=ORGANISER).status == 200
        # A cookie that needs https, and pages that ask for it from now on.
        page = server.ask("/accounts/login/")
        assert "Secure" in page.headers["Set-Cookie"]
        assert "max-age" in page.headers["Strict-Transport-Security"]
        assert server.ask("/", headers={"Host": "elsewhere.example"}).status == 400
    assert "Traceback" not in server.output


def test_two_servers_of_two_processes_share_one_database(tmp_path: Path, database: str) -> None:
    said = {
        "DATABASE_URL": database,
        "SECRET_KEY": "a key that both servers know, and nobody else",
        "BELOTE_METRICS_TOKEN": TOKEN,
    }
    servers = [Server(tmp_path / name, said) for name in ("one", "two")]
    with serving(*servers, arguments=("--workers", "2")):
        links = [link for server in servers for link in LINK.findall(server.output)]
        assert len(links) == 1, "one of them made the first organiser"
        first, second = servers
        assert second.ask(links[0]).status == 200
        # Static files are there although nobody collected them.
        page = first.ask("/help/").text
        style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
        assert first.ask(style).status == 200
        with ThreadPoolExecutor(4) as threads:
            asked = threads.map(lambda number: servers[number % 2].ask("/").status, range(40))
            assert set(asked) == {200}
        # Whichever process answers, all are counted, and nobody else is told.
        assert first.ask("/metrics").status == 404
        before = answered(first)
        assert {first.ask("/help/").status for _ in range(20)} == {200}
        assert answered(first) == before + 20 + 1, "and the question for the figures itself"
        assert "belote_waiting_for_locks 0.0" in first.ask("/metrics", headers=THEIRS).text
        first.ask("/help/", headers={"X-Request-ID": "told-by-the-proxy"})
        (line,) = (text for text in first.output.splitlines() if "told-by-the-proxy" in text)
        assert json.loads(line)["path"] == "/help/"
        # Whoever does the duties holds a lock: one of the four processes.
        assert granted(database) == 1
        # A link of its own while they serve.
        (fresh,) = LINK.findall(first.run("sign_in"))
        assert second.ask(fresh).status == 200
        assert second.ask(links[0]).status != 200, "the link of before opens nothing any more"
    for server in servers:
        assert "Traceback" not in server.output
        assert "Stopped. Everything entered is kept." in server.output


ANY_SERVER = """
import os
os.environ.pop("DJANGO_SETTINGS_MODULE")
from scorekeeper.config.wsgi import application
from wsgiref.util import setup_testing_defaults
asked = {"PATH_INFO": "/help/", "HTTP_HOST": "belote.example"}
setup_testing_defaults(asked)
application(asked, lambda status, headers: print(status))
"""


def test_under_any_other_server_forgotten_static_files_are_gathered(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.run("migrate", "--verbosity", "0")
    assert server.python("-c", ANY_SERVER).strip() == "200 OK"


def test_createsuperuser_first_ends_well(tmp_path: Path, database: str) -> None:
    server = Server(tmp_path, {"DATABASE_URL": database, **CREATED})
    server.run("migrate", "--verbosity", "0")
    server.run("createsuperuser", "--noinput", "--username", ADMIN)
    with serving(server):
        assert LINK.findall(server.output) == []
        answer = server.sign_in(ADMIN, PASSWORD)
        assert answer.status == 302
        kept = answer.headers.get_all("Set-Cookie") or []
        cookie = "; ".join(text.partition(";")[0] for text in kept)
        home = server.ask("/", headers={"Cookie": cookie})
        assert (home.status, home.headers["Location"]) == (302, "/begin/")
        assert server.ask("/begin/", headers={"Cookie": cookie}).status == 200
