"""Games of a contest: many are started at once, for players the club knows already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.models import Club, Game, GameEvent, GameSeat
from scorekeeper.models.authors import Author
from scorekeeper.rules.pages.rulesets import RuleSetChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedGame:
    """A table and who sits there: the key of the player, if known, and the name, by seat."""

    table_number: int
    seats: Mapping[Seat, tuple[int | None, str]]


@transaction.atomic
def start_games(
    *,
    club: Club,
    games: Sequence[PlannedGame],
    rules: RuleSetChoice,
    game_format: GameFormat,
    author: Author,
    now: datetime,
) -> list[Game]:
    """Start the games of one round, in three queries however many; they belong to a contest."""
    values, practice = rules.ruleset.as_values(), dict(rules.practice)
    started = Game.objects.bulk_create(
        Game(
            club=club,
            is_contest=True,
            table_number=planned.table_number,
            ruleset_key=rules.key,
            ruleset_name=rules.name,
            ruleset_based_on=rules.based_on,
            ruleset_values=values,
            ruleset_practice=practice,
            target=game_format.target,
            hands_per_game=game_format.hands,
            game_count=game_format.games,
            created_at=now,
        )
        for planned in games
    )
    GameSeat.objects.bulk_create(
        GameSeat(game_id=game.pk, seat=seat, player_id=player, name=name)
        for game, planned in zip(started, games, strict=True)
        for seat, (player, name) in planned.seats.items()
    )
    GameEvent.objects.bulk_create(
        GameEvent(
            game_id=game.pk,
            kind=GameEvent.Kind.STARTED,
            author=author.user,
            author_name=author.name,
            at=now,
        )
        for game in started
    )
    return started
