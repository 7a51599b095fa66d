"""Addresses name pages that are loaded later: all are there, each in a room of its own app."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLResolver, get_resolver, path

from scorekeeper import later, urls
from scorekeeper.installation import PACKAGE
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
    assert {"scorekeeper.home.views", "tournaments.templatetags.contests"} <= loaded
    assert loaded & NOT_FOR_THE_FIRST_PAGE == set()


def test_addresses_are_loaded_by_one_visitor_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[bool] = []
    monkeypatch.setattr(later, "import_module", lambda _name: held.append(is_held()))
    LaterAddresses("", "scorekeeper.urls", "scorekeeper").urlconf_module  # noqa: B018 - loads
    assert held == [True]
    assert not is_held()


def is_held() -> bool:
    is_mine: bool = later.loading._is_owned()  # type: ignore[attr-defined]  # untyped
    return is_mine


BEFORE_ANY_PAGE = {"ready", "_fill_demo", "main", "_serve", "_word_for_other_computer"}
"""Functions that are over, or do nothing else any more, when the first page is shown."""


def imports(
    node: ast.AST, function: str = "", *, is_alone: bool = False
) -> Iterator[tuple[str, str]]:
    """Yield what functions load without `loading`, each after the name of the function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom) and function and not is_alone:
            yield function, child.module or ""
        name = child.name if isinstance(child, ast.FunctionDef) else function
        is_with = isinstance(child, ast.With) and "loading" in map(
            ast.unparse, (item.context_expr for item in child.items)
        )
        yield from imports(child, name, is_alone=is_alone or is_with)


def test_what_pages_load_themselves_is_loaded_by_one_visitor_at_a_time() -> None:
    """Two at once would find each other's modules loaded by half."""
    own = [PACKAGE.parent / app for app in ("scorekeeper", "tournaments")]
    files = [file for app in own for file in app.rglob("*.py") if "migrations" not in file.parts]
    loaded = {
        f"{file.name}: {function}: {module}"
        for file in files
        for function, module in imports(ast.parse(file.read_text("utf-8")))
        if module.partition(".")[0] in {"scorekeeper", "tournaments", "cryptography", "fido2"}
        and function not in BEFORE_ANY_PAGE
    }
    assert loaded == set()
