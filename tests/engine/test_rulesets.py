"""The presets field by field, rounding, and what a rule set refuses or is asked about."""

import pickle
from dataclasses import fields, replace
from typing import Any

import pytest

from scorekeeper.engine.choices import (
    AllTrump,
    Bidding,
    Compared,
    DeclarationsOfLosers,
    DoubledDefence,
    Doubles,
    NoTrump,
    OnEquality,
    PenaltyMarks,
    Rounding,
)
from scorekeeper.engine.presets import PRESETS, UnknownRuleSetError, find_ruleset
from scorekeeper.engine.rulesets import GameFormat, RuleSet, RuleSetError
from scorekeeper.engine.sources import (
    PRESET_PRACTICE,
    REST_OF_PACK,
    RULE_SOURCES,
    Source,
    for_bids,
    rule_sources,
)
from scorekeeper.engine.warnings import PlausibilityWarning, unusual

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


# rules.md, section 8: a column for each preset, and which of its values are a decision.
COLUMNS: list[tuple[str, dict[str, Any], set[str]]] = [
    ("contree_ffb", {
        "bidding": "points_and_bid", "base": 160, "doubles": "bid", "redoubled_factor": 4,
        "least_bid": 80, "highest_bid": 160, "generale": False,
        "capot_bid_made": 410, "capot_bid_failed": 410, "capot_points": 250,
        "capot_doubled_bonus": 0, "bid_must_beat_defenders": False,
        "belote_marked": "taken_from_failed", "declarations": False, "no_trump": "not_played",
        "all_trump": "not_played", "rounding": "tens_5_up", "last_hand_exact": False,
        "both_reach": "higher_total", "format": GameFormat(target=2000),
    }, {"least_bid", "highest_bid", "generale"}),
    ("coinche_ffb", {
        "bidding": "points_and_bid", "base": 160, "doubles": "bid", "redoubled_factor": 4,
        "least_bid": 80, "highest_bid": 160, "generale": False,
        "capot_bid_made": 410, "capot_bid_failed": 410, "capot_points": 250,
        "capot_doubled_bonus": 0, "bid_must_beat_defenders": True, "belote_marked": "holder",
        "declarations": True, "declarations_count": True, "declarations_of_losers": "to_winner",
        "declarations_tie": "nobody", "no_trump": "ace_19", "all_trump": "scaled_from_258",
        "rounding": "tens_5_up", "last_hand_exact": False, "both_reach": "higher_total",
        "format": GameFormat(target=2000),
    }, {"least_bid", "highest_bid", "generale", "capot_doubled_bonus", "all_trump", "format"}),
    ("contree_cannes", {
        "bidding": "points_and_bid", "base": 162, "doubles": "bid", "redoubled_factor": 3,
        "least_bid": 80, "highest_bid": 160, "generale": False,
        "capot_bid_made": 522, "capot_bid_failed": 432, "capot_points": 252,
        "capot_doubled_bonus": 0, "bid_must_beat_defenders": False,
        "belote_marked": "taken_from_failed", "declarations": False, "no_trump": "not_played",
        "all_trump": "not_played", "rounding": "tens_6_up", "last_hand_exact": True,
        "both_reach": "higher_total", "format": GameFormat(target=2001),
    }, {"least_bid", "highest_bid", "generale", "capot_doubled_bonus", "bid_must_beat_defenders",
        "no_trump", "all_trump", "both_reach"}),
    ("coinche_bid_only", {
        "bidding": "bid_only", "base": 0, "doubles": "bid", "redoubled_factor": 4,
        "least_bid": 80, "highest_bid": 160, "generale": False,
        "capot_bid_made": 250, "capot_bid_failed": 250, "unannounced_capot": "nothing_more",
        "bid_must_beat_defenders": False, "belote_marked": "nobody", "declarations": False,
        "no_trump": "not_played", "all_trump": "not_played", "rounding": "none",
        "last_hand_exact": False, "both_reach": "higher_total", "format": GameFormat(target=1010),
    }, {"least_bid", "highest_bid", "generale", "bid_must_beat_defenders", "no_trump",
        "all_trump", "both_reach"}),
    ("contree_points", {
        "bidding": "points", "base": 160, "doubles": "base", "redoubled_factor": 4,
        "least_bid": 80, "highest_bid": 160, "generale": False,
        "capot_bid_made": 500, "capot_bid_failed": 500, "capot_points": 250,
        "capot_doubled_bonus": 100, "bid_must_beat_defenders": False,
        "belote_marked": "taken_from_failed", "declarations": False, "no_trump": "not_played",
        "all_trump": "not_played", "rounding": "tens_5_up", "last_hand_exact": False,
        "both_reach": "higher_total", "format": GameFormat(target=2000),
    }, {"least_bid", "highest_bid", "generale", "bid_must_beat_defenders", "no_trump",
        "all_trump", "format"}),
]  # fmt: skip


