"""Every column of a contest, altered by plain SQL, is found by `doctor` or is known to be unseen.

`python -m tests.benchmarks.altered` alters more rows, in more ways.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.models import Club
from tests.tournaments.doctor import altered
from tests.undone import undone
from tournaments.doctor.examine import examine
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

TABLES = (*altered.OF_CONTESTS, *altered.OF_GAMES)
SEEN = ("found", "refused", "same")


@pytest.fixture(scope="module")
def clubs(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[Club]]:
    """Keep a club with a small finished contest, and one in which everything happened that can."""
    with django_db_blocker.unblock(), undone():
        yield [*altered.make_kinds(["finished", "teams"]).values()]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_no_altered_column_stays_unseen(clubs: list[Club], table: Any) -> None:
    dice = random.Random(table.__name__)
    # The small one is examined in a tenth of the time.
    club = next(one for one in clubs if altered.rows_of(one, table).exists())
    unseen = [
        f"{one}: {fate}"
        for field in altered.columns(table)
        for one in altered.alterations(club, field, dice, rows=1, variants=1)
        if (fate := altered.fate_of(club, one)) not in SEEN and one.name not in altered.UNSEEN
    ]
    assert unseen == []


@pytest.mark.parametrize(
    "column", ["criteria", "phases", "meetings", "sanctions", "round_hands", "prize_plan"]
)
def test_a_setting_that_cannot_be_read_is_said(clubs: list[Club], column: str) -> None:
    club = clubs[0]
    Tournament.objects.filter(club=club).update(**{column: 7})
    texts = [finding.text for finding in examine([club]).findings]
    assert texts
    assert all(text.startswith("Contest ") for text in texts)


def test_the_list_of_the_unseen_names_columns_that_exist() -> None:
    tables = (*TABLES, *altered.OF_EVENINGS)
    columns = {f"{field.model.__name__}.{field.column}" for field in altered.columns(*tables)}
    assert altered.UNSEEN.keys() <= columns
