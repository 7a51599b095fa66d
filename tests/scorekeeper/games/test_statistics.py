"""What is kept of each player's game for leaderboards."""

import importlib
from typing import Any

import pytest
from django.apps import apps

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.stints import KEPT
from scorekeeper.games.services.games import reopen_game
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Game, GameSeat
from tests.table import NOW, SCORER, make_club, make_game, takes, write

pytestmark = pytest.mark.django_db


def kept_of(game: Game) -> dict[str, dict[str, Any]]:
    seats = GameSeat.objects.filter(game=game)
    return {seat.seat: {name: getattr(seat, name) for name in KEPT} for seat in seats}


def finished_game() -> Game:
    game = make_game(make_club(), game_format=GameFormat(hands=3))
    holder = HandEntry(taker=Seat.A1, card_points=92, belote=Side.A, belote_seat=Seat.A2)
    write(game, holder, takes(Seat.A1, 60), takes(Seat.B2, 162, capot=Side.B))
    return game


def test_a_finished_game_counts_for_each_player() -> None:
    kept = kept_of(finished_game())
    taker = kept["A1"]
    assert (taker["taken"], taker["made"], taker["failed"], taker["belotes"]) == (2, 1, 1, 0)
    assert kept["A2"]["belotes"] == 1
    assert (kept["B2"]["taken"], kept["B2"]["made"], kept["B2"]["capots"]) == (1, 1, 1)
    assert (kept["B1"]["taken"], kept["B1"]["capots"], kept["B1"]["is_won"]) == (0, 1, True)
    assert (taker["points"], taker["against"], taker["hands"]) == (112, 70 + 162 + 252, 3)


def test_a_game_that_goes_on_counts_nothing_and_a_correction_counts_at_once() -> None:
    game = finished_game()
    reopen_game(game_id=game.pk, author=SCORER, now=NOW)
    assert not any(kept["is_counted"] or kept["points"] for kept in kept_of(game).values())
    correct_hand(
        game_id=game.pk,
        number=3,
        written=HandInput(entry=takes(Seat.B2, 60)),
        author=SCORER,
        now=NOW,
    )
    reopened = Game.objects.get(pk=game.pk)
    assert not reopened.is_finished
    assert kept_of(game)["B2"]["taken"] == 0


def test_games_finished_before_statistics_were_kept_are_counted_by_the_migration() -> None:
    game = finished_game()
    kept = kept_of(game)
    empty = {name: False if name.startswith("is_") else 0 for name in KEPT}
    GameSeat.objects.filter(game=game).update(**empty)
    migration = importlib.import_module("scorekeeper.migrations.0004_count_finished_games")
    migration.count_finished(apps, None)
    assert kept_of(game) == kept
