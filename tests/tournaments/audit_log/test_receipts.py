"""The receipt of a sheet."""

import re
from typing import Any

import pytest

from tournaments.receipts import receipt_of, tidy_receipt

SHEET: dict[str, Any] = {
    "round_number": 2,
    "table": 7,
    "side_a": [12],
    "side_b": [31],
    "hands": [{"taker": "A1", "card_points": 92}],
    "totals": (92, 70),
}


def test_a_receipt_can_be_read_out_and_typed() -> None:
    receipt = receipt_of(**SHEET)
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}", receipt)
    assert receipt_of(**SHEET) == receipt
    assert tidy_receipt(f" {receipt.lower().replace('-', ' ')} ") == receipt


@pytest.mark.parametrize(
    "change",
    [
        {"round_number": 3},
        {"table": 8},
        {"side_a": [13]},
        {"side_a": [31], "side_b": [12]},
        {"hands": [{"taker": "A2", "card_points": 92}]},
        {"totals": (70, 92)},
    ],
    ids=str,
)
def test_another_sheet_has_another_receipt(change: dict[str, Any]) -> None:
    assert receipt_of(**{**SHEET, **change}) != receipt_of(**SHEET)


def test_letters_that_are_misread_are_mended() -> None:
    assert tidy_receipt("oil1-abcd") == "0111-ABCD"
