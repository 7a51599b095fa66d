"""The limits that `check` uses, as plain data, with the points that cards can make."""

from collections.abc import Iterable
from typing import Any, Final

from scorekeeper.engine.cards import (
    LAST_TRICK_POINTS,
    NO_TRUMP_VALUES,
    PLAIN_VALUES,
    TRICKS,
    TRUMP_VALUES,
    Deck,
    possible_card_points,
)
from scorekeeper.engine.checks import (
    MOST_PASSED_DEALS,
    ProblemCode,
    check,
    deck_of,
    is_played,
    several_belotes_at_all_trump,
    whole_of,
)
from scorekeeper.engine.choices import PenaltyMarks
from scorekeeper.engine.declarations import FOUR_RANKS, LENGTHS
from scorekeeper.engine.hand import DeclarationKind, HandEntry, Rank, Seat, Side, Trump
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import points_to_mark

# The card values are sorted from high to low; these are the ranks in the same order.
TRUMP_RANKS: Final = ("jack", "nine", "ace", "ten", "king", "queen", "eight", "seven")
PLAIN_RANKS: Final = ("ace", "ten", "king", "queen", "jack", "nine", "eight", "seven")
SUITS: Final = (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS)

# Whether the takers won the last trick: not said, yes, no.
LAST_TRICK_SAID: Final = (None, True, False)


def limits(ruleset: RuleSet) -> dict[str, Any]:
    """Return the numbers and lists that an entry is checked against.

    `trumps` names the deck of each trump, "unsaid" that of a hand without one.
    """
    trumps = {"unsaid": None, **{trump.value: trump for trump in Trump}}
    decks = {name: deck_of(HandEntry(trump=trump), ruleset) for name, trump in trumps.items()}
    several = several_belotes_at_all_trump(ruleset)
    return {
        "bids": list(ruleset.known_bids),
        "penalty_with_bid": ruleset.bids and ruleset.penalty_marks is PenaltyMarks.BASE_AND_BID,
        "trumps": {name: deck.value for name, deck in decks.items()},
        "trumps_played": [trump.value for trump in Trump if is_played(trump, ruleset)],
        "decks": {deck.value: _deck(ruleset, deck) for deck in dict.fromkeys(decks.values())},
        "most_belotes": {Trump.ALL_TRUMP.value: len(SUITS)} if several else {},
        "declarations": declared() if ruleset.declarations else None,
        "tricks": TRICKS,
        "most_passed_deals": MOST_PASSED_DEALS,
        "cards": cards(),
    }


def declared() -> dict[str, Any]:
    """Return the points of each kind, the length of sequences, what fours are of, weakest first."""
    return {
        "points": {kind.value: kind.points for kind in DeclarationKind},
        "lengths": {kind.value: length for kind, length in LENGTHS.items()},
        "fours": {kind.value: rank.value for kind, rank in FOUR_RANKS.items()},
        "ranks": [rank.value for rank in Rank],
    }


def cards() -> dict[str, Any]:
    """Return the suits, the ranks from ace to seven, and the value of each card."""
    return {
        "suits": [suit.value for suit in SUITS],
        "ranks": list(PLAIN_RANKS),
        "values": {
            "trump": dict(zip(TRUMP_RANKS, TRUMP_VALUES, strict=True)),
            "plain": dict(zip(PLAIN_RANKS, PLAIN_VALUES, strict=True)),
            "no_trump": dict(zip(PLAIN_RANKS, NO_TRUMP_VALUES, strict=True)),
            "all_trump": dict(zip(TRUMP_RANKS, TRUMP_VALUES, strict=True)),
        },
        "last_trick": LAST_TRICK_POINTS,
        "tricks": TRICKS,
    }


def _finds(code: ProblemCode, ruleset: RuleSet, **seen: Any) -> bool:
    """Return whether `check` finds this problem in an otherwise ordinary hand."""
    entry = HandEntry(**{"taker": Seat.A1, "card_points": 80, **seen})
    return any(problem.code is code for problem in check(entry, ruleset))


def _deck(ruleset: RuleSet, deck: Deck) -> dict[str, Any]:
    """Return what depends on the values of the cards.

    `possible[tricks][last trick]` are the points that the takers can have, as runs of [first,
    last]: tricks 0 to 8, then not said; the last trick not said, won, lost. It is None if the
    points say nothing about the cards. `scale` converts points as written into marked points, which
    add up to `marks`.
    """
    trump = next(one for one in Trump if deck_of(HandEntry(trump=one), ruleset) is deck)
    whole = whole_of(HandEntry(trump=trump), ruleset)
    entries = [HandEntry(trump=trump, card_points=points) for points in range(whole + 1)]
    marks = points_to_mark(entries[0], ruleset)[1]
    # Without a check of the cards, a single point would be accepted.
    says_cards = _finds(ProblemCode.POINTS_IMPOSSIBLE, ruleset, trump=trump, card_points=1)
    no_belote = ProblemCode.BELOTE_WITHOUT_TRUMP_SUIT
    return {
        "whole": whole,
        "marks": marks,
        "scale": None
        if whole == marks
        else [points_to_mark(entry, ruleset)[0] for entry in entries],
        "possible": _possible(deck) if says_cards else None,
        "belote": not _finds(no_belote, ruleset, trump=trump, belote=Side.A),
    }


def _possible(deck: Deck) -> list[list[list[list[int]]]]:
    return [
        [
            _ranges(possible_card_points(tricks=tricks, last_trick=last, deck=deck))
            for last in LAST_TRICK_SAID
        ]
        for tricks in (*range(TRICKS + 1), None)
    ]


def _ranges(numbers: Iterable[int]) -> list[list[int]]:
    """Return the numbers as runs of [first, last]; there are few gaps."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return found
