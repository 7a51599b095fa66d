"""Slips as they are typed at the desk, and what is stored of them then."""

from typing import Any

from scorekeeper.models import Game
from tests.contest import games_of
from tests.tournaments.tables.addresses import at
from tournaments.models import LogEntry, Match, Round


def desk(played: Round, **query: Any) -> str:
    return at(played, "slip-desk", **query)


def slip(
    table: int | str = 1, a: int | str = 200, b: int | str = 124, **more: Any
) -> dict[str, Any]:
    return {"table": table, "total_a": a, "total_b": b, **more}


def first_of(played: Round) -> Match:
    return games_of(played)[0]


def stored(match: Match) -> tuple[str, int, int]:
    game = Game.objects.get(match=match)
    return game.kind, game.total_a, game.total_b


def log_of(kind: LogEntry.Kind) -> int:
    return LogEntry.objects.filter(kind=kind).count()
