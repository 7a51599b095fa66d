"""Categories of players: the usual ones, and those that a club or its federation made up."""

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext_lazy as _

USUAL_CATEGORIES: Final = {
    "ladies": _("Ladies"),
    "juniors": _("Juniors"),
    "seniors": _("Seniors"),
    "veterans": _("Veterans"),
}
CATEGORY_LENGTH: Final = 40
MOST_CATEGORIES: Final = 6


def category_label(category: str) -> str:
    """Return a category in words; one that the club made up stands as it was typed."""
    return str(USUAL_CATEGORIES.get(category, category))


def categories_text(categories: Iterable[str]) -> str:
    return ", ".join(map(category_label, categories))


def category_codes(typed: Iterable[str]) -> tuple[str, ...]:
    """Return categories as they are kept: each once, a usual one by its code."""
    usual = {str(label).casefold(): code for code, label in USUAL_CATEGORIES.items()}
    found: dict[str, str] = {}
    for word in filter(None, (" ".join(text.split()) for text in typed)):
        found.setdefault(word.casefold(), usual.get(word.casefold(), word))
    return tuple(dict.fromkeys(found.values()))
