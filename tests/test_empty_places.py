"""What templates name is there: what pages give them, addresses, static files, other templates."""

import re
from collections.abc import Callable

import pytest
from django.contrib.staticfiles import finders
from django.template import Context, Engine, Origin, Template
from django.urls import get_resolver

from scorekeeper.installation import TEMPLATES
from tests.empty_places import COMMENT, MAY_BE_MISSING

FIELD = "includes/_field.html"
NAMED = re.compile(r'{% (url|static|include|extends) "([^"]+)"')


def filled(source: str, **given: object) -> str:
    """Return what a template shows that is written in the place of that of a field."""
    origin = Origin(str(TEMPLATES / FIELD), FIELD)
    return Template(source, origin, FIELD, Engine.get_default()).render(Context(given))


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("{{ label }}", "label"),
        ("\n\n{{ field.label }}", "field.label"),
        ("{{ field.errors.0 }}", "field.errors.0"),
        ("{{ none.label }}", "none.label"),
        ("{% if label %}{% endif %}", "label"),
        ("{% for one in labels %}{% endfor %}", "labels"),
        ("{% with one=label %}{% endwith %}", "label"),
        ("{% firstof label field %}", "label"),
        ('{{ label|upper|default:"" }}', "label"),
        ('{{ label|default:"" }}', ""),
        ("{% if none.label %}{% endif %}", ""),
        ("{% if tiles %}{% endif %}", ""),
    ],
)
def test_a_name_that_no_page_gives_is_found(
    looked_up_in_vain: set[str], source: str, missing: str
) -> None:
    filled(source, field={"errors": []}, none=None)
    line = 1 + source.count("\n")
    found, expected = set(looked_up_in_vain), {f"{FIELD}:{line}: {missing}"} if missing else set()
    looked_up_in_vain.clear()
    assert found == expected


def test_only_what_is_read_is_said_to_be_missing_at_times() -> None:
    stale = []
    for file in TEMPLATES.rglob("*.html"):
        source = file.read_text("utf-8")
        read, said = COMMENT.sub("", source), " ".join(COMMENT.findall(source))
        stale += [
            f"{file.name}: {name}"
            for name in MAY_BE_MISSING.findall(said)
            if not re.search(rf"(?<![\w.]){re.escape(name)}\b", read)
        ]
    assert not stale


def address_names() -> set[str]:
    top = get_resolver()
    spaces = {name: inner for name, (_prefix, inner) in top.namespace_dict.items()}
    inside = {f"{space}:{name}" for space in spaces for name in spaces[space].reverse_dict}
    return {*top.reverse_dict, *inside}


def is_template(name: str) -> bool:
    return (TEMPLATES / name).is_file()


def test_what_templates_name_is_there() -> None:
    """An address that is kept under a name is left empty where there is none."""
    files = [file for file in TEMPLATES.rglob("*.*") if file.is_file()]
    named = {found for file in files for found in NAMED.findall(file.read_text("utf-8"))}
    is_there: dict[str, Callable[[str], object]] = {
        "url": address_names().__contains__,
        "static": finders.find,
        "include": is_template,
        "extends": is_template,
    }
    assert not {name for tag, name in named if not is_there[tag](name)}
