"""What a table gives once somebody leaves it or comes back: the log and what is stored agree."""

from dataclasses import dataclass, replace

import pytest

from tournaments.standings.leaving import kind_on_return, leave
from tournaments.standings.results import ResultKind

PLAYED, ABSENT = ResultKind.PLAYED, ResultKind.ABSENT


@dataclass(frozen=True)
class Chair:
    who: str
    side: str
    kind: str = PLAYED
    counts: bool = True


ANNE, BEN = Chair("Anne", "A"), Chair("Ben", "A")
CARL, DORA = Chair("Carl", "B"), Chair("Dora", "B")


def given(own: Chair, *others: Chair) -> dict[str, str]:
    return {seat.who: kind.value for seat, kind in leave(own, [own, *others])}


def test_the_opponents_of_a_team_that_leaves_get_a_forfeit() -> None:
    assert given(ANNE, CARL) == {"Anne": "absent", "Carl": "forfeit"}


def test_whoever_is_exempt_leaves_nobody_behind() -> None:
    assert given(ANNE) == {"Anne": "absent"}


def test_in_melee_the_partner_is_exempt() -> None:
    assert given(ANNE, BEN, CARL, DORA) == {
        "Anne": "absent",
        "Ben": "exempt",
        "Carl": "forfeit",
        "Dora": "forfeit",
    }


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(replace(CARL, kind=ABSENT), id="has left before"),
        pytest.param(replace(CARL, counts=False), id="plays for nothing"),
    ],
)
def test_who_gets_nothing(other: Chair) -> None:
    assert given(ANNE, other) == {"Anne": "absent"}


@pytest.mark.parametrize(
    ("seats", "is_whole", "kind"),
    [
        pytest.param([ANNE, CARL], True, "played", id="everybody is there again"),
        pytest.param([ANNE, CARL], False, "forfeit", id="somebody else has left"),
        pytest.param([ANNE, replace(CARL, counts=False)], True, "catch_up", id="a catch-up table"),
    ],
)
def test_what_a_table_is_that_somebody_comes_back_to(
    seats: list[Chair], is_whole: bool, kind: str
) -> None:
    assert kind_on_return(seats, is_whole=is_whole) == kind
