"""What everybody has of a game in which somebody sat in: rows without a database."""

from types import SimpleNamespace
from typing import Any

import pytest

from scorekeeper.engine.hand import Seat
from scorekeeper.engine.stints import (
    NOTHING,
    Earned,
    earned,
    player_stats,
    shared_hands,
    sitting_in_hand,
    stints_of,
)

ANNE, ZOE = 1, 2


def stint(player: int | None, first: int = 1, last: int | None = None, seat: str = "A1") -> Any:
    return SimpleNamespace(player_id=player, seat=seat, first_hand=first, last_hand=last)


def hand(number: int, taker: str, a: int, b: int, outcome: str = "made", belote: str = "") -> Any:
    winner = "A" if a > b else "B"
    return SimpleNamespace(
        number=number,
        taker=taker,
        score_a=a,
        score_b=b,
        outcome=outcome,
        winner=winner,
        belote_seat=belote,
    )


HANDS = [
    hand(1, "A1", 120, 62, belote="A1"),
    hand(2, "A1", 0, 162, outcome="failed"),
    hand(3, "A1", 250, 0, outcome="capot"),
]


def game(**changed: Any) -> Any:
    usual = {"total_a": 370, "total_b": 224, "hand_count": 3, "winner": "A"}
    state = {"is_slip": False, "is_finished": True}
    return SimpleNamespace(**{**usual, **state, **changed})


def test_hands_and_what_was_done_in_them_are_theirs_who_sat_there() -> None:
    left, came = stint(ANNE, last=2), stint(ZOE, first=3)
    assert earned([left], game(), HANDS) == Earned(
        is_counted=True,
        points=120,
        against=224,
        hands=2,
        is_won=True,
        taken=2,
        made=1,
        failed=1,
        belotes=1,
    )
    assert earned([came], game(), HANDS) == Earned(
        is_counted=True, points=250, hands=1, is_won=True, taken=1, made=1, capots=1
    )


def test_who_comes_back_has_the_hands_of_both_times() -> None:
    both = [stint(ANNE, last=1), stint(ANNE, first=3)]
    assert earned(both, game(), HANDS)[:4] == (True, 370, 62, 2)
    assert list(stints_of(both[1], [*both, stint(ZOE, first=2, last=2)])) == both
    assert list(stints_of(both[0], both)) == []
    nobody = stint(None)
    assert list(stints_of(nobody, [nobody])) == [nobody]


def test_what_litiges_held_until_the_end_is_theirs_who_sat_there_then() -> None:
    held = game(total_a=370 + 81)
    assert earned([stint(ANNE, last=2)], held, HANDS).points == 120
    assert earned([stint(ZOE, first=3)], held, HANDS).points == 250 + 81


def test_hands_that_were_never_played_are_no_game() -> None:
    assert earned([stint(ZOE, first=4)], game(), HANDS)[:5] == (False, 0, 0, 0, False)


@pytest.mark.parametrize(
    ("sat", "points", "hands"),
    [(stint(ANNE, last=9), 750, 9), (stint(ZOE, first=10), 250, 3)],
    ids=["left after nine", "came for three"],
)
def test_of_totals_alone_everybody_has_the_share_of_the_hands(
    sat: Any, points: int, hands: int
) -> None:
    slip = game(is_slip=True, hand_count=12, total_a=1000, total_b=944)
    found = earned([sat], slip, [])
    assert (found.points, found.hands) == (points, hands)


def test_nothing_is_brought_home_before_the_end() -> None:
    assert player_stats([stint(ANNE)], game(is_finished=False), HANDS) == NOTHING
    assert player_stats([], game(), HANDS) == NOTHING
    assert player_stats([stint(ANNE)], game(winner=""), HANDS).is_tied


def test_who_sits_there_in_a_hand() -> None:
    seats = [stint(ANNE, last=2), stint(ZOE, first=3), stint(3, seat="B1")]
    for number, who in ((2, ANNE), (3, ZOE)):
        sitting = sitting_in_hand(seats, number)
        assert {seat: one.player_id for seat, one in sitting.items()} == {
            Seat.A1: who,
            Seat.B1: 3,
        }


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        pytest.param((1, 4), (5, None), None, id="one after the other"),
        pytest.param((5, None), (1, 4), None, id="the other way round"),
        pytest.param((1, 4), (4, None), (4, 4), id="one hand"),
        pytest.param((1, 6), (3, 8), (3, 6), id="some hands"),
        pytest.param((2, None), (3, None), (3, None), id="to the end"),
    ],
)
def test_the_hands_in_which_two_sit_there(
    one: tuple[int, int | None], other: tuple[int, int | None], shared: Any
) -> None:
    assert shared_hands(stint(ANNE, *one), stint(ZOE, *other)) == shared
