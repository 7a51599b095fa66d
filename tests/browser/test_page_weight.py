"""The entry page comes over a hall's poor line: what the real program sends of it is counted."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.journeys.hall import make_hall
from tests.journeys.loading import Loaded, Visits
from tests.journeys.program import Program

LATER = "**/scorekeeper/{app,table}.*.js"
"""What the page can do without until a hand is sent."""
LIMIT = 59_900
"""Of all that the page is made of, its icon too."""
NEEDED_LIMIT = 30_000
"""Of what must be there before the first hand can be typed."""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "club")
    yield program
    program.stop()


def told(loaded: Loaded) -> str:
    """Return the files by size, for whoever must find out what became too heavy."""
    files = sorted(loaded.files.items(), key=lambda file: -file[1])
    return "\n".join(f"{size:8} {name}" for name, size in files)


def test_the_entry_page_is_light(program: Program, browser: Browser) -> None:
    hall = make_hall(program.data, teams=4, hands=12)
    program.start()
    first, again = Visits(browser, program.url, hall.tables[0]).load(held=LATER)
    names = " ".join(first.files)
    assert "scorekeeper/app." in names, "the style was not counted"
    assert "/games/" in names, "the page itself was not counted"
    assert first.ready is not None, "the page never said that a hand can be typed"
    asked = sum(size for name, size in first.files.items() if name.startswith("/api/"))
    assert first.size - asked < LIMIT, told(first)
    assert first.needed < NEEDED_LIMIT, told(first)
    # What carries the hash of its content is not sent a second time.
    assert not [name for name, size in again.files.items() if size and name[0] != "/"], told(again)
