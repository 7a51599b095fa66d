"""What a contest has to say about a game of it.

The score keeper knows no contests. Who runs them registers a keeper, and games marked
`is_contest` are entered, corrected and closed only as the keeper allows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from django.db.models import Q

from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.models import Game, GameEvent, Hand

if TYPE_CHECKING:
    from django.db.models import QuerySet

IN_TAG: Final = (
    "version",
    "mark",
    "status",
    "kind",
    "hand_count",
    "total_a",
    "total_b",
    "held",
    "passed_deals",
)
"""What of a game says whether its sheet is another."""


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

    def lock(self, game_id: int, token: str | None) -> Game | None:
        """Lock what stands above the game; return one of the `games`, read and locked only now."""

    def refuse_finished(self, game: Game) -> None:
        """Raise where the contest of a locked game takes no acts any more."""

    def follow(self, game: Game, hands: Sequence[Hand], events: Sequence[GameEvent]) -> None:
        """Note what was done to the game; let follow what does from it and the hands that count.

        In the same transaction; may refuse by raising.
        """

    def games(self, token: str | None) -> "QuerySet[Game]":
        """Return all games, each to be loaded with what the keeper then says of it.

        With a code only those that it opens: what was played at its table, or one of no contest.
        """

    def glance(self, game_id: int, token: str | None) -> Game | None:
        """Return one of the `games`, of which no more is read than its sheet's tag needs."""

    def knows(self, token: str) -> bool:
        """Return whether that is the code of a table now."""

    def sheet(self, game: Game, token: str | None, *, decides: bool) -> ContestSheet | None:
        """Return what whoever has the code of its table may do; without a code: a member.

        `decides` says whether that member's role settles what tables may not change any more. None
        where the game is there no more. Raises TableMovedOnError once it is over.
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


def lock_game(game_id: int, token: str | None = None) -> Game | None:
    """Return one of the `games`, locked, and before it what stands above it.

    So locks are always taken in order, and what was read belongs together.
    """
    if _keepers:
        return _keepers[0].lock(game_id, token)
    return games(token).select_for_update().filter(pk=game_id).first()


def refuse_finished(game: Game) -> None:
    """Raise where the contest of a locked game takes no acts any more."""
    if keeper := keeper_of(game):
        keeper.refuse_finished(game)


def games(token: str | None = None) -> "QuerySet[Game]":
    """Return all games; with a code those that it opens: a table's of a contest, or one of none."""
    if _keepers:
        return _keepers[0].games(token)
    return Game.objects.all() if token is None else Game.objects.filter(opened_by(token))


def glance(game_id: int, token: str | None) -> Game | None:
    """Return one of the `games`, of which no more is read than its sheet's tag needs."""
    if _keepers:
        return _keepers[0].glance(game_id, token)
    return games(token).filter(pk=game_id).first()


def opened_by(token: str) -> Q:
    """Return what says that a game of no contest has that code."""
    return Q(token=token, is_contest=False)
