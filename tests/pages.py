"""Pages for tests: browsers that read English, and how many queries a page takes."""

from collections.abc import Callable
from typing import ParamSpec, Protocol

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from scorekeeper.models import Club
from tests.table import make_member

P = ParamSpec("P")


class Page(Protocol):
    """What a browser got."""

    @property
    def content(self) -> bytes:
        """Return the page as it was sent."""


def visitor() -> Client:
    """Return a browser in which nobody is signed in."""
    return Client(headers={"accept-language": "en"})


def member_of(club: Club, username: str = "elise") -> Client:
    """Return a browser in which a member of that club is signed in."""
    client = visitor()
    client.force_login(make_member(club, username))
    return client


def text_of(response: Page) -> str:
    """Return a page's text, white space closed up."""
    return " ".join(response.content.decode().split())


def words_on(response: Page) -> str:
    """Return what a person reads on a page: no tags, white space closed up."""
    return " ".join(strip_tags(response.content.decode()).split())


def count_queries(act: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> int:
    """Return how many queries a call takes."""
    with CaptureQueriesContext(connection) as queries:
        act(*args, **kwargs)
    return len(queries)
