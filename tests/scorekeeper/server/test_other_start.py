"""One `start` at a time serves a folder, as far as the folder takes a lock."""

from pathlib import Path

import pytest

from scorekeeper.server.other_start import LOCK_FILE, AlreadyStartedError, only_start


def test_a_second_one_learns_where_the_first_one_is(tmp_path: Path) -> None:
    with (
        only_start(tmp_path, "http://first/"),
        pytest.raises(AlreadyStartedError, match="http://first/"),
        only_start(tmp_path, "http://second/"),
    ):
        pytest.fail("two serve one folder")


def test_a_folder_that_takes_no_lock_is_served_all_the_same(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).mkdir()
    with only_start(tmp_path, "http://first/"):
        served = True
    assert served
