"""The rules card: every rule in words with its source, worked examples, how the table plays."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.engine.examples import WorkedExample, worked_examples
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.relevance import relevant_fields
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.sources import NOT_SAID, PRESET_PRACTICE, Practice, Source, rule_sources
from scorekeeper.labels.examples import EXAMPLE_LABELS, example_text, marks_text
from scorekeeper.labels.hands import outcome_label
from scorekeeper.labels.practice import (
    NOT_SAID_LABEL,
    PRACTICE_LABELS,
    practice_text,
    sources_label,
)
from scorekeeper.labels.rulesets import FIELD_LABELS, PRESET_SUMMARIES, preset_label, value_label
from scorekeeper.models import Game
from scorekeeper.rules.pages.rulesets import RuleSetChoice, played_choice

MOST_CHANGES_NAMED: Final = 3
OF_CLUB: Final = (Source.CLUB,)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleLine:
    """One rule: what it is about, what is played, and who says so (empty: nobody)."""

    field: str
    label: str
    value: str
    source: str = ""
    is_said: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesCard:
    """Everything that a rules page shows."""

    name: str
    summary: str
    rules: Sequence[RuleLine]
    examples: Sequence[dict[str, Any]]
    practice: Sequence[RuleLine]


def ruleset_card(choice: RuleSetChoice) -> RulesCard:
    return _card(choice, lambda field: _sources(choice, field), summarise(choice))


def card_of_game(game: Game) -> RulesCard:
    """Return the card that a game is played by, whatever became of its rule set since."""
    choice = played_choice(game)

    def source_of(field: str) -> str:
        if field == "format" and game.format != game.ruleset.format:
            return _("this game")
        return _sources(choice, field)

    return _card(choice, source_of, "")


def _card(choice: RuleSetChoice, source_of: Callable[[str], str], summary: str) -> RulesCard:
    return RulesCard(
        name=choice.name,
        summary=summary,
        rules=_rule_lines(choice.ruleset, source_of),
        examples=example_lines(choice.ruleset),
        practice=_practice_lines(choice),
    )


def summarise(choice: RuleSetChoice) -> str:
    """Return what sets a rule set apart, in one or two sentences."""
    if choice.stored is None:
        return str(PRESET_SUMMARIES[choice.key])
    origin = _("Copied from “%(preset)s”.") % {"preset": preset_label(choice.based_on)}
    changes = [
        _("%(rule)s: %(value)s") % {"rule": line.label, "value": line.value}
        for line in _rule_lines(choice.ruleset, lambda field: _sources(choice, field))
        if is_changed(choice, line.field)
    ]
    named = " · ".join(changes[:MOST_CHANGES_NAMED])
    more = len(changes) - MOST_CHANGES_NAMED
    if more > 0:
        rest = ngettext("%(count)d more change", "%(count)d more changes", more) % {"count": more}
        named = f"{named} · {rest}"
    return f"{origin} {named}." if named else origin


def is_changed(choice: RuleSetChoice, field: str) -> bool:
    """Return whether the club changed that field of the preset it copied."""
    preset = PRESETS[choice.based_on]
    return bool(getattr(choice.ruleset, field) != getattr(preset, field))


def example_lines(ruleset: RuleSet) -> list[dict[str, Any]]:
    return [_example_line(example, ruleset) for example in worked_examples(ruleset)]


def _example_line(example: WorkedExample, ruleset: RuleSet) -> dict[str, Any]:
    takers = example.takers
    return {
        "hand": str(EXAMPLE_LABELS[example.hand]),
        "outcome": example.score.outcome.value,
        "outcome_text": outcome_label(example.score.outcome),
        "text": example_text(example, ruleset),
        "takers_points": example.score.points(takers),
        "defenders_points": example.score.points(takers.other),
        "takers_marks": marks_text(example, takers),
        "defenders_marks": marks_text(example, takers.other),
    }


def _rule_lines(ruleset: RuleSet, source_of: Callable[[str], str]) -> list[RuleLine]:
    return [
        RuleLine(
            field=field,
            label=str(FIELD_LABELS[field]),
            value=value_label(field, getattr(ruleset, field)),
            source=source_of(field),
        )
        for field in relevant_fields(ruleset)
    ]


def _sources(choice: RuleSetChoice, field: str) -> str:
    sources = OF_CLUB if is_changed(choice, field) else rule_sources(choice.based_on, field)
    return sources_label(sources)


def _practice_lines(choice: RuleSetChoice) -> list[RuleLine]:
    preset = PRESET_PRACTICE[choice.based_on]
    return [_practice_line(choice.practice, preset, field) for field in PRACTICE_LABELS]


def _practice_line(practice: Mapping[str, str], preset: Practice, field: str) -> RuleLine:
    text, label = practice.get(field, NOT_SAID), str(PRACTICE_LABELS[field])
    if text == NOT_SAID:
        value = str(NOT_SAID_LABEL)
        return RuleLine(field=field, label=label, value=value, is_said=False)
    said, sources = preset.get(field, (NOT_SAID, OF_CLUB))
    return RuleLine(
        field=field,
        label=label,
        value=practice_text(field, text),
        source=sources_label(sources if text == said else OF_CLUB),
    )
