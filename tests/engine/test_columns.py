"""A hand as plain values, and back."""

import random
from types import SimpleNamespace

import pytest

from scorekeeper.engine.columns import entry_from_values, entry_of, entry_values
from scorekeeper.engine.hand import HandEntry
from tests.engine.sheet import A, bid, fault_of, shown, took
from tests.phone_entries import any_rules, random_hand

ENTRIES = [
    took(A, 82),
    fault_of(A),
    took(A, 100, **bid(100), declarations=(shown(A, "tierce", "king"), shown(A, "four_jacks"))),
    took(A, 100, **bid(100), belote=A, further_belotes=(A,), best_declaration=A, last_trick=A),
]


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_hand_is_read_as_it_was_kept(entry: HandEntry) -> None:
    values = entry_values(entry)
    assert entry_from_values(values) == entry
    row = SimpleNamespace(**{"further_belotes": [], **values})
    assert entry_of(row) == entry


def test_any_hand_is_read_as_it_was_kept() -> None:
    dice = random.Random(5)
    for rules in any_rules(40, seed=9):
        for entry in (random_hand(dice, rules) for _ in range(5)):
            assert entry_from_values(entry_values(entry)) == entry
