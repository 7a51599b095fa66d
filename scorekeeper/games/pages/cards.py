"""A game at a glance: who plays, the totals, how far it is."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.clubs.pages.shown_names import WHOLE_NAMES, ShownNames
from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.tally import Totals
from scorekeeper.models import Game
from scorekeeper.models.games import GameQuerySet


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard:
    """What lists show of a game.

    `leader` and `winner` are "A", "B" or empty; `hand_number` is the hand now played.
    `hands_planned` is the number of hands of all its games, None where a target ends it.
    """

    pk: int
    table_number: int | None
    name_a: str
    name_b: str
    total_a: int
    total_b: int
    leader: str
    winner: str
    is_finished: bool
    is_slip: bool
    hand_count: int
    hand_number: int
    hands_planned: int | None
    ruleset_name: str
    stop_reason: str
    created_at: datetime
    finished_at: datetime | None


def game_card(game: Game, shown: ShownNames = WHOLE_NAMES) -> GameCard:
    """Return a game at a glance; its seats are to be prefetched."""
    names = {seat.seat: shown.name(seat.name, seat.player_id) for seat in game.seats.all()}
    totals = Totals(game.total_a, game.total_b)
    planned = game.hands_per_game * game.game_count if game.hands_per_game else None
    return GameCard(
        pk=game.pk,
        table_number=game.table_number,
        name_a=_team(names, Side.A),
        name_b=_team(names, Side.B),
        total_a=totals.a,
        total_b=totals.b,
        leader=totals.leader or "",
        winner=game.winner if game.is_finished else "",
        is_finished=game.is_finished,
        is_slip=game.is_slip,
        hand_count=game.hand_count,
        hand_number=min(game.hand_count + 1, planned or game.hand_count + 1),
        hands_planned=planned,
        ruleset_name=game.ruleset_name,
        stop_reason=game.stop_reason,
        created_at=game.created_at,
        finished_at=game.finished_at,
    )


def _team(names: dict[str, str], side: Side) -> str:
    return " & ".join(names[seat] for seat in Seat if seat.side is side and seat in names)


def with_seats(games: GameQuerySet) -> GameQuerySet:
    """Return the games with their seats: two queries, however many games."""
    return games.prefetch_related("seats")


def game_cards(games: Iterable[Game], shown: ShownNames = WHOLE_NAMES) -> list[GameCard]:
    """Return games at a glance, in the same order, with names as they are shown."""
    return [game_card(game, shown) for game in games]


def running_games(games: GameQuerySet, *, limit: int) -> list[GameCard]:
    return game_cards(with_seats(games.playing().newest_first())[:limit])


def finished_games(games: GameQuerySet, *, limit: int) -> list[GameCard]:
    return game_cards(with_seats(games.finished().order_by("-finished_at", "-pk"))[:limit])
