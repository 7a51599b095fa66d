"""Games, contests and seasons that leaderboards add up."""

from datetime import date
from typing import Any

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.models import Club, Game
from tests.contest import make_contest, play_round
from tests.table import NOW, SCORER, make_game, write
from tournaments.contests.services import finish_tournament
from tournaments.leaderboards.queries import Asked, BoardLine, board_lines
from tournaments.models import (
    League,
    Season,
    SeasonEvent,
    Tournament,
)

ADDRESS = "/leaderboards/"


def hands_game(club: Club, *entries: HandEntry, **seating: Any) -> Game:
    """Return a finished game of those hands between Anne & Chloé (A) and Bruno & David (B)."""
    game = make_game(club, game_format=GameFormat(hands=len(entries)), **seating)
    write(game, *entries)
    return game


def names(**seats: str) -> dict[Seat, str]:
    return {Seat(seat): name for seat, name in seats.items()}


def board(club: Club, **asked: Any) -> dict[str, BoardLine]:
    return {line.name: line for line in board_lines(club, Asked(**asked))}


def played_contest(club: Club, **settings: Any) -> Tournament:
    """Return a finished contest of one round of four teams: table 1 and 2, side A wins."""
    tags = settings.pop("tagged", {})
    tournament = make_contest(club, teams=4, rounds=1, hands=2, **settings)
    for number, tag in tags.items():
        tournament.entries.filter(number=number).update(tags=[tag])
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    tournament.refresh_from_db()
    return tournament


def season_of(club: Club, *contests: Tournament) -> Season:
    league = League.objects.create(club=club, name="League", created_at=NOW)
    season = Season.objects.create(
        league=league,
        name="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        collects=Season.Collects.CHOSEN,
        lot_seed=1,
        created_at=NOW,
    )
    for contest in contests:
        SeasonEvent.objects.create(season=season, tournament=contest)
    return season


def order_on(response: Any) -> list[str]:
    return [line.name for line in response.context["table"].lines]
