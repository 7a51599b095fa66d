"""The rule sets a club can choose from, and the rules card with sources and worked examples."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from scorekeeper.engine.examples import WorkedExample, worked_examples
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.relevance import relevant_fields
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.sources import (
    NOT_SAID,
    PRESET_PRACTICE,
    REST_OF_PACK,
    Practice,
    Source,
    for_bids,
    rule_sources,
)
from scorekeeper.labels.hands import outcome_label
from scorekeeper.labels.phone import NOT_SAID_LABEL, PRACTICE_LABELS, practice_text, sources_label
from scorekeeper.labels.rules import (
    BEST_DECLARATION_LABEL,
    BEST_DECLARATION_TEXT,
    BID_COUNTS_LABEL,
    FIELD_LABELS,
    PRESET_SUMMARIES,
    RULE_GROUPS,
    bid_counts_text,
    example_label,
    example_text,
    format_label,
    marks_text,
    preset_label,
    value_label,
)
from scorekeeper.models import Club, ClubRuleSet, Game
from scorekeeper.models.keys import typed_number

OWN_PREFIX: Final = "club-"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetChoice:
    """A rule set by its key. `practice` is the table practice: codes, or the club's own words."""

    key: str
    name: str
    ruleset: RuleSet
    based_on: str
    practice: Mapping[str, str]
    stored: ClubRuleSet | None = None


def preset_choice(key: str) -> RuleSetChoice:
    return RuleSetChoice(
        key=key,
        name=preset_label(key),
        ruleset=PRESETS[key],
        based_on=key,
        practice={field: code for field, (code, _) in PRESET_PRACTICE[key].items()},
    )


def own_choice(stored: ClubRuleSet) -> RuleSetChoice:
    return RuleSetChoice(
        key=f"{OWN_PREFIX}{stored.pk}",
        name=stored.name,
        ruleset=stored.ruleset,
        based_on=stored.based_on,
        practice=stored.practice,
        stored=stored,
    )


def played_choice(game: Game) -> RuleSetChoice:
    """Return the rule set stored with a game, with the game's own format."""
    key = game.ruleset_key
    return RuleSetChoice(
        key=key,
        name=preset_label(key) if key in PRESETS else game.ruleset_name,
        ruleset=replace(game.ruleset, format=game.format),
        based_on=game.ruleset_based_on,
        practice=game.ruleset_practice,
    )


def ruleset_choices(club: Club) -> list[RuleSetChoice]:
    """Return every rule set that the club can choose, its own first."""
    return own_choices(club) + [preset_choice(key) for key in PRESETS]


def own_choices(club: Club) -> list[RuleSetChoice]:
    """Return the club's own rule sets, by name."""
    return [own_choice(stored) for stored in ClubRuleSet.objects.of_club(club).order_by("name")]


def grouped(choices: Iterable[RuleSetChoice]) -> list[tuple[str, list[RuleSetChoice]]]:
    """Return rule sets grouped under titles: the club's own, plain belote, contrée and coinche."""
    groups: dict[str, list[RuleSetChoice]] = {
        gettext("Our own"): [],
        gettext("Plain belote"): [],
        gettext("Contrée and coinche"): [],
    }
    own, plain, bids = groups.values()
    for choice in choices:
        presets = bids if choice.ruleset.bids else plain
        (presets if choice.key in PRESETS else own).append(choice)
    return [(title, found) for title, found in groups.items() if found]


