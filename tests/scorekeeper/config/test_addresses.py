"""The addresses of an app lead to pages of its own rooms."""

import pytest

from tests.pages import addresses_of


@pytest.mark.parametrize("app", ["scorekeeper", "tournaments"])
def test_no_app_shows_pages_of_the_other_one(app: str) -> None:
    rooms = {page.callback.__module__ for page in addresses_of(app)}
    assert {room.partition(".")[0] for room in rooms} == {app}
