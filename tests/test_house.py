"""The house is as its files say: what is called pure is pure, and rooms have one name."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import grimp
import pytest
from django.conf import settings

import scorekeeper
from scorekeeper.refusals import ClubRefusal
from scorekeeper.server.static_bundles import IMPORT
from tournaments.refusals import ContestRefusal

ROOT = Path(__file__).parents[1]
APPS = ("scorekeeper", "tournaments")
PURE = re.compile(r"\bpure\b", re.IGNORECASE)
EXTENSIONS = ROOT / "tournaments" / "extensions"
STATIC_FILES = [
    file
    for app in APPS
    for kind in ("css", "js")
    for file in sorted((ROOT / app / "static").rglob(f"*.{kind}"))
]
IMPURE = ("django", "django_tables2", "ninja", "waitress", "segno")


def module_name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def pure_modules() -> list[str]:
    """Return every module whose first words say that it is pure; a package speaks for all in it."""
    names = []
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*.py")):
            said = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
            if PURE.search(said):
                names.append(module_name(file))
    return names


@cache
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(*APPS, include_external_packages=True, cache_dir=None)


@pytest.mark.parametrize("name", pure_modules())
def test_what_is_called_pure_needs_no_framework(name: str) -> None:
    graph = imports()
    within = [name, *graph.find_descendants(name)]
    for module in within:
        for impure in IMPURE:
            if impure in graph.modules:
                chain = graph.find_shortest_chain(module, impure)
                assert chain is None, " → ".join(chain)


def test_the_engine_draws_and_standings_are_called_pure() -> None:
    assert {"scorekeeper.engine", "tournaments.draw", "tournaments.standings"} <= {*pure_modules()}


def test_no_two_classes_have_one_name() -> None:
    places: dict[str, list[str]] = {}
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*.py")):
            if "static" in file.parts:
                continue  # check.py is no part of the program
            for node in ast.parse(file.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name, []).append(module_name(file))
    twice = {name: found for name, found in places.items() if len(found) > 1}
    # Django finds commands and migrations by that name; schemas are named as the interface says.
    allowed = {"Command", "Migration", "Entry", "Standings"}
    assert twice.keys() - allowed == set(), twice


def test_a_refusal_is_raised_with_the_facts_that_its_words_name() -> None:
    refusals = {table.__name__: table for table in (ClubRefusal, ContestRefusal)}
    raised = set()
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                match node:
                    case ast.Call(ast.Name("Refused"), [ast.Attribute(ast.Name(table), name)]):
                        code, named = refusals[table][name], defaultdict[str, int](int)
                        assert str(code.label % named)
                        facts = {keyword.arg for keyword in node.keywords}
                        assert facts == named.keys(), f"{file}:{node.lineno}"
                        raised.add(code)
    assert len(raised) > 10


def test_queries_raise_nothing() -> None:
    """They return what they find, or None: what to do without it is decided by who asked."""
    raising = []
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*.py")):
            if "queries" in module_name(file).split("."):
                tree = ast.parse(file.read_text("utf-8"))
                raising += [
                    f"{module_name(file)}:{node.lineno}"
                    for node in ast.walk(tree)
                    if isinstance(node, ast.Raise)
                ]
    assert raising == []


def test_contributing_names_files_that_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"`([\w.]+/[\w./]*)`", text)
    assert len(named) > 50
    assert [name for name in named if not (ROOT / name).exists()] == []


RETIRED = {
    *("second", "linked", "together", "window", "afterwards", "announced", "past", "whole_club"),
    *("beginning", "computer", "copies", "startup", "reports", "ledger", "audit", "transfer"),
    *("course", "pages", "lists", "pasted", "additions", "keeper", "contest_pages"),
    *("setup", "too_many", "guessing", "too_large", "unchanged", "later", "one_state", "alike"),
    *("hidden_letters", "forwarded", "joined_files", "packed_files", "awake", "doubts", "troubles"),
}


def test_no_module_has_a_word_that_the_trade_does_not_use() -> None:
    names = {
        part
        for app in APPS
        for file in (ROOT / app).rglob("*.py")
        for part in file.relative_to(ROOT).with_suffix("").parts
    }
    assert names & RETIRED == set()


def test_every_folder_of_templates_is_a_room() -> None:
    rooms = {path.name for app in APPS for path in (ROOT / app).iterdir() if path.is_dir()}
    shared = {"includes", "registration", "django_tables2"}
    folders = {path.name for path in (ROOT / "templates").iterdir() if path.is_dir()}
    assert folders - shared <= rooms
    for templates in EXTENSIONS.glob("*/templates/*"):
        assert templates.name == templates.parts[-3]


def files_of_the_score_keeper() -> list[Path]:
    """Return its code, scripts and templates but `config/`, which puts the program together."""
    own, above = ({path.name for path in (ROOT / app).iterdir()} for app in APPS)
    templates = [
        file for file in (ROOT / "templates").rglob("*.*") if file.parent.name not in above - own
    ]
    code = [
        file
        for file in (ROOT / "scorekeeper").rglob("*.*")
        if file.suffix in {".py", ".js", ".css"} and {"config", "migrations"}.isdisjoint(file.parts)
    ]
    return [*code, *templates]


def test_no_string_of_the_score_keeper_points_upwards() -> None:
    """Pages, templates and tags of the competitions are named by who registers them only."""
    own, above = ({path.name for path in (ROOT / app).iterdir()} for app in APPS)
    tags = [file.stem for file in (ROOT / "tournaments/templatetags").glob("[a-z]*.py")]
    rooms = sorted(name for name in above - own if (ROOT / "templates" / name).is_dir())
    rooms += sorted(path.name for path in EXTENSIONS.glob("*/templates/*"))
    upwards = re.compile(
        rf"tournaments[:/.]|[\"'](?:{'|'.join(rooms)})/|{{% load[^%]*\b(?:{'|'.join(tags)})\b"
    )
    assert {"hall", "tables"} <= {*rooms}
    files = files_of_the_score_keeper()
    assert len(files) > 200
    found = [
        (file.name, text) for file in files if (text := upwards.findall(file.read_text("utf-8")))
    ]
    assert found == []


def test_styles_and_scripts_are_files_of_one_subject() -> None:
    for file in STATIC_FILES:
        assert len(file.read_text("utf-8").splitlines()) <= 400, file


def test_every_style_belongs_to_a_style_sheet_that_pages_link() -> None:
    styles = {file for file in STATIC_FILES if file.suffix == ".css"}
    sheets = {ROOT / path.split("/")[0] / "static" / path for path in settings.JOINED_STYLES}
    parts = [
        sheet.parent / name for sheet in sheets for name in IMPORT.findall(sheet.read_text("utf-8"))
    ]
    assert len(parts) == len({*parts})
    assert styles == sheets | {*parts}


def test_lines_of_templates_are_short_enough_to_read() -> None:
    long = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in sorted([*(ROOT / "templates").rglob("*.*"), *EXTENSIONS.rglob("*.html")])
        if file.suffix != ".svg"
        for number, line in enumerate(file.read_text("utf-8").split("\n"), 1)
        if len(line) > 160
    ]
    assert long == []


def test_the_newest_section_of_the_changelog_is_the_version_of_the_program() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    sections = re.findall(r"^## (\d+)\.(\d+)\.(\d+) – (\d{4}-\d\d-\d\d)$", text, re.MULTILINE)
    assert len(sections) == len(re.findall(r"^## (?!Unreleased$)", text, re.MULTILINE))
    versions = [tuple(map(int, section[:3])) for section in sections]
    assert versions == sorted({*versions}, reverse=True)
    assert [day for *_, day in sections] == sorted((day for *_, day in sections), reverse=True)
    assert ".".join(map(str, versions[0])) == scorekeeper.__version__
