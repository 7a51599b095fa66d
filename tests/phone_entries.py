"""Hands as a phone writes them, random rule sets and odd entries: all from a seed."""

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import StrEnum
from functools import cache
from itertools import product
from typing import Any

from scorekeeper.engine.checks import check, has_errors, whole_of
from scorekeeper.engine.every_hand import contracts
from scorekeeper.engine.hand import (
    BID_LIMITS,
    CAPOT_BID,
    GENERALE_BID,
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Rank,
    Seat,
    Side,
    Trump,
)
from scorekeeper.engine.rulesets import NUMBER_LIMITS, GameFormat, RuleSet
from tests.engine.composed import composed

CLASSIC = RuleSet()

bids_of = cache(contracts)


def as_typed(entry: HandEntry) -> dict[str, Any]:
    """Return an entry as the page writes it; what was not said is left out."""
    typed: dict[str, Any] = {}
    for field in fields(entry):
        value = getattr(entry, field.name)
        if value == field.default:
            continue
        if isinstance(value, Contract):
            value = {"bid": value.bid, "multiplier": value.multiplier}
        elif field.name == "declarations":
            value = [_declaration_typed(shown) for shown in value]
        typed[field.name] = value
    return typed


def _declaration_typed(shown: Declaration) -> dict[str, Any]:
    typed: dict[str, Any] = {"side": shown.side, "kind": shown.kind}
    return {**typed, "high": shown.high} if shown.high else typed


def every_hand_typed(
    rules: RuleSet, contract: Contract | None = None, trump: Trump | None = None
) -> Iterator[HandEntry]:
    """Yield everything that can be written of takers, points, belote, capot and penalty.

    Some of it cannot be: a point too many, a capot without every point.
    """
    bare = HandEntry(contract=contract, trump=trump)
    whole = whole_of(bare, rules)
    for taker, belote in product((Seat.A1, Seat.B2), (None, *Side)):
        played = replace(bare, taker=taker, belote=belote)
        for points in range(-1, whole + 2):
            yield replace(played, card_points=points)
        for capot, points, alone in product(Side, (0, 82, whole), (False, True)):
            yield replace(played, card_points=points, capot=capot, taker_alone=alone)
    for side in Side:
        yield HandEntry(penalty=side)


def random_ruleset(seeded: random.Random) -> RuleSet:
    """Return any rule set at all: every field is drawn, so that a new one is tried too.

    Those that contradict themselves are mended.
    """

    def value_of(name: str, default: Any) -> Any:
        if isinstance(default, GameFormat):
            return random_format(seeded)
        if isinstance(default, StrEnum):
            return seeded.choice(list(type(default)))
        if isinstance(default, bool):
            return seeded.random() < 0.5
        return seeded.choice((default, seeded.randint(*NUMBER_LIMITS[name])))

    drawn = {f.name: value_of(f.name, getattr(CLASSIC, f.name)) for f in fields(RuleSet)}
    return composed(**drawn)


def any_rules(count: int, *, seed: int, bids: bool | None = None) -> list[RuleSet]:
    """Return that many rule sets from a seed; `bids`: with or without."""
    seeded = random.Random(seed)
    found: list[RuleSet] = []
    while len(found) < count:
        rules = random_ruleset(seeded)
        if bids in (None, rules.bids):
            found.append(rules)
    return found


def random_format(seeded: random.Random) -> GameFormat:
    games = seeded.randint(1, 3)
    if seeded.random() < 0.5:
        return GameFormat(hands=seeded.randint(1, 5), games=games)
    return GameFormat(target=seeded.choice((120, 300, 501, 1000)), games=games)


def random_hand(seeded: random.Random, rules: RuleSet) -> HandEntry:
    """Return a hand that can be, one in eight a penalty, one a capot; litiges are frequent."""
    while True:
        side = seeded.choice(list(Side))
        kind = seeded.randrange(8)
        if kind == 0:
            return HandEntry(penalty=side)
        entry = HandEntry(
            taker=seeded.choice(list(Seat)),
            contract=seeded.choice(bids_of(rules)),
            trump=seeded.choice((None, *Trump) if rules.bids else (None, Trump.CLUBS)),
            belote=seeded.choice((None, None, *Side)),
            further_belotes=tuple(seeded.choices(list(Side), k=seeded.choice((0, 0, 1, 3)))),
            declarations=_declared(seeded, side) if rules.declarations else (),
        )
        whole = whole_of(entry, rules)
        points = seeded.choice((81, 71, 91, seeded.randint(0, whole)))
        if kind == 1:
            points = whole if entry.takers is side else 0
            entry = replace(entry, capot=side, taker_alone=rules.bids and seeded.random() < 0.5)
        entry = replace(entry, card_points=points)
        if not has_errors(check(entry, rules)):
            return entry


def odd_entry(seeded: random.Random, rules: RuleSet) -> HandEntry:
    """Return what a careless hand could write, most of it impossible in some way."""
    entry = random_hand(seeded, rules)
    for name in seeded.sample(sorted(_ODD), k=seeded.randint(1, 5)):
        entry = replace(entry, **{name: _ODD[name](seeded)})
    return entry


def _declared(seeded: random.Random, side: Side) -> tuple[Declaration, ...]:
    kinds = seeded.choices(list(DeclarationKind), k=seeded.randint(0, 4))
    sides = (side, side, side.other, side.other)
    return tuple(
        Declaration(side=who, kind=kind, high=seeded.choice((None, None, *Rank)))
        for who, kind in zip(sides, kinds, strict=False)
    )


def _odd_contract(seeded: random.Random) -> Contract | None:
    if seeded.random() < 0.3:
        return None
    bid = seeded.choice((*range(*BID_LIMITS, 10), 82, 85, 0, CAPOT_BID, GENERALE_BID))
    return Contract(bid=bid, multiplier=seeded.choice(list(Multiplier)))


_SIDES = (None, *Side)
_ODD: dict[str, Any] = {
    "taker": lambda seeded: seeded.choice((None, *Seat)),
    "card_points": lambda seeded: seeded.choice(
        (None, -1, 0, 1, 2, 105, 160, 161, 162, 163, 256, 258, 259, seeded.randint(0, 170))
    ),
    "belote": lambda seeded: seeded.choice(_SIDES),
    "belote_seat": lambda seeded: seeded.choice((None, *Seat)),
    "capot": lambda seeded: seeded.choice(_SIDES),
    "penalty": lambda seeded: seeded.choice((None, None, *Side)),
    "defenders_count": lambda seeded: seeded.choice(
        (None, -1, 0, 10, 60, 61, 70, 71, 80, 81, 91, 162, 176, 177, 258, 259)
    ),
    "tricks": lambda seeded: seeded.choice((None, *range(-1, 10))),
    "last_trick": lambda seeded: seeded.choice(_SIDES),
    "trump": lambda seeded: seeded.choice((None, *Trump)),
    "contract": _odd_contract,
    "taker_alone": lambda seeded: seeded.random() < 0.5,
    "declarations": lambda seeded: _declared(seeded, seeded.choice(list(Side))),
    "best_declaration": lambda seeded: seeded.choice(_SIDES),
    "further_belotes": lambda seeded: tuple(seeded.choices(list(Side), k=seeded.randrange(5))),
    "passed_deals": lambda seeded: seeded.choice((-1, 0, 1, 20, 21)),
}
