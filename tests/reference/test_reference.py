"""What the program shows of a club of before stays as it is, word for word."""

import difflib
from pathlib import Path

import pytest

from tests.reference.club import FOLDER, write_shown

pytestmark = pytest.mark.slow
MOST_LINES = 40


def test_the_kept_club_is_shown_as_it_was(tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    assert write_shown(shown) == 0
    kept = {path.relative_to(FOLDER / "shown") for path in (FOLDER / "shown").rglob("*.*")}
    found = {path.relative_to(shown) for path in shown.rglob("*.*")}
    assert kept == found
    differences: list[str] = []
    for name in sorted(kept):
        before, now = (FOLDER / "shown" / name, shown / name)
        old, new = (path.read_text(encoding="utf-8").splitlines() for path in (before, now))
        changed = difflib.unified_diff(old, new, f"kept/{name}", f"now/{name}", "", "", 1, "")
        differences += list(changed)[:MOST_LINES]
    assert not differences, "\n".join(
        ["Where this is meant: python -m tests.reference, and commit what it wrote.", *differences]
    )
