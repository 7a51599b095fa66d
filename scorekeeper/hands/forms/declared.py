"""Declarations as a form names them, each one choice: its side, its kind, its highest card."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from django.utils.translation import gettext as _

from scorekeeper.engine.choices import DeclarationsTie
from scorekeeper.engine.declarations import LENGTHS, card_is_impossible
from scorekeeper.engine.hand import Declaration, DeclarationKind, Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.labels.hands import HIGH_LABELS, declaration_label

DECLARED: Final = "declared_"
LEAST_DECLARED: Final = 6
"""How many declarations there is room for; a hand that has more is shown with one to spare."""


def declared_field(number: int) -> str:
    return f"{DECLARED}{number}"


def further_field(side: Side) -> str:
    """Return the field of the belotes that all trump adds to the first one."""
    return f"further_{side.value.lower()}"


def declared_value(shown: Declaration) -> str:
    """Return a declaration as its choice: "A:tierce:king"."""
    return ":".join(filter(None, [shown.side, shown.kind, shown.high]))


def declarations_to_choose(
    sides: Mapping[Side, str],
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield what either side can declare, by the names of the side."""
    for side in Side:
        shown = [Declaration(side=side, kind=kind) for kind in DeclarationKind]
        shown += [
            Declaration(side=side, kind=kind, high=high)
            for kind, high in product(LENGTHS, HIGH_LABELS)
        ]
        shown.sort(key=lambda one: list(DeclarationKind).index(one.kind))
        possible = [one for one in shown if not card_is_impossible(one)]
        yield sides[side], [(declared_value(one), declaration_label(one)) for one in possible]


def tie_text(rules: RuleSet) -> str:
    """Return what becomes of declarations that are equal to the last card."""
    if rules.declarations_tie is DeclarationsTie.NOBODY:
        return _(
            "Only that side marks. Equal to the last card, trumps too: nobody marks, leave both "
            "out."
        )
    return _("Only that side marks. Equal to the last card, trumps too: whoever spoke first.")
