"""Pages for tests: browsers that read English, and how many queries a page takes."""

from collections.abc import Callable, Iterator
from typing import ParamSpec, Protocol

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.html import strip_tags

from scorekeeper.models import Club
from scorekeeper.roles import Role
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


def member_of(club: Club, username: str = "elise", role: Role = Role.OWNER) -> Client:
    """Return a browser in which a member of that club is signed in: its owner, or another role."""
    client = visitor()
    client.force_login(make_member(club, username, role))
    return client


def members_of(club: Club) -> dict[Role, Client]:
    """Return a browser for each role, in which a new member of the club is signed in."""
    return {role: member_of(club, f"{role.value}-{club.pk}", role) for role in Role}


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


def addresses_of(app: str) -> Iterator[URLPattern]:
    """Yield the addresses of an app, those too that its extensions add."""
    for resolver in get_resolver().url_patterns:
        if isinstance(resolver, URLResolver) and resolver.namespace == app:
            yield from _flat(resolver.url_patterns)


def _flat(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _flat(pattern.url_patterns)
        else:
            yield pattern
