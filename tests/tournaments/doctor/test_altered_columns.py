"""Every altered column of a contest or an evening is found by `doctor` or is known to be unseen.

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
    """Keep clubs with a small finished contest, with an eventful one, and with an evening."""
    with django_db_blocker.unblock(), undone():
        yield [*altered.make_kinds(["finished", "teams", "evening"]).values()]


def unseen_in(club: Club, table: Any) -> list[str]:
    """Alter every column of a table once; return what nobody noticed."""
    dice = random.Random(table.__name__)
    return [
        f"{one}: {fate}"
        for field in altered.columns(table)
        for one in altered.alterations(club, field, dice, rows=1, variants=1)
        if (fate := altered.fate_of(club, one)) not in SEEN and one.name not in altered.UNSEEN
    ]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_no_altered_column_of_a_contest_stays_unseen(clubs: list[Club], table: Any) -> None:
    # The small one is examined in a tenth of the time.
    club = next(one for one in clubs if altered.rows_of(one, table).exists())
    assert unseen_in(club, table) == []


@pytest.mark.parametrize(
    "table", [*altered.OF_EVENINGS, *altered.OF_GAMES], ids=lambda table: table.__name__
)
def test_no_altered_column_of_an_evening_stays_unseen(clubs: list[Club], table: Any) -> None:
    assert unseen_in(clubs[-1], table) == []


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
