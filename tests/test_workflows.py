"""What the workflows of the repository's site run and name exists here.

They cannot run here: `.ci/run` does on Debian what one of them calls.
"""

import re
import tomllib
from pathlib import Path

import pytest
from django.core.management import get_commands
from packaging.specifiers import SpecifierSet

HOUSE = Path(__file__).resolve().parents[1]
WORKFLOWS = {
    file.name: file.read_text(encoding="utf-8")
    for file in sorted((HOUSE / ".github/workflows").iterdir())
}
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
each_workflow = pytest.mark.parametrize("text", WORKFLOWS.values(), ids=WORKFLOWS)


@each_workflow
def test_its_files_are_there(text: str) -> None:
    named = re.findall(r"(?<![\w/.])(\.(?:ci|packaging)/[\w.]+|manage\.py|[A-Z]+\.md)", text)
    assert named
    assert [name for name in named if not (HOUSE / name).is_file()] == []


@each_workflow
def test_its_extras_and_commands_exist(text: str) -> None:
    assert {*re.findall(r"\.\[(\w+)\]", text)} <= {*PROJECT["optional-dependencies"]}
    assert {*re.findall(r"manage\.py (\w+)", text)} <= {*get_commands()}
    assert {*re.findall(r"pytest -m \"not (\w+)\"", text)} <= {"slow"}


@each_workflow
def test_its_pythons_are_those_of_the_project(text: str) -> None:
    versions = re.findall(r'"(3\.\d+)"', text)
    assert "3.11" in versions
    assert [*SpecifierSet(PROJECT["requires-python"]).filter(versions)] == versions


@each_workflow
def test_it_uses_actions_of_the_site_itself_alone(text: str) -> None:
    used = re.findall(r"uses: (\S+)", text)
    assert used
    assert [action for action in used if not re.fullmatch(r"actions/[\w-]+@v\d+", action)] == []


@each_workflow
def test_it_may_only_read_where_it_releases_nothing(text: str) -> None:
    before, _jobs, jobs = text.partition("\njobs:\n")
    assert "permissions:\n  contents: read\n" in before
    writing = [job for job in re.split(r"\n(?=  \w+:\n)", jobs) if "write" in job]
    assert all("gh release upload" in job for job in writing)
