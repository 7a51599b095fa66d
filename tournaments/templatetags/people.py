"""Filters that write what players did: averages, shares, differences, places."""

from fractions import Fraction
from typing import Final

from django import template

from scorekeeper.engine.hand import Trump
from scorekeeper.labels.hands import trump_label
from tournaments.leaderboards.labels import average_text, share_text
from tournaments.people.labels import difference_text, place_text

register = template.Library()

SUIT_SIGNS: Final = {Trump.SPADES: "♠", Trump.HEARTS: "♥", Trump.DIAMONDS: "♦", Trump.CLUBS: "♣"}


@register.filter
def average(value: Fraction | None) -> str:
    return average_text(value)


@register.filter
def percent(value: Fraction | None) -> str:
    return share_text(value)


@register.filter
def difference(points: int) -> str:
    return difference_text(points)


@register.filter
def place(number: int, entries: int) -> str:
    return place_text(number, entries)


@register.filter
def trump_name(trump: Trump) -> str:
    return trump_label(trump)


@register.filter
def suit_sign(trump: Trump) -> str:
    """Return the sign of a suit, empty for no trump and all trump."""
    return SUIT_SIGNS.get(trump, "")
