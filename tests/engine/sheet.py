"""Short ways to write what a table writes: `took("A", 82, belote="B")`."""

from typing import Any

from scorekeeper.engine.hand import (
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Rank,
    Seat,
    Side,
)
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD, HandScore, Held, score
from scorekeeper.engine.totals import Cause, explanations

A, B = Side.A, Side.B
FIRST_SEAT = {A: Seat.A1, B: Seat.B1}

Points = tuple[int, int]


def took(takers: Side, points: int, **seen: Any) -> HandEntry:
    """Return a hand that this side took, with its card points and whatever else was seen."""
    return HandEntry(taker=FIRST_SEAT[takers], card_points=points, **seen)


def bid(points: int, said: Multiplier = Multiplier.PLAIN, **seen: Any) -> dict[str, Any]:
    """Return what is seen besides the card points: a bid and what was said to it."""
    return {"contract": Contract(bid=points, multiplier=said), **seen}


def shown(side: Side, kind: str, high: str | None = None) -> Declaration:
    """Return a declaration of a side, with a sequence's highest card if it was said."""
    return Declaration(side=side, kind=DeclarationKind(kind), high=Rank(high) if high else None)


def fault_of(side: Side) -> HandEntry:
    """Return a penalty hand."""
    return HandEntry(penalty=side)


def capot_of(side: Side, *, takers: Side, **seen: Any) -> HandEntry:
    """Return a capot by a side, whoever took."""
    return took(takers, 162 if side is takers else 0, capot=side, **seen)


def marked(scored: HandScore) -> Points:
    """Return what A and B mark."""
    return scored.points(A), scored.points(B)


def marks_of(entry: HandEntry, ruleset: RuleSet, held: Held = NOTHING_HELD) -> Points:
    """Return what A and B mark for a hand."""
    return marked(score(entry, ruleset, held))


def likely_causes(*asked: Any, **more: Any) -> tuple[Cause, ...]:
    """Return why totals cannot be, likeliest first, without the shares of `explanations`."""
    return tuple(found.cause for found in explanations(*asked, **more))
