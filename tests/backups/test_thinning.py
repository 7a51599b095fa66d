"""Which copies are kept: dates in, dates out."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.backups.thinning import times_to_keep

NOW = datetime(2026, 11, 22, 0, 30, tzinfo=UTC)


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-{text}").replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("made", "staying"),
    [
        pytest.param([], [], id="none yet"),
        pytest.param(["01-05 20:00"], ["01-05 20:00"], id="the newest stays however old"),
        pytest.param(
            ["11-22 00:29:10", "11-22 00:29:50", "11-22 00:20"],
            ["11-22 00:29:50", "11-22 00:20"],
            id="of the last hour the newest of every minute",
        ),
        pytest.param(
            ["11-22 00:30", "11-21 22:05", "11-21 22:55", "11-21 21:10"],
            ["11-22 00:30", "11-21 22:55", "11-21 21:10"],
            id="of the last day the newest of every hour",
        ),
        pytest.param(
            ["11-22 00:30", "11-13 19:00", "11-13 23:40", "11-06 23:00"],
            ["11-22 00:30", "11-13 23:40", "11-06 23:00"],
            id="of the last month the newest of every day",
        ),
        pytest.param(["11-22 00:30", "10-20 20:00"], ["11-22 00:30"], id="older ones go"),
        pytest.param(
            ["11-22 00:30", "12-24 20:00", "12-24 22:00", "11-21 23:50"],
            ["11-22 00:30", "12-24 22:00", "11-21 23:50"],
            id="a clock that ran ahead: one a day of what is still to come",
        ),
    ],
)
def test_what_stays(made: Sequence[str], staying: Sequence[str]) -> None:
    assert times_to_keep(map(at, made), now=NOW) == {at(text) for text in staying}


def test_weeks_of_copies_every_five_minutes_stays_small_and_reaches_back() -> None:
    copies: set[datetime] = set()
    time = NOW - timedelta(days=45)
    while time <= NOW:
        copies = times_to_keep(copies | {time}, now=time)
        time += timedelta(minutes=5)
    assert len(copies) <= 120
    assert max(copies) == NOW
    assert {(NOW - timedelta(days=days)).date() for days in range(31)} <= {
        copy.date() for copy in copies
    }


def test_a_clock_that_died_costs_one_day_at_most_one_copy_each() -> None:
    tonight = {NOW - timedelta(minutes=minutes) for minutes in range(0, 60, 5)}
    dead = datetime(1970, 1, 1, 1, 0, tzinfo=UTC)
    staying = times_to_keep(tonight | {dead}, now=dead)
    assert max(tonight) in staying
    assert dead in staying
