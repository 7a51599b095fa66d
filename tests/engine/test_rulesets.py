"""The five presets field by field, rounding in tens, and what a rule set refuses."""

from dataclasses import fields
from typing import Any

import pytest

from scorekeeper.engine.presets import PRESETS, UnknownRuleSetError, find_ruleset
from scorekeeper.engine.rulesets import (
    Bidding,
    Compared,
    GameFormat,
    OnEquality,
    RuleSet,
    RuleSetError,
    in_tens,
)
from scorekeeper.engine.sources import RULE_SOURCES, rule_sources

# rules.md, sections 2 to 5: a line for each preset.
SHEETS = [
    # key, compared, on equality, capot, belote, tens, both reach it, after a pass, end
    ("classic", "cards", "failed", 250, 20, False, "takers", "same_dealer", (1000, None, 1)),
    ("salon", "cards_and_belote", "litige", 252, 20, False, "higher_total", "next_dealer",
     (1000, None, 1)),
    ("five_hundred_one", "cards_and_belote", "failed", 252, 20, False, "higher_total",
     "next_dealer", (501, None, 1)),
    ("twelve_hands", "cards", "shared", 250, 0, True, "higher_total", "same_dealer",
     (None, 12, 3)),
    ("contest", "cards_and_belote", "litige", 252, 20, False, "higher_total", "next_dealer",
     (None, 12, 1)),
]  # fmt: skip


@pytest.mark.parametrize("preset", RULE_SOURCES)
def test_every_value_of_a_preset_says_who_gives_it(preset: str) -> None:
    assert preset in PRESETS
    for field in fields(RuleSet):
        assert rule_sources(preset, field.name), field.name
    said = RULE_SOURCES[preset]
    assert all(rule_sources(preset, name) == sources for name, sources in said.items())


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet[0] for sheet in SHEETS])
def test_presets_are_as_their_sheets_say(sheet: tuple[Any, ...]) -> None:
    key, compared, equality, capot, belote, tens, both_reach, after_pass, end = sheet
    rules = find_ruleset(key)
    assert (rules.compared, rules.on_equality) == (compared, equality)
    assert (rules.capot_points, rules.belote_points) == (capot, belote)
    assert rules.counts_in_tens is tens
    assert rules.whole == (160 if tens else 162)
    assert (rules.both_reach, rules.after_pass) == (both_reach, after_pass)
    assert rules.format == GameFormat(target=end[0], hands=end[1], games=end[2])
    # Decisions and what all sheets share.
    assert (rules.judged_on, rules.held, rules.held_at_end) == ("exact", "cards", "returned")
    assert rules.clockwise
    assert not rules.bids


def test_there_are_five_presets() -> None:
    assert list(PRESETS) == [sheet[0] for sheet in SHEETS]


def test_an_unknown_preset() -> None:
    with pytest.raises(UnknownRuleSetError):
        find_ruleset("nobody's")


def test_a_bidding_table_bids() -> None:
    assert RuleSet(bidding=Bidding.BID_ONLY).bids


@pytest.mark.parametrize(
    ("exact", "tens"),
    [(0, 0), (2, 0), (5, 0), (6, 0), (7, 10), (10, 10), (75, 70), (76, 70), (77, 80), (79, 80),
     (80, 80), (81, 80), (82, 80), (85, 80), (86, 80), (87, 90), (92, 90), (96, 90), (97, 100),
     (152, 150), (156, 150), (157, 160), (160, 160), (162, 160)],
)  # fmt: skip
def test_points_in_tens(exact: int, tens: int) -> None:
    """Sheet 004: a last digit of 0–5 goes down, 7–9 up; 6 down for the takers (86–76: 80–80)."""
    assert in_tens(exact) == tens


def test_tens_of_both_sides_make_160_but_where_both_end_in_6() -> None:
    """The reason for the rule on 6: rounded each by itself, 86–76 would make 90 + 80."""
    for points in range(163):
        if points % 10 != 6:
            assert in_tens(points) + in_tens(162 - points) == 160


@pytest.mark.parametrize("key", PRESETS)
def test_stored_values_give_the_rule_set_back(key: str) -> None:
    rules = find_ruleset(key)
    assert RuleSet.from_values(rules.as_values()) == rules


def test_stored_values_are_plain() -> None:
    values = find_ruleset("twelve_hands").as_values()
    assert values["on_equality"] == "shared"
    assert type(values["on_equality"]) is str
    assert values["format"] == {"target": None, "hands": 12, "games": 3}


def test_a_field_that_was_not_stored_has_its_default() -> None:
    rules = RuleSet.from_values({"compared": "cards_and_belote", "on_equality": "litige"})
    assert rules == RuleSet(compared=Compared.CARDS_AND_BELOTE, on_equality=OnEquality.LITIGE)


@pytest.mark.parametrize(
    ("values", "errors"),
    [
        pytest.param({"capot_points": 161}, {"capot_points": "out_of_range"}, id="capot too low"),
        pytest.param({"belote_points": -1}, {"belote_points": "out_of_range"}, id="negative"),
        pytest.param({"redoubled_factor": 5}, {"redoubled_factor": "out_of_range"}, id="factor"),
        pytest.param({"compared": "luck"}, {"compared": "unknown_value"}, id="unknown choice"),
        pytest.param({"capot_points": "252"}, {"capot_points": "unknown_value"}, id="text"),
        pytest.param({"belote_points": True}, {"belote_points": "unknown_value"}, id="bool"),
        pytest.param({"counts_in_tens": 1}, {"counts_in_tens": "unknown_value"}, id="number"),
        pytest.param({"jokers": 2}, {"jokers": "unknown_field"}, id="unknown field"),
        pytest.param(
            {"format": {"target": 1000, "hands": 12}}, {"target": "one_end_needed"}, id="two ends"
        ),
        pytest.param({"format": {}}, {"target": "one_end_needed"}, id="no end"),
        pytest.param({"format": {"target": 0}}, {"target": "out_of_range"}, id="target of 0"),
        pytest.param(
            {"format": {"hands": 101, "games": 21}},
            {"hands": "out_of_range", "games": "out_of_range"},
            id="too long a game",
        ),
        pytest.param({"format": {"hands": True}}, {"format": "unknown_value"}, id="bool hands"),
        pytest.param(
            {"format": {"hands": 12, "games": None}}, {"format": "unknown_value"}, id="no games"
        ),
        pytest.param({"format": {"laps": 3}}, {"format": "unknown_value"}, id="unknown part"),
        pytest.param({"format": 12}, {"format": "unknown_value"}, id="format is no mapping"),
        pytest.param(
            {"compared": "luck", "capot_points": 1, "jokers": 2},
            {
                "compared": "unknown_value",
                "jokers": "unknown_field",
                "capot_points": "out_of_range",
            },
            id="all at once",
        ),
    ],
)
def test_values_that_cannot_be(values: dict[str, Any], errors: dict[str, str]) -> None:
    with pytest.raises(RuleSetError) as raised:
        RuleSet.from_values(values)
    assert raised.value.errors == errors


def test_the_error_names_its_fields() -> None:
    with pytest.raises(RuleSetError, match="capot_points: out_of_range"):
        RuleSet(capot_points=2000)
