"""A club to try things on."""

from datetime import timedelta

import pytest

from scorekeeper.demo import fill_demo
from scorekeeper.evenings.queries import evening_rankings
from scorekeeper.models import Club, Evening, Game, Hand, Player
from tests.table import NOW, make_club, make_game

pytestmark = pytest.mark.django_db


def played() -> list[tuple[object, ...]]:
    hands = Hand.objects.order_by("game", "number")
    return list(hands.values_list("taker", "card_points", "belote", "score_a", "score_b"))


def test_everything_there_is_to_try() -> None:
    older, newer = make_club(), make_club("Newer")
    assert fill_demo(now=NOW, seed=32)
    assert not newer.games.exists()
    assert Player.objects.of_club(older).count() == 16
    evening = Evening.objects.get()
    assert evening.closed_at is None
    assert sum(len(ranking.lines) for ranking in evening_rankings(evening)) == 16
    playing = Game.objects.playing()
    assert {game.table_number for game in playing} == {1, 2, 3}
    assert all(game.hand_count for game in playing)
    finished = Game.objects.finished()
    assert finished.filter(kind=Game.Kind.HANDS).count() >= 3
    assert finished.filter(kind=Game.Kind.SLIP).count() == 1
    outcomes = set(Hand.objects.values_list("outcome", flat=True))
    assert outcomes >= {"made", "failed", "litige", "capot", "penalty"}
    assert Hand.objects.exclude(penalty_reason="").exists()


def test_nothing_lies_in_the_future() -> None:
    fill_demo(now=NOW, seed=32)
    hands = Hand.objects.filter(recorded_at__gt=NOW)
    assert not hands.exists()
    assert not Game.objects.filter(created_at__lt=NOW - timedelta(hours=4)).exists()


def test_the_same_seed_plays_the_same_hands() -> None:
    fill_demo(now=NOW, seed=7)
    first = played()
    Club.objects.all().delete()
    fill_demo(now=NOW, seed=7)
    assert played() == first
    Club.objects.all().delete()
    fill_demo(now=NOW, seed=8)
    assert played() != first


@pytest.mark.parametrize("seed", range(5))
def test_any_seed_plays(seed: int) -> None:
    assert fill_demo(now=NOW, seed=seed)
    assert Game.objects.playing().count() == 3


def test_it_fills_once() -> None:
    assert fill_demo(now=NOW, seed=32)
    before = played()
    assert not fill_demo(now=NOW, seed=32)
    assert played() == before


def test_real_games_are_left_alone() -> None:
    make_game(make_club())
    assert not fill_demo(now=NOW, seed=32)
    assert Game.objects.count() == 1
