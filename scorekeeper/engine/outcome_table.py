"""The scoring of a rule set as plain data, for pages that must score without a server.

Nothing is decided here: points come from `parts_of`, limits from `check`. The page compares the two
sides as `compare` and `judge` do, and fills in the numbers.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any, Final

from scorekeeper.engine.choices import Compared, HeldPoints, JudgedOn
from scorekeeper.engine.contree import SLAMS, bid_points
from scorekeeper.engine.hand import Contract, HandEntry, Multiplier, Seat, Side
from scorekeeper.engine.marks import MarkedPart
from scorekeeper.engine.outcome_limits import limits
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.scoring import Outcome, parts_of

# The tables assume takers on side A; the page substitutes its own sides.
TAKERS: Final = 0
DEFENDERS: Final = 1
_ROLES: Final = {Side.A: TAKERS, Side.B: DEFENDERS}

_ANY_FORMAT: Final = GameFormat(hands=1)
_RULE_SETS_KEPT: Final = 64


@lru_cache(maxsize=_RULE_SETS_KEPT)
def outcome_tables(ruleset: RuleSet) -> Mapping[str, Any]:
    """Return how every hand is scored as lists, numbers and codes that JSON can hold.

    - `parts`: what a side marks, [side, reason, points, times its card points as marked, times
      the points of the bid]; sides are 0 the takers and 1 the defenders.
    - `hands`: by kind of contract ("" without one, else the bid, 0 for a bid of points, and how
      often it was doubled) and outcome, the places in `parts` of a hand without a capot, of one by
      the takers, of one by the defenders.
    - `penalties`: by kind of contract, of which "" stands for no bid, the same of a penalty, the
      side at fault standing for the takers.
    - `bids_worth`: what a bid that is no number of points counts.
    - `marked`, `marked_exactly`: by what both sides have together, what takers with 0, 1, 2 …
      points mark for them, and the defence; None where both mark just what they have.
    - `judging`: the fields of the rule set by which the two sides are compared and belote and
      declarations are given to somebody, under their own names.

    The other keys are those of `limits`; `digest` changes with anything that the data say.
    """
    # The format of a game does not affect the score of a hand.
    if ruleset.format != _ANY_FORMAT:
        return outcome_tables(replace(ruleset, format=_ANY_FORMAT))
    found = limits(ruleset)
    wholes = sorted({deck["marks"] for deck in found["decks"].values()})
    data = {
        "contracts": ruleset.bids,
        **found,
        **_hands(ruleset),
        "bids_worth": {
            str(bid): bid_points(Contract(bid=bid), ruleset)
            for bid in ruleset.known_bids
            if bid in SLAMS
        },
        "marked": _marked(ruleset, wholes),
        "marked_exactly": _marked(ruleset.exact, wholes) if ruleset.may_mark_exactly else None,
        "judging": _judging(ruleset),
    }
    return {"digest": hash_of(data)[:16], **data}


def plain_outcomes(ruleset: RuleSet) -> dict[str, Any]:
    """Return the outcome table of a rule set without its digest, as documents hold it."""
    return {name: value for name, value in outcome_tables(ruleset).items() if name != "digest"}


def hash_of(outcomes: Mapping[str, Any]) -> str:
    """Return the SHA-256 of an outcome table without its digest."""
    text = json.dumps(outcomes, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _hands(ruleset: RuleSet) -> dict[str, Any]:
    """Return `parts`, `hands` and `penalties`; each part is listed once."""
    places: dict[tuple[Any, ...], int] = {}

    def places_of(entry: HandEntry, outcome: Outcome) -> list[int]:
        return [
            places.setdefault(_part(part), len(places))
            for part in parts_of(entry, ruleset, outcome)
        ]

    hands: dict[str, Any] = {}
    penalties: dict[str, Any] = {"": places_of(HandEntry(penalty=Side.A), Outcome.PENALTY)}
    for kind, contract in _kinds(ruleset).items():
        bare = HandEntry(taker=Seat.A1, card_points=0, contract=contract)
        outcomes = (Outcome.MADE, Outcome.FAILED) if contract else _PLAIN_OUTCOMES
        hands[kind] = {
            outcome.value: [
                places_of(replace(bare, capot=capot), outcome) for capot in (None, *Side)
            ]
            for outcome in outcomes
        }
        if contract:
            fault = HandEntry(penalty=Side.A, contract=contract)
            penalties[kind] = places_of(fault, Outcome.PENALTY)
    return {"parts": [list(part) for part in places], "hands": hands, "penalties": penalties}


_PLAIN_OUTCOMES: Final = (Outcome.MADE, Outcome.FAILED, Outcome.LITIGE, Outcome.SHARED)


def _part(part: MarkedPart) -> tuple[Any, ...]:
    return _ROLES[part.side], part.reason.value, part.points, part.cards, part.bids


def _kinds(ruleset: RuleSet) -> dict[str, Contract | None]:
    """Return one contract of each kind: all bids of points are marked alike."""
    if not ruleset.bids:
        return {"": None}
    found: dict[str, Contract | None] = {}
    for bid, said in product(ruleset.known_bids, Multiplier):
        kind = bid if bid in SLAMS else 0
        found.setdefault(f"{kind}-{said:d}", Contract(bid=bid, multiplier=said))
    return found


def _marked(ruleset: RuleSet, wholes: list[int]) -> dict[str, Any]:
    """Return the points of both sides for every number of card points that the takers can have."""
    found: dict[str, Any] = {}
    for whole in wholes:
        marks = [ruleset.marked(points, whole) for points in range(whole + 1)]
        plain = marks == [(points, whole - points) for points in range(whole + 1)]
        found[str(whole)] = None if plain else [list(side) for side in zip(*marks, strict=True)]
    return found


def _judging(ruleset: RuleSet) -> dict[str, Any]:
    """Return the fields that decide the comparison and who marks belote and declarations."""
    helps = ruleset.bids or ruleset.compared is Compared.CARDS_AND_BELOTE
    return {
        "belote_points": ruleset.belote_points,
        "belote_helps": helps,
        "belote_marked": ruleset.belote_marked.value,
        "belote_held": ruleset.holds_belote,
        "half_held": ruleset.held is HeldPoints.HALF_OF_CARDS,
        "rounded": ruleset.judged_on is JudgedOn.ROUNDED,
        "on_equality": ruleset.on_equality.value,
        "beats": ruleset.bid_must_beat_defenders,
        "declarations_count": ruleset.declarations_count,
        "declarations_of_losers": ruleset.declarations_of_losers.value,
    }
