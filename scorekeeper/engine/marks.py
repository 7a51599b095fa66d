"""Points that are marked, and the reasons they are marked for."""

from enum import StrEnum
from typing import NamedTuple

from scorekeeper.engine.hand import Side


class Reason(StrEnum):
    """Why a side marks points."""

    CARD_POINTS = "card_points"
    WHOLE = "whole"
    CAPOT = "capot"
    PENALTY = "penalty"
    BID = "bid"
    BELOTE = "belote"
    DECLARATION = "declaration"
    HELD_WON = "held_won"


class MarkedPart(NamedTuple):
    """What a side marks before its numbers are known: so many points, and so many times its own.

    `cards` is how often its card points as marked count, `bids` how often the points of the bid.
    """

    side: Side
    reason: Reason
    points: int = 0
    cards: int = 0
    bids: int = 0

    def with_bid(self, points: int) -> "MarkedPart":
        """Return the part once it is known what the bid counts."""
        if not self.bids:
            return self
        return MarkedPart(self.side, self.reason, self.points + self.bids * points, self.cards)


class ScoreLine(NamedTuple):
    """Points that one side marks, and why."""

    side: Side
    points: int
    reason: Reason
