"""Extensions are declared whole: what each needs, and the places where it adds something."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.template import Context, Template
from django.test import override_settings
from django.urls import reverse

from scorekeeper.extensions import Extension, extensions, optional_url
from scorekeeper.models import Club
from tests.pages import member_of
from tests.table import make_club

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tournaments" / "extensions"
CODES = sorted(path.parent.name for path in FOLDER.glob("*/extension.py"))
IMPORTED = re.compile(r"tournaments\.extensions\.(\w+)")
PLACE = re.compile(r"{% extensions \"([\w.]+)\"")
ADDRESS = re.compile(r"tournaments:([\w-]+)")
ADDRESS_IF_ANY = re.compile(r"{% url \"tournaments:[\w-]+\"[^%]* as \w+ %}")
TEMPLATE = re.compile(r"[\"'](\w+)/[\w./]+\.(?:html|txt)")


@pytest.fixture
def listed_anew() -> Iterator[None]:
    extensions.cache_clear()
    yield
    extensions.cache_clear()


def needed_by(code: str) -> set[str]:
    """Return the extensions without which this one does not run, by code."""
    (found,) = [one for one in extensions() if one.code == code]
    return {code}.union(*(needed_by(one) for one in found.requires))


def pages() -> dict[str, str]:
    """Return the extension of each address that one adds."""
    return {
        name: code
        for code in CODES
        if (FOLDER / code / "urls.py").exists()
        for name in re.findall(r'name="([\w-]+)"', (FOLDER / code / "urls.py").read_text("utf-8"))
    }


def test_the_settings_list_every_folder() -> None:
    assert sorted(one.code for one in extensions()) == sorted(["competitions", *CODES])


@pytest.mark.parametrize("code", CODES)
def test_an_extension_uses_those_alone_that_it_requires(code: str) -> None:
    owners, used = pages(), set()
    for file in (FOLDER / code).rglob("*.*"):
        if file.suffix in {".py", ".html", ".txt"}:
            text = ADDRESS_IF_ANY.sub("", file.read_text("utf-8"))
            used |= {*IMPORTED.findall(text)} | ({*TEMPLATE.findall(text)} & {*CODES})
            used |= {owners[name] for name in ADDRESS.findall(text) if name in owners}
    assert used <= needed_by(code)


def test_the_core_names_these_pages_of_extensions_alone_and_their_links_may_be_empty() -> None:
    folders = (ROOT / name for name in ("scorekeeper", "tournaments", "templates"))
    files = [file for folder in folders for file in folder.rglob("*.*")]
    core = [one for one in files if one.suffix in {".py", ".html"} and FOLDER not in one.parents]
    named = {name for one in core for name in ADDRESS.findall(one.read_text("utf-8"))}
    assert named & {*pages()} == {
        "announced",
        "contest-check",
        "paper-sheet",
        "past-detail",
        "table-call",
    }


def test_each_place_is_marked_on_a_page() -> None:
    files = [*(ROOT / "templates").rglob("*.html"), *FOLDER.rglob("*.html")]
    marked = {place for file in files for place in PLACE.findall(file.read_text("utf-8"))}
    assert len(marked) > 15
    assert {place for one in extensions() for place in one.templates} <= marked


@pytest.mark.django_db
@pytest.mark.usefixtures("listed_anew")
@override_settings(EXTENSIONS=[*settings.EXTENSIONS, "tests.lottery"])
@pytest.mark.parametrize("used", [None, ["lottery"], []], ids=str)
def test_the_menu_and_the_home_page_show_what_is_used(used: list[str] | None) -> None:
    club = make_club("Les Tilleuls")
    Club.objects.update(uses=used)
    home = member_of(club).get(reverse("scorekeeper:home")).content.decode()
    seen = used != []
    assert (">Lottery<" in home, "Tickets are sold" in home) == (seen, seen)


def test_what_stands_at_a_place_keeps_the_order_of_the_settings() -> None:
    page = Template("{% load extensions %}{% extensions 'contest.results' %}")
    tournament = type("Contest", (), {"pk": 7, "club": None})
    shown = page.render(Context({"tournament": tournament, "last_round": 1}))
    names = ["prizes", "story", "newspaper"]
    addresses = [shown.index(reverse(f"tournaments:{name}", args=[7])) for name in names]
    assert addresses == sorted(addresses)


def test_a_place_where_nothing_is_added_is_empty() -> None:
    page = Template(
        "{% load extensions %}{% extensions 'nowhere' as more %}{% if more %}!{% endif %}"
    )
    assert page.render(Context()) == ""


def test_an_address_that_no_extension_adds_is_empty() -> None:
    assert optional_url("tournaments:prizes", 7) == "/contests/7/prizes/"
    assert optional_url("tournaments:lottery", 7) == ""


@pytest.mark.usefixtures("listed_anew")
@override_settings(EXTENSIONS=["tournaments", "tournaments.extensions.prizes"])
def test_an_extension_does_not_run_without_those_it_requires() -> None:
    with pytest.raises(ImproperlyConfigured, match="prizes requires till"):
        extensions()


def test_the_page_on_extensions_names_every_place_and_every_field() -> None:
    text = (ROOT / ".docs" / "extensions.md").read_text("utf-8")
    files = [*(ROOT / "templates").rglob("*.html"), *FOLDER.rglob("*.html")]
    marked = {place for file in files for place in PLACE.findall(file.read_text("utf-8"))}
    fields = Extension.__dataclass_fields__
    assert [name for name in sorted([*marked, *fields]) if f"`{name}`" not in text] == []


def test_an_extension_adds_nothing_unless_it_says_so() -> None:
    empty = Extension(code="empty")
    names = [name for name in Extension.__dataclass_fields__ if name != "code"]
    assert not any(getattr(empty, name) for name in names)
