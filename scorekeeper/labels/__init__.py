"""Engine codes to translated words: the only place that knows both."""

from scorekeeper.labels.examples import example_label, example_text, marks_text
from scorekeeper.labels.hands import (
    bid_label,
    declaration_label,
    game_end_label,
    multiplier_label,
    outcome_label,
    reason_label,
    seat_label,
    side_label,
    trump_label,
)
from scorekeeper.labels.practice import (
    NOT_SAID_LABEL,
    PRACTICE_CHOICE_LABELS,
    PRACTICE_LABELS,
    practice_label,
    practice_text,
    sources_label,
)
from scorekeeper.labels.problems import problem_text
from scorekeeper.labels.rulesets import (
    CHOICE_LABELS,
    FIELD_LABELS,
    PRESET_LABELS,
    PRESET_SUMMARIES,
    field_label,
    format_label,
    preset_label,
    preset_summary,
    ruleset_error_text,
    value_label,
)
from scorekeeper.labels.totals import cause_label, causes_text

__all__ = [
    "CHOICE_LABELS",
    "FIELD_LABELS",
    "NOT_SAID_LABEL",
    "PRACTICE_CHOICE_LABELS",
    "PRACTICE_LABELS",
    "PRESET_LABELS",
    "PRESET_SUMMARIES",
    "bid_label",
    "cause_label",
    "causes_text",
    "declaration_label",
    "example_label",
    "example_text",
    "field_label",
    "format_label",
    "game_end_label",
    "marks_text",
    "multiplier_label",
    "outcome_label",
    "practice_label",
    "practice_text",
    "preset_label",
    "preset_summary",
    "problem_text",
    "reason_label",
    "ruleset_error_text",
    "seat_label",
    "side_label",
    "sources_label",
    "trump_label",
    "value_label",
]