@pytest.mark.parametrize(("key", "values", "decided"), COLUMNS, ids=[one[0] for one in COLUMNS])
def test_bidding_presets_are_as_their_column_says(
    key: str, values: dict[str, Any], decided: set[str]
) -> None:
    rules = find_ruleset(key)
    for name, value in values.items():
        assert getattr(rules, name) == value, name
        is_decision = rule_sources(key, name) == (Source.DECISION,)
        assert is_decision is (name in decided), name
    # What the table does not name is a decision too; every written rule judges on exact points.
    unnamed = {"doubled_defence", "defence_capot", "penalty_marks", "clockwise", "after_pass"}
    assert all(rule_sources(key, name) == (Source.DECISION,) for name in unnamed)
    assert rule_sources(key, "judged_on") == (Source.PRACTICE,)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_value_of_a_preset_says_who_gives_it(preset: str) -> None:
    for field in fields(RuleSet):
        # Sheet 004 does not know belote: nobody is credited with its nought.
        silent = (preset, field.name) == ("twelve_hands", "belote_points")
        assert bool(rule_sources(preset, field.name)) is not silent, field.name
    assert set(RULE_SOURCES[preset]) <= {field.name for field in fields(RuleSet)}


def test_every_source_is_used_and_every_preset_has_its_practice() -> None:
    credited = {
        source for said in RULE_SOURCES.values() for sources in said.values() for source in sources
    }
    assert set(Source) - {Source.CLUB} <= credited
    assert set(RULE_SOURCES) == set(PRESET_PRACTICE) == set(PRESETS)
    for key, ruleset in PRESETS.items():
        assert ruleset.bids == (PRESET_PRACTICE[key]["dealing"][0] == "eight_each")
        assert not (ruleset.bids and REST_OF_PACK in PRESET_PRACTICE[key])


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet[0] for sheet in SHEETS])
def test_presets_are_as_their_sheets_say(sheet: tuple[Any, ...]) -> None:
    key, compared, equality, capot, belote, tens, both_reach, after_pass, end = sheet
    rules = find_ruleset(key)
    assert (rules.compared, rules.on_equality) == (compared, equality)
    assert (rules.capot_points, rules.belote_points) == (capot, belote)
    assert rules.rounding is (Rounding.TO_160 if tens else Rounding.NONE)
    assert rules.whole == (160 if tens else 162)
    assert (rules.both_reach, rules.after_pass) == (both_reach, after_pass)
    assert rules.format == GameFormat(target=end[0], hands=end[1], games=end[2])
    # Sheet 004 marks first and judges after. The rest are decisions, and what all sheets share.
    assert rules.judged_on == ("rounded" if tens else "exact")
    assert (rules.held, rules.held_at_end) == ("cards", "returned")
    assert rules.clockwise
    assert not rules.bids


def test_there_are_ten_presets() -> None:
    assert list(PRESETS) == [sheet[0] for sheet in SHEETS] + [column[0] for column in COLUMNS]


def test_a_bidding_game_copied_from_a_plain_one_turns_no_card_up() -> None:
    preset = PRESET_PRACTICE["salon"]
    codes = {name: code for name, (code, _) in preset.items()}
    sources, practice = for_bids(preset, {**codes, "first_player": "The youngest."})
    assert practice["dealing"] == sources["dealing"][0] == "eight_each"
    assert practice["bidding_rounds"] == "in_turn_until_three_pass"
    assert practice["first_player"] == "The youngest."
    assert for_bids(preset, {"dealing": "All at once."})[1]["dealing"] == "All at once."


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
    assert RuleSet(rounding=Rounding.TO_160).rounded(exact) == tens


def test_tens_of_both_sides_make_160_but_where_both_end_in_6() -> None:
    """The reason for the rule on 6: rounded each by itself, 86–76 would make 90 + 80."""
    rules = RuleSet(rounding=Rounding.TO_160)
    for points in range(163):
        if points % 10 != 6:
            assert rules.rounded(points) + rules.rounded(162 - points) == 160


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
        pytest.param({"redoubled_factor": 21}, {"redoubled_factor": "out_of_range"}, id="factor"),
        pytest.param({"compared": "luck"}, {"compared": "unknown_value"}, id="unknown choice"),
        pytest.param({"capot_points": "252"}, {"capot_points": "unknown_value"}, id="text"),
        pytest.param({"belote_points": True}, {"belote_points": "unknown_value"}, id="bool"),
        pytest.param({"clockwise": 1}, {"clockwise": "unknown_value"}, id="number"),
        pytest.param({"capot_bid_made": "410"}, {"capot_bid_made": "unknown_value"}, id="figure"),
        pytest.param({"capot_bid_made": 99}, {"capot_bid_made": "out_of_range"}, id="low figure"),
        pytest.param(
            {"bidding": "points_and_bid", "base": 0}, {"base": "failed_marks_nothing"}, id="no base"
        ),
        pytest.param(
            {"bidding": "points", "doubles": "bid"}, {"doubles": "bid_not_marked"}, id="no bid"
        ),
        pytest.param(
            {"bidding": "bid_only", "doubles": "base"}, {"doubles": "base_is_nothing"}, id="2 × 0"
        ),
        pytest.param(
            {"bidding": "points_and_bid", "least_bid": 110, "highest_bid": 100},
            {"highest_bid": "out_of_range"},
            id="no bids",
        ),
        pytest.param(
            {"bidding": "points_and_bid", "capot_bid_flat": True},
            {"capot_bid_flat": "flat_without_points"},
            id="flat without points",
        ),
        pytest.param(
            {"bidding": "points_and_bid", "capot_bid_made": 200},
            {"capot_bid_made": "below_its_bid"},
            id="capot below its bid",
        ),
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


