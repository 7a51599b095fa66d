"""Commands beside the program: none writes into data that are another computer's."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from scorekeeper import command_line
from scorekeeper.standby.node import NodeRole, change, forget

WRITING = ("createsuperuser", "demo", "import_tournament", "migrate", "restore", "serve", "shell")
READING = ("backup", "doctor", "export_tournament")


@pytest.fixture(autouse=True)
def obeyed(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[str]]:
    """Names of the commands that were obeyed; their own data folder."""
    settings.DATA_DIR = tmp_path
    names: list[str] = []
    monkeypatch.setattr(
        "django.core.management.execute_from_command_line", lambda words: names.append(words[1])
    )
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    forget()
    yield names
    forget()


def _run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["manage.py", name, "--noinput"])
    command_line.main()


@pytest.mark.parametrize("name", WRITING + READING)
def test_a_second_computer_obeys_no_command_about_its_data(
    name: str, obeyed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    change(role=NodeRole.FOLLOWING, leader="http://192.168.1.20:8000/")
    with pytest.raises(SystemExit, match=r"deuxième ordinateur.*192.168.1.20.*take_over"):
        _run(name, monkeypatch)
    assert obeyed == []


@pytest.mark.parametrize("name", WRITING)
def test_a_replaced_computer_obeys_no_command_that_writes(
    name: str, obeyed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    change(role=NodeRole.REPLACED, leader="http://192.168.1.21:8000/")
    with pytest.raises(SystemExit, match=r"remplacé par .*192.168.1.21"):
        _run(name, monkeypatch)
    assert obeyed == []


def test_what_a_replaced_computer_has_may_be_read(
    obeyed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    change(role=NodeRole.REPLACED, leader="http://192.168.1.21:8000/")
    for name in READING:
        _run(name, monkeypatch)
    assert obeyed == [*READING]


@pytest.mark.parametrize("name", ["start", "follow", "take_over", "score", "help"])
def test_a_second_computer_is_served_and_takes_over(
    name: str, obeyed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    change(role=NodeRole.FOLLOWING, leader="http://192.168.1.20:8000/")
    _run(name, monkeypatch)
    assert obeyed == [name]


def test_a_first_computer_obeys_everything(
    obeyed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in WRITING + READING:
        _run(name, monkeypatch)
    assert obeyed == [*WRITING, *READING]
