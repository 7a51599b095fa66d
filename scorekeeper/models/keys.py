"""What came from outside, as text: keys of rows, versions of games, tokens of links. Pure."""

import hashlib
from typing import Final

LONGEST_NUMBER: Final = 18
"""Digits of a number that every database still holds."""


def typed_number(text: str) -> int | None:
    """Return the whole number of an address or a hidden field, None where it is none.

    Only the digits 0–9 count: "²" and "٣" are digits to Python, and it refuses very long numbers.
    """
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        return int(text)
    return None


def hash_of(token: str) -> str:
    """Return what is kept of a token that opens something: whoever reads it has no token."""
    return hashlib.sha256(token.encode()).hexdigest()
