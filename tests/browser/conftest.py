"""A phone in the hall, signed in as the organiser of a club."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.contrib.auth.models import User
from django.core.servers.basehttp import WSGIServer
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserType, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from scorekeeper.clubs.services.accounts import create_first_organiser
from scorekeeper.models import Club, Game
from tests.table import make_club, make_game

# A browser opens many connections at once; by default the eleventh is tried again after a second.
WSGIServer.request_queue_size = 128

HALL = "hall.test"
"""A name under which browsers find the server, but no secure context."""


STOPPED: Final = ("htmx:afterRequest", "htmx:sendAbort")
"""What htmx logs as errors of a request that was stopped because the page is left."""


@pytest.fixture
def phone(page: Page, live_server: LiveServer) -> Iterator[Page]:
    """Return a phone-sized page on which the organiser is signed in.

    Whatever goes wrong in a script, or is refused by the security policy, fails the test once it
    is over: an exception in an event handler would end Playwright's connection to the browser.
    """
    problems: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(STOPPED):
            problems.append(message.text)

    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", note)
    sign_in(page, live_server)
    yield page
    assert not problems, f"the browser reports: {problems}"


def sign_in(page: Page, server: LiveServer) -> None:
    """Sign in as the organiser of the first club."""
    create_first_organiser(now=timezone.now())
    organiser = Client()
    organiser.force_login(User.objects.get())
    session = organiser.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server.url}])
    page.goto(server.url)


@pytest.fixture
def hall_page(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Page]:
    """Return a phone that reaches the server by a plain address, as in a hall."""
    args = [*browser_type_launch_args["args"], f"--host-resolver-rules=MAP {HALL} 127.0.0.1"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": args})
    page = browser.new_context(locale="fr-FR").new_page()
    yield page
    browser.close()


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    return make_club()


@pytest.fixture
def game(club: Club) -> Game:
    return make_game(club)