def offered(
    choices: Iterable[RuleSetChoice],
    text: Callable[[RuleSetChoice], str] = lambda choice: choice.name,
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return rule sets as grouped choices of a form field."""
    return [
        (title, [(choice.key, text(choice)) for choice in found])
        for title, found in grouped(choices)
    ]


def name_and_end(choice: RuleSetChoice) -> str:
    """Return the name of a rule set and when its games end."""
    return f"{choice.name} – {format_label(choice.ruleset.format)}"


def find_choice(club: Club, key: str) -> RuleSetChoice | None:
    """Return one rule set by its key."""
    if key in PRESETS:
        return preset_choice(key)
    number = typed_number(key.removeprefix(OWN_PREFIX))
    if key.startswith(OWN_PREFIX) and number is not None:
        stored = ClubRuleSet.objects.of_club(club).filter(pk=number).first()
        if stored:
            return own_choice(stored)
    return None


MOST_CHANGES_NAMED: Final = 3
OF_CLUB: Final = (Source.CLUB,)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleLine:
    """One rule: its subject, its value, and its sources (may be empty)."""

    field: str
    label: str
    value: str
    source: str = ""
    is_set: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesCard:
    """Everything on a rules page.

    `rules` are all rules. A bidding game has many and shows them by `groups` of a title and rules.
    """

    name: str
    summary: str
    rules: Sequence[RuleLine]
    groups: Sequence[tuple[str, Sequence[RuleLine]]]
    examples: Sequence[dict[str, Any]]
    practice: Sequence[RuleLine]

    @property
    def scoring(self) -> Sequence[RuleLine]:
        """Return the rules about scoring, in the order of the page."""
        return [line for _title, lines in self.groups for line in lines] or self.rules


def ruleset_card(choice: RuleSetChoice) -> RulesCard:
    return _card(choice, lambda field: _sources(choice, field), summarise(choice))


def card_of_game(game: Game) -> RulesCard:
    """Return the rules card of a game, even if its rule set has changed since."""
    choice = played_choice(game)

    def source_of(field: str) -> str:
        if field == "format" and game.format != game.ruleset.format:
            return _("this game")
        return _sources(choice, field)

    return _card(choice, source_of, "")


def _card(choice: RuleSetChoice, source_of: Callable[[str], str], summary: str) -> RulesCard:
    rules = _rule_lines(choice.ruleset, source_of)
    return RulesCard(
        name=choice.name,
        summary=summary,
        rules=rules,
        groups=_grouped(rules, choice.ruleset, source_of) if choice.ruleset.bids else (),
        examples=example_lines(choice.ruleset),
        practice=_practice_lines(choice),
    )


def summarise(choice: RuleSetChoice) -> str:
    """Return a summary of a rule set, in one or two sentences."""
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


def preset_groups() -> list[tuple[str, list[tuple[RuleSetChoice, str]]]]:
    """Return the presets with their summaries, grouped: plain belote; contrée and coinche."""
    return [
        (title, [(choice, summarise(choice)) for choice in choices])
        for title, choices in grouped(preset_choice(key) for key in PRESETS)
    ]


def is_changed(choice: RuleSetChoice, field: str) -> bool:
    """Return whether the field differs from the preset that the club copied."""
    preset = PRESETS[choice.based_on]
    return bool(getattr(choice.ruleset, field) != getattr(preset, field))


def example_lines(ruleset: RuleSet) -> list[dict[str, Any]]:
    return [_example_line(example, ruleset) for example in worked_examples(ruleset)]


def _example_line(example: WorkedExample, ruleset: RuleSet) -> dict[str, Any]:
    takers = example.takers
    return {
        "hand": example_label(example),
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


def _grouped(
    rules: Sequence[RuleLine], ruleset: RuleSet, source_of: Callable[[str], str]
) -> list[tuple[str, list[RuleLine]]]:
    """Return the rules of a bidding game grouped by subject, with remarks for referees.

    What is compared and whose declarations are best has no field: it is the same in every bidding
    game.
    """
    by_field = {line.field: line for line in rules}
    counted = RuleLine(
        field="bid_counts",
        label=str(BID_COUNTS_LABEL),
        value=bid_counts_text(ruleset),
        source=sources_label((Source.PRACTICE,)),
    )
    best = RuleLine(
        field="best_declaration",
        label=str(BEST_DECLARATION_LABEL),
        value=str(BEST_DECLARATION_TEXT),
        source=source_of("declarations"),
    )
    following = {"generale": counted} | ({"declarations": best} if ruleset.declarations else {})
    groups = []
    for title, names in RULE_GROUPS.values():
        lines = [by_field[name] for name in names if name in by_field]
        for line in tuple(lines):
            if line.field in following:
                lines.insert(lines.index(line) + 1, following[line.field])
        groups.append((str(title), lines))
    return groups


def _sources(choice: RuleSetChoice, field: str) -> str:
    sources = OF_CLUB if is_changed(choice, field) else rule_sources(choice.based_on, field)
    return sources_label(sources)


def _practice_lines(choice: RuleSetChoice) -> list[RuleLine]:
    preset = PRESET_PRACTICE[choice.based_on]
    practice = choice.practice
    if choice.ruleset.bids:
        preset, practice = for_bids(preset, practice)
    asked = (name for name in PRACTICE_LABELS if not (choice.ruleset.bids and name == REST_OF_PACK))
    return [_practice_line(practice, preset, field) for field in asked]


def _practice_line(practice: Mapping[str, str], preset: Practice, field: str) -> RuleLine:
    text, label = practice.get(field, NOT_SAID), str(PRACTICE_LABELS[field])
    if text == NOT_SAID:
        value = str(NOT_SAID_LABEL)
        return RuleLine(field=field, label=label, value=value, is_set=False)
    said, sources = preset.get(field, (NOT_SAID, OF_CLUB))
    return RuleLine(
        field=field,
        label=label,
        value=practice_text(field, text),
        source=sources_label(sources if text == said else OF_CLUB),
    )
