"""Parses keys and tokens that came from outside. Pure."""

import hashlib
from typing import Final

LONGEST_NUMBER: Final = 18
"""The number of digits that every database can store."""


def typed_number(text: str) -> int | None:
    """Return the whole number in a URL or a hidden field, None if it is something else.

    Only the digits 0–9 are accepted: Python also parses "²" and "٣", and refuses very long numbers.
    """
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        return int(text)
    return None


def hash_of(token: str) -> str:
    """Return the stored hash of a token, from which the token cannot be recovered."""
    return hashlib.sha256(token.encode()).hexdigest()
