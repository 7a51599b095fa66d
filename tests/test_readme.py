"""What the README and the help tell people to type exists."""

import re
import tomllib
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

HOUSE = Path(__file__).resolve().parents[1]
PAGES = (HOUSE / "README.md", *sorted((HOUSE / ".docs").glob("*.md")))
TEXTS = (*PAGES, HOUSE / "CONTRIBUTING.md", HOUSE / "templates/home/help.html")
TYPED = re.compile(r"(?:manage\.py|site\.command }}|`belote|`(?=start )) ?([a-z_]+)([^\n<`#]*)")


def typed() -> list[tuple[str, tuple[str, ...]]]:
    """Return every command that is named, with its options."""
    found = [
        (name, tuple(re.findall(r"--[a-z][a-z-]*", rest)))
        for text in TEXTS
        for name, rest in TYPED.findall(text.read_text(encoding="utf-8"))
    ]
    return sorted(set(found))


@pytest.mark.parametrize(("name", "options"), typed(), ids=str)
def test_commands_that_are_named_exist(name: str, options: tuple[str, ...]) -> None:
    commands = get_commands()
    assert name in commands
    app = commands[name]
    assert isinstance(app, str)
    parser = load_command_class(app, name).create_parser("manage.py", name)
    assert set(options) <= set(parser._option_string_actions)


def test_the_readme_names_the_most_used_commands() -> None:
    assert {"start", "backup", "restore", "doctor", "score", "demo"} <= {
        name for name, _ in typed()
    }


def test_files_that_the_readme_names_are_there() -> None:
    readme = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for name in re.findall(
        r"`((?:\.ci|\.docs|\.packaging)/[\w.]+)`|python (\.packaging/\w+\.py)", readme
    ):
        assert (HOUSE / next(filter(None, name))).exists()
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = set(re.findall(r'"\.\[(\w+)\]"', readme))
    assert {"build", "dev", "postgres"} <= extras <= set(project["optional-dependencies"])
    assert "belote" in project["scripts"]


@pytest.mark.parametrize("text", TEXTS[:-1], ids=lambda text: text.name)
def test_pages_and_pictures_that_a_page_leads_to_are_there(text: Path) -> None:
    linked = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text.read_text(encoding="utf-8"))
    # Releases lie beside the repository's files, on its site.
    here = [name for name in linked if not name.endswith("/releases/latest")]
    assert [name for name in here if not (text.parent / name).exists()] == []
