"""Rule sets for tests: copied, changed, played by, and what their form sends."""

import html
import re
from typing import Any

from django.urls import reverse

from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.games.services.games import Seating, start_game
from scorekeeper.models import Club, ClubRuleSet, Game
from scorekeeper.rules.forms import PRACTICE_PREFIX, RuleSetForm
from scorekeeper.rules.queries import find_choice, own_choice, preset_choice
from scorekeeper.rules.services import change_ruleset, copy_ruleset
from tests.table import NAMES, NOW, SCORER

OWN_WORDS = "The youngest player cuts, with the left hand."


def copied(club: Club, preset: str, name: str) -> ClubRuleSet:
    return copy_ruleset(club=club, source=preset_choice(preset), name=name, now=NOW)


def changed(stored: ClubRuleSet, ruleset: RuleSet, **practice: str) -> ClubRuleSet:
    return change_ruleset(
        stored=stored,
        name=stored.name,
        ruleset=ruleset,
        practice={**stored.practice, **practice},
        now=NOW,
    )


def started(club: Club, key: str, game_format: GameFormat | None = None) -> Game:
    rules = find_choice(club, key)
    assert rules
    return start_game(
        club=club,
        seating=Seating(names=NAMES),
        rules=rules,
        game_format=game_format or rules.ruleset.format,
        author=SCORER,
        now=NOW,
    )


def url(name: str, stored: ClubRuleSet | str) -> str:
    key = stored if isinstance(stored, str) else f"club-{stored.pk}"
    return reverse(f"scorekeeper:ruleset-{name}", args=[key])


def text_of(response: Any) -> str:
    """Return what can be read of a page, its white space tidied."""
    without_tags = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(html.unescape(without_tags).split())


def typed(stored: ClubRuleSet, **changes: str) -> dict[str, str]:
    """Return what the untouched form of a rule set sends, with changes."""
    form = RuleSetForm(choice=own_choice(stored))
    data = {"name": stored.name}
    for name, field in form.fields.items():
        value = form[name].value()
        if name.startswith(PRACTICE_PREFIX):
            choice, words = field.widget.decompress(value)
            data |= {name: choice, f"{name}_words": words}
        else:
            data[name] = "" if value is None else str(value)
    return {**data, **changes}
