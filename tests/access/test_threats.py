"""The threat model names what holds it: every test that it names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMED = re.findall(
    r"`(tests/[\w/]+\.py)(?:::(\w+))?`", (ROOT / ".docs" / "threats.md").read_text("utf-8")
)


@pytest.mark.parametrize(("file", "test"), NAMED)
def test_what_holds_it_is_there(file: str, test: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    assert f"def {test}(" in text if test else "def test_" in text


def test_something_holds_it() -> None:
    assert len(NAMED) > 10
