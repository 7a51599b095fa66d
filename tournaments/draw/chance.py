"""Reproducible random numbers, derived from SHA-256."""

import hashlib
from collections.abc import Iterator
from typing import Final

from tournaments.draw.request import DrawRequest

PIECE: Final = 2
"""How many bytes of a SHA-256 make a number."""


class Chance:
    """Random numbers for one purpose in one round; the same request gives the same numbers."""

    def __init__(self, request: DrawRequest, purpose: str) -> None:
        self._numbers = _numbers(f"{request.seed}:{request.round_number}:{purpose}")

    def below(self, count: int) -> int:
        """Return a number from 0 to count - 1; the count is at most 65 536."""
        return next(self._numbers) * count >> (8 * PIECE)

    def shuffled(self, items: list[int]) -> list[int]:
        """Return the items in random order."""
        mixed = list(items)
        for place in range(len(mixed) - 1, 0, -1):
            other = self.below(place + 1)
            mixed[place], mixed[other] = mixed[other], mixed[place]
        return mixed


def _numbers(text: str) -> Iterator[int]:
    count = 0
    while True:
        digest = hashlib.sha256(f"{text}:{count}".encode()).digest()
        for place in range(0, len(digest), PIECE):
            yield int.from_bytes(digest[place : place + PIECE], "big")
        count += 1
