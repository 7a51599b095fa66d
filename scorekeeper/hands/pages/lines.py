"""The lines of a sheet as its page shows them."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.hand import Side
from scorekeeper.engine.tally import Totals
from scorekeeper.models import Hand


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """One line of a hand's score."""

    side: Side
    points: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredHand:
    """The score of a hand in words."""

    outcome: str
    outcome_text: str
    text: str
    points_a: int
    points_b: int
    reasons: Sequence[ReasonLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One line of the sheet. `starts_game` is the number of a game that begins with it, or 0.

    `shown` are its totals as the table shows them; `is_exact` is set where the hand was marked
    without the rounding of all others, as it ends the game.
    """

    number: int
    stored: Hand
    starts_game: int
    taker: str
    taker_side: Side | None
    belote: str
    belote_side: Side | None
    dealer: str
    score: ScoredHand | None
    totals: Totals | None
    shown: Totals | None
    held: int
    is_exact: bool
    game_result: "ResultRow | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """The line that closes a game of several, or one that gave held points back."""

    text: str
    totals: Totals
    returned: int
