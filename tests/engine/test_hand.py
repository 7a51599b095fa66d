"""Who sits where, and what counts how much before any rule set is asked."""

import pytest

from scorekeeper.engine.cards import Deck
from scorekeeper.engine.checks import deck_of
from scorekeeper.engine.choices import NoTrump
from scorekeeper.engine.declarations import best_side
from scorekeeper.engine.hand import (
    Declaration,
    DeclarationKind,
    HandEntry,
    Rank,
    Seat,
    Side,
    Trump,
)
from scorekeeper.engine.rulesets import RuleSet


def test_sides_face_each_other() -> None:
    assert [Side.A.other, Side.B.other] == [Side.B, Side.A]
    assert [seat.side for seat in Seat] == [Side.A, Side.B, Side.A, Side.B]


@pytest.mark.parametrize(
    ("clockwise", "order"),
    [
        pytest.param(True, "A1 B1 A2 B2 A1", id="clockwise"),
        pytest.param(False, "A1 B2 A2 B1 A1", id="anticlockwise"),
    ],
)
def test_the_deal_goes_round(clockwise: bool, order: str) -> None:
    seats = [Seat.A1.next(clockwise=clockwise, steps=steps) for steps in range(5)]
    assert " ".join(seats) == order


@pytest.mark.parametrize(
    ("trump", "deck"),
    [
        (None, Deck.ONE_TRUMP),
        (Trump.HEARTS, Deck.ONE_TRUMP),
        (Trump.NO_TRUMP, Deck.NO_TRUMP),
        (Trump.ALL_TRUMP, Deck.ALL_TRUMP),
    ],
)
def test_trumps_value_the_cards(trump: Trump | None, deck: Deck) -> None:
    assert deck_of(HandEntry(trump=trump), RuleSet()) is deck


def test_an_ace_counts_11_where_a_table_plays_no_trump_so() -> None:
    rules = RuleSet(no_trump=NoTrump.ACE_11)
    assert deck_of(HandEntry(trump=Trump.NO_TRUMP), rules).whole == 130


def test_takers_are_the_side_of_the_taker() -> None:
    assert HandEntry(taker=Seat.B2).takers is Side.B
    assert HandEntry().takers is None


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        (DeclarationKind.TIERCE, 20),
        (DeclarationKind.CINQUANTE, 50),
        (DeclarationKind.CENT, 100),
        (DeclarationKind.FOUR, 100),
        (DeclarationKind.FOUR_ACES, 100),
        (DeclarationKind.FOUR_NINES, 150),
        (DeclarationKind.FOUR_JACKS, 200),
    ],
)
def test_declarations_are_worth(kind: DeclarationKind, points: int) -> None:
    assert kind.points == points


def test_any_four_of_a_kind_beats_any_sequence() -> None:
    cent = Declaration(side=Side.A, kind=DeclarationKind.CENT, high=Rank.ACE)
    for kind in DeclarationKind:
        if kind.is_four:
            assert best_side([cent, Declaration(side=Side.B, kind=kind)]) is Side.B
