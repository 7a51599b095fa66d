"""Points that are marked, and the reasons they are marked for."""

from dataclasses import dataclass
from enum import StrEnum

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


@dataclass(frozen=True, slots=True)
class MarkedPart:
    """What a side marks before numbers are filled in: fixed points plus multiples of its own.

    `cards` is how many times its marked card points count, `bids` how many times the bid's points.
    """

    side: Side
    reason: Reason
    points: int = 0
    cards: int = 0
    bids: int = 0


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points that one side marks, and why."""

    side: Side
    points: int
    reason: Reason
