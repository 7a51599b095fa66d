"""Draws that nobody can choose: a secret fixed in advance, and a number called in the hall. Pure.

A chain of secrets is made once, each the SHA-256 of the one that is used after it. What is public
before a draw is the hash of its secret; the draw takes its lots from that secret and the number,
then shows the secret, which is the hash for the draw after it. See `PROOF.md`, section 5.
"""

import re
from hashlib import sha256
from typing import Final

CHAIN_LENGTH: Final = 1000
"""How many draws and lots one chain serves."""
SEED_DIGITS: Final = 13
"""Hexadecimal digits of a seed: 52 bits, exact in every program that reads JSON."""
MOST_CALLED: Final = 12
CALLED: Final = re.compile(r"\A[0-9]+\Z")
"""A number as it was called; zeros in front count."""


def hashed(text: str, times: int = 1) -> str:
    """Return the SHA-256 of a text in hexadecimal digits; `times` above 1 hashes the digits on."""
    for _time in range(times):
        text = sha256(text.encode()).hexdigest()
    return text


def chance_of(secret: str, called: str) -> str:
    """Return the 64 digits that a secret and a called number make together."""
    return hashed(f"{secret}:{called}")


def seed_of(secret: str, called: str) -> int:
    """Return the seed of a draw."""
    return int(chance_of(secret, called)[:SEED_DIGITS], 16)


def order_of(entries: set[int], secret: str, called: str) -> list[int]:
    """Return tied entries in the order of their lots, first drawn first."""
    chance = chance_of(secret, called)
    return sorted(entries, key=lambda number: hashed(f"{chance}:{number}"))
