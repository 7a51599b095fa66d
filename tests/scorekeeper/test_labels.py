"""Every code that the engine can give has its words."""

from dataclasses import fields, replace
from enum import StrEnum
from itertools import chain
from typing import Any

import pytest
from django.utils import translation

from scorekeeper.engine.checks import Problem, ProblemCode
from scorekeeper.engine.choices import Bidding
from scorekeeper.engine.hand import (
    Declaration,
    DeclarationKind,
    Multiplier,
    Rank,
    Seat,
    Side,
    Trump,
)
from scorekeeper.engine.marks import Reason
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import (
    FORMAT_LIMITS,
    OPTIONAL_NUMBERS,
    GameFormat,
    RuleSet,
    RuleSetError,
)
from scorekeeper.engine.scoring import Outcome
from scorekeeper.engine.tally import GameEnd
from scorekeeper.engine.totals import Cause
from scorekeeper.engine.warnings import PlausibilityWarning
from scorekeeper.labels.hands import (
    GAME_END_LABELS,
    SEAT_LABELS,
    bid_label,
    declaration_label,
    multiplier_label,
    outcome_label,
    reason_label,
    trump_label,
)
from scorekeeper.labels.problems import WARNING_TEXTS, problem_text, warning_texts
from scorekeeper.labels.rules import (
    ERROR_TEXTS,
    FIELD_LABELS,
    PRESET_LABELS,
    PRESET_SUMMARIES,
    RULE_GROUPS,
    format_label,
    ruleset_error_text,
    value_label,
)
from scorekeeper.labels.totals import CAUSE_LABELS

EVERY_DECLARATION = [Declaration(side=Side.A, kind=kind) for kind in DeclarationKind]
EVERY_BID = RuleSet(bidding=Bidding.POINTS_AND_BID, generale=True).known_bids
SPEAKING: list[tuple[str, Any, Any]] = [
    ("trump", trump_label, Trump),
    ("multiplier", multiplier_label, Multiplier),
    ("bid", bid_label, EVERY_BID),
    ("declaration", declaration_label, EVERY_DECLARATION),
    ("outcome", outcome_label, Outcome),
    ("reason", reason_label, Reason),
    ("seat", SEAT_LABELS.get, Seat),
    ("game end", GAME_END_LABELS.get, GameEnd),
    ("cause", CAUSE_LABELS.get, Cause),
    ("preset", PRESET_LABELS.get, PRESETS),
    ("summary", PRESET_SUMMARIES.get, PRESETS),
    ("warning", WARNING_TEXTS.get, PlausibilityWarning),
]
CASES: list[Any] = [
    pytest.param(speak, code, id=f"{what} {code}")
    for what, speak, codes in SPEAKING
    for code in codes
]


@pytest.fixture(autouse=True)
def _english() -> Any:
    with translation.override("en"):
        yield


@pytest.mark.parametrize(("speak", "code"), CASES)
def test_every_code_speaks(speak: Any, code: Any) -> None:
    assert speak(code)


@pytest.mark.parametrize("code", list(ProblemCode))
def test_every_problem_is_a_sentence(code: ProblemCode) -> None:
    text = problem_text(Problem(code, "card_points", value=153, whole=162))
    assert text[0].isupper() or text[0].isdigit()
    assert text[-1] in ".?"
    assert "%" not in text


def test_a_problem_names_its_numbers() -> None:
    problem = Problem(ProblemCode.POINTS_OUT_OF_RANGE, "card_points", value=259, whole=258)
    assert problem_text(problem) == (
        "259 points are not possible: a hand has 0 to 258. Count again."
    )


ANY_RULES = RuleSet()
FIELD_NAMES = [field.name for field in fields(RuleSet)]


@pytest.mark.parametrize("name", [*FIELD_NAMES, *FORMAT_LIMITS])
def test_every_field_has_a_label(name: str) -> None:
    assert FIELD_LABELS[name]


def values_of(name: str) -> list[Any]:
    value = getattr(ANY_RULES, name)
    if isinstance(value, bool):
        return [True, False]
    if name in OPTIONAL_NUMBERS:
        return [None, 410]
    return list(type(value)) if isinstance(value, StrEnum) else [value]


@pytest.mark.parametrize(
    ("name", "value"),
    list(chain.from_iterable(((name, value) for value in values_of(name)) for name in FIELD_NAMES)),
)
def test_every_value_has_a_label(name: str, value: Any) -> None:
    assert value_label(name, value)


@pytest.mark.parametrize(
    ("game_format", "label"),
    [
        (GameFormat(target=1000), "at 1,000 points"),
        (GameFormat(hands=12), "after 12 hands"),
        (GameFormat(hands=1), "after 1 hand"),
        (GameFormat(hands=12, games=3), "after 12 hands; 3 games are added up"),
    ],
)
def test_formats(game_format: GameFormat, label: str) -> None:
    assert format_label(game_format) == label


@pytest.mark.parametrize(
    ("name", "code", "text"),
    [
        ("capot_points", "out_of_range", "Write a whole number from 162 to 1,000."),
        ("hands", "out_of_range", "Write a whole number from 1 to 100."),
        ("compared", "unknown_value", "Choose one of the values that are offered."),
        ("jokers", "unknown_field", "No rule set has a field “jokers”."),
        (
            "doubles",
            "bid_not_marked",
            "Only points are scored, so a double cannot multiply the bid: choose another answer.",
        ),
        (
            "target",
            "one_end_needed",
            "A game ends at a target or after a number of hands: choose one of the two.",
        ),
    ],
)
def test_what_is_wrong_with_a_rule_set(name: str, code: str, text: str) -> None:
    assert ruleset_error_text(name, code) == text


def test_redoubled_counts_times_not_points() -> None:
    assert value_label("redoubled_factor", 4) == "4 times"
    assert value_label("capot_points", 252) == "252 points"
    assert value_label("capot_doubled_bonus", 0) == "nothing"
    assert value_label("capot_bid_made", None) == "as for any bid"


CONTRADICTIONS: list[dict[str, Any]] = [
    {"base": 0},
    {"bidding": "points", "doubles": "bid"},
    {"bidding": "bid_only", "base": 0, "doubles": "base"},
    {"capot_bid_flat": True},
    {"capot_bid_failed": 150},
]


@pytest.mark.parametrize("values", CONTRADICTIONS)
def test_a_contradiction_says_what_to_do(values: dict[str, Any]) -> None:
    with pytest.raises(RuleSetError) as raised:
        RuleSet.from_values({"bidding": "points_and_bid", **values})
    ((name, code),) = raised.value.errors.items()
    assert ruleset_error_text(name, code) == str(ERROR_TEXTS[code])


def test_every_rule_stands_in_one_group() -> None:
    grouped = [name for _title, names in RULE_GROUPS.values() for name in names]
    assert sorted(grouped) == sorted({*FIELD_NAMES, *FORMAT_LIMITS})


def test_a_doubt_names_its_numbers() -> None:
    ruleset = RuleSet(bidding=Bidding.POINTS_AND_BID, base=100)
    assert warning_texts(ruleset) == [
        "The base is 100: written rules use 160 and 162, and 0 where only the bid is scored."
    ]


def test_a_declaration_with_its_points() -> None:
    tierce = Declaration(side=Side.A, kind=DeclarationKind.TIERCE)
    assert declaration_label(tierce) == "Tierce (20)"
    assert declaration_label(replace(tierce, high=Rank.KING)) == "Tierce to the king (20)"
