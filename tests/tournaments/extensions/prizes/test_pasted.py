"""A list of prizes as people paste it."""

from typing import Any

import pytest

from tournaments.extensions.prizes.text_import import read_prizes
from tournaments.standings.prizes import PrizeKind

TAG = {"aim": PrizeKind.TAG}
LINES: list[tuple[str, dict[str, Any]]] = [
    ("1er 200 €", {"cents": 200_00}),
    ("1 : 1 200,50 € + coupe", {"cents": 1200_50, "goods": "coupe"}),
    ("2e jambon", {"first": 2, "last": 2, "goods": "jambon"}),
    ("3ème: 30 %", {"first": 3, "last": 3, "percent": 30_00}),
    ("4) 2 parts", {"first": 4, "last": 4, "parts": 2}),
    ("de 4 à 10: une bouteille", {"first": 4, "last": 10, "goods": "une bouteille"}),
    ("4e-10e une bouteille", {"first": 4, "last": 10, "goods": "une bouteille"}),
    ("5. 40", {"first": 5, "last": 5, "cents": 40_00}),
    ("Dernier: saucisson", {"aim": PrizeKind.LAST, "goods": "saucisson"}),
    ("Avant-dernier: pâté", {"aim": PrizeKind.LAST, "first": 2, "last": 2, "goods": "pâté"}),
    ("1re dame: fleurs", {**TAG, "tag": "ladies", "goods": "fleurs"}),
    ("Dames: fleurs", {**TAG, "tag": "ladies", "goods": "fleurs"}),
    ("2e mixte 20 €", {**TAG, "tag": "mixed", "first": 2, "last": 2, "cents": 20_00}),
    ("Jeunes: livre", {**TAG, "tag": "juniors", "goods": "livre"}),
    ("Mairie: pain", {**TAG, "tag": "Mairie", "goods": "pain"}),
    ("Meilleure partie: cup", {"aim": PrizeKind.BEST_GAME, "goods": "cup"}),
    ("Plus de capots 10 €", {"aim": PrizeKind.CAPOTS, "cents": 10_00}),
    ("1er tour: vin", {"aim": PrizeKind.FIRST_ROUND, "goods": "vin"}),
    ("Meilleur du dernier tour: vin", {"aim": PrizeKind.LAST_ROUND, "goods": "vin"}),
    ("Tirage au sort : panier", {"aim": PrizeKind.PRESENT, "goods": "panier"}),
    ("1-3 tirage: panier", {"aim": PrizeKind.PRESENT, "first": 1, "last": 3, "goods": "panier"}),
    (
        "1er jambon chacun, offert par la boucherie Petit",
        {"goods": "jambon", "each": True, "sponsor": "la boucherie Petit"},
    ),
    ("• 2nd 50 € each (given by the baker)",
     {"first": 2, "last": 2, "cents": 50_00, "each": True, "sponsor": "the baker"}),
    ("2 bouteilles", {"first": 7, "last": 7, "goods": "2 bouteilles"}),
    ("Jambon", {"first": 7, "last": 7, "goods": "Jambon"}),
    ("Coffret dame blanche", {"first": 7, "last": 7, "goods": "Coffret dame blanche"}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "said"), LINES, ids=[line for line, _said in LINES])
def test_a_line_is_read(line: str, said: dict[str, Any]) -> None:
    found = read_prizes(line, tags=["Mairie"], key=3, place=7)
    assert not found.wrong
    plain = found.prizes[0].to_dict()
    assert plain == {"key": 3, "aim": "place", "first": 1, "last": 1} | said


def test_lines_without_a_place_are_for_the_next_one() -> None:
    found = read_prizes("Ham\n\n5e: wine\nCup\nLast: ladle\nBread")
    assert [(one.aim.value, one.first) for one in found.prizes] == [
        ("place", 1),
        ("place", 5),
        ("place", 6),
        ("last", 1),
        ("place", 7),
    ]
    assert [one.key for one in found.prizes] == [1, 2, 3, 4, 5]


def test_lines_that_say_no_prize_are_named() -> None:
    found = read_prizes("1er:\n2e ham\n10-4: x\n3e 200 %")
    assert found.wrong == ["1er:", "10-4: x", "3e 200 %"]
    assert [one.goods for one in found.prizes] == ["ham"]
