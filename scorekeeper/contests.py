"""What a contest has to say about a game of it.

The score keeper knows no contests. Who runs them registers a keeper, and games marked
`is_contest` are entered, corrected and closed only as the keeper allows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from django.http import HttpRequest

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
        """Keep the way to what the table plays now, and why the game is over."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestPage(ContestSheet):
    """What the page of a game shows of its contest, by a template of the contest's own.

    `back` is the address of the contest's own page. `token` is the code by which this visitor's
    phone sends hands, None for whoever runs the contest; `join` the address at which one joins.
    """

    template: str
    context: dict[str, object]
    back: str
    back_label: str
    token: str | None
    join: str


class Keeper(Protocol):
    """Who keeps the games of contests."""

    def lock(self, game_id: int) -> Game | None:
        """Lock what stands above the game, then the game itself; None for a game of no contest."""

    def logged(self, event: GameEvent) -> None:
        """Note what was just done to the game, in the same transaction; may refuse by raising."""

    def stored(self, game: Game, hands: Sequence[Hand]) -> None:
        """Follow new totals of the game, and the hands that count, in the same transaction."""

    def games(self) -> "QuerySet[Game]":
        """Return all games, each to be loaded with what the keeper then says of it."""

    def may_see(self, request: HttpRequest, game: Game) -> bool:
        """Return whether a phone may open the game; raises TableMovedOnError."""

    def show_the_way(self, request: HttpRequest) -> None:
        """Raise TableMovedOnError for a phone that joined a table; its game is not found."""

    def knows(self, token: str) -> bool:
        """Return whether that is the code of a table now."""

    def sheet(self, game: Game, token: str | None) -> ContestSheet | None:
        """Return what whoever has the code of a table may do; without a code: an organiser.

        None where the game is not that table's. Raises TableMovedOnError once it is over.
        """

    def show_the_way_from(self, token: str) -> None:
        """Raise TableMovedOnError for the code of a table; its game is not found."""

    def page(self, request: HttpRequest, game: Game) -> ContestPage:
        """Return what the page of the game shows of its contest."""

    def is_contest_on(self, first: date, last: date) -> bool:
        """Return whether a contest of these days is not finished yet, in any club."""


_keepers: list[Keeper] = []


def register(keeper: Keeper) -> None:
    """Let `keeper` have its say in every game of a contest."""
    _keepers[:] = [keeper]


def keeper_of(game: Game) -> Keeper | None:
    """Return who keeps the game, None for a game of no contest."""
    return _keepers[0] if game.is_contest and _keepers else None


def show_the_way(request: HttpRequest) -> None:
    """Raise TableMovedOnError for a phone at a contest's table, whose game is not found."""
    for keeper in _keepers:
        keeper.show_the_way(request)


def show_the_way_from(token: str) -> None:
    """Raise TableMovedOnError for the code of a contest's table, whose game is not found."""
    for keeper in _keepers:
        keeper.show_the_way_from(token)


def is_table_code(token: str) -> bool:
    """Return whether that is the code of a contest's table now."""
    return any(keeper.knows(token) for keeper in _keepers)


def is_contest_on(first: date, last: date) -> bool:
    """Return whether a contest of these days is not finished yet, in any club."""
    return any(keeper.is_contest_on(first, last) for keeper in _keepers)


def lock_above(game_id: int) -> Game | None:
    """Lock what stands above a game, then the game, so that locks are always taken in order.

    None where nothing stands above it: it is not locked then.
    """
    return next(filter(None, (keeper.lock(game_id) for keeper in _keepers)), None)


def games() -> "QuerySet[Game]":
    """Return all games, each to be loaded with what its contest needs to speak of it."""
    return _keepers[0].games() if _keepers else Game.objects.all()
