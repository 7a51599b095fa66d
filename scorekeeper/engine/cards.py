"""Card values, and the card points that a side can have, computed from those values.

Source: sheets 000, 001, 002 and 004 for the values; the sets follow by arithmetic.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Final

TRICKS: Final = 8
CARDS_PER_TRICK: Final = 4
LAST_TRICK_POINTS: Final = 10
WHOLE: Final = 162
"""Points of one hand: 152 in cards and 10 for the last trick."""

TRUMP_VALUES: Final = (20, 14, 11, 10, 4, 3, 0, 0)
PLAIN_VALUES: Final = (11, 10, 4, 3, 2, 0, 0, 0)
NO_TRUMP_VALUES: Final = (19, 10, 4, 3, 2, 0, 0, 0)
SUITS: Final = 4


class Deck(StrEnum):
    """How the 32 cards are valued: with one trump suit, none (an ace is 19 or 11), or all four."""

    ONE_TRUMP = "one_trump"
    NO_TRUMP = "no_trump"
    NO_TRUMP_ACE_11 = "no_trump_ace_11"
    ALL_TRUMP = "all_trump"

    @property
    def card_values(self) -> tuple[int, ...]:
        """Return the points of the 32 cards."""
        return _CARD_VALUES[self]

    @property
    def whole(self) -> int:
        """Return the card points of one hand, the last trick's 10 included (162, 130 or 258)."""
        return _WHOLES[self]


_CARD_VALUES: Final = {
    Deck.ONE_TRUMP: TRUMP_VALUES + PLAIN_VALUES * (SUITS - 1),
    Deck.NO_TRUMP: NO_TRUMP_VALUES * SUITS,
    Deck.NO_TRUMP_ACE_11: PLAIN_VALUES * SUITS,
    Deck.ALL_TRUMP: TRUMP_VALUES * SUITS,
}
_WHOLES: Final = {deck: sum(values) + LAST_TRICK_POINTS for deck, values in _CARD_VALUES.items()}


def _sums_by_tricks(deck: Deck) -> tuple[frozenset[int], ...]:
    """Return, for each number of tricks from 0 to 8, every sum that 4 cards a trick can make."""
    # Bit s of masks[n] is set if some n cards add up to s.
    masks = [1] + [0] * len(deck.card_values)
    for value in deck.card_values:
        for count in range(len(masks) - 1, 0, -1):
            masks[count] |= masks[count - 1] << value
    return tuple(
        frozenset(s for s in range(mask.bit_length()) if mask >> s & 1)
        for mask in masks[::CARDS_PER_TRICK]
    )


# Every check of a hand needs this set, and computing it is the slowest part of a check.
@cache
def possible_card_points(
    *, tricks: int | None = None, last_trick: bool | None = None, deck: Deck = Deck.ONE_TRUMP
) -> frozenset[int]:
    """Return every number of card points that a side can have, the last trick's 10 included.

    `tricks` is the number of tricks won by that side (0–8) and `last_trick` whether it won the last
    one; None means that the table did not say. The set is empty if the two contradict each other.
    Source: rules.md, section 1.
    """
    numbers: Iterable[int] = range(TRICKS + 1) if tricks is None else (tricks,)
    found: set[int] = set()
    for k in numbers:
        sums = _sums_by_tricks(deck)[k]
        if k > 0 and last_trick is not False:
            found.update(points + LAST_TRICK_POINTS for points in sums)
        if k < TRICKS and last_trick is not True:
            found.update(sums)
    return frozenset(found)
