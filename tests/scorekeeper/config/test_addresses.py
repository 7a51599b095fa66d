"""Addresses name pages that are loaded later: all are there, each in a room of its own app."""

from pathlib import Path

import pytest
from django.urls import URLResolver, get_resolver, path

from scorekeeper import urls
from scorekeeper.later import LaterAddresses, LaterPage, Pages
from tests.journeys.program import run

UP_TO_THE_FIRST_PAGE = """
import sys, django
django.setup()
from scorekeeper.management.commands import start
start.load_first_page()
print(*sys.modules)
"""
NOT_FOR_THE_FIRST_PAGE = {
    "ninja",
    "openskill",
    "psycopg",
    "pydantic",
    "tournaments.replay.acts",
    "tournaments.setup.views",
}


def pages() -> dict[str, list[LaterPage]]:
    found: dict[str, list[LaterPage]] = {"scorekeeper": [], "tournaments": []}
    for addresses in get_resolver().url_patterns:
        if isinstance(addresses, URLResolver) and addresses.namespace in found:
            for pattern in addresses.url_patterns:
                assert isinstance(pattern.callback, LaterPage), pattern
                found[addresses.namespace].append(pattern.callback)
    return found


def test_every_page_is_there() -> None:
    found = pages()
    assert [len(found[app]) > 90 for app in found] == [True, True]
    for page in [*found["scorekeeper"], *found["tournaments"]]:
        assert page.load().__name__ == page.__name__


def test_no_app_shows_pages_of_the_other_one() -> None:
    for app, found in pages().items():
        assert {page.__module__.partition(".")[0] for page in found} == {app}


def test_a_page_that_is_nowhere_is_found_by_check(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = Pages("scorekeeper.home.views").nowhere
    monkeypatch.setattr(urls, "urlpatterns", [path("", nowhere)])
    with pytest.raises(ImportError, match="nowhere"):
        LaterAddresses("", "scorekeeper.urls", "scorekeeper").check()


def test_what_django_asks_of_a_view_its_page_answers() -> None:
    page = Pages("scorekeeper.computer.health").healthz
    assert path("", page).lookup_str == "scorekeeper.computer.health.healthz"
    assert page.csrf_exempt
    assert not hasattr(page, "right")


def test_a_start_loads_little_more_than_its_first_page(tmp_path: Path) -> None:
    loaded = {*run(tmp_path, "-c", UP_TO_THE_FIRST_PAGE).split()}
    assert "scorekeeper.home.views" in loaded
    assert loaded & NOT_FOR_THE_FIRST_PAGE == set()
