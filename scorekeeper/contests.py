"""What a contest has to say about a game of it.

The score keeper knows no contests. Who runs them registers a keeper, and games marked
`is_contest` are entered, corrected and closed only as the keeper allows.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from django.http import HttpRequest

if TYPE_CHECKING:
    from scorekeeper.models import Game, GameEvent


class TableMovedOnError(Exception):
    """Raised for a phone whose table plays another round by now; `address` is the way there."""

    def __init__(self, address: str) -> None:
        """Keep the way to what the table plays now."""
        super().__init__(address)
        self.address = address


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestPage:
    """What the page of a game shows of its contest, by a template of the contest's own.

    `may_enter` says whether this visitor may write hands, `may_correct` whether hands of the
    finished game may be corrected; `back` is the address of the contest's own page.
    """

    template: str
    context: dict[str, object]
    may_enter: bool
    may_correct: bool
    back: str
    back_label: str


class Keeper(Protocol):
    """Who keeps the games of contests."""

    def lock(self, game_id: int) -> None:
        """Lock what stands above the game, before the game itself is locked."""

    def logged(self, event: "GameEvent") -> None:
        """Note what was just done to the game, in the same transaction; may refuse by raising."""

    def stored(self, game: "Game") -> None:
        """Follow new totals of the game, in the same transaction."""

    def may_see(self, request: HttpRequest, game: "Game") -> bool:
        """Return whether a phone may open the game; raises TableMovedOnError."""

    def page(self, request: HttpRequest, game: "Game") -> ContestPage:
        """Return what the page of the game shows of its contest."""


_keepers: list[Keeper] = []


def register(keeper: Keeper) -> None:
    """Let `keeper` have its say in every game of a contest."""
    _keepers[:] = [keeper]


def keeper_of(game: "Game") -> Keeper | None:
    """Return who keeps the game, None for a game of no contest."""
    return _keepers[0] if game.is_contest and _keepers else None


def lock_above(game_id: int) -> None:
    """Lock what stands above a game, if anything does, so that locks are always taken in order."""
    for keeper in _keepers:
        keeper.lock(game_id)
