"""The one script of a table's page, as several threads and processes write it."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from scorekeeper.startup.joined_files import JOINED, JoinedFilesFinder


def test_two_threads_that_write_it_at_once_do_not_disturb_each_other(
    settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    replace = Path.replace

    def overtaken(self: Path, target: Path) -> Any:
        monkeypatch.setattr(Path, "replace", replace)
        JoinedFilesFinder().find(JOINED)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", overtaken)
    joined = Path(JoinedFilesFinder().find(JOINED))
    assert joined.read_text(encoding="utf-8")
    assert list(joined.parent.iterdir()) == [joined]
