"""Filters that write what players did: averages, shares, differences, places."""

from fractions import Fraction
from typing import Final

from django import template

from scorekeeper.engine.hand import Trump
from scorekeeper.labels.hands import trump_label
from tournaments.leaderboards.labels import average_text, share_text
from tournaments.people.labels import difference_text, rank_text

register = template.Library()

SUIT_SIGNS: Final = {Trump.SPADES: "♠", Trump.HEARTS: "♥", Trump.DIAMONDS: "♦", Trump.CLUBS: "♣"}


@register.filter
def average(value: Fraction | None) -> str:
    """Write an average to two decimals."""
    return average_text(value)


@register.filter
def percent(value: Fraction | None) -> str:
    """Write a part of a whole in percent."""
    return share_text(value)


@register.filter
def difference(points: int) -> str:
    """Write a difference with its sign."""
    return difference_text(points)


@register.filter
def place(number: int, entries: int) -> str:
    """Write a place among so many entries."""
    return rank_text(number, entries)


@register.filter
def trump_name(trump: Trump) -> str:
    """Write the name of a suit."""
    return trump_label(trump)


@register.filter
def suit_sign(trump: Trump) -> str:
    """Return the sign of a suit, empty for no trump and all trump."""
    return SUIT_SIGNS.get(trump, "")
