"""Filters for players' figures: averages, shares, differences, places."""

from typing import Final

from django import template

from scorekeeper.engine.hand import Trump
from scorekeeper.labels.hands import trump_label
from tournaments.leaderboards.labels import average_text, share_text
from tournaments.people.labels import rank_text, signed_points

register = template.Library()

SUIT_SIGNS: Final = {Trump.SPADES: "♠", Trump.HEARTS: "♥", Trump.DIAMONDS: "♦", Trump.CLUBS: "♣"}


register.filter("average", average_text)
register.filter("percent", share_text)
register.filter("difference", signed_points)
register.filter("place", rank_text)
register.filter("trump_name", trump_label)


@register.filter
def suit_sign(trump: Trump) -> str:
    """Return the sign of a suit, empty for no trump and all trump."""
    return SUIT_SIGNS.get(trump, "")
