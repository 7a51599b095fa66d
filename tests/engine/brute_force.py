"""Every hand of a rule set without bids scored one by one, with what earlier litiges hold."""

from functools import cache
from itertools import product

from scorekeeper.engine.choices import HeldAtEnd
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD, Held, score

NOT_MADE_BY_CARDS = (1, 161)


def every_entry() -> list[HandEntry]:
    """Return every hand that a table can write: penalties, capots, and all card points."""
    found = [HandEntry(penalty=side) for side in Side]
    for taker, belote in product((Seat.A1, Seat.B1), (None, *Side)):
        found += [
            HandEntry(taker=taker, card_points=points, belote=belote)
            for points in range(163)
            if points not in NOT_MADE_BY_CARDS
        ]
        found += [
            HandEntry(
                taker=taker,
                card_points=162 if capot is taker.side else 0,
                belote=belote,
                capot=capot,
            )
            for capot in Side
        ]
    return found


@cache
def _outcomes(ruleset: RuleSet, held: Held) -> frozenset[tuple[int, int, Held]]:
    """Return every (A's points, B's points, held points after it) of one more hand."""
    scores = (score(entry, ruleset, held) for entry in every_entry())
    return frozenset((s.points(Side.A), s.points(Side.B), s.held) for s in scores)


def reachable(ruleset: RuleSet, hands: int) -> set[tuple[int, int]]:
    """Return every pair of totals after that many hands, held points settled as at the end."""
    states = {(0, 0, NOTHING_HELD)}
    for _ in range(hands):
        states = {
            (a + more_a, b + more_b, after)
            for a, b, held in states
            for more_a, more_b, after in _outcomes(ruleset, held)
        }
    if ruleset.held_at_end is HeldAtEnd.LOST:
        return {(a, b) for a, b, _ in states}
    return {(a + held.a, b + held.b) for a, b, held in states}
