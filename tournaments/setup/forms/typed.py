"""Reading what an organiser types into the settings: rounds, euros, tags."""

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from scorekeeper.engine.rulesets import FORMAT_LIMITS
from tournaments.tags import USUAL_TAGS

MOST_ROUNDS: Final = 20
MOST_HANDS: Final = FORMAT_LIMITS["hands"]
MOST_CENTS: Final = 100_000_00
MOST_TAGS: Final = 12
TAG_LENGTH: Final = 30

_TIMES = re.compile(r"(\d+)\s*[x×*]\s*(\d+)")
_BETWEEN = re.compile(r"[\s,;/+-]+")
_EUROS = re.compile(r"(\d{1,7})(?:[.,](\d{1,2}))?")


def read_hands(text: str, *, drawn: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the hands of each round from "12, 12, 10" or "3 × 12"; raises ValidationError.

    `drawn` are the hands of the rounds drawn already, which stay as they are.
    """
    text = _TIMES.sub(
        lambda found: ", ".join([found[2]] * min(int(found[1]), MOST_ROUNDS + 1)), text
    )
    words = [word for word in _BETWEEN.split(text) if word]
    if not words or not all(word.isdecimal() and len(word) < 4 for word in words):
        raise ValidationError(gettext("Write one number for each round: 12, 12, 10."))
    hands = tuple(int(word) for word in words)
    if len(hands) > MOST_ROUNDS or not all(1 <= count <= MOST_HANDS for count in hands):
        message = gettext("At most %(rounds)d rounds, each of 1 to %(hands)d hands.")
        raise ValidationError(message % {"rounds": MOST_ROUNDS, "hands": MOST_HANDS})
    if hands[: len(drawn)] != drawn:
        message = gettext("Begin with the rounds that are drawn: %(hands)s.")
        raise ValidationError(message % {"hands": ", ".join(map(str, drawn))})
    return hands


def read_cents(text: str) -> int:
    """Return an amount in cents from "5", "5,50" or "5.50 €"; raises ValidationError."""
    text = "".join(text.replace("€", "").split())
    if not text:
        return 0
    found = _EUROS.fullmatch(text)
    if found is None:
        raise ValidationError(gettext("Write the amount in euros, as in 5 or 5.50."))
    cents = int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))
    if cents > MOST_CENTS:
        raise ValidationError(gettext("That is too much."))
    return cents


def read_tags(text: str) -> list[str]:
    """Return tags typed with commas, each once, a usual one by its code; raises ValidationError."""
    usual = {str(label).casefold(): code for code, label in USUAL_TAGS.items()}
    typed = (" ".join(word.split()) for word in text.split(","))
    tags: dict[str, str] = {}
    for tag in filter(None, typed):
        tags.setdefault(tag.casefold(), usual.get(tag.casefold(), tag))
    if any(len(tag) > TAG_LENGTH for tag in tags) or len(tags) > MOST_TAGS:
        message = gettext("At most %(count)d, of %(length)d letters each.")
        raise ValidationError(message % {"count": MOST_TAGS, "length": TAG_LENGTH})
    return list(tags.values())
