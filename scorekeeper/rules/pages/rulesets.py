"""The rule sets a club can choose from: the presets, and its own."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext

from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.sources import PRESET_PRACTICE
from scorekeeper.labels.presets import preset_label
from scorekeeper.labels.rulesets import format_label
from scorekeeper.models import Club, ClubRuleSet, Game
from scorekeeper.models.keys import typed_number

OWN_PREFIX: Final = "club-"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetChoice:
    """A rule set by its key. `practice` is how the table plays: codes, or the club's own words."""

    key: str
    name: str
    ruleset: RuleSet
    based_on: str
    practice: Mapping[str, str]
    stored: ClubRuleSet | None = None


class NoSuchRuleSetError(LookupError):
    """Raised when the club has no rule set of that key."""


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
    """Return the rule set that a game is played by, kept with the game; its end is the game's."""
    key = game.ruleset_key
    return RuleSetChoice(
        key=key,
        name=preset_label(key) if key in PRESETS else game.ruleset_name,
        ruleset=replace(game.ruleset, format=game.format),
        based_on=game.ruleset_based_on,
        practice=game.ruleset_practice,
    )


def ruleset_choices(club: Club) -> list[RuleSetChoice]:
    """Return every rule set that the club can play by: its own first."""
    return own_choices(club) + [preset_choice(key) for key in PRESETS]


def own_choices(club: Club) -> list[RuleSetChoice]:
    """Return the rule sets that the club made for itself, by name."""
    return [own_choice(stored) for stored in ClubRuleSet.objects.of_club(club).order_by("name")]


def grouped(choices: Iterable[RuleSetChoice]) -> list[tuple[str, list[RuleSetChoice]]]:
    """Return rule sets under titles: the club's own, plain belote, contrée and coinche."""
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
    """Return rule sets to choose from in a form, each with its text, under their titles."""
    return [
        (title, [(choice.key, text(choice)) for choice in found])
        for title, found in grouped(choices)
    ]


def name_and_end(choice: RuleSetChoice) -> str:
    """Return what a rule set is called and when its games end."""
    return f"{choice.name} – {format_label(choice.ruleset.format)}"


def find_choice(club: Club, key: str) -> RuleSetChoice:
    """Return one rule set by its key; raises NoSuchRuleSetError."""
    if key in PRESETS:
        return preset_choice(key)
    number = typed_number(key.removeprefix(OWN_PREFIX))
    if key.startswith(OWN_PREFIX) and number is not None:
        stored = ClubRuleSet.objects.of_club(club).filter(pk=number).first()
        if stored:
            return own_choice(stored)
    raise NoSuchRuleSetError(key)
