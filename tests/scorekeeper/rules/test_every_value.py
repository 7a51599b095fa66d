"""Every value of every field of a rule set says something somewhere."""

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from django.utils import translation

from scorekeeper.engine.checks import check
from scorekeeper.engine.hand import CAPOT_BID, HandEntry, Multiplier, Trump
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.relevance import relevant_fields, without_silent
from scorekeeper.engine.rulesets import (
    NUMBER_LIMITS,
    OPTIONAL_NUMBERS,
    GameFormat,
    RuleSet,
    RuleSetError,
)
from scorekeeper.engine.scoring import ImpossibleHandError, score
from scorekeeper.engine.tally import tally
from scorekeeper.rules.queries import RuleSetChoice, ruleset_card
from tests.engine.sheet import A, B, bid, capot_of, took
from tests.phone_entries import any_rules, random_hand

pytestmark = pytest.mark.slow

DEFAULTS: dict[str, Any] = {field.name: field.default for field in fields(RuleSet)}
ON_THE_CARD_ONLY = {"declarations_tie"}
"""What the table decides and writes: here it is read only."""
LEVEL = [took(A, 60), took(B, 60)]
_BID = bid(100)
SHEETS = [
    [*LEVEL, took(A, 82)],
    [*LEVEL, took(A, 82, belote=B)],
    [*LEVEL, took(A, 91, belote=B)],
    [took(A, 81)],
    [took(A, 100, passed_deals=1)],
    [took(A, 100, passed_deals=1, **_BID)],
    [took(A, 104, **_BID)],
    [took(A, 90), took(B, 91)],
    [took(A, 107, **_BID)] * 2,
]
"""Games that end, or would: equal past the target, with a litige, with the last hand exactly."""
HANDS = [
    *(took(A, points, belote=belote) for points in (71, 76, 81, 85) for belote in (None, A, B)),
    capot_of(A, takers=A),
    *(
        took(A, points, belote=belote, **bid(wanted, said))
        for points in (60, 86, 104)
        for belote in (None, A, B)
        for wanted in (80, 82, 100, 110)
        for said in Multiplier
    ),
    *(capot_of(side, takers=A, **bid(100, said)) for side in (A, B) for said in Multiplier),
    *(capot_of(A, takers=A, **bid(CAPOT_BID, said)) for said in Multiplier),
    *(took(A, 152, **bid(CAPOT_BID, said)) for said in Multiplier),
    *(took(A, 120, trump=trump, **_BID) for trump in (Trump.NO_TRUMP, Trump.ALL_TRUMP)),
    took(A, 200, trump=Trump.ALL_TRUMP, **_BID),
    took(A, 120, trump=Trump.ALL_TRUMP, belote=A, further_belotes=(A,), **_BID),
]


def values_of(name: str) -> list[Any]:
    default = DEFAULTS[name]
    if isinstance(default, GameFormat):
        return [GameFormat(target=240), GameFormat(hands=2), GameFormat(hands=2, games=2)]
    if isinstance(default, StrEnum):
        return list(type(default))
    if isinstance(default, bool):
        return [False, True]
    numbers = sorted({*NUMBER_LIMITS[name], *([] if default is None else [default])})
    return [None, *numbers] if name in OPTIONAL_NUMBERS else numbers


PAIRS = [
    pytest.param(name, one, other, id=f"{name}: {one} or {other}")
    for name in DEFAULTS
    for one, other in combinations(values_of(name), 2)
]


@cache
def rule_sets() -> list[RuleSet]:
    """Return rule sets to look for a difference in: of every kind, with ends that come soon."""
    formats = (GameFormat(target=240), GameFormat(hands=1), GameFormat(target=200))
    usual = [replace(rules, format=end) for rules in PRESETS.values() for end in formats]
    return [*usual, *any_rules(600, seed=27)]


def means_something(rules: RuleSet, name: str) -> bool:
    kept = getattr(without_silent(rules), name) == getattr(rules, name)
    # The two switches are offered always, and say something once they are on.
    return kept and (name in relevant_fields(rules) or name in ("bidding", "declarations"))


def with_values(name: str, one: Any, other: Any) -> Iterator[tuple[RuleSet, RuleSet]]:
    """Yield rule sets that differ by the field alone, and in which both values mean something."""
    for rules in rule_sets():
        try:
            both = replace(rules, **{name: one}), replace(rules, **{name: other})
        except RuleSetError:
            continue
        if all(means_something(each, name) for each in both):
            yield both


def scored(entry: HandEntry, rules: RuleSet) -> Any:
    try:
        found = score(entry, rules, problems=check(entry, rules))
    except ImpossibleHandError as error:
        return {problem.code for problem in error.problems}
    return found.outcome, found.a, found.b, found.newly_held


def played(sheet: list[HandEntry], rules: RuleSet) -> Any:
    try:
        game = tally(sheet, rules)
    except ImpossibleHandError:
        return None
    shown = [rules.shown(total) for total in game.totals]
    return game.is_over, game.winner, shown, game.next_dealer, [hand.dealer for hand in game.hands]


def differ(one: RuleSet, other: RuleSet) -> bool:
    """Return whether a hand or the end of a game is another under these rules."""
    dice = random.Random(3)
    hands = [*HANDS, *(random_hand(dice, rules) for rules in (one, other) for _ in range(20))]
    return any(scored(entry, one) != scored(entry, other) for entry in hands) or any(
        played(sheet, one) != played(sheet, other) for sheet in SHEETS
    )


def card_line(rules: RuleSet, name: str) -> str:
    choice = RuleSetChoice(
        key="salon", name="Thursdays", ruleset=rules, based_on="salon", practice={}
    )
    with translation.override("en"):
        (line,) = [line for line in ruleset_card(choice).rules if line.field == name]
    return line.value


@pytest.mark.parametrize(("name", "one", "other"), PAIRS)
def test_any_two_values_of_a_field_differ_somewhere(name: str, one: Any, other: Any) -> None:
    found = with_values(name, one, other)
    if name in ON_THE_CARD_ONLY:
        assert any(card_line(rules, name) != card_line(turned, name) for rules, turned in found)
    else:
        assert any(differ(rules, turned) for rules, turned in found)
