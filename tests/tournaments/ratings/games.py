"""Games of one hand that are rated."""

from datetime import datetime, timedelta

from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.models import Club, Game
from tests.table import NOW, make_game, takes, write

EVENINGS = ("Anne Bruno Chloé David", "Anne Émile Bruno David", "Chloé Anne David Bruno")


def played(club: Club, names: str, *, points: int = 120, days: int = 0) -> Game:
    """Play one hand that ends the game: A wins with more than 81 points."""
    seated = dict(zip(Seat, names.split(), strict=True))
    game = make_game(club, names=seated, game_format=GameFormat(hands=1))
    write(game, takes(Seat.A1, points))
    finished(game, NOW + timedelta(days=days))
    return game


def finished(game: Game, at: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(finished_at=at)


def season(club: Club, rounds: int = 2) -> list[Game]:
    """Play several evenings with changing partners."""
    return [
        played(club, names, points=(120, 60, 100)[(day + number) % 3], days=day)
        for day in range(rounds)
        for number, names in enumerate(EVENINGS)
    ]
