"""Rule sets and hands that earlier versions stored: what they meant stays."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine.checks import check
from scorekeeper.engine.choices import Bidding
from scorekeeper.engine.former_fields import bidding_of
from scorekeeper.engine.hand import (
    Contract,
    HandEntry,
    Multiplier,
    Seat,
    Side,
    Trump,
)
from scorekeeper.engine.presets import find_ruleset
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import Held, ImpossibleHandError, score
from tests.engine.sheet import A, B, bid, shown, took

COINCHE = find_ruleset("coinche_ffb")


def entry_of(values: dict[str, Any]) -> HandEntry:
    kinds: dict[str, Any] = {
        "taker": Seat, "trump": Trump, "belote": Side, "capot": Side, "penalty": Side,
        "best_declaration": Side,
    }  # fmt: skip
    read = {name: kinds[name](value) if name in kinds else value for name, value in values.items()}
    if "contract" in read:
        points, said = read["contract"]
        read["contract"] = Contract(bid=points, multiplier=Multiplier(said))
    if "declarations" in read:
        read["declarations"] = tuple(shown(Side(side), kind) for side, kind in read["declarations"])
    return HandEntry(**read)


def hands_before() -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """Yield rule sets as version 0.7 stored them, with hands and what it scored them."""
    lines = gzip.decompress((Path(__file__).parent / "hands_before.json.gz").read_bytes())
    yield from (json.loads(line) for line in lines.splitlines())


def test_hands_that_were_stored_before_keep_their_score() -> None:
    seen = 0
    for values, hands in hands_before():
        rules = RuleSet.from_values(values)
        for entry, held, outcome, a, b, winner, *held_after in hands:
            scored = score(entry_of(entry), rules, Held(a=held))
            now = [scored.outcome, scored.points(A), scored.points(B), scored.winner]
            assert [*now, scored.held.a, scored.held.b] == [outcome, a, b, winner, *held_after]
            seen += 1
    assert seen == 1800


def test_a_stored_hand_is_not_refused_for_what_was_allowed_then() -> None:
    """Two times four jacks of one side made 400 points before."""
    entry = took(A, 90, **bid(80), declarations=(shown(A, "four_jacks"),) * 2)
    assert score(entry, COINCHE).points(A) == 90 + 80 + 400
    with pytest.raises(ImpossibleHandError):
        score(entry, COINCHE, problems=check(entry, COINCHE))


@pytest.mark.parametrize(
    ("stored", "marked"),
    [
        (None, Bidding.NONE),
        ("none", Bidding.NONE),
        ("cannes_2016", Bidding.POINTS_AND_BID),
        ("bid_only", Bidding.BID_ONLY),
    ],
)
def test_what_a_stored_rule_set_marks_is_told_by_its_name_of_then(
    stored: str | None, marked: Bidding
) -> None:
    assert bidding_of(stored) is marked
