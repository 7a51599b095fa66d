"""Whoever types the code of the hall is let in, and whoever tries many has to wait.

An address has ten wrong codes and then three a minute; all addresses together have a hundred and
then six a minute. In an evening of five hours that is one in fifty of all codes, whoever tries.
"""

import math
from datetime import datetime
from typing import Final

from django.urls import reverse

from scorekeeper.clubs.guessing import Attempts
from scorekeeper.hall_codes import doors_behind, tidy_letters
from scorekeeper.home.labels import CodeRefusal

EVERYBODY: Final = None
by_address: Final = Attempts()
by_everybody: Final = Attempts(most=100, seconds_each=10)


class CodeRefusedError(Exception):
    """Raised where a code opens nothing; after `seconds` another one may be tried."""

    def __init__(self, why: CodeRefusal, wait: float = 0) -> None:
        super().__init__(why)
        self.why = why
        self.seconds = math.ceil(wait)


def address_behind(typed: str, *, visitor: str | None, now: datetime) -> str:
    """Return the address that a typed code opens tonight; raises CodeRefusedError."""
    letters = tidy_letters(typed)
    if not letters:
        raise CodeRefusedError(CodeRefusal.NO_CODE)
    if wait := by_address.take(visitor):
        raise CodeRefusedError(CodeRefusal.TOO_MANY_TRIES, wait)
    if wait := by_everybody.take(EVERYBODY):
        by_address.give_back(visitor)
        raise CodeRefusedError(CodeRefusal.TOO_MANY_TRIES, wait)
    doors = doors_behind(letters, now)
    if not doors:
        raise CodeRefusedError(CodeRefusal.UNKNOWN)
    by_address.give_back(visitor)
    by_everybody.give_back(EVERYBODY)
    if len(doors) > 1:
        raise CodeRefusedError(CodeRefusal.TWO)
    return reverse(doors[0].page, args=[doors[0].token])
