"""The receipt of a sheet: a short code with which a team finds its sheet. Pure."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's alphabet: without I, L, O and U, which are misread on paper."""
LENGTH: Final = 8


def receipt_of(
    *,
    round_number: int,
    table: int,
    side_a: Sequence[int],
    side_b: Sequence[int],
    hands: Sequence[dict[str, Any]],
    totals: tuple[int, int],
) -> str:
    """Return the code of a finished sheet, such as "7K4M-9QXT": 40 bits of a SHA-256.

    `hands` are the hands as plain values in order, empty for a slip. The same sheet has the same
    code in every installation; any other hand, seat or total gives another code.
    """
    content = [round_number, table, list(side_a), list(side_b), list(hands), list(totals)]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    bits = int.from_bytes(hashlib.sha256(text.encode()).digest()[:5], "big")
    letters = [ALPHABET[bits >> (5 * place) & 31] for place in reversed(range(LENGTH))]
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}"


def tidy_receipt(text: str) -> str:
    """Return a typed receipt in its printed form: capitals, one dash, misread letters corrected."""
    mended = text.upper().translate(str.maketrans("OIL", "011"))
    letters = "".join(letter for letter in mended if letter in ALPHABET)[:LENGTH]
    return f"{letters[:4]}-{letters[4:]}"
