"""What a contest has to say about a game of it.

The score keeper knows no contests. Who runs them registers a keeper, and games marked
`is_contest` are entered, corrected and closed only as the keeper allows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.models import Game, GameEvent, Hand

if TYPE_CHECKING:
    from django.db.models import QuerySet


class MovedOn(StrEnum):
    """Why nothing is entered any more in a game of a contest."""

    CLOSED = "closed"
    """Its round is closed."""
    LEFT = "left"
    """Somebody at the table has left the contest: the game ended."""
    GONE = "gone"
    """There is no such game: its draw was taken back, or its table closed."""


class TableMovedOnError(Exception):
    """Raised for a phone whose game is over; `address` is the way to what its table plays now.

    `ruleset` is that of the contest, where the game itself is there no more.
    """

    def __init__(self, address: str, reason: MovedOn, ruleset: RuleSet | None = None) -> None:
        super().__init__(address, reason)
        self.address = address
        self.reason = reason
        self.ruleset = ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestSheet:
    """What a contest says of a game's sheet.

    `may_enter` says whether this visitor may write hands, `may_correct` whether hands of the
    finished game may be corrected; `receipt` is the code of the finished sheet, empty while the
    game goes on; `mark` changes whenever what the contest shows of the game does.
    """

    may_enter: bool
    may_correct: bool
    receipt: str
    mark: str


class Keeper(Protocol):
    """Who keeps the games of contests."""

    def lock(self, game_id: int) -> "QuerySet[Game]":
        """Lock what stands above the game; return the games, to be read and locked only now."""

    def follow(self, game: Game, hands: Sequence[Hand], events: Sequence[GameEvent]) -> None:
        """Note what was done to the game; let follow what does from it and the hands that count.

        In the same transaction; may refuse by raising.
        """

    def games(self) -> "QuerySet[Game]":
        """Return all games, each to be loaded with what the keeper then says of it."""

    def knows(self, token: str) -> bool:
        """Return whether that is the code of a table now."""

    def sheet(self, game: Game, token: str | None) -> ContestSheet | None:
        """Return what whoever has the code of a table may do; without a code: an organiser.

        None where the game is not that table's. Raises TableMovedOnError once it is over.
        """

    def show_the_way_from(self, token: str) -> None:
        """Raise TableMovedOnError for the code of a table; its game is not found."""

    def is_contest_on(self, first: date, last: date) -> bool:
        """Return whether a contest of these days is not finished yet, in any club."""


_keepers: list[Keeper] = []


def register(keeper: Keeper) -> None:
    _keepers[:] = [keeper]


def keeper_of(game: Game) -> Keeper | None:
    return _keepers[0] if game.is_contest and _keepers else None


def show_the_way_from(token: str) -> None:
    for keeper in _keepers:
        keeper.show_the_way_from(token)


def is_table_code(token: str) -> bool:
    return any(keeper.knows(token) for keeper in _keepers)


def is_contest_on(first: date, last: date) -> bool:
    return any(keeper.is_contest_on(first, last) for keeper in _keepers)


def lock_above(game_id: int) -> "QuerySet[Game]":
    """Lock what stands above a game; return the games, to be read and locked only now.

    So locks are always taken in order, and what was read belongs together.
    """
    return _keepers[0].lock(game_id) if _keepers else Game.objects.all()


def games() -> "QuerySet[Game]":
    return _keepers[0].games() if _keepers else Game.objects.all()
