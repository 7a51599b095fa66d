"""A club's folder of its own for each test, with a database that other tests never see."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.utils import translation
from pytest_django import Settings

from scorekeeper.backups import schedule
from scorekeeper.backups.snapshots import database_file, take_snapshot
from scorekeeper.models import Club
from tests.table import make_club


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Read English, at the terminal too."""
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    with translation.override("en"):
        yield


@pytest.fixture
def folder(
    transactional_db: None, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Return a data folder whose database is brought up to date and empty."""
    data = tmp_path / "data"
    data.mkdir()
    settings.DATA_DIR = data
    usual = database_file()
    assert usual is not None
    take_snapshot(usual, data / "belote.sqlite3")
    (data / "secret_key").write_text("the key of this club", encoding="ascii")
    for name in ("copied", "whole_at", "problem", "second"):
        monkeypatch.setattr(schedule._BackupsDone, name, None)
    connection.close()
    named = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = str(data / "belote.sqlite3")
    try:
        yield data
    finally:
        connection.close()
        connection.settings_dict["NAME"] = named


@pytest.fixture
def club(folder: Path) -> Club:
    return make_club()
