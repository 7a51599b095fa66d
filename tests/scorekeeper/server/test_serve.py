"""What stands before `serve` and round it: settings that are missing, duties done once, links."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from scorekeeper.clubs.services.accounts import create_first_organiser, find_link
from scorekeeper.management.commands.start import DUTIES
from scorekeeper.models import Club, Membership
from scorekeeper.server import readiness
from scorekeeper.server.duties import Duty
from scorekeeper.server.errors import StartProblemError
from scorekeeper.server.leader import Elected
from scorekeeper.server.readiness import check_ready, warnings

NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
PUBLIC = "https://belote.example"
PATIENCE = 20
ROOT = Path(__file__).parents[3]
FIRST_VISITOR = """
import django
django.setup()
from django.urls import URLResolver, reverse
from scorekeeper.server.web_server import load_application
load_application()
later = []
URLResolver._populate = lambda resolver: later.append(resolver)
print(reverse("scorekeeper:game-list"), later)
"""


@pytest.fixture
def server(settings: Settings) -> Settings:
    settings.PUBLIC_URL, settings.HTTPS = PUBLIC, True
    settings.ALLOWED_HOSTS, settings.TRUSTED_PROXY = ["belote.example"], "127.0.0.1,::1"
    return settings


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Take the data to lie in a database of that kind."""
    return lambda vendor: monkeypatch.setattr(
        readiness, "connection", SimpleNamespace(vendor=vendor)
    )


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("LANG", "LC_ALL", "LANGUAGE"):
        monkeypatch.setenv(name, "en_GB.UTF-8")
    with translation.override("en"):
        yield


def test_everything_that_is_missing_is_told_at_once(settings: Settings) -> None:
    settings.PUBLIC_URL, settings.TRUSTED_PROXY = "", "caddy"
    with pytest.raises(StartProblemError) as told:
        check_ready(workers=0)
    lines = str(told.value).splitlines()
    assert len(lines) == 3
    assert "such as https://belote.example" in lines[0]
    assert "such as 127.0.0.1" in lines[1]


@pytest.mark.usefixtures("server")
def test_several_processes_need_postgresql(on: Callable[[str], None]) -> None:
    on("sqlite")
    check_ready(workers=1)
    with pytest.raises(StartProblemError, match="PostgreSQL"):
        check_ready(workers=2)
    assert any("DATABASE_URL" in warning for warning in warnings("127.0.0.1"))
    on("postgresql")
    check_ready(workers=2)
    assert list(warnings("127.0.0.1")) == []


def test_a_proxy_on_another_machine_should_be_named(
    server: Settings, on: Callable[[str], None]
) -> None:
    on("postgresql")
    (warning,) = warnings("0.0.0.0")
    assert "BELOTE_TRUSTED_PROXY" in warning
    for nobody in ("", "127.0.0.1,"):
        server.TRUSTED_PROXY = nobody
        assert list(warnings("0.0.0.0")) == [warning]
    server.TRUSTED_PROXY = "172.16.0.0/12"
    assert list(warnings("0.0.0.0")) == []


def test_a_hall_does_its_duties_and_a_server_its_own() -> None:
    names = [
        [duty.name for duty in DUTIES if duty.is_due(in_hall=in_hall, on_file=on_file)]
        for in_hall, on_file in ((True, True), (False, True), (False, False))
    ]
    assert names[0] == [duty.name for duty in DUTIES]
    assert {"copies", "second place"} <= {*names[1]}
    assert "Keeping the computer awake" not in names[1]
    assert "copies" not in names[2]


@pytest.mark.django_db(transaction=True)
def test_one_does_the_duties_and_another_goes_on_when_it_ends(
    settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    done = {name: threading.Event() for name in ("first", "second")}

    def candidate(name: str) -> Elected:
        act: Callable[[], object] = done[name].set
        return Elected([Duty(name, 0.01, act)], seconds=0.01)

    first, second = candidate("first"), candidate("second")
    first.start()
    assert done["first"].wait(PATIENCE)
    second.start()
    try:
        assert not done["second"].wait(0.2)
    finally:
        first.stop()
    assert done["second"].wait(PATIENCE)
    second.stop()


@pytest.mark.django_db
@pytest.mark.usefixtures("server")
def test_sign_in_prints_a_link_to_the_public_address() -> None:
    create_first_organiser(now=NOW)
    told = StringIO()
    call_command("sign_in", stdout=told)
    address, _, rest = told.getvalue().strip().partition("/sign-in/")
    assert address == PUBLIC
    link = find_link(token=rest.strip("/"), now=NOW)
    assert link
    assert link.user.is_superuser


@pytest.mark.django_db
def test_sign_in_by_name(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["belote.example"]
    User.objects.create_user("desk")
    told, warned = StringIO(), StringIO()
    call_command("sign_in", "desk", stdout=told, stderr=warned)
    assert told.getvalue().startswith("http://localhost:8000/sign-in/")
    assert "BELOTE_PUBLIC_URL" in warned.getvalue()
    with pytest.raises(SystemExit):
        call_command("sign_in", "nobody", stderr=warned)
    assert "“nobody”" in warned.getvalue()


@pytest.mark.django_db
def test_the_account_of_createsuperuser_is_led_to_begin_the_first_club(client: Client) -> None:
    admin = User.objects.create_superuser("admin")
    assert create_first_organiser(now=NOW) is None
    client.force_login(admin)
    for _ in range(2):
        answer = client.get("/")
        assert (answer.status_code, answer["Location"]) == (302, "/begin/")
    assert client.get("/begin/").status_code == 200
    assert Membership.objects.get(user=admin).club.stage == Club.Stage.NEW


@pytest.mark.django_db
def test_where_there_is_a_club_already_a_superuser_gets_no_other(client: Client) -> None:
    create_first_organiser(now=NOW)
    client.force_login(User.objects.create_superuser("admin"))
    assert client.get("/").status_code == 200
    assert Club.objects.count() == 1


def test_addresses_and_their_names_are_known_before_the_first_visitor(tmp_path: Path) -> None:
    # In a process of its own: whoever loads the application serves its data until it ends.
    done = subprocess.run(
        [sys.executable, "-c", FIRST_VISITOR],
        env={
            **os.environ,
            "BELOTE_DATA_DIR": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "scorekeeper.config.settings",
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stderr, done.stdout.strip()) == ("", "/games/ []")
