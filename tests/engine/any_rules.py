"""Rule sets and hands drawn by lot, from a seed: any that can be."""

import random
from collections.abc import Iterator
from dataclasses import fields
from enum import StrEnum
from itertools import islice
from typing import Any, Final

from scorekeeper.engine.cards import WHOLE
from scorekeeper.engine.choices import Bidding
from scorekeeper.engine.hand import (
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Seat,
    Side,
    Trump,
)
from scorekeeper.engine.rulesets import GameFormat, RuleSet, RuleSetError

NUMBERS: Final = {
    "capot_points": (250, 252),
    "belote_points": (0, 20),
    "base": (0, 160, 162),
    "least_bid": (80, 82, 110),
    "highest_bid": (110, 160, 180),
    "redoubled_factor": (3, 4),
    "capot_doubled_bonus": (0, 100),
    "capot_bid_points": (250, 270),
    "capot_bid_made": (None, 410, 500, 522),
    "capot_bid_failed": (None, 410, 432, 500),
}
FORMATS: Final = (GameFormat(target=1000), GameFormat(hands=12))


def any_rules(count: int, *, seed: int, bids: bool | None = None) -> list[RuleSet]:
    """Return that many rule sets that do not contradict themselves; `bids`: with or without."""
    return list(islice(_rules(random.Random(seed), bids), count))


def _rules(dice: random.Random, bids: bool | None) -> Iterator[RuleSet]:
    while True:
        values = {field.name: _value(dice, field.name, field.default) for field in fields(RuleSet)}
        if bids is not None:
            values["bidding"] = dice.choice(list(Bidding)[1:]) if bids else Bidding.NONE
        try:
            yield RuleSet(**values)
        except RuleSetError:
            continue


def _value(dice: random.Random, name: str, default: Any) -> Any:
    if name in NUMBERS:
        return dice.choice(NUMBERS[name])
    if isinstance(default, StrEnum):
        return dice.choice(list(type(default)))
    return dice.choice(FORMATS if isinstance(default, GameFormat) else (False, True))


def any_hand(dice: random.Random, ruleset: RuleSet) -> HandEntry:
    """Return a hand that mostly can be under these rules."""
    if dice.random() < 0.1:
        return HandEntry(penalty=dice.choice(list(Side)))
    taker, capot = dice.choice(list(Seat)), None
    points = dice.choice([number for number in range(WHOLE + 1) if number not in (1, 161)])
    if dice.random() < 0.2:
        capot = dice.choice(list(Side))
        points = WHOLE if capot is taker.side else 0
    contract, trump = None, None
    declared: tuple[Declaration, ...] = ()
    if ruleset.bids:
        contract = Contract(
            bid=dice.choice(ruleset.known_bids), multiplier=Multiplier(dice.randrange(3))
        )
        trump = dice.choice([None, Trump.HEARTS, Trump.NO_TRUMP, Trump.ALL_TRUMP])
    if ruleset.declarations and dice.random() < 0.5:
        declared = (Declaration(side=dice.choice(list(Side)), kind=DeclarationKind.TIERCE),)
    return HandEntry(
        taker=taker,
        card_points=points,
        capot=capot,
        belote=dice.choice([None, Side.A, Side.B]),
        contract=contract,
        trump=trump,
        declarations=declared,
    )