BIDS = RuleSet(bidding=Bidding.POINTS_AND_BID)
DOUBTFUL = {
    PlausibilityWarning.BASE: replace(BIDS, base=100),
    PlausibilityWarning.BASE_OF_BID_ONLY: RuleSet(bidding=Bidding.BID_ONLY),
    PlausibilityWarning.LEAST_BID: replace(BIDS, least_bid=90),
    PlausibilityWarning.BIDS_END_EARLY: replace(BIDS, highest_bid=150),
    PlausibilityWarning.BIDS_END_LATE: replace(BIDS, highest_bid=190),
    PlausibilityWarning.REDOUBLED_NO_MORE: replace(BIDS, doubled_factor=4),
    PlausibilityWarning.REDOUBLED_BY_THREE: replace(BIDS, redoubled_factor=3),
    PlausibilityWarning.DEFENCE_KEEPS_POINTS: replace(
        BIDS, doubled_defence=DoubledDefence.CARD_POINTS
    ),
    PlausibilityWarning.BONUS_BESIDE_BID: replace(BIDS, capot_doubled_bonus=100),
    PlausibilityWarning.CAPOT_FAILED_ABOVE_MADE: replace(
        BIDS, capot_bid_made=410, capot_bid_failed=500
    ),
    PlausibilityWarning.BELOTE_POINTS: replace(BIDS, belote_points=30),
    PlausibilityWarning.ACE_11_BESIDE_SCALED: replace(
        BIDS, no_trump=NoTrump.ACE_11, all_trump=AllTrump.SCALED_FROM_258
    ),
    PlausibilityWarning.DECLARATIONS_COUNT_BUT_ARE_LOST: RuleSet(
        declarations=True,
        declarations_count=True,
        declarations_of_losers=DeclarationsOfLosers.LOST,
    ),
    PlausibilityWarning.PENALTY_WITHOUT_BID: RuleSet(penalty_marks=PenaltyMarks.BASE_AND_BID),
}


@pytest.mark.parametrize("warning", PlausibilityWarning)
def test_what_nobody_plays_is_asked_about(warning: PlausibilityWarning) -> None:
    assert unusual(DOUBTFUL[warning]) == (warning,)


SOURCED = {
    **PRESETS,
    "both doubled": replace(BIDS, doubles=Doubles.BOTH),
    "base doubled": replace(BIDS, doubles=Doubles.BASE),
    "the hand doubled, the defence keeps its points": replace(
        BIDS, doubles=Doubles.HAND, doubled_defence=DoubledDefence.CARD_POINTS
    ),
    "from 82 to 180, générale": replace(BIDS, least_bid=82, highest_bid=180, generale=True),
    "no trump on 130, all trump on 258": replace(
        BIDS, no_trump=NoTrump.ACE_11, all_trump=AllTrump.AS_258
    ),
    "capot 500 flat": replace(BIDS, capot_bid_made=500, capot_bid_failed=500, capot_bid_flat=True),
    "a plain club pays 300 for a capot": RuleSet(capot_points=300, belote_points=10),
}


@pytest.mark.parametrize("name", SOURCED)
def test_what_somebody_plays_is_not_asked_about(name: str) -> None:
    assert unusual(SOURCED[name]) == ()


def test_true_is_no_number() -> None:
    values = RuleSet().as_values()
    assert RuleSet.from_values(values | {"capot_doubled_bonus": 1}).capot_doubled_bonus == 1
    with pytest.raises(RuleSetError):
        RuleSet.from_values(values | {"capot_doubled_bonus": True})


def test_a_copy_of_a_rule_set_is_equal_and_whole() -> None:
    rules = PRESETS["contree_cannes"]
    copied = pickle.loads(pickle.dumps(rules))
    assert copied == rules
    assert hash(copied) == hash(rules)
    assert copied.known_bids == rules.known_bids
    assert copied.exact == rules.exact
