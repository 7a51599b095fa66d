"""Changed rows are written in one statement, and nothing else of them."""

import pytest

from scorekeeper.engine.hand import Seat
from scorekeeper.models.rows import update_rows
from tests.table import make_club, make_game

pytestmark = pytest.mark.django_db


def test_changed_rows_keep_what_is_not_named() -> None:
    game = make_game(make_club())
    seats = list(game.seats.order_by("seat"))
    for place, seat in enumerate(seats):
        seat.points, seat.name = 100 + place, "not named"
    update_rows(seats, ("points",))
    stored = list(game.seats.order_by("seat").values_list("seat", "points"))
    assert stored == list(zip(sorted(Seat), (100, 101, 102, 103), strict=True))
    assert "not named" not in game.seats.values_list("name", flat=True)
    update_rows([], ("points",))
