"""What a person sees when something fails, and what the log says of it under the same number."""

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from scorekeeper.models import Club
from scorekeeper.monitoring.failures import failures_of_tonight, last_failures
from tests.pages import member_of, text_of, visitor, words_on
from tests.table import make_club
from tests.troubles import begins_with, disk_full, failing

pytestmark = pytest.mark.django_db

NUMBER = re.compile(r"\d{3}-\d{3}")


@pytest.fixture
def guest() -> Client:
    client = visitor()
    client.raise_request_exception = False
    return client


@pytest.fixture
def club() -> Club:
    return make_club()


def organiser_of(club: Club) -> Client:
    client = member_of(club)
    client.raise_request_exception = False
    return client


def number_on(response: Any) -> str:
    found = NUMBER.search(words_on(response))
    assert found, words_on(response)
    return found[0]


def break_help(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    monkeypatch.setattr("scorekeeper.home.views.render", failing(error))


def test_the_page_shows_the_number_of_the_line(
    guest: Client, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_help(monkeypatch, ZeroDivisionError("nothing to divide by"))
    page = guest.get("/help/")
    assert page.status_code == 500
    assert "Something went wrong" in words_on(page)
    lines = log.read_text(encoding="utf-8").splitlines()
    errors = [line for line in lines if " ERROR " in line]
    number = number_on(page)
    assert len(errors) == 1
    assert f"{number} mistake GET /help/ ZeroDivisionError: nothing to divide by" in errors[0]
    # All that is known of it is found by its number, the traceback too.
    assert all(number in line for line in lines)
    assert any("Traceback" in line for line in lines)
    assert all(line.startswith("    ") for line in lines[1:])


def test_each_failure_has_its_own_number(
    guest: Client, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_help(monkeypatch, ZeroDivisionError())
    numbers = {number_on(guest.get("/help/")) for _ in range(5)}
    assert len(numbers) == 5
    assert {failure.number for failure in last_failures()} == numbers


def test_the_page_speaks_the_language_of_whoever_reads_it(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_help(monkeypatch, disk_full())
    french = Client(raise_request_exception=False)
    assert "Le disque de l’ordinateur de la salle est plein" in words_on(french.get("/help/"))


def test_a_page_fails_in_words_even_before_anybody_is_known(
    guest: Client, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is away: neither the session nor the menu can be asked for."""
    gone = OperationalError("no such table: django_session")
    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", failing(gone))
    guest.cookies["sessionid"] = "x" * 32
    page = guest.get("/")
    assert page.status_code == 500
    assert number_on(page) in log.read_text(encoding="utf-8")


def test_the_number_is_told_even_without_a_page(
    guest: Client, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_help(monkeypatch, ZeroDivisionError())
    monkeypatch.setattr("scorekeeper.middleware.render_to_string", failing(OSError(5, "broken")))
    page = guest.get("/help/")
    assert page.status_code == 500
    assert number_on(page) in log.read_text(encoding="utf-8")


def test_scripts_are_told_the_number_too(
    guest: Client, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_help(monkeypatch, ZeroDivisionError())
    answer = guest.get("/help/", headers={"hx-request": "true"})
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["number"] in answer.json()["detail"]
    assert answer.json()["number"] in log.read_text(encoding="utf-8")


def test_what_a_visitor_got_wrong_is_no_failure(guest: Client, log: Path) -> None:
    guest.get("/nothing/here/")
    Client(enforce_csrf_checks=True).post("/e/unknown/")
    guest.get("/", headers={"host": "a b"})
    assert last_failures() == []


def test_a_slow_page_is_noted(guest: Client, log: Path, settings: Settings) -> None:
    guest.get("/help/")
    assert not log.exists()
    settings.SLOW_REQUEST_SECONDS = 0
    guest.get("/help/?q=secret")
    (line,) = log.read_text(encoding="utf-8").splitlines()
    assert re.search(r" INFO scorekeeper\.middleware: slow: \d+\.\d s, 200 GET /help/$", line)


class TestTheStartPage:
    def test_tells_what_failed_until_it_is_put_away(
        self, club: Club, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        organiser = organiser_of(club)
        assert "failed tonight" not in words_on(organiser.get("/"))
        break_help(monkeypatch, ZeroDivisionError())
        with monkeypatch.context() as patched:
            break_help(patched, ZeroDivisionError())
            numbers = [number_on(organiser.get("/help/")) for _ in range(2)]
        monkeypatch.undo()
        page = organiser.get("/")
        assert "2 things failed tonight" in words_on(page)
        assert number_on(page) in numbers
        assert str(log) in text_of(page)
        until = page.context["failed"]["last"].second
        assert organiser.post("/failures/seen/", {"until": until}).headers["location"] == "/"
        assert "failed tonight" not in words_on(organiser.get("/"))
        # What fails later is told again.
        assert organiser.post("/failures/seen/", {"until": until - 1}).status_code == 302
        assert "failed tonight" in words_on(organiser.get("/"))

    def test_says_nothing_to_visitors(
        self, guest: Client, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        break_help(monkeypatch, ZeroDivisionError())
        guest.get("/help/")
        monkeypatch.undo()
        assert "failed tonight" not in words_on(guest.get("/"))

    def test_lists_them_in_words(
        self, club: Club, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        organiser = organiser_of(club)
        assert "Nothing failed" in words_on(organiser.get("/failures/"))
        break_help(monkeypatch, disk_full())
        number = number_on(organiser.get("/help/"))
        words = words_on(organiser.get("/failures/"))
        for said in (number, "The disk is full", "while a page was being opened", "/help/"):
            assert said in words

    def test_is_for_members(self) -> None:
        for ask in (visitor().get("/failures/"), visitor().post("/failures/seen/")):
            assert "/accounts/login/" in ask.headers["location"]

    @pytest.mark.parametrize("until", ["", "x", "-1", "1e9", "9" * 40])
    def test_puts_nothing_away_for_nonsense(self, club: Club, log: Path, until: str) -> None:
        begins_with(log, "2026-11-20 21:30:00+01:00 ERROR a: 123-456 mistake GET /a/ E: e")
        organiser = organiser_of(club)
        organiser.post("/failures/seen/", {"until": until})
        assert "failures_seen" not in organiser.session


@pytest.mark.parametrize(
    ("at", "now", "is_told"),
    [
        pytest.param("20:47", timedelta(hours=20, minutes=50), True, id="a moment ago"),
        pytest.param("20:47", timedelta(hours=25), True, id="past midnight"),
        pytest.param("20:47", timedelta(hours=31), False, id="the next morning"),
        pytest.param("02:00", timedelta(hours=20), False, id="last night"),
    ],
)
def test_an_evening_lasts_until_the_morning(
    log: Path, at: str, now: timedelta, is_told: bool
) -> None:
    begins_with(log, f"2026-11-20 {at}:00+01:00 ERROR django.request: 123-456 busy GET /a/ E: e")
    midnight = datetime(2026, 11, 20, tzinfo=timezone.get_default_timezone())
    assert bool(failures_of_tonight(midnight + now)) is is_told
