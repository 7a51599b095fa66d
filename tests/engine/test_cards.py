"""Which card points a side can have (rules.md, section 1)."""

from itertools import combinations

import pytest

from scorekeeper.engine.cards import Deck, possible_card_points

EVERY_NUMBER = frozenset(range(163))


@pytest.mark.parametrize(
    ("deck", "whole"),
    [(Deck.ONE_TRUMP, 162), (Deck.NO_TRUMP, 162), (Deck.ALL_TRUMP, 258)],
    ids=["one suit of trumps", "no trump: the ace counts 19", "all trump"],
)
def test_cards_and_last_trick_make_the_whole(deck: Deck, whole: int) -> None:
    assert len(deck.card_values) == 32
    assert deck.whole == whole
    assert max(possible_card_points(deck=deck)) == whole


def test_only_1_and_161_cannot_be_made() -> None:
    assert possible_card_points() == EVERY_NUMBER - {1, 161}


@pytest.mark.parametrize(
    ("tricks", "lowest", "highest", "never"),
    [
        pytest.param(0, 0, 0, set(), id="no trick: nothing"),
        pytest.param(1, 0, 66, {1}, id="1 trick: 0 to 66, never 1"),
        pytest.param(2, 0, 108, {1, 105}, id="2 tricks: 0 to 108, never 1 or 105"),
        pytest.param(7, 96, 162, {161}, id="7 tricks: 96 to 162, never 161"),
        pytest.param(8, 162, 162, set(), id="8 tricks: everything"),
    ],
)
def test_tricks_bound_the_points(tricks: int, lowest: int, highest: int, never: set[int]) -> None:
    expected = frozenset(range(lowest, highest + 1)) - never
    assert possible_card_points(tricks=tricks) == expected


def test_one_trick_against_every_choice_of_four_cards() -> None:
    sums = {sum(cards) for cards in combinations(Deck.ONE_TRUMP.card_values, 4)}
    assert possible_card_points(tricks=1, last_trick=False) == sums
    assert possible_card_points(tricks=1, last_trick=True) == {points + 10 for points in sums}


@pytest.mark.parametrize("tricks", range(9))
@pytest.mark.parametrize("last_trick", [False, True], ids=["without der", "with der"])
@pytest.mark.parametrize("deck", list(Deck))
def test_the_other_side_has_the_rest(tricks: int, last_trick: bool, deck: Deck) -> None:
    own = possible_card_points(tricks=tricks, last_trick=last_trick, deck=deck)
    others = possible_card_points(tricks=8 - tricks, last_trick=not last_trick, deck=deck)
    assert {deck.whole - points for points in own} == others


def test_no_trick_cannot_be_the_last_one() -> None:
    assert possible_card_points(tricks=0, last_trick=True) == frozenset()
    assert possible_card_points(tricks=8, last_trick=False) == frozenset()


def test_with_the_last_trick_alone_one_has_ten_or_more() -> None:
    assert min(possible_card_points(last_trick=True)) == 10
    assert max(possible_card_points(last_trick=False)) == 152
